import { type ReactNode, useState } from "react";

import { type Cell, dimensionsOf, firstScoreOf, noteOf, orderOf, OWN, scoreOf } from "../reviewing";
import type { CouncilResult, Review } from "../types";
import { plain } from "../words";

/** What it takes to correct scores: whose row is the person's own, and where a new score goes. */
export interface Editing {
  own: string;
  onScore: (cell: Cell, score: number | null) => void;
}

interface Props {
  result: CouncilResult;
  reviews: Review[];
  editing?: Editing | undefined;
}

const CALIBRATED = "calibrated";

/** Every score that a reviewer gave a candidate: one table per dimension, reviewers down, candidates across. */
export function HeatMap({ result, reviews, editing }: Props) {
  const [open, setOpen] = useState<Cell | null>(null);
  const candidates = orderOf(result);
  const reviewers = reviewersOf(result, reviews, editing);
  const name = (reviewer: string) => (reviewer === OWN ? editing?.own.trim() || "you" : reviewer);
  const noted = reviews.some(({ reviewer }) => candidates.some((candidate) => noteOf(reviews, reviewer, candidate)));
  const draw = (cell: Cell) => {
    if (cell.candidate === cell.reviewer) return <td className="heat-own" title="its own answer">own</td>;
    const score = cell.dimension === CALIBRATED ? calibrated(result, cell) : scoreOf(reviews, cell);
    if (editing && cell.dimension !== CALIBRATED) return <Given cell={cell} who={name(cell.reviewer)} score={score} onScore={editing.onScore} />;
    const note = noteOf(reviews, cell.reviewer, cell.candidate);
    const first = cell.dimension === CALIBRATED ? null : firstScoreOf(reviews, cell);
    return <Shown score={score} first={first} said={note ? { open: same(open, cell), toggle: setOpen, cell } : null} />;
  };
  return (
    <section aria-labelledby="heat">
      <h2 id="heat" className="small">Who gave what</h2>
      <p className="soft">
        Reviewers down, candidates across, best first. A reviewer&rsquo;s score of its own answer is left out.
        {editing && " Correct a score, or fill in your own row: a candidate counts in it when all dimensions are scored."}
        {!editing && noted && " Choose a score to read what the reviewer wrote."}
        {!editing && reviews.some((one) => one.first_round?.evaluations) && " An arrow leads from a reviewer’s first score to its revised one."}
      </p>
      <div className="heats">
        {[...(editing ? [] : [CALIBRATED]), ...dimensionsOf(result, reviews)].map((dimension) => (
          <Heat key={dimension} name={dimension} reviewers={reviewers} candidates={candidates} shown={name} draw={draw}>
            {open?.dimension === dimension && <Note cell={open} note={noteOf(reviews, open.reviewer, open.candidate)} />}
          </Heat>
        ))}
      </div>
    </section>
  );
}

const same = (one: Cell | null, other: Cell): boolean =>
  one?.dimension === other.dimension && one.reviewer === other.reviewer && one.candidate === other.candidate;

/** Who stands in the rows: all that reviewed, and a row for the person who corrects. */
function reviewersOf(result: CouncilResult, reviews: Review[], editing: Editing | undefined): string[] {
  const names = [...new Set([...Object.keys(result.reviewers), ...reviews.map((one) => one.reviewer)])];
  return editing && !names.includes(editing.own.trim()) && !names.includes(OWN) ? [...names, OWN] : names;
}

function calibrated(result: CouncilResult, { reviewer, candidate }: Cell): number | null {
  return result.candidates[candidate]?.reviews.find((one) => one.reviewer === reviewer)?.calibrated ?? null;
}

interface HeatProps {
  name: string;
  reviewers: string[];
  candidates: string[];
  shown: (reviewer: string) => string;
  draw: (cell: Cell) => ReactNode;
  children: ReactNode;
}

function Heat({ name, reviewers, candidates, shown, draw, children }: HeatProps) {
  return (
    <div className="heat-box" role="region" tabIndex={0} aria-label={`Scores of ${plain(name)}`}>
      <table className="heat">
        <caption>{plain(name)}</caption>
        <thead>
          <tr>
            <td />
            {candidates.map((candidate) => (
              <th key={candidate} scope="col" title={candidate}>{candidate}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reviewers.map((reviewer) => (
            <tr key={reviewer}>
              <th scope="row" title={shown(reviewer)}>{shown(reviewer)}</th>
              {candidates.map((candidate) => <Drawn key={candidate}>{draw({ reviewer, candidate, dimension: name })}</Drawn>)}
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </div>
  );
}

const Drawn = ({ children }: { children: ReactNode }) => children;

interface Told {
  open: boolean;
  toggle: (cell: Cell | null) => void;
  cell: Cell;
}

function Shown({ score, first, said }: { score: number | null; first: number | null; said: Told | null }) {
  const text = first === null ? short(score) : `${short(first)} → ${short(score)}`;
  const look = tone(score);
  if (!said) return <td className={look}>{text}</td>;
  const { open, toggle, cell } = said;
  return (
    <td className={`${look} heat-said`}>
      <button type="button" aria-expanded={open} onFocus={() => toggle(cell)} onClick={() => toggle(cell)}>{text}</button>
    </td>
  );
}

const short = (score: number | null): string => (score === null ? "–" : Number.isInteger(score) ? String(score) : score.toFixed(1));

function Note({ cell, note }: { cell: Cell; note: string | null }) {
  return (
    <p className="heat-note" role="status">
      <b>{cell.reviewer}</b> on <b>{cell.candidate}</b>: {note}
    </p>
  );
}

function Given({ cell, who, score, onScore }: { cell: Cell; who: string; score: number | null; onScore: Editing["onScore"] }) {
  return (
    <td className={tone(score)}>
      <input
        type="number" min="1" max="10" step="any" value={score ?? ""} aria-label={`${plain(cell.dimension)} of ${cell.candidate}, by ${who}`}
        onChange={({ target }) => onScore(cell, target.value === "" ? null : Number(target.value))}
      />
    </td>
  );
}

const tone = (score: number | null): string => (score === null ? "heat-none" : `heat-${Math.max(1, Math.min(10, Math.round(score)))}`);
