import { expect, test } from "vitest";

import { readEvent } from "../src/events";
import { changedFrom, corrected, observationsOf, relabelled } from "../src/labelling";
import { stride } from "../src/parts/rows-table";
import { toneOf } from "../src/parts/score";
import { step } from "../src/parts/tabs";
import { address, parse } from "../src/router";
import { bandsOf, learn, metricScale, topOf } from "../src/scales";
import { heightOf, indexAt, scaleOf, startOf, TALLEST } from "../src/tall";
import { marksOf } from "../src/text/marks";
import { textsOf } from "../src/text/texts";
import { firstScoreOf } from "../src/reviewing";
import type { Result, Review } from "../src/types";
import { readCouncil } from "../src/views/try-council";
import { readVotes } from "../src/views/try-jury";
import { figure, signed } from "../src/words";

test("an address leads back to where it was made from", () => {
  const made = address(["runs", "a/b c", "rows", 3], { mark: "x.y.0", q: "", cap: undefined });
  expect(made).toBe("#/runs/a%2Fb%20c/rows/3?mark=x.y.0");
  expect(parse(made).steps).toEqual(["runs", "a/b c", "rows", "3"]);
  expect(parse(made).query.get("mark")).toBe("x.y.0");
  expect(parse("#/runs/%zz").steps).toEqual(["runs", "%zz"]);
  expect(parse("").steps).toEqual([]);
});

test("events are read by their fields, comments passed over", () => {
  expect(readEvent('event: progress\ndata: {"done": 2}')).toEqual({ event: "progress", data: { done: 2 } });
  expect(readEvent("data: [1,\ndata: 2]")).toEqual({ event: "message", data: [1, 2] });
  expect(readEvent(": still here")).toBeNull();
});

test("a million rows fit an element, and both ends meet", () => {
  const whole = 38_000_000;
  const scale = scaleOf(whole, 500);
  expect((TALLEST - 500) * scale).toBeCloseTo(whole - 500);
  expect(scaleOf(3800, 500)).toBe(1);
});

test("keys walk lists and tables", () => {
  expect([step("ArrowRight", 2, 3), step("ArrowLeft", 0, 3), step("End", 0, 3), step("x", 0, 3)]).toEqual([0, 2, 2, null]);
  expect([stride("ArrowDown", 9, 10), stride("PageDown", 0, 100), stride("End", 0, 1_000_000), stride("Home", 5, 9), stride("a", 0, 9)]).toEqual([9, 10, 999_999, 0, null]);
});

test("figures have the decimals of their scale", () => {
  expect([figure(9.5), figure(0.25, 1), figure(0.2509, 1), figure(1, 1), figure(null)]).toEqual(["9.50", "0.25", "0.2509", "1.00", "–"]);
  expect([signed(-0.312), signed(0), signed(undefined)]).toEqual(["−0.312", "+0.000", "–"]);
});

test("scales and tones are those that the judge declares, or that a score carries", () => {
  const up = { maximum: 1, higher_is_better: true };
  const scales = { relevance: up, hallucination: { maximum: 1, higher_is_better: false } };
  const tones: Record<string, [number, number]> = { relevance: [0.1, 0.1], hallucination: [0.8, 0.5] };
  learn([{ name: "claim-lock", case: "response", metrics: Object.keys(scales), scales, tones, overall: null, observers: ["rules"], models: true, top: 1 }]);
  const tone = (judge: string, metric: string, value: number) => toneOf(value, metricScale(judge, metric));
  expect([tone("claim-lock", "relevance", 0.25), tone("claim-lock", "relevance", 0.09)]).toEqual(["good", "bad"]);
  expect([tone("claim-lock", "hallucination", 0.8), tone("unknown", "hallucination", 8)]).toEqual(["bad", "good"]);
  expect([topOf("claim-lock"), topOf("unknown")]).toEqual([1, 10]);
  expect(metricScale("unknown", "filler", { maximum: 5, higher_is_better: false })).toEqual({ top: 5, risk: true, fine: 0.8, fair: 0.5 });
});

const judged: Result = {
  judge: "judge-lock", version: "1", id: 1, signature: "",
  metrics: [
    { metric: "coverage", value: 2, raw: 2, details: { key_points: [{ label: "not", text: "p" }], computed: { not: 1 } } },
    { metric: "hallucination", value: 1, raw: 1, details: { claims: [{ label: "unsupported", text: "a" }, { label: "supported", text: "b" }], computed: { unsupported: 1 } } },
  ],
};

