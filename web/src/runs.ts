import type { components } from "./wire";

/** What the server keeps of runs, as it describes it: lists, distributions, rows. */
type Schemas = components["schemas"];
export type RunRecord = Schemas["RunAnswer"];
export type RunPage = Schemas["RunsAnswer"];
export type Distribution = Schemas["Distribution"];
export type Distributions = Schemas["DistributionsAnswer"];
export type RowRecord = Schemas["RowBrief"];
export type RowPage = Schemas["RowsAnswer"];
export type Change = Schemas["ChangeAnswer"];
export type CaseChange = Schemas["CaseChangeAnswer"];
export type Comparison = Schemas["ComparisonAnswer"];
export type Agreement = Schemas["PeopleAgreement"];
export type MetricAgreement = Schemas["MetricAgreement"];

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
