import { expect, test } from "vitest";

import { wordDiff } from "../src/text/diff";
import { changedLabels, marksOf } from "../src/text/marks";
import { textsOf } from "../src/text/texts";
import { placesOf } from "../src/views/compare";

const shown = (before: string, after: string) => wordDiff(before, after).map(({ text, side }) => ({ both: text, before: `-${text}-`, after: `+${text}+` })[side]).join("");

test("only the words that differ are marked", () => {
  expect(shown("It costs $9 a day.", "It costs $5 a day.")).toBe("It costs $-9-+5+ a day.");
  expect(shown("Ann came.", "Ann came. Bo left.")).toBe("Ann came.+ Bo left.+");
  expect(shown("", "new")).toBe("+new+");
  expect(shown("same", "same")).toBe("same");
});

test("texts that are too long differ as a whole, between what they share at their ends", () => {
  const long = (word: string) => `a ${`${word} `.repeat(3000)}z`;
  expect(wordDiff(long("x"), long("y")).map(({ side }) => side)).toEqual(["both", "before", "after", "both"]);
});

test("labels are matched by their words; what changed, came or went is told, bad ones first", () => {
  const texts = textsOf({ query: "q", contexts: ["c"], response: "r" });
  const marks = (anchors: object[]) => marksOf({ judge: "claim-lock", version: "1", id: 1, signature: "", metrics: [{ metric: "hallucination", details: { anchors } }] }, texts);
  const before = marks([{ text: "$9", supported: false }, { text: "May", supported: true }, { text: "old", supported: true }]);
  const after = marks([{ text: "$9", supported: true }, { text: "May", supported: true }, { text: "new", supported: false }]);
  expect(changedLabels(before, after).map(({ before: was, after: is }) => [was?.label, is?.label, (is ?? was)?.text])).toEqual([
    [undefined, "unsupported", "new"],
    ["unsupported", "supported", "$9"],
    ["supported", undefined, "old"],
  ]);
});

test("an address names a case by its rows in both runs", () => {
  expect([placesOf("3-7"), placesOf("3"), placesOf("x-1"), placesOf(null)]).toEqual([[3, 7], null, null, null]);
});
