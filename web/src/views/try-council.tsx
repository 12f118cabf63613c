import { useMemo, useState } from "react";

import { councilExample } from "../examples";
import { useJudged } from "../judging";
import { Trouble, Waiting } from "../parts/chips";
import { CouncilStory } from "../parts/council-story";
import { CouncilView } from "../parts/council-view";
import { Choice, Field } from "../parts/field";
import { ModelSeats, useAsked, useModels } from "../parts/model-seats";
import type { Beside, CouncilAnswer, Review, ReviewedCase } from "../types";

type Answered = CouncilAnswer & Beside & { observations?: { reviews: Review[] } };
const EMPTY = { query: "", candidates: "", contexts: "", reviews: "" };
const WORKED = {
  contexts: "",
  query: councilExample.query,
  candidates: Object.entries(councilExample.candidates).map(([name, text]) => `${name}: ${text}`).join("\n\n"),
  reviews: councilExample.reviews.map((review) => JSON.stringify(review)).join("\n"),
};

/** Candidates to one query and the scores that reviewers gave them. */
export function TryCouncil({ example }: { example: boolean }) {
  const [texts, setTexts] = useState(example ? WORKED : EMPTY);
  const [open, setOpen] = useState(!example);
  const [calibration, setCalibration] = useState("z");
  const [gate, setGate] = useState(false);
  const read = useMemo(() => readCouncil(texts), [texts]);
  const one = typeof read === "string" ? null : read;
  const models = useModels();
  const asked = useAsked<Answered>();
  const options = { calibration, safety_gate: gate };
  const judged = useJudged<Answered>("council", one && (one.reviews.length > 0 || one.contexts) ? { ...one, options } : null);
  const result = asked.result ?? judged.result;
  const error = asked.error ?? judged.error;
  const change = (some: Partial<typeof EMPTY>) => { setTexts({ ...texts, ...some }); asked.clear(); };
  return (
    <>
      <div className="bar">
        <button type="button" className="main" onClick={() => { change(WORKED); setOpen(false); }}>Show a worked example</button>
        {one && <button type="button" onClick={() => setOpen(!open)}>{open ? "Fold the texts away" : "Edit the texts"}</button>}
        <Choice label="Calibration" value={calibration} options={["z", "effects", "none"]} onChange={setCalibration} />
        <label className="check"><input type="checkbox" checked={gate} onChange={(event) => setGate(event.target.checked)} /> Safety gate</label>
      </div>
      {(open || !one) && (
        <div className="inputs">
          <div className="stack">
            <Field label="Query" rows={2} value={texts.query} onChange={(query) => change({ query })} hint="What was asked" />
            <Field label="Candidates" rows={8} value={texts.candidates} onChange={(candidates) => change({ candidates })} hint={"name: its answer\n\nan empty line starts the next one"} />
            <Field label="Context" rows={3} value={texts.contexts} onChange={(contexts) => change({ contexts })} hint="What the answers rest on; the reviewer rules needs it" />
          </div>
          <Field label="Reviews" rows={12} value={texts.reviews} onChange={(reviews) => change({ reviews })} hint={'{"reviewer": "…", "evaluations": {"name": {"accuracy": 9, …}}}\none per line, as jurat tally reads them'} />
        </div>
      )}
      <ModelSeats models={models} ready={one !== null} busy={asked.busy} onAsk={(seats) => asked.ask({ ...one, options, ...seats })} />
      {typeof read === "string" && <p className="soft">{read}</p>}
      {one && error && <Trouble>{error}</Trouble>}
      {one && (asked.busy || (!result && !error && (one.reviews.length > 0 || one.contexts))) && <Waiting>{asked.busy ? "asking the models" : "judging"}</Waiting>}
      {one && result && !asked.busy && (
        <>
          <CouncilStory beside={result} />
          <CouncilView result={result} texts={one.candidates} reviews={result.observations?.reviews ?? one.reviews} intervals={result.intervals} />
        </>
      )}
    </>
  );
}

/** The council that the fields describe, or what is still missing. */
export function readCouncil(texts: typeof EMPTY): ReviewedCase | string {
  if (!texts.query.trim() || !texts.candidates.trim()) {
    return "Fill in query, candidates and reviews or a context, or look at the worked example first.";
  }
  const candidates: [string, string][] = [];
  for (const block of texts.candidates.split(/\n\s*\n/)) {
    const [, name, text] = /^\s*([^:\n]+):\s*(.*)$/s.exec(block) ?? [];
    if (!name) return `A candidate is written as “name: its answer”; this one has no name: ${block.trim().slice(0, 60)}`;
    candidates.push([name.trim(), text?.trim() ?? ""]);
  }
  const reviews: Review[] = [];
  for (const [at, line] of texts.reviews.split("\n").entries()) {
    if (!line.trim()) continue;
    try {
      reviews.push(JSON.parse(line) as Review);
    } catch {
      return `Line ${at + 1} of the reviews is not JSON.`;
    }
  }
  return { query: texts.query, candidates: Object.fromEntries(candidates), ...(texts.contexts.trim() && { contexts: [texts.contexts] }), reviews };
}
