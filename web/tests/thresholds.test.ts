import { expect, test } from "vitest";

import { effectOf, queueOf, type SignalRow, type Thresholds, verdictWith } from "../src/thresholds";

const rules = [
  { threshold: "contradiction", signal: "contradiction", holds: "at_least", verdict: "FAIL" },
  { threshold: "hallucination", signal: "hallucination", holds: "above", verdict: "FAIL" },
  { threshold: "completeness", signal: "completeness", holds: "below", verdict: "WARN" },
];
const limits = { contradiction: 0.5, hallucination: 0.5, completeness: 0.6 };
const row = (place: number, signals: SignalRow["signals"], more: Partial<SignalRow> = {}): SignalRow => ({ place, id: place, signals, people: null, others: [], ...more });
const table = (rows: SignalRow[]): Thresholds => ({ rules, thresholds: limits, rows, of: rows.length, labelled: 0, binary: true });

test("a verdict follows from the rules: edges count on their side, FAIL goes first, what is unscored warns", () => {
  const verdict = (signals: SignalRow["signals"]) => verdictWith(rules, row(1, signals), limits);
  expect(verdict({ hallucination: 0.5, completeness: 0.6 })).toBe("PASS");
  expect(verdict({ hallucination: 0.51, completeness: 0.1 })).toBe("FAIL");
  expect(verdict({ contradiction: 0.5, completeness: 1 })).toBe("FAIL");
  expect(verdict({ hallucination: 0, completeness: 0.59 })).toBe("WARN");
  expect(verdict({ hallucination: null, completeness: 1 })).toBe("WARN");
});

test("a moved threshold changes counts, names the rows, and is held against people", () => {
  const rows = [row(1, { hallucination: 0.4, completeness: 1 }, { people: "FAIL" }), row(2, { hallucination: 0, completeness: 1 }, { people: "PASS" })];
  expect(effectOf(table(rows), limits)).toMatchObject({ counts: { PASS: 2, WARN: 0, FAIL: 0 }, changed: [], right: 1, labelled: 2 });
  const stricter = effectOf(table(rows), { ...limits, hallucination: 0.3 });
  expect([stricter.counts, stricter.right, stricter.changed.map(({ row: { place }, after }) => [place, after])]).toEqual([{ PASS: 1, WARN: 0, FAIL: 1 }, 2, [[1, "FAIL"]]]);
});

test("the queue asks where judges disagree first, then near a threshold, and never twice", () => {
  const rows = [
    row(1, { hallucination: 0, completeness: 1 }),
    row(2, { hallucination: 0.45, completeness: 1 }),
    row(3, { hallucination: 0, completeness: 1 }, { others: ["FAIL"] }),
    row(4, { hallucination: 0.5, completeness: 1 }, { people: "PASS" }),
  ];
  expect(queueOf(table(rows)).map(({ row: { place }, disagree }) => [place, disagree])).toEqual([[3, true], [2, false], [1, false]]);
});
