import { useLoaded } from "./loading";
import type { components } from "./wire";
import { count, many } from "./words";

type Schemas = components["schemas"];
export type Usage = Schemas["UsageAnswer"];
export type Estimate = Schemas["EstimateAnswer"];

export const LLM = "llm:";

/** The judges there are, and the models that this server may call. */
export function useJudges(): Schemas["JudgesAnswer"] {
  return useLoaded<Schemas["JudgesAnswer"]>("judges").data ?? { judges: [], models: [] };
}

/** Who can observe for a judge, as a request names it: itself, the verifier, or a model of this server. */
export function observersOf({ judges, models }: Schemas["JudgesAnswer"], judge: string): [string, string][] {
  const known = judges.find(({ name }) => name === judge);
  if (!known) return [];
  const own = known.observers.slice(1).map((name): [string, string] => [name, `the ${name}`]);
  const asked = known.models ? models.map(({ name, shown }): [string, string] => [LLM + name, shown]) : [];
  return own.length + asked.length ? [["", "the judge itself"], ...own, ...asked] : [];
}

const price = (cost: string | null): string => (cost === null ? "; the price of the model is not known" : `, cost ${cost}`);

/** What models took. */
export const tookOf = (usage: Usage): string =>
  `It took ${many(usage.calls, "call")}, ${count(usage.prompt_tokens)} tokens in, ${count(usage.completion_tokens)} out${price(usage.cost)}.`;

/** What models will take, before they are asked. */
export function takesOf({ rows, calls, prompt_tokens, cost, max_calls }: Estimate): string {
  const granted = calls > max_calls ? ` Only ${many(max_calls, "call")} are granted to a run: the last rows will have no labels of the model.` : "";
  return `${many(rows, "row")}: at least ${many(calls, "call")} with about ${count(prompt_tokens)} tokens in${price(cost)}; replies come on top.${granted}`;
}
