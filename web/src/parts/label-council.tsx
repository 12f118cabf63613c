import { useState } from "react";

import { changedReviews, withScore } from "../reviewing";
import type { KeptCouncil, Review } from "../types";
import { figure, signed } from "../words";
import type { RowStory } from "../views/row";
import { AgreementView } from "./agreement";
import { Trouble } from "./chips";
import { CouncilView } from "./council-view";
import { History, NameField, useAnnotator, useSaving } from "./label-saving";

interface Props {
  run: string;
  story: RowStory;
  result: KeptCouncil;
  texts: Record<string, string>;
  onSaved: () => void;
}

/** A council for a person to correct: change any reviewer's score or review the candidates, save, see it settled again. */
export function LabelCouncil({ run, story, result, texts, onSaved }: Props) {
  const last = story.labels.findLast((one) => one.result);
  const [base, setBase] = useState((last?.result as KeptCouncil | undefined) ?? result);
  const [draft, setDraft] = useState<Review[] | null>(null);
  const [annotator, setAnnotator] = useAnnotator();
  const { error, turn, save } = useSaving<KeptCouncil>(run, story.place, annotator, onSaved);
  const council = result.observations?.reviews;
  if (!council) return <Trouble>This run was kept without its reviews, so there is no score to correct.</Trouble>;
  const reviews = draft ?? base.observations?.reviews ?? [];
  const said = draft ? changedReviews(council, draft, annotator.trim()) : [];
  const store = async () => {
    const saved = await save({ observations: { reviews: said } });
    if (!saved) return;
    setBase(saved);
    setDraft(null);
  };
  return (
    <>
      <div className="labelling">
        <NameField value={annotator} onChange={setAnnotator} />
        <button type="button" className="main" disabled={!said.length || !annotator.trim()} onClick={() => void store()}>Save the scores</button>
        {draft && <button type="button" onClick={() => setDraft(null)}>Take back</button>}
      </div>
      {error && <Trouble>{error}</Trouble>}
      {story.labels.length > 0 && base !== result && <Resettled council={result} person={base} />}
      <CouncilView
        result={base} texts={texts} reviews={reviews} intervals={(base === result ? story.intervals : last?.intervals) ?? {}}
        editing={{ own: annotator, onScore: (cell, score) => setDraft(withScore(reviews, cell, score)) }}
      />
      <History story={story} />
      <AgreementView key={turn} run={run} judge={result.judge} />
    </>
  );
}

/** What the council said beside what it comes to with people's scores. */
function Resettled({ council, person }: { council: KeptCouncil; person: KeptCouncil }) {
  const [before, after] = [council.ranking[0], person.ranking[0]];
  return (
    <p className="rescored" role="status">
      With people&rsquo;s scores:{" "}
      {person.ranking.map((name) => {
        const [was, is] = [council.candidates[name]?.score ?? null, person.candidates[name]?.score ?? null];
        return (
          <span key={name} className="figure">
            {name} <b>{figure(is)}</b>
            {was !== null && is !== null && was !== is && <span className="soft"> ({signed(is - was, 2)})</span>}
          </span>
        );
      })}
      {before !== after && <span className="figure">first <b>{before} → {after}</b></span>}
    </p>
  );
}
