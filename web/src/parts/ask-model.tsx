import { useState } from "react";

import { ask, complaint } from "../api";
import { useModels } from "../parts/model-seats";
import type { Case, Result } from "../types";
import { count, many } from "../words";
import { Trouble } from "./chips";
import { Choice } from "./field";

interface Usage {
  calls: number;
  prompt_tokens: number;
  completion_tokens: number;
  cost: string | null;
}

const CHARACTERS_A_TOKEN = 4;

interface Props {
  judge: string;
  one: Case;
  onResult: (result: Result | null) => void;
}

/** Judges a case with a model that the server was started with; what it takes is told before and after. */
export function AskModel({ judge, one, onResult }: Props) {
  const models = useModels();
  const [model, setModel] = useState("");
  const [usage, setUsage] = useState<Usage | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  if (!models.length) return null;
  const choose = (name: string) => {
    setModel(name);
    setUsage(null);
    setError(null);
    onResult(null);
  };
  const judgeNow = async () => {
    setBusy(true);
    setError(null);
    try {
      const headers = { "Content-Type": "application/json" };
      const reply = await ask("judge", { method: "POST", headers, body: JSON.stringify({ judge, case: one, model }) });
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
      <Choice label="Observed by" value={model} options={[["", "the judge itself"], ...models.map(({ name, shown }): [string, string] => [name, shown])]} onChange={choose} />
      {model && <button type="button" className="main" disabled={busy} onClick={() => void judgeNow()}>{busy ? "asking …" : "Ask the model"}</button>}
      {model && !usage && <span className="soft">Each call sends about {count(tokens)} tokens of these texts, and the instructions.</span>}
      {usage && (
        <span className="soft" role="status">
          It took {many(usage.calls, "call")}, {count(usage.prompt_tokens)} tokens in, {count(usage.completion_tokens)} out{usage.cost === null ? "; the price of the model is not known" : `, cost ${usage.cost}`}.
        </span>
      )}
      {error && <Trouble>{error}</Trouble>}
    </div>
  );
}
