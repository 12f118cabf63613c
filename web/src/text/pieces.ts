import type { Mark, Place } from "./marks";

/** A stretch of text under the same marks, the shortest mark first: what a click on it means. */
export interface Piece {
  start: number;
  text: string;
  marks: Mark[];
  /** Whether the words are at fault. */
  fault: boolean;
  /** The marks that begin and end with this piece. */
  begins: Mark[];
  ends: Mark[];
}

/** A text cut wherever a mark begins or ends. */
export function pieces(text: string, source: string, marks: Mark[]): Piece[] {
  const here = marks.filter((mark): mark is Mark & { place: Place } => mark.place?.source === source);
  const edges = new Set([0, text.length]);
  const faults = marks.flatMap((mark) => mark.faults).filter((place) => place.source === source);
  for (const place of [...here.map((mark) => mark.place), ...faults]) edges.add(place.start).add(place.end);
  const cuts = [...edges].filter((cut) => cut >= 0 && cut <= text.length).sort((a, b) => a - b);
  return cuts.slice(0, -1).map((start, at) => {
    const end = cuts[at + 1] ?? text.length;
    const over = here.filter(({ place }) => place.start <= start && place.end >= end);
    over.sort((a, b) => a.place.end - a.place.start - (b.place.end - b.place.start));
    return {
      start,
      text: text.slice(start, end),
      marks: over,
      fault: faults.some((place) => place.start <= start && place.end >= end),
      begins: over.filter(({ place }) => place.start === start),
      ends: over.filter(({ place }) => place.end === end),
    };
  });
}

/** The mark that a click selects: the next of those under it, if one of them is selected already. */
export function clicked(piece: Piece, selected: string | null): Mark | undefined {
  const at = piece.marks.findIndex((mark) => mark.key === selected);
  return piece.marks[(at + 1) % piece.marks.length];
}
