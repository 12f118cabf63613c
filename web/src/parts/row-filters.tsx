import { useEffect, useRef, useState } from "react";

import { type Distributions, type Filter, type Filters, FILTERS } from "../runs";
import { metricName, plain } from "../words";
import { Choice } from "./field";

interface Props {
  shape: Distributions | null;
  filters: Filters;
  onNarrow: (change: Partial<Record<Filter, string | undefined>>) => void;
  onClear: () => void;
}

const any = (names: string[], word: string): [string, string][] => [["", word], ...names.map((name): [string, string] => [name, plain(name)])];

/** What the rows are narrowed to: words in their texts, verdict, status, cap, reason, and a metric's range. */
export function RowFilters({ shape, filters, onNarrow, onClear }: Props) {
  return (
    <form className="filters" role="search" onSubmit={(event) => event.preventDefault()} aria-label="Narrow the rows">
      <Search value={filters.q ?? ""} onChange={(q) => onNarrow({ q })} />
      <Some label="Verdict" names={Object.keys(shape?.verdicts ?? {})} value={filters.verdict} onChange={(verdict) => onNarrow({ verdict })} />
      <Choice label="Status" value={filters.status ?? ""} options={any(["scored", "unscored", "failed"], "any")} onChange={(status) => onNarrow({ status })} />
      <Some label="Cap" names={Object.keys(shape?.caps ?? {})} value={filters.cap} onChange={(cap) => onNarrow({ cap })} />
      <Some label="Unscored" names={Object.keys(shape?.unscored ?? {})} value={filters.unscored} onChange={(unscored) => onNarrow({ unscored })} />
      <Choice
        label="Metric"
        value={filters.metric ?? ""}
        options={[["", "any"], ...Object.keys(shape?.metrics ?? {}).map((name): [string, string] => [name, metricName(name)])]}
        onChange={(metric) => onNarrow(metric ? { metric } : { metric: "", low: "", high: "" })}
      />
      <Choice label="Sort" value={filters.order ?? ""} options={ordersOf(Object.keys(shape?.metrics ?? {}))} onChange={(order) => onNarrow({ order })} />
      {filters.metric && <Range filters={filters} top={shape?.metrics[filters.metric]?.top ?? 10} onNarrow={onNarrow} />}
      {FILTERS.some((name) => filters[name]) && <button type="button" onClick={onClear}>Show all</button>}
    </form>
  );
}

/** The orders that rows can be had in. */
const ordersOf = (metrics: string[]): [string, string][] => [
  ["", "as in the file"],
  ...metrics.flatMap((name): [string, string][] => [[name, `${metricName(name)}, lowest first`], [`-${name}`, `${metricName(name)}, highest first`]]),
];

/** A choice among what the run has; nothing where it has none. */
function Some({ label, names, value = "", onChange }: { label: string; names: string[]; value: string | undefined; onChange: (value: string) => void }) {
  const all = value && !names.includes(value) ? [...names, value] : names;
  return all.length > 0 && <Choice label={label} value={value} options={any(all, "any")} onChange={onChange} />;
}

const PAUSE = 250;

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [typed, setTyped] = useState(value);
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    if (value !== sent) setTyped(value);
  }
  useEffect(() => {
    if (typed === value) return;
    const timer = setTimeout(() => {
      setSent(typed);
      onChange(typed);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, value, onChange]);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const slash = (event: KeyboardEvent) => {
      if (event.key !== "/" || (event.target instanceof HTMLElement && event.target.matches("input, textarea, select"))) return;
      event.preventDefault();
      input.current?.focus();
    };
    window.addEventListener("keydown", slash);
    return () => window.removeEventListener("keydown", slash);
  }, []);
  return (
    <span className="choice grow">
      <label htmlFor="row-search">Search</label>
      <input ref={input} id="row-search" type="search" value={typed} placeholder="id, or words of query, answer, claims" onChange={(event) => setTyped(event.target.value)} />
    </span>
  );
}

function Range({ filters, top, onNarrow }: { filters: Filters; top: number; onNarrow: Props["onNarrow"] }) {
  const field = (name: "low" | "high") => (
    <label>
      {name === "low" ? "from" : "to"}
      <input type="number" min="0" max={top} step={top / 20} value={filters[name] ?? ""} onChange={(event) => onNarrow({ [name]: event.target.value })} />
    </label>
  );
  return <span className="choice range">{field("low")}{field("high")}</span>;
}
