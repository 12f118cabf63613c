import { useLoaded } from "../loading";
import type { Agreement, MetricAgreement } from "../runs";
import { isCouncil, metricScale, topOf } from "../scales";
import { figure, many, metricName, signed } from "../words";

/** How far the judge agrees with the people who labelled its rows; nothing while nobody did. */
export function AgreementView({ run, judge }: { run: string; judge: string }) {
  const { data } = useLoaded<Agreement>(`runs/${encodeURIComponent(run)}/agreement`);
  if (!data?.labels) return null;
  return (
    <section className="agreement" aria-labelledby="agreement">
      <h2 id="agreement">Agreement with people</h2>
      <p className="soft">
        {many(data.rows, "row")} labelled by {data.annotators.join(", ")}
        {data.verdicts.n > 0 && `; ${isCouncil(judge) ? "the same candidate comes first" : "the verdict is the same"} in ${data.verdicts.equal} of ${data.verdicts.n}`}.
      </p>
      <div className="scroll" role="region" tabIndex={0} aria-label="Agreement by metric">
        <table>
          <thead>
            <tr>
              <th scope="col">Metric</th>
              <th scope="col" className="n">Scores compared</th>
              <th scope="col" className="n">People above the judge by</th>
              <th scope="col" className="n">Apart by</th>
              <th scope="col" className="n">Rank correlation</th>
              <th scope="col" className="n">Same labels</th>
            </tr>
          </thead>
          <tbody>
            {Object.entries(data.metrics).map(([name, one]) => <Line key={name} name={name} one={one} top={name === "overall" ? topOf(judge) : metricScale(judge, name).top} />)}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Line({ name, one, top }: { name: string; one: MetricAgreement; top: number }) {
  return (
    <tr>
      <th scope="row">{metricName(name)}</th>
      <td className="n">{one.n}</td>
      <td className="n">{signed(one.mean_difference, 2)}</td>
      <td className="n">{figure(one.mean_absolute_difference, top)}</td>
      <td className="n">{one.spearman === null ? "too few" : one.spearman.toFixed(2)}</td>
      <td className="n">{one.labels ? `${one.equal_labels} of ${one.labels}` : "–"}</td>
    </tr>
  );
}
