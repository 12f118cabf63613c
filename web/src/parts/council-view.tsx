import type { CouncilResult, Intervals, Review } from "../types";
import { figure } from "../words";
import { AuditView } from "./audit";
import { Chip } from "./chips";
import { type Editing, HeatMap } from "./heat-map";

type Interval = Intervals[string];

interface Props {
  result: CouncilResult;
  texts: Record<string, string>;
  reviews: Review[];
  intervals: Intervals;
  editing?: Editing;
}

/** A council: who is ranked where and why, every score that was given, and what the audit found. */
export function CouncilView({ result, texts, reviews, intervals, editing }: Props) {
  const unranked = Object.keys(result.candidates).filter((name) => !result.ranking.includes(name));
  return (
    <div className="council">
      <section aria-labelledby="ranking">
        <h2 id="ranking" className="small">Ranking</h2>
        <p className="soft">A dot is the score, a dashed mark its ceiling, a thin mark each calibrated review. The line holds the mean of the reviews in 95 of 100 resamples of the reviewers: rather too narrow where they are few, and left out below three.</p>
        <ol className="ranking">
          {[...result.ranking, ...unranked].map((name) => (
            <Standing key={name} name={name} result={result} text={texts[name]} interval={intervals[name]} />
          ))}
        </ol>
      </section>
      <HeatMap result={result} reviews={reviews} editing={editing} />
      <AuditView result={result} />
      <p className="signature">{result.signature}</p>
    </div>
  );
}

interface StandingProps {
  name: string;
  result: CouncilResult;
  text: string | undefined;
  interval: Interval | undefined;
}

function Standing({ name, result, text, interval }: StandingProps) {
  const one = result.candidates[name];
  if (!one) return null;
  const place = result.ranking.indexOf(name) + 1;
  return (
    <li className="standing">
      <span className="place" aria-label={place ? `place ${place}` : "not ranked"}>{place || "–"}</span>
      <div className="standing-name">
        <b>{name}</b>
        {text && <p className="standing-text">{text}</p>}
        <p className="standing-notes">
          {one.caps.map((cap, at) => (
            <Chip key={at} tone={cap.after < cap.before ? "bad" : "flat"}>
              {cap.reason === "accuracy_ceiling" ? "accuracy ceiling" : cap.reason.replaceAll("_", " ")} {figure(cap.limit)}
              {cap.after < cap.before ? `: ${figure(cap.before)} → ${figure(cap.after)}` : ""}
            </Chip>
          ))}
          {one.safety && <Chip tone={one.safety === "failed" ? "bad" : "good"}>safety {one.safety}</Chip>}
          {one.unscored && <Chip tone="half">unscored: {one.unscored}</Chip>}
        </p>
      </div>
      <Scale score={one.score} uncapped={one.uncapped} given={one.reviews.map((review) => review.calibrated)} interval={interval} ceiling={one.ceiling} />
      <p className="standing-score">
        <b>{figure(one.score)}</b>
        <small className="soft">{interval ? `${figure(interval.low)} … ${figure(interval.high)}` : "no interval"}, n {one.reviews.length}</small>
      </p>
    </li>
  );
}

interface ScaleProps {
  score: number | null;
  uncapped: number | null;
  given: number[];
  interval: Interval | undefined;
  ceiling: number | null;
}

/** A candidate on the scale to ten: its score, its calibrated reviews, the interval of their mean, the ceiling above it. */
function Scale({ score, uncapped, given, interval, ceiling }: ScaleProps) {
  const x = (n: number) => n * 20;
  return (
    <svg className="scale" viewBox="-6 0 212 24" aria-hidden="true">
      <line className="axis" x1="0" x2="200" y1="12" y2="12" />
      {interval && <line className="whisker" x1={x(interval.low)} x2={x(interval.high)} y1="12" y2="12" />}
      {given.map((one, at) => <path key={at} className="given" d={`M${x(one)} 6V18`} />)}
      {ceiling !== null && <path className="ceiling" d={`M${x(ceiling)} 2V22`} />}
      {uncapped !== null && uncapped !== score && <circle className="uncapped" cx={x(uncapped)} cy="12" r="4" />}
      {score !== null && <circle className="dot" cx={x(score)} cy="12" r="5" />}
    </svg>
  );
}
