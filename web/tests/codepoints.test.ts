import { expect, test } from "vitest";

import { CodePoints } from "../src/text/codepoints";

test.each([
  ["plain", 2, 2],
  ["😀 costs $9", 1, 2],
  ["a😀b😀c", 3, 4],
  ["a😀b😀c", 4, 6],
  ["a😀b😀c", 5, 7],
  ["a😀b😀c", 99, 7],
  ["e\u0301 is two", 2, 2],
])("in %j code point %i is unit %i", (text, point, unit) => {
  expect(new CodePoints(text).unit(point)).toBe(unit);
});

test("a slice is what Python's slice would be", () => {
  expect(new CodePoints("👩‍🚀 flew 3 times 🚀🚀").slice(4, 8)).toBe("flew");
  expect(new CodePoints("🚀🚀").slice(1, 2)).toBe("🚀");
});

test("half of a pair counts as one character", () => {
  expect(new CodePoints("\ud83d x").slice(2, 3)).toBe("x");
});
