import { useEffect, useRef } from "react";

import type { Distribution } from "../runs";
import { count } from "../words";

interface Props {
  name: string;
  distribution: Distribution;
  chosen: [number, number] | null;
  onChoose: (low: number, high: number) => void;
}

interface Bin {
  low: number;
  high: number;
  count: number;
}

/** A metric's distribution; each bar is a button that narrows the rows to it. */
export function Histogram({ name, distribution, chosen, onChoose }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [low, high] = chosen ?? [null, null];
  useEffect(() => {
    let dead = false;
    void import("@observablehq/plot").then((Plot) => {
      if (dead || !box.current) return;
      const bins = binsOf(distribution);
      const svg = draw(Plot, bins, distribution.top);
      makeButtons(svg, bins, name, low === null || high === null ? null : [low, high], onChoose);
      box.current.replaceChildren(svg);
    });
    return () => {
      dead = true;
    };
  }, [name, distribution, low, high, onChoose]);
  return <div className="histogram" ref={box} />;
}

function binsOf({ edges, counts }: Distribution): Bin[] {
  return counts.map((n, at) => ({ low: edges[at] ?? 0, high: edges[at + 1] ?? 0, count: n }));
}

/** Plot draws; the style element that it brings is left out, as the page's policy allows none: our sheet has it. */
function draw(Plot: typeof import("@observablehq/plot"), bins: Bin[], top: number): SVGSVGElement {
  const most = Math.max(...bins.map((bin) => bin.count), 1);
  const svg = Plot.plot({
    width: 300, height: 110, marginLeft: 4, marginRight: 4, marginTop: 6, marginBottom: 20, className: "plot",
    x: { domain: [0, top], label: null, ticks: [0, top / 2, top], tickSize: 3 },
    y: { axis: null, domain: [0, most] },
    marks: [
      Plot.rectY(bins, { x1: "low", x2: "high", y: "count", insetLeft: 0.75, insetRight: 0.75, className: "bars" }),
      Plot.rectY(bins, { x1: "low", x2: "high", y1: 0, y2: most, fillOpacity: 0, className: "hits" }),
      Plot.ruleY([0]),
    ],
  }) as SVGSVGElement;
  svg.querySelectorAll("style").forEach((style) => style.remove());
  return svg;
}

/** Bars one can tab to, walk with the arrows and press. */
function makeButtons(svg: SVGSVGElement, bins: Bin[], name: string, chosen: [number, number] | null, onChoose: Props["onChoose"]): void {
  svg.setAttribute("role", "group");
  svg.setAttribute("aria-label", `Distribution of ${name}`);
  for (const axis of svg.querySelectorAll("[aria-label]:not(.hits)")) axis.setAttribute("aria-hidden", "true");
  const bars = [...svg.querySelectorAll<SVGRectElement>(".bars rect")];
  const hits = [...svg.querySelectorAll<SVGRectElement>(".hits rect")];
  svg.querySelector(".hits")?.removeAttribute("aria-label");
  const start = Math.max(0, bins.findIndex((bin) => bin.count > 0));
  hits.forEach((hit, at) => {
    const bin = bins[at];
    if (!bin) return;
    const pressed = chosen?.[0] === bin.low && chosen[1] === bin.high;
    hit.setAttribute("role", "button");
    hit.setAttribute("tabindex", at === start ? "0" : "-1");
    hit.setAttribute("aria-pressed", String(pressed));
    hit.setAttribute("aria-label", `${name} ${bin.low} to ${bin.high}: ${count(bin.count)} rows`);
    bars[at]?.classList.toggle("chosen", pressed);
    bars[at]?.classList.toggle("faded", chosen !== null && !pressed);
    hit.addEventListener("click", () => onChoose(bin.low, bin.high));
    hit.addEventListener("keydown", (event) => press(event, hits, at, () => onChoose(bin.low, bin.high)));
  });
}

function press(event: KeyboardEvent, hits: SVGRectElement[], at: number, choose: () => void): void {
  const to = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key];
  if (to !== undefined) hits[to]?.focus();
  else if (event.key === "Enter" || event.key === " ") choose();
  else return;
  event.preventDefault();
}
