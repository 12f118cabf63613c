import type { components } from "./wire";

type Judge = components["schemas"]["JudgeAnswer"];

/** A metric's scale: its maximum, which end is good, and from which share of the best on it is fine or fair. */
export interface Scale {
  top: number;
  risk: boolean;
  fine: number;
  fair: number;
}

const USUAL: Scale = { top: 10, risk: false, fine: 0.8, fair: 0.5 };
const known = new Map<string, Judge>();

/** Remember what the server says of its judges. */
export function learn(judges: readonly Judge[]): void {
  for (const judge of judges) known.set(judge.name, judge);
}

/** The scale that a judge declares for a metric, or that a score carries; up to ten where nothing is known. */
export function metricScale(judge: string, metric: string, carried?: { maximum?: number | null; higher_is_better?: boolean | null }): Scale {
  const found = known.get(judge);
  const declared = found?.scales[metric];
  const [fine, fair] = found?.tones[metric] ?? [USUAL.fine, USUAL.fair];
  if (declared) return { top: declared.maximum, risk: !declared.higher_is_better, fine, fair };
  if (carried?.maximum) return { ...USUAL, top: carried.maximum, risk: carried.higher_is_better === false };
  return found ? { ...USUAL, top: topOf(judge) } : USUAL;
}

/** The maximum of a judge's overall score; of one without an overall score that of a share. */
export function topOf(judge: string): number {
  const found = known.get(judge);
  return found ? (found.overall ?? 1) : USUAL.top;
}

/** Whether results of the judge have an overall score beside their metrics. */
export const hasOverall = (judge: string): boolean => known.get(judge)?.overall != null && !isCouncil(judge);

/** Whether the judge ranks candidates. */
export const isCouncil = (judge: string): boolean => known.get(judge)?.case === "council";

/** How good a value is, as a share of the best. */
export const shareOf = (value: number, { top, risk }: Scale): number => (risk ? 1 - value / top : value / top);

export interface Band {
  low: number;
  high: number;
  tone: "good" | "half" | "bad";
}

/** A scale cut where values become fair and fine, from 0 up; a band without width is left out. */
export function bandsOf({ top, better, fine, fair }: { top: number; better: "higher" | "lower"; fine: number; fair: number }): Band[] {
  const up = better === "higher";
  const [first, second] = up ? [fair * top, fine * top] : [(1 - fine) * top, (1 - fair) * top];
  const tones = up ? (["bad", "half", "good"] as const) : (["good", "half", "bad"] as const);
  const edges = [0, round(first), round(second), top];
  return tones.map((tone, at) => ({ low: edges[at] ?? 0, high: edges[at + 1] ?? top, tone })).filter(({ low, high }) => high > low);
}

const round = (value: number): number => Number(value.toFixed(9));
