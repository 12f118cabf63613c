import { useCallback, useMemo, useState } from "react";

import { ask } from "../api";
import { useLoaded } from "../loading";
import { tookOf } from "../observing";
import { AgreementView } from "../parts/agreement";
import { Lost, Waiting } from "../parts/chips";
import { DistributionsView } from "../parts/distributions";
import { NotesForm, Tags } from "../parts/notes-form";
import { RowFilters } from "../parts/row-filters";
import { RowsTable } from "../parts/rows-table";
import { ThresholdSliders } from "../parts/threshold-sliders";
import { address, go } from "../router";
import { useRows } from "../rows";
import { type Distributions, type Filter, filtersOf, type RunRecord } from "../runs";
import { count, many } from "../words";
import { baseName, When } from "./runs";

/** A run: its shape, and its rows narrowed to what is asked for. */
export function Run({ id, query, ready }: { id: string; query: URLSearchParams; ready: boolean }) {
  const { data: run, error, reload } = useLoaded<RunRecord>(`runs/${encodeURIComponent(id)}`);
  const { data: shape } = useLoaded<Distributions>(`runs/${encodeURIComponent(id)}/distributions`);
  const asked = query.toString();
  const filters = useMemo(() => filtersOf(new URLSearchParams(asked)), [asked]);
  const rows = useRows(id, filters);
  const narrow = useCallback(
    (change: Partial<Record<Filter, string | undefined>>) => go(address(["runs", id], { ...filters, ...change }), { replace: true }),
    [id, filters],
  );
  const clear = () => go(address(["runs", id]), { replace: true });
  if (error) return <Lost back={address(["runs"])} name="Back to all runs">Run {id} cannot be shown: {error}.</Lost>;
  if (!run || !ready) return <Waiting />;
  return (
    <>
      <Head run={run} onChanged={reload} />
      {shape ? <DistributionsView shape={shape} filters={filters} onNarrow={narrow} /> : <Waiting>counting</Waiting>}
      {Object.keys(run.summary.verdicts).length > 0 && <ThresholdSliders run={id} judge={run.judge} />}
      <section aria-labelledby="rows">
        <h2 id="rows">Rows</h2>
        <RowFilters shape={shape} filters={filters} onNarrow={narrow} onClear={clear} />
        <RowsTable run={id} rows={rows} judge={run.judge} metrics={Object.keys(shape?.metrics ?? run.summary.metrics)} filters={filters} onOrder={(order) => narrow({ order })} onClear={clear} />
      </section>
      <AgreementView run={id} judge={run.judge} />
    </>
  );
}

function Head({ run, onChanged }: { run: RunRecord; onChanged: () => void }) {
  const { summary } = run;
  const [editing, setEditing] = useState(false);
  return (
    <header className="run-head">
      <p className="crumbs"><a href={address(["runs"])}>Runs</a></p>
      <h1>{run.name || run.id}</h1>
      <Tags tags={run.tags} />
      {run.note && <p className="note">{run.note}</p>}
      <p className="soft">
        {run.name && `${run.id} · `}{run.judge} · {many(run.rows, "row")}
        : {count(summary.scored)} scored, {count(summary.unscored)} unscored, {count(summary.failed)} failed · <When at={run.started} />
        {" "}· {run.seconds.toFixed(1)} s
      </p>
      <p className="soft data" title={run.data}>{baseName(run.data)}</p>
      {run.usage && <p className="soft">{tookOf(run.usage)}</p>}
      <div className="bar">
        {["jsonl", "csv"].map((format) => (
          <button key={format} type="button" onClick={() => void save(run.id, format)}>Save as {format.toUpperCase()}</button>
        ))}
        <button type="button" aria-expanded={editing} onClick={() => setEditing(!editing)}>Name, tags, note</button>
        <button type="button" onClick={() => void remove(run)}>Delete</button>
        {Object.keys(summary.verdicts).length > 0 && <a href={address(["runs", run.id, "queue"])}>Label the most informative rows</a>}
        <a href={address(["compare"], { a: run.id })}>Compare with another run</a>
      </div>
      {editing && <NotesForm run={run} onSaved={() => { setEditing(false); onChanged(); }} />}
    </header>
  );
}

/** Deletes a run and leads to the list, which offers to undo it. */
async function remove(run: RunRecord): Promise<void> {
  await ask(`runs/${encodeURIComponent(run.id)}`, { method: "DELETE" });
  go(address(["runs"], { deleted: run.id }));
}

/** Saves a run as a file; asked for by hand, so that the token goes along. */
async function save(id: string, format: string): Promise<void> {
  const reply = await ask(`runs/${encodeURIComponent(id)}/export?format=${format}`);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await reply.blob());
  link.download = `${id}.${format}`;
  link.click();
  URL.revokeObjectURL(link.href);
}

