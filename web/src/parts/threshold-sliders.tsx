import { useState } from "react";

import { VerdictBar } from "../charts/spark";
import { complaint, post } from "../api";
import { useLoaded } from "../loading";
import { address } from "../router";
import { effectOf, type Limits, type Thresholds } from "../thresholds";
import { count, figure, many, plain } from "../words";
import { Trouble, VerdictChip, Waiting } from "./chips";

const SHOWN = 12;
const WORDS: Record<string, string> = { above: "above", at_least: "from", below: "below" };

/** Other thresholds: what becomes of the verdicts, at once, and how often people agree then. */
export function ThresholdSliders({ run, judge }: { run: string; judge: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="thresholds" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Try other thresholds</summary>
      {open && <Loaded run={run} judge={judge} />}
    </details>
  );
}

function Loaded({ run, judge }: { run: string; judge: string }) {
  const { data, error } = useLoaded<Thresholds>(`runs/${encodeURIComponent(run)}/thresholds`);
  if (error) return <p className="soft">The verdicts of {judge} follow from no threshold.</p>;
  if (!data) return <Waiting>scoring</Waiting>;
  return <Sliders run={run} table={data} />;
}

function Sliders({ run, table }: { run: string; table: Thresholds }) {
  const [limits, setLimits] = useState<Limits>(table.thresholds);
  const [said, setSaid] = useState<{ text: string; wrong: boolean } | null>(null);
  const effect = effectOf(table, limits);
  const moved = Object.fromEntries(Object.entries(limits).filter(([name, value]) => value !== table.thresholds[name]));
  const save = () =>
    post<{ file: string; judge: string }>(`runs/${encodeURIComponent(run)}/thresholds`, { thresholds: moved }).then(
      ({ file, judge }) => setSaid({ text: `Saved to ${file}: ${judge} judges with them from now on.`, wrong: false }),
      (problem: unknown) => setSaid({ text: complaint(problem), wrong: true }),
    );
  return (
    <div className="sliders">
      <div className="stack">
        {table.rules.map(({ threshold, signal, holds, verdict }) => (
          <label key={threshold}>
            {verdict} where {plain(signal)} is {WORDS[holds]} <b>{figure(limits[threshold], 1)}</b>
            <input type="range" min="0" max="1" step="0.01" value={limits[threshold] ?? 0} aria-label={`Threshold ${plain(threshold)}`}
              onChange={(event) => setLimits({ ...limits, [threshold]: Number(event.target.value) })} />
          </label>
        ))}
        <div className="bar">
          <button type="button" className="main" disabled={!Object.keys(moved).length} onClick={() => void save()}>Save to jurat.yaml</button>
          <button type="button" disabled={!Object.keys(moved).length} onClick={() => setLimits(table.thresholds)}>Take back</button>
        </div>
        {said && (said.wrong ? <Trouble>{said.text}</Trouble> : <p role="status">{said.text}</p>)}
      </div>
      <div className="stack" aria-live="polite">
        <VerdictBar verdicts={effect.counts} />
        <p className="effect">
          {Object.entries(effect.counts).map(([name, n]) => <span key={name} className="figure">{name} <b>{count(n)}</b></span>)}
          <span className="figure">{many(effect.changed.length, "verdict")} changed</span>
        </p>
        <p className="soft">
          {effect.labelled ? `Agrees with people on ${effect.right} of ${effect.labelled} labelled rows (${((100 * effect.right) / effect.labelled).toFixed(0)} %).` : "No row is labelled yet, so accuracy cannot be told."}
          {table.of > table.rows.length && ` Of the first ${count(table.rows.length)} rows that could be judged.`}
        </p>
        <ul className="moved">
          {effect.changed.slice(0, SHOWN).map(({ row, before, after }) => (
            <li key={row.place}><VerdictChip verdict={before} /> → <VerdictChip verdict={after} /> <a href={address(["runs", run, "rows", row.place])}>{String(row.id)}</a></li>
          ))}
        </ul>
        {effect.changed.length > SHOWN && <p className="soft">and {many(effect.changed.length - SHOWN, "more row")}</p>}
      </div>
    </div>
  );
}
