import type { CouncilResult, Review } from "../types";
import { plain } from "../words";

/** Every score that a reviewer gave a candidate: one table per dimension, reviewers down, candidates across. */
export function HeatMap({ result, reviews }: { result: CouncilResult; reviews: Review[] }) {
  const candidates = orderOf(result);
  const dimensions = dimensionsOf(result);
  return (
    <section aria-labelledby="heat">
      <h2 id="heat" className="small">Who gave what</h2>
      <p className="soft">Reviewers down, candidates across, best first. A reviewer&rsquo;s score of its own answer is left out.</p>
      <div className="heats">
        <Heat name="calibrated" reviewers={Object.keys(result.reviewers)} candidates={candidates} score={(r, c) => calibrated(result, r, c)} />
        {dimensions.map((dimension) => (
          <Heat
            key={dimension}
            name={dimension}
            reviewers={Object.keys(result.reviewers)}
            candidates={candidates}
            score={(reviewer, candidate) => given(reviews, reviewer, candidate, dimension)}
          />
        ))}
      </div>
    </section>
  );
}

const orderOf = (result: CouncilResult): string[] => [
  ...result.ranking,
  ...Object.keys(result.candidates).filter((name) => !result.ranking.includes(name)),
];

function dimensionsOf(result: CouncilResult): string[] {
  const names = new Set<string>();
  for (const one of Object.values(result.candidates)) for (const name of Object.keys(one.dimensions)) names.add(name);
  return [...names];
}

function calibrated(result: CouncilResult, reviewer: string, candidate: string): number | null {
  return result.candidates[candidate]?.reviews.find((one) => one.reviewer === reviewer)?.calibrated ?? null;
}

function given(reviews: Review[], reviewer: string, candidate: string, dimension: string): number | null {
  const score = reviews.find((one) => one.reviewer === reviewer)?.evaluations?.[candidate]?.[dimension];
  return typeof score === "number" ? score : null;
}

interface HeatProps {
  name: string;
  reviewers: string[];
  candidates: string[];
  score: (reviewer: string, candidate: string) => number | null;
}

function Heat({ name, reviewers, candidates, score }: HeatProps) {
  return (
    <div className="heat-box" role="region" tabIndex={0} aria-label={`Scores of ${plain(name)}`}>
      <table className="heat">
        <caption>{plain(name)}</caption>
        <thead>
          <tr>
            <td />
            {candidates.map((candidate) => (
              <th key={candidate} scope="col">{candidate}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {reviewers.map((reviewer) => (
            <tr key={reviewer}>
              <th scope="row">{reviewer}</th>
              {candidates.map((candidate) => (
                <Cell key={candidate} own={candidate === reviewer} score={score(reviewer, candidate)} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ score, own }: { score: number | null; own: boolean }) {
  if (own) return <td className="heat-own" title="its own answer">own</td>;
  if (score === null) return <td className="heat-none">–</td>;
  return <td className={`heat-${Math.max(1, Math.min(10, Math.round(score)))}`}>{Number.isInteger(score) ? score : score.toFixed(1)}</td>;
}
