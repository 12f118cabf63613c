import type { Verdict } from "./types";
import type { components } from "./wire";

type Schemas = components["schemas"];
export type Thresholds = Schemas["ThresholdsAnswer"];
export type SignalRow = Schemas["SignalRowAnswer"];
type Rule = Schemas["ThresholdRule"];
export type Limits = Record<string, number>;

/** Whether a rule holds; a signal without a value is beyond nothing. */
function applies({ signal, threshold, holds }: Rule, row: SignalRow, limits: Limits): boolean {
  const [value, limit] = [row.signals[signal], limits[threshold]];
  if (value === null || value === undefined || limit === undefined) return false;
  if (holds === "below") return value < limit;
  return value > limit || (holds === "at_least" && value === limit);
}

/** The verdict on a row with these thresholds, as the scoring rules have it: FAIL before WARN, WARN where something is unscored. */
export function verdictWith(rules: Rule[], row: SignalRow, limits: Limits): Verdict {
  const held = rules.filter((rule) => applies(rule, row, limits)).map(({ verdict }) => verdict);
  if (held.includes("FAIL")) return "FAIL";
  return held.length || Object.values(row.signals).includes(null) ? "WARN" : "PASS";
}

export interface Effect {
  counts: Record<Verdict, number>;
  /** The rows whose verdict is another than with the run's own thresholds. */
  changed: { row: SignalRow; before: Verdict; after: Verdict }[];
  /** How often people agree, of the rows that they labelled. */
  right: number;
  labelled: number;
}

/** What thresholds make of a run. */
export function effectOf({ rules, rows, thresholds, binary }: Thresholds, limits: Limits): Effect {
  const effect: Effect = { counts: { PASS: 0, WARN: 0, FAIL: 0 }, changed: [], right: 0, labelled: 0 };
  for (const row of rows) {
    const [before, after] = [verdictWith(rules, row, thresholds), verdictWith(rules, row, limits)];
    effect.counts[after]++;
    if (before !== after) effect.changed.push({ row, before, after });
    if (row.people === null) continue;
    effect.labelled++;
    if ((binary && after === "WARN" ? "PASS" : after) === row.people) effect.right++;
  }
  return effect;
}

export interface Asked {
  row: SignalRow;
  verdict: Verdict;
  /** How near the nearest threshold is. */
  margin: number;
  disagree: boolean;
}

/** The rows that nobody labelled, the most informative first: where judges disagree, then near a threshold. */
export function queueOf({ rules, rows, thresholds }: Thresholds): Asked[] {
  const margins = (row: SignalRow) => rules.flatMap(({ signal, threshold }) => {
    const [value, limit] = [row.signals[signal], thresholds[threshold]];
    return typeof value === "number" && limit !== undefined ? [Math.abs(value - limit)] : [];
  });
  return rows
    .filter(({ people }) => people === null)
    .map((row) => {
      const verdict = verdictWith(rules, row, thresholds);
      return { row, verdict, margin: Math.min(1, ...margins(row)), disagree: row.others.some((other) => other !== verdict) };
    })
    .sort((a, b) => Number(b.disagree) - Number(a.disagree) || a.margin - b.margin || a.row.place - b.row.place);
}
