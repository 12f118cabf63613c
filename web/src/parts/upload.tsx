import { type FormEvent, useState } from "react";

import { ask, complaint } from "../api";
import { events } from "../events";
import { useLoaded } from "../loading";
import { address, go } from "../router";
import { count } from "../words";
import { Trouble } from "./chips";

interface Progress {
  id: string;
  done: number;
  total: number | null;
}

/** A file to be judged, row by row, and how far that is. */
export function Upload() {
  const { data } = useLoaded<{ judges: { name: string; observers: string[] }[] }>("judges");
  const [progress, setProgress] = useState<Progress | null>(null);
  const [error, setError] = useState<string | null>(null);
  const start = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const file = form.get("file");
    if (!(file instanceof File)) return;
    setError(null);
    follow(String(form.get("judge")), file, setProgress).then(
      (id) => go(address(["runs", id])),
      (problem: unknown) => setError(complaint(problem)),
    ).finally(() => setProgress(null));
  };
  return (
    <form className="upload" onSubmit={start} aria-label="Start a run">
      <label>
        Judge a file
        <input type="file" name="file" required accept=".jsonl,.ndjson,.json,.csv,.tsv,.parquet" />
      </label>
      <label>
        with
        <select name="judge" defaultValue="claim-lock">
          {(data?.judges ?? []).filter(({ observers }) => observers.length > 0).map(({ name }) => <option key={name}>{name}</option>)}
        </select>
      </label>
      <button type="submit" className="main" disabled={progress !== null}>Start</button>
      {progress && <Bar progress={progress} />}
      {error && <Trouble>{error}</Trouble>}
    </form>
  );
}

function Bar({ progress }: { progress: Progress }) {
  return (
    <p className="following" role="status">
      <progress aria-label="Rows judged" value={progress.total ? progress.done : undefined} max={progress.total ?? undefined} />
      {count(progress.done)}{progress.total ? ` of ${count(progress.total)}` : ""} rows
    </p>
  );
}

/** Sends the file and follows its run to the end; the run's name. */
async function follow(judge: string, file: File, tell: (progress: Progress) => void): Promise<string> {
  const asked = new URLSearchParams({ judge, filename: file.name });
  const reply = await ask(`runs?${asked}`, { method: "POST", body: file });
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
