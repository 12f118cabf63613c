import { expect, test } from "vitest";

import { changedReviews, changes, dimensionsOf, noteOf, OWN, scoreOf, withScore } from "../src/reviewing";
import { whatWasSaid } from "../src/said";
import type { CouncilResult, KeptCouncil, Result, Review } from "../src/types";

const council: Review[] = [
  { reviewer: "strict", evaluations: { a: { accuracy: 9, notes: "right" }, b: { accuracy: 1 } } },
  { reviewer: "quick", holistic: { a: 7 } },
];
const at = (reviewer: string, candidate: string, dimension: string) => ({ reviewer, candidate, dimension });

test("a score is found by who gave it, to whom, and for what", () => {
  expect(scoreOf(council, at("strict", "b", "accuracy"))).toBe(1);
  expect(scoreOf(council, at("quick", "a", "holistic"))).toBe(7);
  expect(scoreOf(council, at("strict", "a", "notes"))).toBeNull();
  expect([noteOf(council, "strict", "a"), noteOf(council, "strict", "b"), noteOf(council, "nobody", "a")]).toEqual(["right", null, null]);
  const result = { candidates: { a: { dimensions: { accuracy: 9 } } } } as unknown as CouncilResult;
  expect(dimensionsOf(result, council)).toEqual(["accuracy", "holistic"]);
});

test("a corrected score leaves the rest, and is all that is sent", () => {
  const drafted = withScore(council, at("strict", "b", "accuracy"), 4);
  expect(changedReviews(council, drafted, "ann")).toEqual([{ reviewer: "strict", evaluations: { a: { accuracy: 9, notes: "right" }, b: { accuracy: 4 } } }]);
  expect(scoreOf(council, at("strict", "b", "accuracy"))).toBe(1);
  expect(changedReviews(council, withScore(drafted, at("strict", "b", "accuracy"), 1), "ann")).toEqual([]);
});

test("a person's own review gets their name; another's is left to them", () => {
  let drafted = withScore([...council, { reviewer: "bo", holistic: { a: 2 } }], at(OWN, "a", "accuracy"), 3);
  drafted = withScore(drafted, at(OWN, "b", "holistic"), 5);
  drafted = withScore(drafted, at(OWN, "b", "holistic"), null);
  expect(changedReviews(council, drafted, "ann")).toEqual([{ reviewer: "ann", evaluations: { a: { accuracy: 3 } }, holistic: {} }]);
});

test("a score that is taken out is a change too", () => {
  const drafted = withScore(council, at("quick", "a", "holistic"), null);
  expect(changes(council, drafted)).toEqual([{ ...at("quick", "a", "holistic"), before: 7, after: null }]);
});

const judged: Result = {
  judge: "judge-lock", version: "1", id: 1, signature: "",
  metrics: [{ metric: "hallucination", value: 1, details: { claims: [{ label: "unsupported", text: "a" }, { label: "supported", text: "b" }] } }],
};

test("what a person did is said in words", () => {
  const claims = (first: string) => ({ hallucination: { claims: [{ label: first, text: "a" }, { label: "supported", text: "b" }] } });
  expect(whatWasSaid({ score: 7.5 }, judged)).toBe("scored it 7.50");
  expect(whatWasSaid({ score: { coverage: 7, overall: 6 } }, judged)).toBe("scored Coverage 7.00, Overall 6.00");
  expect(whatWasSaid({ observations: claims("partial") }, judged)).toBe("corrected Hallucination: “a” unsupported → partial");
  expect(whatWasSaid({ observations: claims("unsupported") }, judged)).toBe("confirmed the labels of Hallucination");
  expect(whatWasSaid({ score: 0.5 }, { error: "is empty" })).toBe("scored it 0.50");
  const kept = { judge: "council", candidates: {}, observations: { reviews: council } } as unknown as KeptCouncil;
  const said = [{ reviewer: "strict", evaluations: { a: { accuracy: 9 }, b: { accuracy: 4 } } }, { reviewer: "ann", holistic: { a: 3 } }];
  expect(whatWasSaid({ observations: { reviews: said } }, kept)).toBe("corrected strict’s accuracy of b: 1 → 4; reviewed a as ann");
});
