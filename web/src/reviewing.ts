import type { CouncilResult, Review } from "./types";

/** A cell of the heat maps: who gives whom a score, and for what. */
export interface Cell {
  reviewer: string;
  candidate: string;
  dimension: string;
}

export const HOLISTIC = "holistic";
/** The reviewer whose name is still to be given: the person who labels. */
export const OWN = "";

/** The candidates, best first, then those without a rank. */
export const orderOf = (result: CouncilResult): string[] => [
  ...result.ranking,
  ...Object.keys(result.candidates).filter((name) => !result.ranking.includes(name)),
];

/** What candidates are scored for; a council that only gave one score each has that. */
export function dimensionsOf(result: CouncilResult, reviews: Review[]): string[] {
  const names = new Set(Object.values(result.candidates).flatMap((one) => Object.keys(one.dimensions)));
  if (reviews.some((one) => Object.keys(one.holistic ?? {}).length > 0)) names.add(HOLISTIC);
  return [...names];
}

const of = (reviews: Review[], reviewer: string): Review | undefined => reviews.find((one) => one.reviewer === reviewer);

/** The score that a reviewer gave. */
export function scoreOf(reviews: Review[], { reviewer, candidate, dimension }: Cell): number | null {
  const review = of(reviews, reviewer);
  const score: unknown = dimension === HOLISTIC ? review?.holistic?.[candidate] : review?.evaluations?.[candidate]?.[dimension];
  return typeof score === "number" ? score : null;
}

/** The score that a reviewer gave in the first of two rounds, where it differs from the last. */
export function firstScoreOf(reviews: Review[], cell: Cell): number | null {
  const first = of(reviews, cell.reviewer)?.first_round;
  const score: unknown = cell.dimension === HOLISTIC ? first?.holistic?.[cell.candidate] : first?.evaluations?.[cell.candidate]?.[cell.dimension];
  return typeof score === "number" && score !== scoreOf(reviews, cell) ? score : null;
}

/** What a reviewer wrote about a candidate. */
export function noteOf(reviews: Review[], reviewer: string, candidate: string): string | null {
  const note: unknown = of(reviews, reviewer)?.evaluations?.[candidate]?.notes;
  return typeof note === "string" && note ? note : null;
}

/** The reviews with one score set, or taken out; the given ones stay as they are. */
export function withScore(reviews: Review[], { reviewer, candidate, dimension }: Cell, score: number | null): Review[] {
  const review = of(reviews, reviewer) ?? { reviewer };
  const [field, scores] = dimension === HOLISTIC ? (["holistic", review.holistic] as const) : (["evaluations", review.evaluations] as const);
  const value: unknown = dimension === HOLISTIC ? score : set(review.evaluations?.[candidate] ?? {}, dimension, score);
  const made = { ...review, [field]: set({ ...scores }, candidate, isEmpty(value) ? null : value) } as Review;
  return of(reviews, reviewer) ? reviews.map((one) => (one.reviewer === reviewer ? made : one)) : [...reviews, made];
}

const isEmpty = (value: unknown): boolean => value === null || (typeof value === "object" && Object.keys(value).length === 0);

function set(given: Record<string, unknown>, name: string, value: unknown): Record<string, unknown> {
  const made = Object.fromEntries(Object.entries(given).filter(([one]) => one !== name));
  return value === null ? made : { ...made, [name]: value };
}

/** What a person has said: the reviews that differ from the council's, and their own under their name. */
export function changedReviews(council: Review[], person: Review[], annotator: string): Review[] {
  return person
    .map((one) => (one.reviewer === OWN ? { ...one, reviewer: annotator } : one))
    .filter((one) => one.reviewer === annotator || of(council, one.reviewer))
    .filter((one) => changes(council, [one]).length > 0);
}

export interface Changed extends Cell {
  before: number | null;
  after: number | null;
}

/** The scores that differ in some reviews from those of the council. */
export function changes(council: Review[], said: Review[]): Changed[] {
  return said.flatMap((review) => {
    const both = [review, of(council, review.reviewer)].filter((one) => one !== undefined);
    const places = new Map<string, Cell>();
    for (const one of both) for (const cell of cells(one)) places.set(JSON.stringify([cell.candidate, cell.dimension]), cell);
    return [...places.values()]
      .map((cell) => ({ ...cell, before: scoreOf(council, cell), after: scoreOf([review], cell) }))
      .filter(({ before, after }) => before !== after);
  });
}

function cells({ reviewer, evaluations, holistic }: Review): Cell[] {
  const scored = Object.entries(evaluations ?? {}).flatMap(([candidate, scores]) => Object.keys(scores).map((dimension) => ({ reviewer, candidate, dimension })));
  return [...scored, ...Object.keys(holistic ?? {}).map((candidate) => ({ reviewer, candidate, dimension: HOLISTIC }))];
}
