/** What the server keeps of runs: lists, distributions, rows. */
export interface MetricSummary {
  mean: number | null;
  scored: number;
  unscored: number;
  histogram?: number[];
}

export interface RunRecord {
  id: string;
  judge: string;
  observer: string;
  signature: string;
  started: string;
  finished: string | null;
  seconds: number | null;
  rows: number;
  data: string;
  summary: RunSummary | null;
}

export interface RunSummary {
  scored: number;
  unscored: number;
  failed: number;
  verdicts?: Record<string, number>;
  metrics: Record<string, MetricSummary>;
}

export interface RunPage {
  runs: RunRecord[];
  next: string | null;
}

export interface Distribution {
  top: number;
  edges: number[];
  counts: number[];
  scored: number;
  unscored: number;
}

export interface Distributions {
  metrics: Record<string, Distribution>;
  verdicts: Record<string, number>;
  caps: Record<string, number>;
  unscored: Record<string, number>;
}

export interface RowRecord {
  place: number;
  id: string | number;
  status: string;
  verdict: string | null;
  overall: number | null;
  values: Record<string, number | null>;
  caps: string[];
  unscored: string[] | Record<string, string>;
  error?: string | null;
}

export interface RowPage {
  rows: RowRecord[];
  next: string | null;
  total: number | null;
}

/** What a table of rows is narrowed to; the same names stand in the page's address and in the request. */
export const FILTERS = ["verdict", "status", "metric", "low", "high", "cap", "unscored", "q", "order"] as const;
export type Filter = (typeof FILTERS)[number];
export type Filters = Partial<Record<Filter, string>>;

export function filtersOf(query: URLSearchParams): Filters {
  const filters: Filters = {};
  for (const name of FILTERS) {
    const value = query.get(name);
    if (value) filters[name] = value;
  }
  return filters;
}
