import { type KeyboardEvent, useRef } from "react";

import type { Distribution } from "../runs";
import { type Band, bandsOf } from "../scales";
import { count, figure } from "../words";

interface Props {
  name: string;
  distribution: Distribution;
  chosen: [number, number] | null;
  onChoose: (low: number, high: number) => void;
}

const WIDTH = 300;
const HEIGHT = 84;
const FOOT = 22;

/** A metric's distribution in the colours of its bands, its mean and thresholds; each bar is a button that narrows the rows to it. */
export function Histogram({ name, distribution, chosen, onChoose }: Props) {
  const { edges, counts, top, mean, scale } = distribution;
  const svg = useRef<SVGSVGElement>(null);
  const x = (value: number) => 4 + (value / top) * (WIDTH - 8);
  const most = Math.max(...counts, 1);
  const bands = bandsOf(scale);
  const start = Math.max(0, counts.findIndex((n) => n > 0));
  const press = (event: KeyboardEvent, at: number, choose: () => void) => {
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 }[event.key];
    if (to !== undefined) svg.current?.querySelectorAll<SVGRectElement>(".hit")[to]?.focus();
    else if (event.key === "Enter" || event.key === " ") choose();
    else return;
    event.preventDefault();
  };
  return (
    <svg ref={svg} className="plot" viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="group" aria-label={`Distribution of ${name}`}>
      {bands.map((band) => <rect key={band.low} className={`band ${band.tone}`} x={x(band.low)} width={x(band.high) - x(band.low)} y={HEIGHT} height="3" />)}
      {counts.map((n, at) => {
        const [low, high] = [edges[at] ?? 0, edges[at + 1] ?? 0];
        const pressed = chosen?.[0] === low && chosen[1] === high;
        const choose = () => onChoose(low, high);
        return (
          <g key={low} className={pressed ? "chosen" : chosen ? "faded" : undefined}>
            <Bar bands={bands} low={low} high={high} height={(n / most) * (HEIGHT - 8)} x={x} />
            <rect className="hit" role="button" tabIndex={at === start ? 0 : -1} aria-pressed={pressed} aria-label={`${name} ${low} to ${high}: ${count(n)} rows`}
              x={x(low)} width={x(high) - x(low)} y="0" height={HEIGHT} onClick={choose} onKeyDown={(event) => press(event, at, choose)} />
          </g>
        );
      })}
      {bands.slice(1).map(({ low }) => <line key={low} className="limit" x1={x(low)} x2={x(low)} y1="0" y2={HEIGHT + 3} aria-hidden="true" />)}
      {mean !== null && <path className="mean" d={`M${x(mean)} ${HEIGHT + 4}l4 7h-8z`} aria-hidden="true" />}
      <g aria-hidden="true">
        {ticks(bands, top).map((value) => (
          <text key={value} x={x(value)} y={HEIGHT + FOOT - 3} textAnchor={value === 0 ? "start" : value === top ? "end" : "middle"}>{figure(value, top).replace(/\.?0+$/, "") || "0"}</text>
        ))}
      </g>
    </svg>
  );
}

/** The ends of the scale, and its thresholds where they leave room. */
function ticks(bands: Band[], top: number): number[] {
  const inner = bands.slice(1).map(({ low }) => low).filter((value) => value / top > 0.07 && value / top < 0.93);
  return [0, ...inner.filter((value, at) => at === 0 || (value - (inner[at - 1] ?? 0)) / top > 0.08), top];
}

/** A bar, cut where a band ends, so that its colour is exact. */
function Bar({ bands, low, high, height, x }: { bands: Band[]; low: number; high: number; height: number; x: (value: number) => number }) {
  const shown = height && Math.max(2, height);
  return bands.map((band) => {
    const [from, to] = [Math.max(low, band.low), Math.min(high, band.high)];
    if (from >= to) return null;
    return <rect key={band.low} className={`bar-part ${band.tone}`} x={x(from) + 0.75} width={Math.max(0, x(to) - x(from) - 1.5)} y={HEIGHT - shown} height={shown} />;
  });
}
