import type { Correlation, CouncilResult } from "../types";
import { many, plain, signed } from "../words";

/** What can be said about the reviewing itself; a figure that has too few cases behind it is not claimed. */
export function AuditView({ result }: { result: CouncilResult }) {
  const { audit, safety_gate: gate } = result;
  const failed = Object.entries(gate.failed_models);
  return (
    <section aria-labelledby="audit">
      <h2 id="audit" className="small">Audit</h2>
      <ul className="audit">
        {failed.map(([name, findings]) => (
          <li key={name} className="bad">
            <b>{name}</b> failed the safety gate: {findings.map((one) => plain(one.pattern) + (one.span ? ` (“${one.span.text}”)` : "")).join(", ")}
          </li>
        ))}
        {!gate.enabled && <li>The safety gate was off.</li>}
        <Reviewers result={result} />
        <Correlations name="length" values={audit.length} />
        <Correlations name="position" values={audit.position} />
        <Stability result={result} />
        <Independence result={result} />
        <Rounds result={result} />
        <Holistic result={result} />
      </ul>
    </section>
  );
}

function Reviewers({ result }: { result: CouncilResult }) {
  return (
    <>
      {Object.entries(result.reviewers).map(([name, one]) => (
        <li key={name}>
          <b>{name}</b> {leniency(one.leniency)}; {many(one.kept, "review")} kept
          {one.self_review && ", its review of itself left out"}
          {one.problems.map((problem, at) => (
            <span key={at} className="bad">, {problem.candidate} {problem.action}: {problem.reason}</span>
          ))}
          {one.order_conflicts.map(([first, second]) => (
            <span key={`${first} ${second}`} className="half">, ranked {first} above {second} against its own scores</span>
          ))}
        </li>
      ))}
    </>
  );
}

function leniency(value: number | null): string {
  if (value === null) return "cannot be held against the others";
  if (Math.abs(value) < 0.05) return "scores as the others do";
  return `scores ${Math.abs(value).toFixed(2)} ${value > 0 ? "above" : "below"} the others on the same candidates`;
}

function Correlations({ name, values }: { name: string; values: Record<string, Correlation> }) {
  const known = Object.entries(values).filter(([, one]) => typeof one.r === "number");
  if (!known.length) {
    const n = Math.max(0, ...Object.values(values).map((one) => one.n));
    return <li>Scores against {name}: no claim, only {many(n, "pair")}.</li>;
  }
  return (
    <li>
      Scores against {name}:{" "}
      {known.map(([dimension, one]) => (
        <span key={dimension} className={Math.abs(one.r ?? 0) > 0.5 ? "half figure" : "figure"}>
          {plain(dimension)} r {signed(one.r, 2)} [{signed(one.low, 2)}, {signed(one.high, 2)}], n {one.n}
        </span>
      ))}
    </li>
  );
}

function Stability({ result }: { result: CouncilResult }) {
  const all = Object.entries(result.audit.leave_one_out);
  const tipping = all.filter(([, one]) => one.winner_kept === false).map(([name]) => name);
  if (!all.some(([, one]) => typeof one.winner_kept === "boolean")) return <li>Stability: no claim, too few reviewers.</li>;
  if (!tipping.length) return <li>The winner stays whichever reviewer is left out.</li>;
  return <li className="half">Another wins when {tipping.join(" or ")} is left out.</li>;
}

function Independence({ result }: { result: CouncilResult }) {
  const { effective_reviewers: kish, agreement } = result.audit;
  return (
    <>
      <li>
        {typeof kish.effective === "number"
          ? `${kish.n} reviewers are worth ${kish.effective.toFixed(1)} independent ones.`
          : `Independence of ${many(kish.n, "reviewer")}: no claim, too few shared candidates.`}
      </li>
      {typeof agreement?.alpha === "number" && (
        <li>
          Agreement: Krippendorff&rsquo;s α {agreement.alpha.toFixed(2)} over {agreement.n} candidates
          {typeof agreement.kendall_w === "number" && `, Kendall’s W ${agreement.kendall_w.toFixed(2)}`}.
        </li>
      )}
    </>
  );
}

/** What the second round changed. */
function Rounds({ result }: { result: CouncilResult }) {
  const rounds = result.audit.rounds;
  if (!rounds) return null;
  const { before, after, variance_fell: fell } = rounds;
  const towards = Object.entries(rounds.towards);
  return (
    <>
      <li>
        Round 2: {rounds.moved} of {many(rounds.n, "score")} moved, {rounds.closer} closer to the others&rsquo; mean, {rounds.farther} farther
        {towards.length > 0 && ` (towards ${towards.map(([name, moves]) => `${name} ${moves}`).join(", ")})`}.{" "}
        {typeof before.variance === "number" && typeof after.variance === "number" && `Variance between reviewers ${before.variance.toFixed(2)} → ${after.variance.toFixed(2)}. `}
        {rounds.winner_kept === false ? `Before, ${rounds.ranking[0] ?? "nobody"} was first.` : "The winner is the same."}
        {fell && rounds.winner_kept !== false && " Reviewers agree more on the same order, which may be herding."}
      </li>
      {Object.entries(rounds.failed).map(([name, reason]) => <li key={name} className="half"><b>{name}</b> keeps its first scores: {reason}</li>)}
    </>
  );
}

/** The ranking by holistic scores beside the rubric's. */
function Holistic({ result }: { result: CouncilResult }) {
  const found = result.audit.holistic;
  if (!found) return null;
  return (
    <li className={found.winner_same === false ? "half" : undefined}>
      By holistic scores: {found.ranking.join(" > ")}
      {typeof found.tau === "number" && `, tau ${found.tau.toFixed(2)} with the rubric`}
      {found.more_stable && `; the ${found.more_stable} order is more stable`}.
    </li>
  );
}
