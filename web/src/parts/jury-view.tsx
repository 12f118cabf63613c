import type { KeptJury } from "../types";
import { many } from "../words";
import { Chip } from "./chips";
import { UsageView } from "./council-story";

const TONES = { yes: "good", no: "bad", deadlock: "half" } as const;

/** A yes/no question before a jury: the verdict, and every vote with its confidence and reason. */
export function JuryView({ result }: { result: KeptJury }) {
  const { verdict, votes, dissent } = result;
  return (
    <div className="council">
      <section aria-labelledby="verdict">
        <h2 id="verdict" className="small">Verdict</h2>
        <p className="verdict-line">
          {verdict ? <Chip tone={TONES[verdict]}>{verdict}</Chip> : <Chip tone="half">no verdict: {result.unscored}</Chip>}{" "}
          {result.yes} yes, {result.no} no, {result.abstained} abstained
          {result.decided_by === "tie_breaker" && `; the tie-breaker ${result.tie_breaker ?? ""} decides`}
          {dissent.length > 0 && `; ${many(dissent.length, "juror")} dissent${dissent.length === 1 ? "s" : ""}`}
        </p>
      </section>
      <section aria-labelledby="votes">
        <h2 id="votes" className="small">Votes</h2>
        <div className="heat-box" role="region" tabIndex={0} aria-label="Votes">
          <table className="votes">
            <thead><tr><th scope="col">juror</th><th scope="col">vote</th><th scope="col">confidence</th><th scope="col">reason</th></tr></thead>
            <tbody>
              {votes.map((one) => (
                <tr key={one.reviewer}>
                  <th scope="row">{one.reviewer}</th>
                  <td>{one.vote}{dissent.includes(one.reviewer) && " (dissents)"}</td>
                  <td>{typeof one.confidence === "number" ? one.confidence.toFixed(2) : "–"}</td>
                  <td>{one.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {result.usage && <UsageView usage={result.usage} />}
      <p className="signature">{result.signature}</p>
    </div>
  );
}
