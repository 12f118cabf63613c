import { useState } from "react";

import { ask, complaint } from "../api";
import { LLM, observersOf, tookOf, type Usage, useJudges } from "../observing";
import type { Case, Result } from "../types";
import { count } from "../words";
import { Trouble } from "./chips";
import { Choice } from "./field";

const CHARACTERS_A_TOKEN = 4;

interface Props {
  judge: string;
  one: Case;
  onResult: (result: Result | null) => void;
}

/** Judges a case with the verifier, or a model that the server was started with; what it takes is told before and after. */
export function AskModel({ judge, one, onResult }: Props) {
  const observers = observersOf(useJudges(), judge);
  const [chosen, setChosen] = useState("");
  const [usage, setUsage] = useState<Usage | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!observers.length) return null;
  const observer = observers.some(([name]) => name === chosen) ? chosen : "";
  const model = observer.startsWith(LLM);
  const choose = (name: string) => {
    setChosen(name);
    setUsage(null);
    setError(null);
    onResult(null);
  };
  const judgeNow = async () => {
    setBusy(true);
    setError(null);
    try {
      const headers = { "Content-Type": "application/json" };
      const reply = await ask("judge", { method: "POST", headers, body: JSON.stringify({ judge, case: one, observer }) });
      setUsage(JSON.parse(reply.headers.get("x-jurat-usage") ?? "null") as Usage | null);
      onResult((await reply.json()) as Result);
    } catch (problem) {
      setError(complaint(problem));
    }
    setBusy(false);
  };
  const tokens = Math.ceil(JSON.stringify(one).length / CHARACTERS_A_TOKEN);
  return (
    <div className="bar">
      <Choice label="Observed by" value={observer} options={observers} onChange={choose} />
      {observer && <button type="button" className="main" disabled={busy} onClick={() => void judgeNow()}>{busy ? "asking …" : `Ask the ${model ? "model" : observer}`}</button>}
      {model && !usage && <span className="soft">Each call sends about {count(tokens)} tokens of these texts, and the instructions.</span>}
      {usage && <span className="soft" role="status">{tookOf(usage)}</span>}
      {error && <Trouble>{error}</Trouble>}
    </div>
  );
}
