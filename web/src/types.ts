import type { components } from "./wire";

/** What comes over the wire, as the server describes it; wire.d.ts is made by make web. */
type Schemas = components["schemas"];
export type Span = Schemas["Span"];
export type Cap = Schemas["Cap"];
export type Candidate = Schemas["Candidate"];
export type Correlation = Schemas["Correlation"];
export type CouncilAnswer = Schemas["CouncilAnswer"];
export type CouncilResult = Omit<CouncilAnswer, "intervals">;
export type Intervals = CouncilAnswer["intervals"];
export type Review = Schemas["Review"];
export type JuryResult = Schemas["JuryResult"];
export type Vote = Schemas["Vote"];
export type Verdict = NonNullable<Schemas["Result"]["verdict"]>;

export type Evidence = Span | string;

/** One label in a metric's details, whatever its kind: the fields that any of them may have. */
export interface Item {
  label?: string;
  status?: string;
  supported?: boolean;
  severity?: string;
  kind?: string;
  overlap?: number;
  text?: string | null;
  question?: string;
  answer?: string | null;
  expected?: string | null;
  reason?: string | null;
  error?: string | null;
  probability?: number | null;
  contradiction?: number | null;
  answered?: number | null;
  origin?: string;
  faults?: Span[] | null;
  covered?: number | null;
  degree?: number | null;
  span?: Span | null;
  evidence?: Evidence | null;
  nearest?: Evidence | null;
}

export type Details = Record<string, unknown> & { computed?: Record<string, unknown> | null };

/** A score, or why there is none: one shape, as details are read by the names of their lists. */
export type Metric = Partial<Omit<Schemas["Score"], "metric" | "details">> & { metric: string; details?: Details; unscored?: string };

/** A judged case; fields that a judge does not have are left out on the wire. */
export type Result = Pick<Schemas["Result"], "judge" | "version" | "id" | "signature"> &
  Partial<Pick<Schemas["Result"], "overall" | "verdict" | "reasons" | "error">> & { metrics: Metric[] };

export interface SummaryCase {
  article: string;
  summary: string;
}

export interface ResponseCase {
  query: string;
  contexts: string[];
  response: string;
  reference?: string | null;
}

export interface CouncilCase {
  query: string;
  candidates: Record<string, string>;
}

/** A council as it is asked for: with the reviews to rank by. */
export type ReviewedCase = CouncilCase & { contexts?: string[]; reviews: Review[] };

/** A council's result as it is kept: with the reviews it rests on, who failed, and what the chair wrote. */
export type KeptCouncil = CouncilResult & {
  observations?: { reviews: Review[] };
} & Beside;

/** What stands beside a result: who failed, what it took, and what the chair wrote. */
export interface Beside {
  trouble?: { seat: string; stage: string; reason: string }[];
  synthesis?: Synthesis;
  usage?: Usage[];
  early_stop?: { winner: string; skipped: string[] };
  query_type?: { rubric: string; reason: string };
}

/** The chair's text; for each sentence, which candidate supports it best, if any. Offsets count code points. */
export interface Synthesis {
  chair: string;
  text: string;
  withheld?: string[];
  support?: { start: number; end: number; probability: number; candidate: string | null }[] | null;
  note?: string | null;
  consensus?: number | null;
}

/** What a seat took in a stage; money as text, where prices are known. */
export interface Usage {
  seat: string;
  stage: string;
  seconds: number;
  calls: number;
  prompt_tokens: number;
  completion_tokens: number;
  cache_hits: number;
  cost?: string;
}

/** A jury's result as it is kept. */
export type KeptJury = Omit<JuryResult, "metrics"> & Beside;

export type Case = SummaryCase | ResponseCase | CouncilCase;
