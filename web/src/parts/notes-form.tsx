import { type FormEvent, useEffect, useState } from "react";

import { complaint, post } from "../api";
import { address, go } from "../router";
import type { RunRecord } from "../runs";
import { Trouble } from "./chips";

/** The tags of a run. */
export function Tags({ tags }: { tags: string[] }) {
  if (!tags.length) return null;
  return <ul className="tags" aria-label="Tags">{tags.map((tag) => <li key={tag} className="chip flat">{tag}</li>)}</ul>;
}

/** What people call a run and write about it. */
export function NotesForm({ run, onSaved }: { run: RunRecord; onSaved: () => void }) {
  const [error, setError] = useState<string | null>(null);
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const tags = text("tags").split(",").map((tag) => tag.trim()).filter(Boolean);
    post(`runs/${encodeURIComponent(run.id)}`, { name: text("name"), tags, note: text("note") }, undefined, "PATCH").then(onSaved, (problem: unknown) => setError(complaint(problem)));
  };
  return (
    <form className="upload notes" onSubmit={save} aria-label="Name, tags and note">
      <label>Name <input name="name" defaultValue={run.name} maxLength={200} /></label>
      <label>Tags, with commas between <input name="tags" defaultValue={run.tags.join(", ")} /></label>
      <label className="grow">Note <textarea name="note" rows={2} defaultValue={run.note} maxLength={10_000} /></label>
      <button type="submit" className="main">Save</button>
      {error && <Trouble>{error}</Trouble>}
    </form>
  );
}

const MINUTE = 60_000;

/** Says for a minute that a run was deleted, and undoes it. */
export function Deleted({ run, onRestored }: { run: string; onRestored: () => void }) {
  const [error, setError] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => go(address(["runs"]), { replace: true }), MINUTE);
    return () => clearTimeout(timer);
  }, [run]);
  const restore = () =>
    post(`runs/${encodeURIComponent(run)}/restore`, {}).then(
      () => {
        go(address(["runs"]), { replace: true });
        onRestored();
      },
      (problem: unknown) => setError(complaint(problem)),
    );
  return (
    <div className="undo" role="status">
      {error ? <Trouble>{error}</Trouble> : <>Run {run} was deleted. <button type="button" onClick={() => void restore()}>Undo</button></>}
    </div>
  );
}
