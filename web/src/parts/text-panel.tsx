import { useEffect, useMemo, useRef } from "react";

import type { Mark } from "../text/marks";
import { clicked, type Piece, pieces } from "../text/pieces";
import type { ShownText } from "../text/texts";

interface Props {
  shown: ShownText;
  marks: Mark[];
  selected: Mark | null;
  onSelect: (mark: Mark) => void;
}

/** One text with its marks; the evidence of the selected mark is marked too and brought into sight. */
export function TextPanel({ shown, marks, selected, onSelect }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const evidence = selected?.evidence?.source === shown.source ? selected : null;
  const layers = useMemo(() => cut(shown, marks, evidence), [shown, marks, evidence]);
  const numbers = useMemo(() => new Map(marks.map((mark, at) => [mark.key, at + 1])), [marks]);
  useEffect(() => bring(box.current), [selected?.key]);
  return (
    <section className={`text ${shown.side}`} aria-label={shown.title}>
      <h2 className="small">{shown.title}</h2>
      <div className="text-body" ref={box} role="region" tabIndex={0} aria-label={`${shown.title}, text`} data-source={shown.source}>
        {layers.map((piece) => (
          <Stretch key={piece.start} piece={piece} numbers={numbers} selected={selected} onSelect={onSelect} />
        ))}
      </div>
    </section>
  );
}

const EVIDENCE = "evidence";

/** The text in pieces; the evidence of the selected mark counts as one more mark, of its own kind. */
function cut(shown: ShownText, marks: Mark[], evidence: Mark | null): Piece[] {
  const proof = evidence ? [{ ...evidence, key: EVIDENCE, place: evidence.evidence }] : [];
  return pieces(shown.text, shown.source, [...marks, ...proof]);
}

interface StretchProps {
  piece: Piece;
  /** The number of each mark in the list of findings. */
  numbers: Map<string, number>;
  selected: Mark | null;
  onSelect: (mark: Mark) => void;
}

/** A piece of the text; brackets and numbers, drawn by the sheet, tell nested marks apart without colour. */
function Stretch({ piece, numbers, selected, onSelect }: StretchProps) {
  const own = piece.marks.filter((mark) => mark.key !== EVIDENCE);
  const proof = own.length < piece.marks.length;
  const top = own.find((mark) => mark.key === selected?.key) ?? own[0];
  if (!top) return proof ? <mark className="proof">{piece.text}</mark> : <>{piece.text}</>;
  const chosen = top.key === selected?.key;
  const choose = () => {
    const mark = clicked({ ...piece, marks: own }, selected?.key ?? null);
    if (mark && !window.getSelection()?.toString()) onSelect(mark);
  };
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the list of findings is the keyboard's way
    <mark
      className={[top.tone, chosen && "chosen", proof && "proof", piece.fault && "fault"].filter(Boolean).join(" ")}
      title={`${top.kind}: ${top.label}`}
      data-mark={top.key}
      data-begin={"[".repeat(piece.begins.filter((mark) => numbers.has(mark.key)).length) || undefined}
      data-end={piece.ends.flatMap((mark) => (numbers.has(mark.key) ? [`]${numbers.get(mark.key)}`] : [])).join("") || undefined}
      onClick={choose}
    >
      {piece.text}
    </mark>
  );
}

/** Scrolls the panel, not the page, until what is chosen stands in it; evidence goes first. */
function bring(box: HTMLDivElement | null): void {
  const target = box?.querySelector<HTMLElement>(".proof") ?? box?.querySelector<HTMLElement>(".chosen");
  if (!box || !target) return;
  const from = box.getBoundingClientRect();
  const at = target.getBoundingClientRect();
  if (at.top < from.top || at.bottom > from.bottom) {
    box.scrollTop += at.top - from.top - box.clientHeight / 3;
  }
}
