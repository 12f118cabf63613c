import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";

import type { Mark } from "../text/marks";
import { metricName } from "../words";
import { Chip } from "./chips";
import { step } from "./tabs";

export const SIGNS = { good: "✓", half: "◐", bad: "✗", flat: "·" };

interface Props {
  marks: Mark[];
  selected: Mark | null;
  onSelect: (mark: Mark) => void;
  /** What may be done with a finding, under its story; the label view corrects it there. */
  act?: (mark: Mark) => ReactNode;
}

/** The findings as a list to walk through with the arrow keys; the chosen one tells its story. */
export function Findings({ marks, selected, onSelect, act }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const at = marks.findIndex((mark) => mark.key === selected?.key);
  useEffect(() => {
    const item = list.current?.children[at] as HTMLElement | undefined;
    if (list.current?.contains(document.activeElement)) item?.querySelector("button")?.focus({ preventScroll: false });
  }, [at]);
  const move = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || !event.target.matches("button.finding")) return;
    const to = step(event.key, at, marks.length);
    const next = to === null ? undefined : marks[to];
    if (!next) return;
    event.preventDefault();
    onSelect(next);
  };
  if (!marks.length) return <p className="soft">Nothing was found to mark here.</p>;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the buttons inside are caught once here
    <ul className="findings" ref={list} onKeyDown={move} aria-label="Findings">
      {marks.map((mark, index) => (
        <li key={mark.key} className={mark.key === selected?.key ? "open" : undefined}>
          <button
            type="button"
            className={`finding ${mark.tone}`}
            aria-expanded={mark.key === selected?.key}
            tabIndex={index === Math.max(at, 0) ? 0 : -1}
            onClick={() => onSelect(mark)}
          >
            <span className="sign" aria-hidden="true">{SIGNS[mark.tone]}</span>
            <span className="finding-text"><Words mark={mark} /></span>
            <span className="finding-kind"><span className="finding-number">{index + 1}</span> {mark.kind}<span className="quiet">: {mark.label}{chance(mark.item)}</span></span>
          </button>
          {mark.key === selected?.key && <Story mark={mark}>{act?.(mark)}</Story>}
        </li>
      ))}
    </ul>
  );
}

/** The probability that decided a label, in brief. */
function chance({ probability, answered }: Mark["item"]): string {
  const p = probability ?? answered;
  return typeof p === "number" ? `, p ${p.toFixed(2)}` : "";
}

/** The words of a finding, those at fault underlined. */
function Words({ mark: { text, kind, place, faults } }: { mark: Mark }) {
  const inside = place ? faults.map(({ start, end }) => [start - place.start, end - place.start] as const).filter(([from, to]) => from >= 0 && to <= text.length) : [];
  if (!inside.length) return text || kind;
  const cuts = [...new Set([0, text.length, ...inside.flat()])].sort((a, b) => a - b);
  return cuts.slice(0, -1).map((from, at) => {
    const to = cuts[at + 1] ?? text.length;
    const words = text.slice(from, to);
    return inside.some(([start, end]) => start <= from && end >= to) ? <u key={from} className="fault">{words}</u> : words;
  });
}

/** Label, reason, answer and evidence of one finding. */
function Story({ mark, children }: { mark: Mark; children?: ReactNode }) {
  const { item } = mark;
  return (
    <div className="story">
      <p>
        <Chip tone={mark.tone}>{mark.label || mark.kind}</Chip> <span className="soft">{metricName(mark.metric)}</span>
        {typeof item.probability === "number" && <span className="soft"> · supported with probability {item.probability.toFixed(2)}</span>}
        {typeof item.contradiction === "number" && <span className="soft"> · contradicted with probability {item.contradiction.toFixed(2)}</span>}
        {typeof item.answered === "number" && <span className="soft"> · answered with probability {item.answered.toFixed(2)}</span>}
        {typeof item.overlap === "number" && <span className="soft"> · overlap {item.overlap.toFixed(2)}</span>}
      </p>
      {item.reason && <p className="reason">{item.reason}</p>}
      {mark.field === "qags" && <Answer answer={item.answer} expected={item.expected} />}
      {mark.quote ? (
        <figure className="quote">
          <blockquote>{mark.quote}</blockquote>
          <figcaption>{mark.nearest && "nearest passage · "}{mark.evidence ? mark.evidence.source : "as quoted"}</figcaption>
        </figure>
      ) : (
        mark.field !== "parts" && <p className="soft">No evidence in the other text.</p>
      )}
      {children}
    </div>
  );
}

function Answer({ answer, expected }: { answer?: string | null; expected?: string | null }) {
  return (
    <dl className="answer">
      <dt>expected</dt>
      <dd>{expected ?? "–"}</dd>
      <dt>answered</dt>
      <dd>{answer ?? "nothing"}</dd>
    </dl>
  );
}
