import type { ReactNode } from "react";

import { address } from "../router";
import type { RowRecord } from "../runs";
import { hasOverall, metricScale, type Scale, topOf } from "../scales";
import type { Verdict } from "../types";
import { figure, metricName, plain } from "../words";
import { VerdictChip, verdictTone } from "./chips";
import { SIGNS } from "./findings";
import { toneOf } from "./score";

/** A figure of the rows: its key in the request's order, its name and its scale. */
export interface ValueColumn {
  key: string;
  name: string;
  scale: Scale;
}

/** The figures of a run's rows: the overall score where there is one, then every metric. */
export function valueColumns(metrics: string[], judge: string): ValueColumn[] {
  const overall = { key: "overall", name: "Overall", scale: { ...metricScale(judge, ""), top: topOf(judge) } };
  return [...(hasOverall(judge) ? [overall] : []), ...metrics.map((key) => ({ key, name: metricName(key), scale: metricScale(judge, key) }))];
}

interface Props {
  run: string;
  row: RowRecord;
  columns: ValueColumn[];
  open: boolean;
  onToggle: () => void;
  children?: ReactNode;
}

/** The cells of a row: who, what came of it, what was given and judged and why, and every figure. */
export function RowCells({ run, row, columns, open, onToggle, children }: Props) {
  return (
    <>
      <span role="gridcell" className="cell c-open">
        <button type="button" className="plain" tabIndex={-1} aria-expanded={open} aria-label={`Show row ${row.place} here`} onClick={onToggle}>{open ? "▾" : "▸"}</button>
      </span>
      <span role="gridcell" className="cell c-id">
        <a href={address(["runs", run, "rows", row.place])} tabIndex={-1}>{String(row.id)}</a>
        <small className="soft"> row {row.place}</small>
      </span>
      <span role="gridcell" className="cell c-verdict">
        {row.verdict ? <VerdictChip verdict={row.verdict as Verdict} /> : <span className={row.status === "failed" ? "bad" : "soft"}>{row.status}</span>}
      </span>
      <span role="gridcell" className="cell c-texts">
        {row.given && <span className="line soft">{row.given}</span>}
        {row.judged && <span className="line judged">{row.judged}</span>}
        <Why row={row} />
      </span>
      {columns.map(({ key, name, scale }) => (
        <span key={key} role="gridcell" className="cell c-value n" data-name={name}>
          <Value value={(key === "overall" ? row.overall : row.values[key]) ?? null} scale={scale} why={row.unscored[key] ?? row.error} />
        </span>
      ))}
      {children}
    </>
  );
}

/** What decided the row, and the caps that held. */
function Why({ row }: { row: RowRecord }) {
  const tone = row.status === "failed" ? "bad" : row.verdict ? verdictTone(row.verdict) : "flat";
  return (
    <span className={`line why ${tone}`}>
      <span aria-hidden="true">{SIGNS[tone]} </span>{row.reason}
      {row.caps.length > 0 && <span className="soft"> · capped: {row.caps.map(plain).join(", ")}</span>}
    </span>
  );
}

function Value({ value, scale, why }: { value: number | null; scale: Scale; why: string | undefined }) {
  if (value === null) return <span className="soft" title={why}>–</span>;
  return <span className={`value ${toneOf(value, scale)}`}>{figure(value, scale.top)}</span>;
}
