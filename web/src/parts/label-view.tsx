import { type FormEvent, useState } from "react";

import { changedFrom, CHOICES, corrected, type Observations, observationsOf, relabelled } from "../labelling";
import type { Mark } from "../text/marks";
import type { ShownText } from "../text/texts";
import type { Result } from "../types";
import { metricScale, topOf } from "../scales";
import { figure, metricName, signed } from "../words";
import type { RowStory } from "../views/row";
import { AgreementView } from "./agreement";
import { CaseView } from "./case-view";
import { Trouble } from "./chips";
import { History, NameField, useAnnotator, useSaving } from "./label-saving";

interface Props {
  run: string;
  story: RowStory;
  result: Result;
  texts: ShownText[];
  mark: string | null;
  onMark: (key: string) => void;
  onSaved: () => void;
}

/** A case for a person to correct: change a label or give a score, save, and see it scored again at once. */
export function LabelView({ run, story, result, texts, mark, onMark, onSaved }: Props) {
  const last = story.labels.findLast((one) => one.result)?.result as Result | undefined;
  const [base, setBase] = useState<Result>(last ?? result);
  const [draft, setDraft] = useState<Observations | null>(null);
  const [annotator, setAnnotator] = useAnnotator();
  const { error, turn, save: send } = useSaving<Result>(run, story.place, annotator, onSaved);
  const shown = draft ? relabelled(base, draft) : base;
  const save = async (said: { observations: Observations } | { score: number }) => {
    const saved = await send(said);
    if (!saved) return;
    if ("observations" in said) setBase(saved);
    setDraft(null);
  };
  const correct = (one: Mark, label: string) => setDraft(corrected(draft ?? observationsOf(base), one, label));
  return (
    <>
      <div className="labelling">
        <NameField value={annotator} onChange={setAnnotator} />
        <button type="button" className="main" disabled={!draft || !annotator.trim()} onClick={() => draft && void save({ observations: changedFrom(observationsOf(result), draft) })}>Save the labels</button>
        {draft && <button type="button" onClick={() => setDraft(null)}>Take back</button>}
        <ScoreForm top={topOf(result.judge)} disabled={!annotator.trim()} onScore={(score) => void save({ score })} />
      </div>
      {error && <Trouble>{error}</Trouble>}
      <Rescored judge={result} person={base} saved={story.labels.length} />
      <CaseView result={shown} texts={texts} selected={mark} onSelect={onMark} act={(one) => <Choices mark={one} onChoose={(label) => correct(one, label)} />} />
      <History story={story} />
      <AgreementView key={turn} run={run} judge={result.judge} />
    </>
  );
}

function Choices({ mark, onChoose }: { mark: Mark; onChoose: (label: string) => void }) {
  const choices = CHOICES[mark.field];
  if (!choices) return null;
  return (
    <fieldset className="choices">
      <legend>What would you say?</legend>
      {choices.map((label) => (
        <label key={label}>
          <input type="radio" name={mark.key} checked={mark.label === label} onChange={() => onChoose(label)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

function ScoreForm({ top, disabled, onScore }: { top: number; disabled: boolean; onScore: (score: number) => void }) {
  const score = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onScore(Number(new FormData(event.currentTarget).get("score")));
  };
  return (
    <form onSubmit={score} className="score-form">
      <label>
        or score the case, 0–{top}
        <input name="score" type="number" min="0" max={top} step={top / 100} required />
      </label>
      <button type="submit" disabled={disabled}>Save the score</button>
    </form>
  );
}

/** What the judge said beside what the labels of people come to. */
function Rescored({ judge, person, saved }: { judge: Result; person: Result; saved: number }) {
  if (!saved || judge === person) return null;
  return (
    <p className="rescored" role="status">
      With people&rsquo;s labels:{" "}
      {person.metrics.map((one, at) => {
        const before = judge.metrics[at]?.value;
        const moved = one.value !== undefined && before !== undefined && one.value !== before;
        return (
          <span key={one.metric} className="figure">
            {metricName(one.metric)} <b>{figure(one.value, metricScale(judge.judge, one.metric, one).top)}</b>
            {moved && <span className="soft"> ({signed((one.value ?? 0) - (before ?? 0), 2)})</span>}
          </span>
        );
      })}
      {person.verdict && person.verdict !== judge.verdict && <span className="figure">verdict <b>{judge.verdict} → {person.verdict}</b></span>}
    </p>
  );
}
