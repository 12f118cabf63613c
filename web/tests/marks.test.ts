import { expect, test } from "vitest";

import { opening } from "../src/parts/case-view";
import { marksOf } from "../src/text/marks";
import { clicked, pieces } from "../src/text/pieces";
import { textsOf } from "../src/text/texts";
import type { Metric, Result } from "../src/types";

const result = (metric: Metric, judge = "claim-lock"): Result => ({ judge, version: "1", id: 1, metrics: [metric], signature: "" });
const response = { query: "q", contexts: ["🍵 Tea is $5."], response: "🍵 Tea is $9, and hot." };
const anchors = result({
  metric: "hallucination",
  value: 1,
  raw: 1,
  details: {
    anchors: [
      { kind: "claim", supported: true, text: "Tea is $9", span: { source: "response", start: 2, end: 11, text: "Tea is $9" } },
      {
        kind: "number", supported: false, text: "$9", reason: "no such value",
        span: { source: "response", start: 9, end: 11, text: "$9" },
        evidence: { source: "context[0]", start: 9, end: 11, text: "$5" },
      },
    ],
  },
});

test("spans count code points and land on the same words", () => {
  const [claim, number] = marksOf(anchors, textsOf(response));
  expect(response.response.slice(claim?.place?.start, claim?.place?.end)).toBe("Tea is $9");
  expect(number).toMatchObject({ kind: "number", label: "unsupported", tone: "bad", quote: "$5" });
  expect(response.contexts[0]?.slice(number?.evidence?.start, number?.evidence?.end)).toBe("$5");
});

test("a text is cut at every edge, and nothing of it is lost", () => {
  const marks = marksOf(anchors, textsOf(response));
  const cut = pieces(response.response, "response", marks);
  expect(cut.map((piece) => piece.text)).toEqual(["🍵 ", "Tea is ", "$9", ", and hot."]);
  expect(cut.map((piece) => piece.marks.length)).toEqual([0, 1, 2, 0]);
  expect(cut.map((piece) => piece.text).join("")).toBe(response.response);
});

test("a click selects the shortest mark, a second one the mark around it", () => {
  const piece = pieces(response.response, "response", marksOf(anchors, textsOf(response)))[2];
  if (!piece) throw new Error("no piece");
  expect(clicked(piece, null)?.text).toBe("$9");
  expect(clicked(piece, "hallucination.anchors.1")?.text).toBe("Tea is $9");
});

test("labels that people made have no spans: their words are looked up", () => {
  const labels = result({ metric: "coverage", details: { key_points: [{ label: "not", text: "a b" }], extraneous_claims: ["c d"] } }, "judge-lock");
  const [point, extra] = marksOf(labels, textsOf({ article: "x a b", summary: "c d a b" }));
  expect(point?.place).toEqual({ source: "article", start: 2, end: 5 });
  expect(extra).toMatchObject({ label: "extraneous", tone: "bad", place: { source: "summary", start: 0, end: 3 } });
});

test("the finding to open with is a wrong one with evidence", () => {
  expect(opening(marksOf(anchors, textsOf(response)))?.text).toBe("$9");
  expect(opening([])).toBeUndefined();
});

test("parts of a query stand in the query, and words at fault are cut out of their claim", () => {
  const texts = textsOf({ query: "Who came, and when?", contexts: ["Ann came in May."], response: "Ann came in June." });
  const span = (start: number, end: number, text: string) => ({ source: "response", start, end, text });
  const claim = { label: "unsupported", text: "Ann came in June.", span: span(0, 17, "Ann came in June."), faults: [span(12, 16, "June")] };
  const metrics = [
    { metric: "completeness", details: { parts: [{ answered: 0.9, text: "Who came", evidence: span(0, 8, "Ann came") }, { answered: 0.2, text: "and when?" }] } },
    { metric: "hallucination", details: { claims: [claim] } },
  ];
  const found = marksOf({ judge: "claim-lock-ultra", version: "1", id: 1, signature: "", metrics }, texts);
  expect(found.map(({ label, tone }) => [label, tone])).toEqual([["answered", "good"], ["unanswered", "bad"], ["unsupported", "bad"]]);
  expect(found[0]?.place).toEqual({ source: "query", start: 0, end: 8 });
  expect(pieces("Ann came in June.", "response", found.slice(2)).map(({ text, fault }) => [text, fault])).toEqual([["Ann came in ", false], ["June", true], [".", false]]);
});
