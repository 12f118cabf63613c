import type { Case, ResponseCase, SummaryCase } from "../types";

/** A text of a case as it is shown: its name on the wire, its title, and on which side it stands. */
export interface ShownText {
  source: string;
  title: string;
  text: string;
  side: "given" | "judged";
}

export const isSummary = (one: Case): one is SummaryCase => "article" in one;
export const isResponse = (one: Case): one is ResponseCase => "response" in one;

/** The texts of a case in reading order: what was given, then what is judged. */
export function textsOf(one: Case): ShownText[] {
  if (isSummary(one)) {
    return [
      { source: "article", title: "Article", text: one.article, side: "given" },
      { source: "summary", title: "Summary", text: one.summary, side: "judged" },
    ];
  }
  if (isResponse(one)) {
    const contexts = one.contexts ?? [];
    return [
      { source: "query", title: "Query", text: one.query, side: "given" },
      ...contexts.map((text, at): ShownText => ({
        source: contexts.length > 1 ? `context[${at}]` : "context",
        title: contexts.length > 1 ? `Context ${at + 1}` : "Context",
        text,
        side: "given",
      })),
      ...(one.reference ? [{ source: "reference", title: "Reference", text: one.reference, side: "given" } as const] : []),
      { source: "response", title: "Response", text: one.response, side: "judged" },
    ];
  }
  return [];
}
