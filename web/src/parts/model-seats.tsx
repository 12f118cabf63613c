import { useState } from "react";

import { complaint, post } from "../api";
import { useJudges } from "../observing";
import type { components } from "../wire";
import { Choice } from "./field";

type Model = components["schemas"]["CallableModel"];

/** Who reviews, votes or sums up. */
export interface Seats {
  reviewers: string[];
  chair?: string;
  rounds?: number;
}

/** The models that this server may call; none unless it was started with them. */
export function useModels(): Model[] {
  return useJudges().models;
}

interface Props {
  models: Model[];
  jury?: boolean;
  ready: boolean;
  busy: boolean;
  onAsk: (seats: Seats) => void;
}

/** Seats for models, and the button that asks them: calls cost money, so nothing is asked while typing. */
export function ModelSeats({ models, jury = false, ready, busy, onAsk }: Props) {
  const [chosen, setChosen] = useState<string[]>([]);
  const [chair, setChair] = useState("");
  const [rounds, setRounds] = useState(false);
  if (models.length === 0) return null;
  const toggle = (name: string) => setChosen(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name]);
  const seats = (): Seats => (jury ? { reviewers: chosen } : { reviewers: chosen, rounds: rounds ? 2 : 1, ...(chair && { chair }) });
  const everybody = jury ? models : [...models, { name: "rules", shown: "rules" }];
  return (
    <fieldset className="seats">
      <legend>{jury ? "Jurors" : "Reviewers"} among the models of this server</legend>
      {everybody.map(({ name, shown }) => (
        <label key={name} className="check"><input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} /> {shown}</label>
      ))}
      {!jury && <label className="check"><input type="checkbox" checked={rounds} onChange={({ target }) => setRounds(target.checked)} /> Two rounds</label>}
      {!jury && <Choice label="Chair" value={chair} options={[["", "none"], ...models.map(({ name, shown }) => [name, shown] as const)]} onChange={setChair} />}
      <button type="button" className="main" disabled={!ready || busy || chosen.length === 0} onClick={() => onAsk(seats())}>{busy ? "Asking …" : "Ask the models"}</button>
    </fieldset>
  );
}

/** An answer that models gave, asked for by hand. */
export function useAsked<T>(): { result: T | null; error: string | null; busy: boolean; ask: (body: unknown) => void; clear: () => void } {
  const [state, setState] = useState<{ result: T | null; error: string | null; busy: boolean }>({ result: null, error: null, busy: false });
  const ask = (body: unknown) => {
    setState({ result: null, error: null, busy: true });
    post<T>("council", body).then(
      (result) => setState({ result, error: null, busy: false }),
      (error: unknown) => setState({ result: null, error: complaint(error), busy: false }),
    );
  };
  return { ...state, ask, clear: () => setState({ result: null, error: null, busy: false }) };
}
