import { Histogram } from "../charts/histogram";
import type { Distribution, Distributions, Filter, Filters } from "../runs";
import { bandsOf } from "../scales";
import { count, figure, metricName, plain } from "../words";
import { verdictTone } from "./chips";

type Narrow = (change: Partial<Record<Filter, string | undefined>>) => void;

interface Props {
  shape: Distributions;
  filters: Filters;
  onNarrow: Narrow;
}

/** The shape of a run: what each metric came to, verdicts, caps and missing values; each part narrows the rows. */
export function DistributionsView({ shape, filters, onNarrow }: Props) {
  return (
    <section aria-labelledby="shape">
      <h2 id="shape" className="hidden">Distributions</h2>
      <div className="shapes">
        {Object.entries(shape.metrics).map(([name, one]) => (
          <figure key={name} className="card">
            <figcaption>
              <span>{metricName(name)}</span> <b className={one.mean === null ? "soft" : toneIn(one.mean, one)}>{figure(one.mean, one.top)}</b>
              <small className="soft">mean of {count(one.scored)}{one.unscored > 0 && `, ${count(one.unscored)} unscored`}{limits(one)}</small>
            </figcaption>
            <Histogram name={metricName(name)} distribution={one} chosen={rangeOf(filters, name)} onChoose={pick(filters, name, onNarrow)} />
          </figure>
        ))}
        <Counts title="Verdicts" filter="verdict" counts={shape.verdicts} filters={filters} onNarrow={onNarrow} />
        <Counts title="Caps" filter="cap" counts={shape.caps} filters={filters} onNarrow={onNarrow} />
        <Counts title="Unscored" filter="unscored" counts={shape.unscored} filters={filters} onNarrow={onNarrow} />
      </div>
    </section>
  );
}

const toneIn = (value: number, { scale }: Distribution): string =>
  [...bandsOf(scale)].find(({ low, high }) => value >= low && value <= high)?.tone ?? "flat";

/** Where the verdict turns, in words. */
function limits({ scale, top }: Distribution): string {
  const word = scale.better === "higher" ? "below" : "above";
  return bandsOf(scale).filter(({ tone }) => tone !== "good").map((band) => {
    const edge = scale.better === "higher" ? band.high : band.low;
    return ` · ${band.tone === "bad" ? "bad" : "fair"} ${word} ${figure(edge, top)}`;
  }).join("");
}

function rangeOf(filters: Filters, metric: string): [number, number] | null {
  if (filters.metric !== metric || filters.low === undefined || filters.high === undefined) return null;
  return [Number(filters.low), Number(filters.high)];
}

/** A bar pressed again lets go. */
function pick(filters: Filters, metric: string, onNarrow: Narrow) {
  return (low: number, high: number) => {
    const chosen = rangeOf(filters, metric);
    const same = chosen?.[0] === low && chosen[1] === high;
    onNarrow(same ? { metric: undefined, low: undefined, high: undefined } : { metric, low: String(low), high: String(high) });
  };
}

interface CountsProps {
  title: string;
  filter: "verdict" | "cap" | "unscored";
  counts: Record<string, number>;
  filters: Filters;
  onNarrow: Narrow;
}

function Counts({ title, filter, counts, filters, onNarrow }: CountsProps) {
  const entries = Object.entries(counts).sort((a, b) => b[1] - a[1]);
  const most = Math.max(1, ...entries.map(([, n]) => n));
  if (!entries.length) return null;
  return (
    <div className="card">
      <h3>{title}</h3>
      <ul className="counts">
        {entries.map(([name, n]) => (
          <li key={name}>
            <button type="button" aria-pressed={filters[filter] === name} onClick={() => onNarrow({ [filter]: filters[filter] === name ? undefined : name })}>
              <span>{filter === "verdict" ? name : plain(name)}</span>
              <b>{count(n)}</b>
              <svg viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true">
                <rect className={filter === "verdict" ? verdictTone(name) : "flat"} width={(n / most) * 100} height="3" />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
