import { type KeyboardEvent, useMemo, useState } from "react";

import { useLoaded } from "../loading";
import { AgreementView } from "../parts/agreement";
import { CaseView } from "../parts/case-view";
import { Lost, Trouble, VerdictChip, Waiting } from "../parts/chips";
import { NameField, useAnnotator, useSaving } from "../parts/label-saving";
import { address } from "../router";
import type { RunRecord } from "../runs";
import { topOf } from "../scales";
import { textsOf } from "../text/texts";
import { type Asked, queueOf, type Thresholds } from "../thresholds";
import { many } from "../words";
import type { RowStory } from "./row";

const ENOUGH = 30;

/** Rows to label, the most informative first; after thirty labels the agreement, and how to calibrate. */
export function Queue({ run: id }: { run: string }) {
  const { data: run, error: unknown } = useLoaded<RunRecord>(`runs/${encodeURIComponent(id)}`);
  const { data: table, error } = useLoaded<Thresholds>(`runs/${encodeURIComponent(id)}/thresholds`);
  const [skipped, setSkipped] = useState<number[]>([]);
  const [done, setDone] = useState(0);
  const queue = useMemo(() => (table ? queueOf(table) : []), [table]);
  const back = address(["runs", id]);
  if (unknown) return <Lost back={address(["runs"])} name="Back to all runs">Run {id} cannot be shown: {unknown}.</Lost>;
  if (error) return <Lost back={back} name="Back to the run">These rows cannot be queued: {error}.</Lost>;
  if (!table || !run) return <Waiting />;
  const next = queue.find(({ row }) => !skipped.includes(row.place));
  const labelled = table.labelled + done;
  const pass = (place: number, saved: boolean) => {
    setSkipped([...skipped, place]);
    if (saved) setDone(done + 1);
  };
  return (
    <>
      <header className="run-head">
        <p className="crumbs"><a href={address(["runs"])}>Runs</a> / <a href={back}>{run.name || id}</a></p>
        <h1>Label the most informative rows</h1>
        <p className="following" role="status"><progress aria-label="Labelled rows" value={Math.min(labelled, ENOUGH)} max={ENOUGH} /> {many(labelled, "row")} labelled{labelled < ENOUGH && `; ${ENOUGH - labelled} more until the judge can be calibrated`}</p>
      </header>
      {labelled >= ENOUGH && (
        <section className="empty" aria-label="Calibration">
          <p>There are enough labels to fit the thresholds of {run.judge} to them:</p>
          <pre><code>jurat calibrate {id}</code></pre>
          <p className="soft">It measures the accuracy on rows held out, and writes jurat.yaml only where something is gained.</p>
        </section>
      )}
      {labelled >= ENOUGH && <AgreementView key={labelled} run={id} judge={run.judge} />}
      {next ? <Question key={next.row.place} run={id} asked={next} onDone={pass} /> : <p className="empty">No row is left to label. <a href={back}>Back to the run</a></p>}
    </>
  );
}

/** One row of the queue: right or wrong, by a button or a key. */
function Question({ run, asked: { row, verdict, margin, disagree }, onDone }: { run: string; asked: Asked; onDone: (place: number, saved: boolean) => void }) {
  const { data, error } = useLoaded<RowStory>(`runs/${encodeURIComponent(run)}/rows/${row.place}`);
  const [annotator, setAnnotator] = useAnnotator();
  const { error: refused, save } = useSaving(run, row.place, annotator, () => undefined);
  const [mark, setMark] = useState<string | null>(null);
  const texts = useMemo(() => (data?.case ? textsOf(data.case) : []), [data]);
  if (error) return <Trouble>{error}</Trouble>;
  if (!data || !("metrics" in data.result)) return <Waiting />;
  const { result } = data;
  const say = async (right: boolean) => {
    if (annotator.trim() && (await save({ score: right ? topOf(result.judge) : 0 }))) onDone(row.place, true);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { r: () => void say(true), w: () => void say(false), s: () => onDone(row.place, false) }[event.key];
    act?.();
  };
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys beside the buttons
    <div className="question" onKeyDown={keys}>
      <div className="labelling">
        <NameField value={annotator} onChange={setAnnotator} />
        <button type="button" className="main" disabled={!annotator.trim()} onClick={() => void say(true)}>Right (r)</button>
        <button type="button" disabled={!annotator.trim()} onClick={() => void say(false)}>Wrong (w)</button>
        <button type="button" onClick={() => onDone(row.place, false)}>Skip (s)</button>
        <a href={address(["runs", run, "rows", row.place, "label"])}>Correct its labels</a>
      </div>
      <p className="soft">Row {row.place}, asked because {disagree ? "judges disagree about it: this one says" : `it is ${margin.toFixed(2)} from a threshold: the judge says`} <VerdictChip verdict={verdict} />{disagree && `, others ${[...new Set(row.others)].join(", ")}`}</p>
      {refused && <Trouble>{refused}</Trouble>}
      <CaseView result={result} texts={texts} selected={mark} onSelect={setMark} />
    </div>
  );
}
