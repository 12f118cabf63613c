import { useState } from "react";

import { complaint, post } from "../api";
import { whatWasSaid } from "../said";
import { When } from "../views/runs";
import type { RowStory } from "../views/row";

const NAME = "jurat-annotator";

/** The name of who labels, kept in this browser once it was used. */
export const useAnnotator = () => useState(() => localStorage.getItem(NAME) ?? "");

interface Saving<T> {
  error: string | null;
  /** How often something was saved. */
  turn: number;
  /** Saves what a person says; the result that comes of it, or null where it was refused. */
  save: (said: Record<string, unknown>) => Promise<T | null>;
}

/** Saves what a person says of a row. */
export function useSaving<T>(run: string, place: number, annotator: string, onSaved: () => void): Saving<T> {
  const [error, setError] = useState<string | null>(null);
  const [turn, setTurn] = useState(0);
  const save = async (said: Record<string, unknown>): Promise<T | null> => {
    localStorage.setItem(NAME, annotator);
    try {
      const saved = await post<{ result: T }>(`runs/${encodeURIComponent(run)}/rows/${place}/labels`, { annotator, ...said });
      setError(null);
      setTurn(turn + 1);
      onSaved();
      return saved.result;
    } catch (problem) {
      setError(complaint(problem));
      return null;
    }
  };
  return { error, turn, save };
}

export function NameField({ value, onChange }: { value: string; onChange: (name: string) => void }) {
  return (
    <label>
      Your name
      <input value={value} onChange={(event) => onChange(event.target.value)} autoComplete="name" />
    </label>
  );
}

/** Everything that people said of a row, in the order they said it. */
export function History({ story }: { story: RowStory }) {
  const { result } = story;
  if (!story.labels.length || "votes" in result) return null;
  return (
    <section aria-labelledby="said">
      <h2 id="said">What people said</h2>
      <ul className="history">
        {story.labels.map((one, at) => (
          <li key={at}>
            <b>{one.annotator}</b> <span className="soft"><When at={one.at} /></span> {whatWasSaid(one, result)}
            {one.note && <span className="soft"> “{one.note}”</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
