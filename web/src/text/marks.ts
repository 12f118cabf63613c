import type { Details, Evidence, Item, Metric, Result } from "../types";
import { CodePoints } from "./codepoints";
import type { ShownText } from "./texts";

export type Tone = "good" | "half" | "bad" | "flat";

/** A place in a text, in UTF-16 units. */
export interface Place {
  source: string;
  start: number;
  end: number;
}

/** One finding of a judge: what it is, how it was labelled and why, and where it stands. */
export interface Mark {
  key: string;
  metric: string;
  field: string;
  index: number;
  kind: string;
  label: string;
  tone: Tone;
  item: Item;
  text: string;
  quote: string | null;
  place: Place | null;
  evidence: Place | null;
  /** Where the words at fault stand. */
  faults: Place[];
  /** Whether nothing decides, and the evidence is only the nearest passage. */
  nearest: boolean;
}

const KINDS: Record<string, string> = {
  anchors: "anchor",
  claims: "claim",
  key_points: "key point",
  deviations: "deviation",
  segments: "segment",
  issues: "issue",
  extraneous_claims: "extraneous claim",
  qags: "question",
  parts: "part of the query",
  checks: "check",
  passages: "passage",
  stated: "claim of the response",
  wanted: "claim of the reference",
  sentences: "cited sentence",
};

const TONES: Record<string, Tone> = {
  fully: "good", supported: "good", answered: "good", correct: "good", high: "good", met: "good", relevant: "good",
  partial: "half", mild: "half", some: "half",
  not: "bad", unsupported: "bad", unanswered: "bad", wrong: "bad", severe: "bad", strong: "bad", none: "bad", extraneous: "bad",
  not_met: "bad", irrelevant: "bad",
};

/** The text that labels of a kind are taken from, where it is not the judged one. */
const HOMES: Record<string, string> = { key_points: "article", parts: "query" };

/** All findings of a result in its own order, placed in the texts of its case. */
export function marksOf(result: Result, texts: ShownText[]): Mark[] {
  const points = new Map(texts.map((one) => [one.source, new CodePoints(one.text)]));
  const judged = texts.find((one) => one.side === "judged")?.source ?? "";
  return result.metrics.flatMap((metric) => marksOfMetric(metric, points, judged));
}

function marksOfMetric(metric: Metric, points: Map<string, CodePoints>, judged: string): Mark[] {
  const marks: Mark[] = [];
  for (const [field, kind] of Object.entries(KINDS)) {
    const items = listOf(metric.details, field);
    items.forEach((item, index) => {
      const label = labelOf(field, item);
      marks.push({
        key: `${metric.metric}.${field}.${index}`,
        metric: metric.metric,
        field,
        index,
        kind: kindOf(kind, item),
        label,
        tone: TONES[label] ?? "flat",
        item,
        text: item.question || item.text || "",
        quote: quoteOf(item.evidence ?? item.nearest),
        place: placeOf(item.span ?? item.text, points, HOMES[field] ?? judged),
        evidence: placeOf(item.evidence ?? item.nearest, points, null),
        faults: (item.faults ?? []).flatMap((fault) => placeOf(fault, points, null) ?? []),
        nearest: !item.evidence && !!item.nearest,
      });
    });
  }
  return marks;
}

/** The labels under one name of a metric's details; a bare string is a label that has only its text. */
export function listOf(details: Details | undefined, field: string): Item[] {
  const list = details?.[field];
  if (!Array.isArray(list)) return [];
  return list.map((one: unknown) => (typeof one === "string" ? { text: one } : (one as Item)));
}

function kindOf(kind: string, item: Item): string {
  if (kind === "anchor") return item.kind ?? kind;
  if (kind === KINDS.parts && item.origin === "reference") return "claim of the reference";
  if (kind === "issue" || kind === "deviation") return item.kind ? `${item.kind} ${kind}` : kind;
  return kind;
}

/** The label as a word: anchors say supported or not, segments the band of their overlap. */
export function labelOf(field: string, item: Item): string {
  if (field === "anchors") return item.supported ? "supported" : "unsupported";
  if (field === "segments") return band(item.overlap ?? 0);
  if (field === "parts") return (item.answered ?? 0) >= 0.5 ? "answered" : "unanswered";
  if (field === "extraneous_claims") return "extraneous";
  return item.label ?? item.status ?? item.severity ?? "";
}

function band(overlap: number): string {
  if (overlap >= 0.8) return "high";
  return overlap >= 0.3 ? "some" : "none";
}

function quoteOf(evidence: Evidence | null | undefined): string | null {
  if (!evidence) return null;
  return typeof evidence === "string" ? evidence : evidence.text;
}

/** Where a span or a quote stands; a lone context has no number, and a quote is looked up in one text, or in the first that has it. */
function placeOf(what: Evidence | null | undefined, points: Map<string, CodePoints>, only: string | null): Place | null {
  if (!what) return null;
  if (typeof what !== "string") {
    const source = what.source === "context[0]" && !points.has(what.source) ? "context" : what.source;
    const text = points.get(source);
    return text ? { source, start: text.unit(what.start), end: text.unit(what.end) } : null;
  }
  for (const [name, { text }] of points) {
    const start = only === null || only === name ? text.indexOf(what) : -1;
    if (start >= 0) return { source: name, start, end: start + what.length };
  }
  return null;
}

/** A finding before and after; null where it is only in the other result. */
export interface LabelChange {
  before: Mark | null;
  after: Mark | null;
}

/** The findings of two results that differ: labelled otherwise, new or gone; bad ones first. */
export function changedLabels(before: Mark[], after: Mark[]): LabelChange[] {
  const keyOf = ({ metric, field, text }: Mark) => JSON.stringify([metric, field, text]);
  const left = new Map<string, Mark[]>();
  for (const mark of before) left.set(keyOf(mark), [...(left.get(keyOf(mark)) ?? []), mark]);
  const changes: LabelChange[] = [];
  for (const mark of after) {
    const was = left.get(keyOf(mark))?.shift() ?? null;
    if (was?.label !== mark.label) changes.push({ before: was, after: mark });
  }
  for (const gone of [...left.values()].flat()) changes.push({ before: gone, after: null });
  const rank = ({ before: was, after: is }: LabelChange) => (is?.tone === "bad" ? 0 : was?.tone === "bad" ? 1 : 2) + (was && is ? 0 : 0.5);
  return changes.sort((one, other) => rank(one) - rank(other));
}
