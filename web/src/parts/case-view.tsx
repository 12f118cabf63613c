import { type KeyboardEvent, type ReactNode, useMemo, useState } from "react";

import { type Mark, marksOf } from "../text/marks";
import type { ShownText } from "../text/texts";
import type { Metric, Result } from "../types";
import { metricScale } from "../scales";
import { figure, plain } from "../words";
import { VerdictChip } from "./chips";
import { Findings } from "./findings";
import { ScoreCard, Trail } from "./score";
import { step, Tabs } from "./tabs";
import { TextPanel } from "./text-panel";

interface Props {
  result: Result;
  texts: ShownText[];
  selected: string | null;
  onSelect: (key: string) => void;
  act?: (mark: Mark) => ReactNode;
}

/** A judged case: its scores, how each came about, and the texts with every finding in them. */
export function CaseView({ result, texts, selected, onSelect, act }: Props) {
  const marks = useMemo(() => marksOf(result, texts), [result, texts]);
  const linked = marks.find((mark) => mark.key === selected);
  const [wanted, setWanted] = useState<string | null>(null);
  const metric = wanted ?? linked?.metric ?? opening(marks)?.metric ?? result.metrics[0]?.metric ?? "";
  const shown = useMemo(() => marks.filter((mark) => mark.metric === metric), [marks, metric]);
  const chosen = (linked?.metric === metric ? linked : opening(shown)) ?? null;
  const current = result.metrics.find((one) => one.metric === metric);
  const scaleFor = (one: Metric) => metricScale(result.judge, one.metric, one);
  const select = (mark: Mark) => onSelect(mark.key);
  const choose = (name: string) => {
    setWanted(name);
    const first = opening(marks.filter((mark) => mark.metric === name));
    if (first) onSelect(first.key);
  };
  return (
    <div className="case">
      <Verdict result={result} />
      <Tabs
        label="Scores"
        className="scores"
        chosen={metric}
        onChoose={choose}
        tabs={result.metrics.map((one) => ({ key: one.metric, name: <ScoreCard metric={one} scale={scaleFor(one)} /> }))}
      >
        {current && <Trail metric={current} top={scaleFor(current).top} />}
        <Texts texts={texts} marks={shown} selected={chosen} onSelect={select}>
          <Findings marks={shown} selected={chosen} onSelect={select} act={act} />
          {current?.details?.computed && <Computed values={current.details.computed} />}
        </Texts>
      </Tabs>
      <p className="signature">{result.signature}</p>
    </div>
  );
}

/** The finding to open with: something wrong, of the hallucinations if there is one, and with evidence against it. */
export function opening(marks: Mark[]): Mark | undefined {
  const rank = (mark: Mark) => (mark.tone === "bad" ? 0 : 4) + (mark.metric === "hallucination" ? 0 : 2) + (mark.evidence ? 0 : 1);
  return marks.reduce<Mark | undefined>((best, mark) => (best && rank(best) <= rank(mark) ? best : mark), undefined);
}

function Verdict({ result }: { result: Result }) {
  return (
    <header className="verdict" aria-live="polite">
      {result.verdict && <VerdictChip verdict={result.verdict} />}
      {typeof result.overall === "number" && (
        <p className="overall">
          <b>{figure(result.overall)}</b> <span className="soft">overall, of 10</span>
        </p>
      )}
      {!!result.reasons?.length && <p className="soft">{result.reasons.map(plain).join(", ")}</p>}
      {result.error && <p className="trouble">{result.error}</p>}
      <p className="soft judge-name">{result.judge} {result.version}</p>
    </header>
  );
}

interface TextsProps {
  texts: ShownText[];
  marks: Mark[];
  selected: Mark | null;
  onSelect: (mark: Mark) => void;
  children: ReactNode;
}

/** Given texts left, the judged one beside them, findings last; arrows left and right walk the findings. */
function Texts({ texts, marks, selected, onSelect, children }: TextsProps) {
  const walk = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches(".text-body")) return;
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const to = step(event.key, marks.findIndex((mark) => mark.key === selected?.key), marks.length);
    const next = to === null ? undefined : marks[to];
    if (next) onSelect(next);
    event.preventDefault();
  };
  const panel = (shown: ShownText) => <TextPanel key={shown.source} shown={shown} marks={marks} selected={selected} onSelect={onSelect} />;
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the texts inside
    <div className="reading" onKeyDown={walk}>
      <div className="column">{texts.filter((text) => text.side === "given").map(panel)}</div>
      <div className="column">{texts.filter((text) => text.side === "judged").map(panel)}</div>
      <aside className="column" aria-label="Findings and their evidence">
        <h2 className="small">Findings <span className="soft">{marks.length}</span></h2>
        {children}
      </aside>
    </div>
  );
}

/** The counts and fractions that the formula used. */
function Computed({ values }: { values: Record<string, unknown> }) {
  return (
    <details className="computed">
      <summary>What the formula used</summary>
      <dl>
        {Object.entries(values).map(([name, value]) => (
          <div key={name}>
            <dt>{plain(name)}</dt>
            <dd>{typeof value === "object" ? JSON.stringify(value) : String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
