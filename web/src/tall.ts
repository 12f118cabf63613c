import { useLayoutEffect, useState } from "react";

/** Browsers clamp an element near seventeen million pixels; a million rows are taller than that. */
export const TALLEST = 12_000_000;
const BEYOND = 8;

/** Rows of one height, of which one may be open and taller by so much. */
export interface Shape {
  count: number;
  row: number;
  open: number | null;
  extra: number;
}

/** Where a row begins. */
export const startOf = (index: number, { row, open, extra }: Shape): number => index * row + (open !== null && index > open ? extra : 0);

/** How tall all rows are. */
export const heightOf = (shape: Shape): number => shape.count * shape.row + (shape.open === null ? 0 : shape.extra);

/** The row at a height. */
export function indexAt(height: number, { count, row, open, extra }: Shape): number {
  const before = open !== null && height >= (open + 1) * row;
  const index = before ? Math.max(open, Math.floor((height - extra) / row)) : Math.floor(height / row);
  return Math.max(0, Math.min(count - 1, index));
}

export interface Tall {
  first: number;
  last: number;
  /** Where a row stands in the element that really scrolls. */
  place: (index: number) => number;
  height: number;
  /** Scrolls until a row stands in sight, below the header. */
  show: (index: number) => void;
}

/** The rows in sight of a list that may be taller than an element can be: beyond that, scrolling takes longer steps. */
export function useTall(element: HTMLDivElement | null, shape: Shape): Tall {
  const [seen, setSeen] = useState({ top: 0, view: 700 });
  useLayoutEffect(() => {
    if (!element) return;
    const read = () => setSeen({ top: element.scrollTop, view: viewOf(element) });
    read();
    const sizes = new ResizeObserver(read);
    sizes.observe(element);
    element.addEventListener("scroll", read, { passive: true });
    return () => {
      sizes.disconnect();
      element.removeEventListener("scroll", read);
    };
  }, [element]);
  const whole = heightOf(shape);
  const offset = seen.top * scaleOf(whole, seen.view);
  const show = (index: number) => {
    if (!element) return;
    const view = viewOf(element);
    const scale = scaleOf(whole, view);
    const now = element.scrollTop * scale;
    const start = startOf(index, shape);
    const to = Math.max(Math.min(now, start), start + shape.row - view);
    if (to !== now) element.scrollTo({ top: to / scale });
  };
  return {
    first: Math.max(0, indexAt(offset, shape) - BEYOND),
    last: Math.min(shape.count - 1, indexAt(offset + seen.view, shape) + BEYOND),
    place: (index) => startOf(index, shape) - offset + seen.top,
    height: Math.min(whole, TALLEST),
    show,
  };
}

/** How much of the element shows rows: all but the header above them, which stays in sight. */
const viewOf = (element: HTMLDivElement): number => element.clientHeight - (element.firstElementChild?.getBoundingClientRect().height ?? 0);

/** How many pixels of rows one pixel of scrolling is, so that the ends of both meet: `view` is what rows have to show in. */
export function scaleOf(whole: number, view: number): number {
  return whole > TALLEST ? (whole - view) / (TALLEST - view) : 1;
}
