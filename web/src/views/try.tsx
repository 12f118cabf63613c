import { Tabs } from "../parts/tabs";
import { address, go } from "../router";
import { useModels } from "../parts/model-seats";
import { TryCouncil } from "./try-council";
import { TryJury } from "./try-jury";
import { TryResponse, TrySummary } from "./try-texts";

const KINDS = [
  { key: "summary", name: "A summary" },
  { key: "response", name: "A response" },
  { key: "council", name: "Candidates" },
  { key: "jury", name: "A yes/no question" },
];

/** Paste texts and see the judgement, at once. */
export function Try({ kind = "summary", example }: { kind: string | undefined; example: boolean }) {
  const chosen = KINDS.some((one) => one.key === kind) ? kind : "summary";
  const models = useModels();
  const choose = (key: string) => go(address(["try", key]), { replace: true });
  return (
    <>
      <div className="hero">
        <h1>Judge what a model wrote, and see the evidence.</h1>
        <p>Every score rests on words you can point at. {models.length > 0 ? "A model is asked only when you choose one and press the button." : "Nothing leaves this machine; no model is asked."}</p>
      </div>
      <Tabs label="What is judged" tabs={KINDS} chosen={chosen} onChoose={choose}>
        {chosen === "summary" && <TrySummary example={example} />}
        {chosen === "response" && <TryResponse example={example} />}
        {chosen === "council" && <TryCouncil example={example} />}
        {chosen === "jury" && <TryJury example={example} />}
      </Tabs>
    </>
  );
}
