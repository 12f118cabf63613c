import { type FormEvent, useEffect, useState } from "react";

import { ask, complaint } from "../api";
import { events } from "../events";
import { type Estimate, LLM, observersOf, takesOf, useJudges } from "../observing";
import { address, go } from "../router";
import { count } from "../words";
import { Trouble } from "./chips";

interface Progress {
  id: string;
  done: number;
  total: number | null;
}

/** What is to be judged, by whom, and who observes. */
interface Asked {
  file: File;
  judge: string;
  observer: string;
}

/** A file to be judged, row by row, and how far that is; what a model takes is told before. */
export function Upload() {
  const known = useJudges();
  const [judge, setJudge] = useState("claim-lock");
  const observers = observersOf(known, judge);
  const [chosen, setChosen] = useState("");
  const [file, setFile] = useState<File | null>(null);
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const observer = observers.some(([name]) => name === chosen) ? chosen : "";
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!file) return;
    setError(null);
    follow({ file, judge, observer }, setProgress).then(
      (id) => go(address(["runs", id])),
      (problem: unknown) => setError(complaint(problem)),
    ).finally(() => setProgress(null));
  };
  return (
    <form className="upload" onSubmit={start} aria-label="Start a run">
      <label>
        Judge a file
        <input type="file" required accept=".jsonl,.ndjson,.json,.csv,.tsv,.parquet" onChange={({ target }) => setFile(target.files?.[0] ?? null)} />
      </label>
      <label>
        with
        <select value={judge} onChange={({ target }) => setJudge(target.value)}>
          {known.judges.filter(({ observers }) => observers.length > 0).map(({ name }) => <option key={name}>{name}</option>)}
        </select>
      </label>
      {observers.length > 0 && (
        <label>
          observed by
          <select value={observer} onChange={({ target }) => setChosen(target.value)}>
            {observers.map(([name, shown]) => <option key={name} value={name}>{shown}</option>)}
          </select>
        </label>
      )}
      <button type="submit" className="main" disabled={progress !== null}>Start</button>
      {file && observer.startsWith(LLM) && !progress && <Takes key={`${judge} ${observer} ${file.name} ${file.lastModified}`} asked={{ file, judge, observer }} />}
      {progress && <Bar progress={progress} />}
      {error && <Trouble>{error}</Trouble>}
    </form>
  );
}

/** What the model takes for the file, at least: the server counts it, and nothing is judged. */
function Takes({ asked }: { asked: Asked }) {
  const [told, setTold] = useState("counting what the model will be asked …");
  useEffect(() => {
    const abort = new AbortController();
    ask(`estimate?${named(asked)}`, { method: "POST", body: asked.file, signal: abort.signal }).then(
      async (reply) => setTold(takesOf((await reply.json()) as Estimate)),
      (problem: unknown) => abort.signal.aborted || setTold(complaint(problem)),
    );
    return () => abort.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the key names what is asked
  }, []);
  return <p className="following soft" role="status">{told}</p>;
}

function Bar({ progress }: { progress: Progress }) {
  return (
    <p className="following" role="status">
      <progress aria-label="Rows judged" value={progress.total ? progress.done : undefined} max={progress.total ?? undefined} />
      {count(progress.done)}{progress.total ? ` of ${count(progress.total)}` : ""} rows
    </p>
  );
}

const named = ({ file, judge, observer }: Asked): URLSearchParams =>
  new URLSearchParams({ judge, filename: file.name, ...(observer && { observer }) });

/** Sends the file and follows its run to the end; the run's name. */
async function follow(asked: Asked, tell: (progress: Progress) => void): Promise<string> {
  const reply = await ask(`runs?${named(asked)}`, { method: "POST", body: asked.file });
  const { id } = (await reply.json()) as { id: string };
  tell({ id, done: 0, total: null });
  for await (const { event, data } of events(`runs/${encodeURIComponent(id)}/events`, new AbortController().signal)) {
    const { done = 0, total = null, error } = data as { done?: number; total?: number | null; error?: string };
    if (error) throw new Error(error);
    if (event === "end") break;
    tell({ id, done, total });
  }
  return id;
}
