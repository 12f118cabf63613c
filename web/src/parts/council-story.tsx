import { CodePoints } from "../text/codepoints";
import type { Beside, Synthesis, Usage } from "../types";
import { count, many } from "../words";
import { Trouble } from "./chips";

/** What is told beside a result: who failed, how it was reviewed, what the chair wrote, what it took. */
export function CouncilStory({ beside }: { beside: Beside }) {
  const { trouble = [], synthesis, usage, early_stop: stop, query_type: kind } = beside;
  return (
    <>
      {trouble.map(({ seat, stage, reason }, at) => <Trouble key={at}>{seat} failed ({stage}): {reason}</Trouble>)}
      {kind && <p className="soft">Rubric {kind.rubric}: {kind.reason}.</p>}
      {stop && <p className="soft">Stopped early: no review by {stop.skipped.join(", ")} could change that {stop.winner} wins.</p>}
      {synthesis && <SynthesisView synthesis={synthesis} />}
      {usage && <UsageView usage={usage} />}
    </>
  );
}

/** The chair's text; each sentence with the candidate that supports it, where that was checked. */
function SynthesisView({ synthesis }: { synthesis: Synthesis }) {
  const { chair, text, withheld = [], support, note, consensus } = synthesis;
  const points = new CodePoints(text);
  return (
    <section aria-labelledby="synthesis">
      <h2 id="synthesis" className="small">What the chair, {chair}, wrote</h2>
      <p className="synthesis">{text}</p>
      {typeof consensus === "number" && <p className="soft">Consensus of the reviewers: Kendall&rsquo;s W {consensus.toFixed(2)}.</p>}
      {withheld.length > 0 && <p className="soft">Withheld from the chair, because it failed the safety gate: {withheld.join(", ")}.</p>}
      {note && <p className="soft">{note}</p>}
      {support && support.length > 0 && (
        <ol className="audit" aria-label="Support of each sentence">
          {support.map(({ start, end, probability, candidate }) => (
            <li key={start} className={candidate === null ? "half" : undefined}>
              {text.slice(points.unit(start), points.unit(end))}{" "}
              <span className="soft">{candidate === null ? "supported by no candidate" : `supported by ${candidate}`} ({probability.toFixed(2)})</span>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** What the models took together, and each of them. */
export function UsageView({ usage }: { usage: Usage[] }) {
  const sum = (of: (one: Usage) => number) => usage.reduce((total, one) => total + of(one), 0);
  const tokens = (one: Usage) => one.prompt_tokens + one.completion_tokens;
  const costs = usage.filter((one) => one.cost !== undefined);
  return (
    <details className="usage">
      <summary>
        {many(sum((one) => one.calls), "call")}, {count(sum(tokens))} tokens, {sum((one) => one.seconds).toFixed(1)} s of models
        {costs.length > 0 && `, cost ${costs.reduce((total, one) => total + Number(one.cost), 0).toFixed(4)}`}
      </summary>
      <ul className="audit">
        {usage.map((one) => (
          <li key={`${one.seat} ${one.stage}`}>
            <b>{one.seat}</b> {one.stage}: {many(one.calls, "call")}, {count(tokens(one))} tokens, {one.seconds.toFixed(1)} s
            {one.cache_hits > 0 && `, ${count(one.cache_hits)} from the cache`}{one.cost !== undefined && `, cost ${one.cost}`}
          </li>
        ))}
      </ul>
    </details>
  );
}
