import { type ReactNode, useMemo, useState } from "react";

import { responseExample, summaryExample } from "../examples";
import { type Judged, useJudged } from "../judging";
import { useLoaded } from "../loading";
import { AskModel } from "../parts/ask-model";
import { CaseView } from "../parts/case-view";
import { Trouble, Waiting } from "../parts/chips";
import { Choice, Field } from "../parts/field";
import { textsOf } from "../text/texts";
import type { Case, Result } from "../types";

interface Judges {
  judges: { name: string; case: string }[];
}

/** An article and its summary. */
export function TrySummary({ example }: { example: boolean }) {
  const empty = { article: "", summary: "" };
  const [texts, setTexts] = useState(example ? summaryExample : empty);
  const [judge, setJudge] = useState("judge-lock");
  const { data } = useLoaded<Judges>("judges");
  const names = data?.judges.filter((one) => one.case === "summary").map((one) => one.name) ?? [judge];
  const ready = texts.article.trim() !== "" && texts.summary.trim() !== "";
  return (
    <Bench one={ready ? texts : null} judge={judge} filled={example} onExample={() => setTexts(summaryExample)} onClear={() => setTexts(empty)}
      choice={<Choice label="Judge" value={judge} options={names} onChange={setJudge} />}>
      <Field label="Article" value={texts.article} onChange={(article) => setTexts({ ...texts, article })} hint="The text that was summarised" />
      <Field label="Summary" value={texts.summary} onChange={(summary) => setTexts({ ...texts, summary })} hint="The summary to be judged" />
    </Bench>
  );
}

const GAP = /\n\s*\n/;

/** A query, the passages that were given with it, and the response. */
export function TryResponse({ example }: { example: boolean }) {
  const empty = { query: "", contexts: "", response: "" };
  const worked = { ...responseExample, contexts: responseExample.contexts.join("\n\n") };
  const [texts, setTexts] = useState(example ? worked : empty);
  const one = useMemo(() => ({ ...texts, contexts: texts.contexts.split(GAP).filter((passage) => passage.trim()) }), [texts]);
  const [judge, setJudge] = useState("claim-lock");
  const { data } = useLoaded<Judges>("judges");
  const names = data?.judges.filter((one) => one.case === "response").map((one) => one.name) ?? [judge];
  const ready = texts.query.trim() !== "" && texts.response.trim() !== "";
  return (
    <Bench one={ready ? one : null} judge={judge} filled={example} onExample={() => setTexts(worked)} onClear={() => setTexts(empty)}
      choice={<Choice label="Judge" value={judge} options={names} onChange={setJudge} />}>
      <div className="stack">
        <Field label="Query" rows={2} value={texts.query} onChange={(query) => setTexts({ ...texts, query })} hint="What was asked" />
        <Field label="Context" rows={6} value={texts.contexts} onChange={(contexts) => setTexts({ ...texts, contexts })} hint="The passages it was given; an empty line starts the next one" />
      </div>
      <Field label="Response" value={texts.response} onChange={(response) => setTexts({ ...texts, response })} hint="The answer to be judged" />
    </Bench>
  );
}

interface BenchProps {
  one: Case | null;
  judge: string;
  filled: boolean;
  onExample: () => void;
  onClear: () => void;
  choice?: ReactNode;
  children: ReactNode;
}

/** The texts to fill in, and beneath them the result, live. */
function Bench({ one, judge, filled, onExample, onClear, choice, children }: BenchProps) {
  const judged = useJudged<Result>("judge", one && { judge, case: one });
  const [told, setTold] = useState<{ of: string; result: Result } | null>(null);
  const key = JSON.stringify([judge, one]);
  const shown = told?.of === key ? { result: told.result, error: null, busy: false } : judged;
  const [open, setOpen] = useState(!filled);
  const [mark, setMark] = useState<string | null>(null);
  const show = () => {
    onExample();
    setOpen(false);
    setMark(null);
  };
  const clear = () => {
    onClear();
    setOpen(true);
  };
  return (
    <>
      <div className="bar">
        <button type="button" className="main" onClick={show}>Show a worked example</button>
        {one && !open && <button type="button" onClick={() => setOpen(true)}>Edit the texts</button>}
        {one && open && <button type="button" onClick={() => setOpen(false)}>Fold the texts away</button>}
        {one && <button type="button" onClick={clear}>Clear</button>}
        {choice}
      </div>
      {(open || !one) && <div className="inputs">{children}</div>}
      {one && <AskModel judge={judge} one={one} onResult={(result) => setTold(result && { of: key, result })} />}
      <Outcome judged={shown} one={one} mark={mark} onMark={setMark} />
    </>
  );
}

function Outcome({ judged, one, mark, onMark }: { judged: Judged<Result>; one: Case | null; mark: string | null; onMark: (key: string) => void }) {
  const texts = useMemo(() => (one ? textsOf(one) : []), [one]);
  if (!one) return <p className="soft">Fill in both sides, or look at the worked example first.</p>;
  if (judged.error) return <Trouble>{judged.error}</Trouble>;
  if (!judged.result) return <Waiting>judging</Waiting>;
  return (
    <section aria-label="Result" aria-busy={judged.busy}>
      <CaseView result={judged.result} texts={texts} selected={mark} onSelect={onMark} />
    </section>
  );
}