test("a correction changes one label, and only its metric is sent", () => {
  const marks = marksOf(judged, textsOf({ article: "p", summary: "a b" }));
  const before = observationsOf(judged);
  const claim = marks.find((mark) => mark.text === "a");
  if (!claim) throw new Error("no claim");
  const after = corrected(before, claim, "partial");
  expect(changedFrom(before, after)).toEqual({ hallucination: { claims: [{ label: "partial", text: "a" }, { label: "supported", text: "b" }] } });
  expect(marksOf(relabelled(judged, after), []).map((mark) => mark.label)).toEqual(["not", "partial", "supported"]);
  expect(judged.metrics[1]?.details?.claims).toEqual([{ label: "unsupported", text: "a" }, { label: "supported", text: "b" }]);
});

test("votes are read line by line, and a line that is none is named", () => {
  expect(readVotes("ann: yes 0.8 cars cross it\n\nbo: abstain\ncy: no 3 cables rust")).toEqual([
    { reviewer: "ann", vote: "yes", confidence: 0.8, reason: "cars cross it" },
    { reviewer: "bo", vote: "abstain", confidence: null, reason: null },
    { reviewer: "cy", vote: "no", confidence: null, reason: "3 cables rust" },
  ]);
  expect(readVotes("ann: yes\nbo: perhaps")).toMatch(/^Line 2 of the votes/);
  expect(readVotes("")).toEqual([]);
});

test("a first score is known where the second round changed it", () => {
  const reviews = [{ reviewer: "r", evaluations: { a: { clarity: 8, accuracy: 5 } }, first_round: { evaluations: { a: { clarity: 6, accuracy: 5 } } } }] as Review[];
  expect(firstScoreOf(reviews, { reviewer: "r", candidate: "a", dimension: "clarity" })).toBe(6);
  expect(firstScoreOf(reviews, { reviewer: "r", candidate: "a", dimension: "accuracy" })).toBe(null);
  expect(firstScoreOf(reviews, { reviewer: "s", candidate: "a", dimension: "accuracy" })).toBe(null);
});

test("a council is read from its fields, and what is missing is named", () => {
  expect(readCouncil({ contexts: "", query: "q", candidates: "", reviews: "" })).toMatch(/Fill in/);
  expect(readCouncil({ contexts: "", query: "q", candidates: "no name here", reviews: "{}" })).toMatch(/has no name/);
  expect(readCouncil({ contexts: "", query: "q", candidates: "a: x", reviews: "{}\n{" })).toBe("Line 2 of the reviews is not JSON.");
  expect(readCouncil({ contexts: "", query: "q", candidates: "a: x: y\nz\n\n__proto__: w", reviews: '{"reviewer": "a"}' })).toEqual({
    query: "q", candidates: Object.fromEntries([["a", "x: y\nz"], ["__proto__", "w"]]), reviews: [{ reviewer: "a" }],
  });
  expect(readCouncil({ query: "q", candidates: "a: x", contexts: "c", reviews: "" })).toEqual({ query: "q", candidates: { a: "x" }, contexts: ["c"], reviews: [] });
});

test("an open row moves the rows after it, and a height finds its row", () => {
  const shape = { count: 1000, row: 80, open: 2, extra: 300 };
  expect([startOf(2, shape), startOf(3, shape), heightOf(shape)]).toEqual([160, 540, 80_300]);
  expect([0, 79, 80, 239, 240, 539, 540, 1e9].map((y) => indexAt(y, shape))).toEqual([0, 0, 1, 2, 2, 2, 3, 999]);
  expect(indexAt(240, { ...shape, open: null })).toBe(3);
});

test("a scale is cut where values become fair and fine, a risk the other way round", () => {
  expect(bandsOf({ top: 10, better: "higher", fine: 0.8, fair: 0.5 }).map(({ low, tone }) => [low, tone])).toEqual([[0, "bad"], [5, "half"], [8, "good"]]);
  expect(bandsOf({ top: 1, better: "lower", fine: 0.8, fair: 0.5 }).map(({ low, tone }) => [low, tone])).toEqual([[0, "good"], [0.2, "half"], [0.5, "bad"]]);
  expect(bandsOf({ top: 1, better: "higher", fine: 0.1, fair: 0.1 }).map(({ tone }) => tone)).toEqual(["bad", "good"]);
});
