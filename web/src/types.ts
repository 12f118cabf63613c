/** What comes over the wire: SPEC's results, and the server's lists. */
export interface Span {
  source: string;
  start: number;
  end: number;
  text: string;
}

export interface Cap {
  limit: number;
  reason: string;
  before: number;
  after: number;
}

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
  covered?: number | null;
  span?: Span | null;
  evidence?: Evidence | null;
}

export type Details = Record<string, unknown> & { computed?: Record<string, unknown> | null };

export interface Metric {
  metric: string;
  value?: number;
  raw?: number;
  caps?: Cap[];
  details?: Details;
  evidence?: Span[];
  unscored?: string;
}

export type Verdict = "PASS" | "WARN" | "FAIL";

export interface Result {
  judge: string;
  version: string;
  id: string | number;
  metrics: Metric[];
  signature: string;
  overall?: number | null;
  verdict?: Verdict | null;
  reasons?: string[] | null;
  error?: string | null;
}

export interface Correlation {
  n: number;
  r?: number | null;
  low?: number | null;
  high?: number | null;
}

export interface Candidate {
  score: number | null;
  uncapped: number | null;
  accuracy: number | null;
  ceiling: number | null;
  safety: "passed" | "failed" | null;
  dimensions: Record<string, number>;
  reviews: { reviewer: string; kind: string; overall: number; calibrated: number }[];
  borda: number | null;
  caps: Cap[];
  unscored: string | null;
  low?: number | null;
  high?: number | null;
}

export interface Reviewer {
  kept: number;
  mean: number | null;
  sd: number | null;
  leniency: number | null;
  self_review: boolean;
  problems: { candidate: string; action: string; reason: string }[];
  order_conflicts: [string, string][];
}

export interface Audit {
  length: Record<string, Correlation>;
  position: Record<string, Correlation>;
  variance: Record<string, { n: number; variance?: number | null }>;
  leave_one_out: Record<string, { n: number; winner_kept?: boolean | null; tau?: number | null }>;
  effective_reviewers: { n: number; pairs: number; correlation?: number | null; effective?: number | null };
  agreement: { n: number; alpha?: number | null; shared: number; kendall_w?: number | null };
}

export interface Finding {
  pattern: string;
  span?: Span | null;
  reason?: string | null;
}

export interface CouncilResult {
  judge: string;
  version: string;
  id: string | number;
  ranking: string[];
  candidates: Record<string, Candidate>;
  reviewers: Record<string, Reviewer>;
  safety_gate: { enabled: boolean; score_cap: number; failed_models: Record<string, Finding[]> };
  audit: Audit;
  signature: string;
}

export interface Review {
  reviewer: string;
  evaluations?: Record<string, Record<string, unknown>> | null;
  holistic?: Record<string, unknown> | null;
  ranking?: string[] | null;
}

export interface SummaryCase {
  article: string;
  summary: string;
}

export interface ResponseCase {
  query: string;
  contexts: string[];
  response: string;
}

export interface CouncilCase {
  query: string;
  candidates: Record<string, string>;
  reviews: Review[];
}

export type Case = SummaryCase | ResponseCase | CouncilCase;
