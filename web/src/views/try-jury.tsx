import { useMemo, useState } from "react";

import { useJudged } from "../judging";
import { Trouble, Waiting } from "../parts/chips";
import { CouncilStory } from "../parts/council-story";
import { Field } from "../parts/field";
import { JuryView } from "../parts/jury-view";
import { ModelSeats, useAsked, useModels } from "../parts/model-seats";
import type { KeptJury, Vote } from "../types";

const EMPTY = { query: "", contexts: "", votes: "", breaker: "" };
const WORKED = {
  ...EMPTY,
  query: "Is the Alder Bridge safe enough to stay open this winter?",
  votes: "engineer: no 0.9 twelve of eighty cables are badly rusted\nmayor: no 0.6 safety comes first\nshopkeeper: yes 0.7 the closure would cost the old town its customers",
};
const BALLOTS = ["yes", "no", "abstain"];

/** A yes/no question, and the votes on it. */
export function TryJury({ example }: { example: boolean }) {
  const [texts, setTexts] = useState(example ? WORKED : EMPTY);
  const votes = useMemo(() => readVotes(texts.votes), [texts.votes]);
  const models = useModels();
  const asked = useAsked<KeptJury>();
  const set = (change: Partial<typeof EMPTY>) => { setTexts({ ...texts, ...change }); asked.clear(); };
  const body = {
    mode: "jury", query: texts.query, ...(texts.contexts.trim() && { contexts: [texts.contexts] }), ...(texts.breaker.trim() && { tie_breaker: texts.breaker.trim() }),
    votes: typeof votes === "string" ? [] : votes,
  };
  const ready = texts.query.trim() !== "" && typeof votes !== "string";
  const counted = useJudged<KeptJury>("council", ready && votes.length > 0 ? body : null);
  const result = asked.result ?? counted.result;
  const error = asked.error ?? counted.error;
  return (
    <>
      <div className="bar">
        <button type="button" className="main" onClick={() => set(WORKED)}>Show a worked example</button>
      </div>
      <div className="inputs">
        <div className="stack">
          <Field label="Question" rows={2} value={texts.query} onChange={(query) => set({ query })} hint="A question that is answered by yes or no" />
          <Field label="Context" rows={4} value={texts.contexts} onChange={(contexts) => set({ contexts })} hint="What jurors may read, if anything" />
          <Field label="Tie-breaker" rows={1} value={texts.breaker} onChange={(breaker) => set({ breaker })} hint="The juror who decides a tie" />
        </div>
        <Field label="Votes" rows={9} value={texts.votes} onChange={(given) => set({ votes: given })} hint={"name: yes, no or abstain, then confidence and reason\nann: yes 0.8 cars cross it"} />
      </div>
      <ModelSeats models={models} jury ready={ready} busy={asked.busy} onAsk={({ reviewers }) => asked.ask({ ...body, reviewers })} />
      {typeof votes === "string" && <p className="soft">{votes}</p>}
      {!ready && typeof votes !== "string" && <p className="soft">Fill in the question and the votes, or look at the worked example first.</p>}
      {error && <Trouble>{error}</Trouble>}
      {asked.busy && <Waiting>asking the models</Waiting>}
      {ready && result && !asked.busy && <><CouncilStory beside={{ trouble: result.trouble ?? [] }} /><JuryView result={result} /></>}
    </>
  );
}

/** The votes that the lines describe, or what is wrong with one of them. */
export function readVotes(text: string): Vote[] | string {
  const votes: Vote[] = [];
  for (const [at, line] of text.split("\n").entries()) {
    if (!line.trim()) continue;
    const [, name, vote, confidence, reason] = /^\s*([^:]+):\s*(\w+)(?:\s+(0(?:\.\d+)?|1(?:\.0+)?)(?=\s|$))?\s*(.*)$/.exec(line) ?? [];
    if (!name || !vote || !BALLOTS.includes(vote)) return `Line ${at + 1} of the votes is not “name: yes, no or abstain”.`;
    votes.push({ reviewer: name.trim(), vote: vote as Vote["vote"], confidence: confidence === undefined ? null : Number(confidence), reason: reason?.trim() || null });
  }
  return votes;
}
