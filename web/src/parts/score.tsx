import type { Tone } from "../text/marks";
import type { Cap, Metric } from "../types";
import { type Scale, shareOf } from "../scales";
import { capReason, figure, metricName } from "../words";

/** How good a value is on its scale, as a tone. */
export function toneOf(value: number, scale: Scale): Tone {
  const share = shareOf(value, scale);
  if (share >= scale.fine) return "good";
  return share >= scale.fair ? "half" : "bad";
}

/** A metric's name, value and place on its scale. */
export function ScoreCard({ metric, scale }: { metric: Metric; scale: Scale }) {
  const { top } = scale;
  const { value, raw } = metric;
  if (value === undefined) {
    return (
      <span className="score">
        <span className="score-name">{metricName(metric.metric)}</span>
        <b className="score-value none">–</b>
        <span className="score-note">unscored</span>
      </span>
    );
  }
  const lowered = raw !== undefined && raw > value;
  return (
    <span className={`score ${toneOf(value, scale)}`}>
      <span className="score-name">{metricName(metric.metric)}</span>
      <b className="score-value">{figure(value, top)}</b>
      <Gauge value={value} raw={raw ?? value} top={top} />
      <span className="score-note">{note(metric, scale, lowered)}</span>
    </span>
  );
}

function note(metric: Metric, { top, risk }: Scale, lowered: boolean): string {
  if (lowered) return `capped from ${figure(metric.raw, top)}`;
  return risk ? "risk; lower is better" : `of ${top}`;
}

/** A line from nothing to the top; the filled part is the value, the tick the raw one. */
function Gauge({ value, raw, top }: { value: number; raw: number; top: number }) {
  const x = (n: number) => (Math.min(n, top) / top) * 100;
  return (
    <svg className="gauge" viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect className="gauge-base" width="100" height="6" rx="1" />
      {raw > value && <rect className="gauge-lost" x={x(value)} width={x(raw) - x(value)} height="6" />}
      <rect className="gauge-value" width={x(value)} height="6" rx="1" />
    </svg>
  );
}

/** How a score came about: raw, then each cap that held in its order, then final. */
export function Trail({ metric, top }: { metric: Metric; top: number }) {
  if (metric.value === undefined) {
    return <p className="trail-none">Unscored: {metric.unscored}</p>;
  }
  return (
    <ol className="trail" aria-label={`From the raw to the final score of ${metricName(metric.metric)}`}>
      <li className="trail-end">
        <span>raw</span>
        <b>{figure(metric.raw, top)}</b>
      </li>
      {(metric.caps ?? []).map((cap, at) => (
        <TrailCap key={at} cap={cap} top={top} />
      ))}
      <li className="trail-end">
        <span>final</span>
        <b>{figure(metric.value, top)}</b>
      </li>
    </ol>
  );
}

function TrailCap({ cap, top }: { cap: Cap; top: number }) {
  const lowered = cap.after < cap.before;
  return (
    <li className={lowered ? "trail-cap lowered" : "trail-cap"}>
      <span>
        <code>{cap.reason}</code> at most {figure(cap.limit, top)}
      </span>
      <b>{lowered ? `${figure(cap.before, top)} → ${figure(cap.after, top)}` : `stays ${figure(cap.after, top)}`}</b>
      <small>{capReason(cap.reason)}</small>
    </li>
  );
}
