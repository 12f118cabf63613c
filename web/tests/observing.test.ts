import { expect, test } from "vitest";

import { observersOf, takesOf, tookOf } from "../src/observing";

const known = (observers: string[], models: boolean) => ({
  judges: [{ name: "j", case: "response", metrics: [], scales: {}, tones: {}, overall: null, observers, models, top: 1 }],
  models: [{ name: "openai:gpt-4o-mini", shown: "gpt-4o-mini" }],
});

test("a judge is observed by itself, by others that it declares, and by models if they can", () => {
  expect(observersOf(known(["rules", "verifier"], true), "j")).toEqual([["", "the judge itself"], ["verifier", "the verifier"], ["llm:openai:gpt-4o-mini", "gpt-4o-mini"]]);
  expect(observersOf(known(["rules"], false), "j")).toEqual([]);
  expect(observersOf(known(["rules"], true), "another")).toEqual([]);
});

test("what models take is told before and after, with the cost where it is known", () => {
  const estimate = { rows: 3, calls: 3, prompt_tokens: 2400, cost: "0.01", max_calls: 2 };
  expect(takesOf(estimate)).toBe("3 rows: at least 3 calls with about 2,400 tokens in, cost 0.01; replies come on top. Only 2 calls are granted to a run: the last rows will have no labels of the model.");
  expect(tookOf({ calls: 1, prompt_tokens: 900, completion_tokens: 80, cost: null })).toBe("It took 1 call, 900 tokens in, 80 out; the price of the model is not known.");
});
