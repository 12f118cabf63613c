import { useLoaded } from "../loading";
import { CaseDiff } from "../parts/case-diff";
import { Chip, Trouble, Waiting } from "../parts/chips";
import { Choice } from "../parts/field";
import { address, go } from "../router";
import type { CaseChange, Change, Comparison, RunPage } from "../runs";
import { many, metricName, signed } from "../words";

/** Two runs over the same cases: what differs, how sure that is, and the cases that changed most. */
export function Compare({ query }: { query: URLSearchParams }) {
  const a = query.get("a") ?? "";
  const b = query.get("b") ?? "";
  const force = query.get("force") ?? "";
  const { data: runs } = useLoaded<RunPage>("runs?limit=100");
  const asked = new URLSearchParams({ a, b, ...(force && { force }) });
  const { data, error } = useLoaded<Comparison>(a && b ? `compare?${asked}` : null);
  const names: [string, string][] = [["", "choose a run"], ...(runs?.runs ?? []).map((run): [string, string] => [run.id, `${run.name || run.id} · ${run.judge} · ${many(run.rows, "row")}`])];
  const choose = (change: { a?: string; b?: string; force?: string }) => go(address(["compare"], { a, b, ...change }));
  return (
    <>
      <h1>Compare</h1>
      <div className="bar">
        <Choice label="Before" value={a} options={names} onChange={(run) => choose({ a: run })} />
        <Choice label="After" value={b} options={names} onChange={(run) => choose({ b: run })} />
        {a && b && <button type="button" onClick={() => choose({ a: b, b: a })}>Swap</button>}
      </div>
      {!(a && b) && <p className="empty">Choose two runs of one judge over the same cases: what changed, how sure that is, and the answers side by side.</p>}
      {error && <Trouble>{error} {!force && <button type="button" onClick={() => choose({ force: "true" })}>Compare anyway</button>}</Trouble>}
      {a && b && !data && !error && <Waiting>comparing</Waiting>}
      {data && <Differences data={data} a={a} b={b} force={force} chosen={query.get("case")} />}
    </>
  );
}

interface DifferencesProps {
  data: Comparison;
  a: string;
  b: string;
  force: string;
  /** The places of a case in both runs, as in the address. */
  chosen: string | null;
}

/** The rows of a case in both runs, as an address has them: “3-7”. */
export function placesOf(text: string | null): [number, number] | null {
  const [, from, to] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? "") ?? [];
  return from && to ? [Number(from), Number(to)] : null;
}

function Differences({ data, a, b, force, chosen }: DifferencesProps) {
  const places = placesOf(chosen) ?? data.cases[0]?.places ?? null;
  return (
    <>
      <p className="soft">
        {many(data.pairs, "case")} in both
        {data.only_before > 0 && `, ${data.only_before} only before`}
        {data.only_after > 0 && `, ${data.only_after} only after`}. {data.notes.join(" ")}
      </p>
      <div className="scroll" role="region" tabIndex={0} aria-label="Differences">
        <table className="differences">
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col" className="n">Before</th>
              <th scope="col" className="n">After</th>
              <th scope="col" className="n">Difference, 95 %</th>
              <th scope="col" className="wide"><span className="hidden">Drawn</span></th>
              <th scope="col" className="n">p (Holm)</th>
              <th scope="col" className="n">Better / worse / same</th>
              <th scope="col">Shown</th>
            </tr>
          </thead>
          <tbody>{data.changes.map((change) => <ChangeLine key={change.name} change={change} />)}</tbody>
        </table>
      </div>
      <h2>Cases that changed most</h2>
      <div className="scroll" role="region" tabIndex={0} aria-label="Changed cases">
        <table className="changed">
          <thead>
            <tr><th scope="col">Case</th><th scope="col">Metric</th><th scope="col" className="n">Before</th><th scope="col" className="n">After</th><th scope="col">Verdict</th></tr>
          </thead>
          <tbody>{data.cases.map((one) => <CaseLine key={`${one.id} ${one.metric}`} one={one} a={a} b={b} force={force} open={one.places.join("-") === places?.join("-")} />)}</tbody>
        </table>
      </div>
      {places && <CaseDiff key={places.join("-")} a={a} b={b} places={[places[0], places[1]]} linked={chosen !== null} />}
    </>
  );
}

const TONES = { better: "good", worse: "bad", unclear: "flat" } as const;
const WORDS = { better: "better", worse: "worse", unclear: "no difference shown" };

function ChangeLine({ change }: { change: Change }) {
  const { low, high, difference } = change;
  return (
    <tr>
      <th scope="row">{metricName(change.name)}{change.scale.better === "lower" && <span title="a risk: lower is better"> ↓</span>}</th>
      <td className="n">{change.before?.toFixed(3) ?? "–"}</td>
      <td className="n">{change.after?.toFixed(3) ?? "–"}</td>
      <td className="n"><b>{signed(difference)}</b> <span className="soft">{signed(low)} … {signed(high)}</span></td>
      <td className="wide"><Interval change={change} /></td>
      <td className="n">{change.adjusted === null ? "–" : change.adjusted < 0.001 ? "< 0.001" : change.adjusted.toFixed(3)}</td>
      <td className="n">{change.wins} / {change.losses} / {change.ties}</td>
      <td><Chip tone={TONES[change.outcome]}>{WORDS[change.outcome]}</Chip></td>
    </tr>
  );
}

/** A difference with its interval, drawn about zero. */
function Interval({ change: { low, high, difference, scale, outcome } }: { change: Change }) {
  if (low === null || high === null || difference === null) return null;
  const x = (n: number) => 80 + (n / scale.top) * 80;
  return (
    <svg className={`interval ${TONES[outcome]}`} viewBox="0 0 160 16" aria-hidden="true">
      <line className="axis" x1="0" x2="160" y1="8" y2="8" />
      <line className="zero" x1="80" x2="80" y1="1" y2="15" />
      <line className="whisker" x1={x(low)} x2={x(high)} y1="8" y2="8" />
      <circle className="dot" cx={x(difference)} cy="8" r="4" />
    </svg>
  );
}

function CaseLine({ one, a, b, force, open }: { one: CaseChange; a: string; b: string; force: string; open: boolean }) {
  const [before, after] = one.verdicts;
  const [from, to] = one.places;
  const link = (run: string, place: number, value: number) => <a href={address(["runs", run, "rows", place])}>{value.toFixed(3)}</a>;
  return (
    <tr className={open ? "open" : undefined}>
      <th scope="row"><a href={address(["compare"], { a, b, force, case: one.places.join("-") })} aria-current={open ? "true" : undefined}>{one.id}</a></th>
      <td>{metricName(one.metric)}</td>
      <td className="n">{link(a, from, one.before)}</td>
      <td className={`n ${one.gain > 0 ? "good" : "bad"}`}>{link(b, to, one.after)}</td>
      <td>{before && after ? (before === after ? before : `${before} → ${after}`) : "–"}</td>
    </tr>
  );
}
