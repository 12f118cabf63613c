import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import type { RefObject } from "react";

/** Browsers clamp an element near seventeen million pixels; a million rows are taller than that. */
export const TALLEST = 12_000_000;

type Virtual = Virtualizer<HTMLDivElement, Element>;

export interface Tall {
  virtual: Virtual;
  /** What to take from an item's start to place it in the element that really scrolls. */
  shift: number;
  height: number;
  /** Scrolls until a row stands in sight, below the header. */
  show: (index: number) => void;
}

/** A virtual list that may be taller than an element can be: beyond that, scrolling takes longer steps. */
export function useTallVirtual(box: RefObject<HTMLDivElement | null>, total: number, row: number): Tall {
  const scale = (element: HTMLElement, count: number) => scaleOf(count * row, element.clientHeight - row);
  const observe = (instance: Virtual, tell: (offset: number, moving: boolean) => void) => {
    const element = instance.scrollElement;
    if (!element) return;
    const read = () => tell(element.scrollTop * scale(element, instance.options.count), false);
    read();
    element.addEventListener("scroll", read, { passive: true });
    return () => element.removeEventListener("scroll", read);
  };
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => row,
    overscan: 8,
    observeElementOffset: observe,
  });
  const offset = virtual.scrollOffset ?? 0;
  const show = (index: number) => {
    const element = box.current;
    if (!element) return;
    const view = element.clientHeight - row;
    const to = Math.max(Math.min(offset, index * row), (index + 1) * row - view);
    if (to !== offset) element.scrollTop = to / scale(element, total);
  };
  return { virtual, shift: offset - (virtual.scrollElement?.scrollTop ?? 0), height: Math.min(total * row, TALLEST), show };
}

/** How many pixels of rows one pixel of scrolling is, so that the ends of both meet: `view` is what rows have to show in. */
export function scaleOf(whole: number, view: number): number {
  return whole > TALLEST ? (whole - view) / (TALLEST - view) : 1;
}
