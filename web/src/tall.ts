import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback } from "react";

/** Browsers clamp an element near seventeen million pixels; a million rows are taller than that. */
export const TALLEST = 12_000_000;

export interface Tall {
  virtual: Virtualizer<HTMLDivElement, Element>;
  /** What to take from an item's start to place it in the element that really scrolls. */
  shift: number;
  height: number;
  /** Scrolls until a row stands in sight, below the header. */
  show: (index: number) => void;
}

/** A virtual list that may be taller than an element can be: beyond that, scrolling takes longer steps. */
export function useTallVirtual(box: RefObject<HTMLDivElement | null>, total: number, row: number): Tall {
  const whole = total * row;
  const height = Math.min(whole, TALLEST);
  const scale = scaleOf(whole, height, box.current?.clientHeight ?? 0);
  const observe = useCallback(
    (instance: Virtualizer<HTMLDivElement, Element>, tell: (offset: number, moving: boolean) => void) => {
      const element = instance.scrollElement;
      if (!element) return;
      const read = () => tell(element.scrollTop * scale, false);
      read();
      element.addEventListener("scroll", read, { passive: true });
      return () => element.removeEventListener("scroll", read);
    },
    [scale],
  );
  const virtual = useVirtualizer<HTMLDivElement, Element>({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => row,
    overscan: 8,
    observeElementOffset: observe,
  });
  const offset = virtual.scrollOffset ?? 0;
  const show = (index: number) => {
    const view = (box.current?.clientHeight ?? 0) - row;
    const to = Math.max(Math.min(offset, index * row), (index + 1) * row - view);
    if (box.current && to !== offset) box.current.scrollTop = to / scale;
  };
  return { virtual, shift: offset - offset / scale, height, show };
}

/** How many pixels of rows one pixel of scrolling is: the ends of both have to meet. */
export function scaleOf(whole: number, height: number, view: number): number {
  return height < whole && height > view ? (whole - view) / (height - view) : 1;
}
