import { useState } from "react";

import { Spark, VerdictBar } from "../charts/spark";
import { useLoaded } from "../loading";
import { Trouble, Waiting } from "../parts/chips";
import { Deleted, Tags } from "../parts/notes-form";
import { Upload } from "../parts/upload";
import { address, go } from "../router";
import type { RunPage, RunRecord } from "../runs";
import { count, figure, metricName } from "../words";

/** All runs that are kept, the newest first, each with its shape. */
export function Runs({ judge, deleted }: { judge: string; deleted: string }) {
  const [turn, setTurn] = useState(0);
  const [pages, setPages] = useState<string[]>([""]);
  const [chosen, setChosen] = useState<string[]>([]);
  const toggle = (id: string) => setChosen((ids) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id].slice(-2)));
  const [first, second] = chosen;
  return (
    <>
      <h1>Runs</h1>
      {deleted && <Deleted run={deleted} onRestored={() => setTurn(turn + 1)} />}
      <Upload />
      <div className="bar">
        <button type="button" disabled={!first || !second} onClick={() => go(address(["compare"], { a: first, b: second }))}>
          Compare the two that are ticked
        </button>
        {judge && <a href={address(["runs"])}>all judges</a>}
      </div>
      <div className="scroll" role="region" tabIndex={0} aria-label="Kept runs">
        <table className="runs">
          <thead>
            <tr>
              <th scope="col"><span className="hidden">Compare</span></th>
              <th scope="col">Run</th>
              <th scope="col" className="n">Rows</th>
              <th scope="col">Verdicts</th>
              <th scope="col">Distributions</th>
            </tr>
          </thead>
          {pages.map((before, at) => (
            <Page key={`${before} ${turn}`} before={before} judge={judge} chosen={chosen} toggle={toggle} last={at === pages.length - 1} onMore={(next) => setPages([...pages, next])} />
          ))}
        </table>
      </div>
    </>
  );
}

interface PageProps {
  before: string;
  judge: string;
  chosen: string[];
  toggle: (id: string) => void;
  last: boolean;
  onMore: (next: string) => void;
}

function Page({ before, judge, chosen, toggle, last, onMore }: PageProps) {
  const asked = new URLSearchParams({ limit: "30", ...(before && { before }), ...(judge && { judge }) });
  const { data, error } = useLoaded<RunPage>(`runs?${asked}`);
  return (
    <tbody>
      {error && <tr><td colSpan={5}><Trouble>{error}</Trouble></td></tr>}
      {!data && !error && <tr><td colSpan={5}><Waiting /></td></tr>}
      {data?.runs.map((run) => <Line key={run.id} run={run} ticked={chosen.includes(run.id)} toggle={toggle} />)}
      {data?.runs.length === 0 && !before && (
        <tr><td colSpan={5} className="none-yet">{judge ? <>No run of {judge} is kept. <a href={address(["runs"])}>Show the runs of all judges</a></> : <>No run is kept yet. Choose a file above: one case per row, with the columns query, context and response, or article and summary. Or <a href={address(["try"], { example: 1 })}>try a worked example</a>.</>}</td></tr>
      )}
      {data?.next && last && (
        <tr><td colSpan={5}><button type="button" onClick={() => data.next && onMore(data.next)}>More</button></td></tr>
      )}
    </tbody>
  );
}

function Line({ run, ticked, toggle }: { run: RunRecord; ticked: boolean; toggle: (id: string) => void }) {
  const metrics = Object.entries(run.summary.metrics);
  return (
    <tr>
      <td><input type="checkbox" checked={ticked} onChange={() => toggle(run.id)} aria-label={`Compare ${run.name || run.id}`} /></td>
      <td>
        <a href={address(["runs", run.id])}><b>{run.name || run.id}</b></a>
        <Tags tags={run.tags} />
        {run.name && <div className="soft">{run.id}</div>}
        <div className="soft">{run.judge} · <When at={run.started} /></div>
        <div className="soft data" title={run.data}>{baseName(run.data)}</div>
      </td>
      <td className="n">
        {count(run.rows)}
        {!run.finished && <div className="soft">not finished</div>}
        {!!run.summary.failed && <div className="bad">{count(run.summary.failed)} failed</div>}
      </td>
      <td><VerdictBar verdicts={run.summary.verdicts} /></td>
      <td>
        <ul className="sparks">
          {metrics.map(([name, one]) => (
            <li key={name}>
              <Spark counts={one.histogram} label={`${metricName(name)}, mean ${figure(one.mean, one.top)}`} />
              <span className="spark-name">{metricName(name)} <b>{figure(one.mean, one.top)}</b></span>
            </li>
          ))}
        </ul>
      </td>
    </tr>
  );
}

/** The last part of a path, which is what a person calls the file. */
export const baseName = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** A moment, in the reader's own zone. */
export function When({ at }: { at: string }) {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return <>{at}</>;
  return <time dateTime={at}>{date.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" })}</time>;
}
