import { useEffect, useRef } from "react";

import { useLoaded } from "../loading";
import { address } from "../router";
import { wordDiff } from "../text/diff";
import { changedLabels, type LabelChange, marksOf } from "../text/marks";
import { textsOf } from "../text/texts";
import type { Result, Verdict } from "../types";
import type { RowStory } from "../views/row";
import { figure, metricName } from "../words";
import { Chip, Trouble, VerdictChip, Waiting } from "./chips";
import { metricScale } from "../scales";

interface Props {
  a: string;
  b: string;
  places: [number, number];
  /** Whether the address asks for this case, which is then brought into sight. */
  linked: boolean;
}

/** One case in two runs: both answers with the words that differ, the scores, and the labels that changed and why. */
export function CaseDiff({ a, b, places: [from, to], linked }: Props) {
  const box = useRef<HTMLElement>(null);
  const before = useLoaded<RowStory>(`runs/${encodeURIComponent(a)}/rows/${from}`);
  const after = useLoaded<RowStory>(`runs/${encodeURIComponent(b)}/rows/${to}`);
  const error = before.error ?? after.error;
  const whole = before.data !== null && after.data !== null;
  useEffect(() => {
    if (linked && whole) box.current?.scrollIntoView({ block: "start" });
  }, [linked, whole]);
  if (error) return <Trouble>{error}</Trouble>;
  if (!before.data || !after.data) return <Waiting />;
  return (
    <section ref={box} className="case-diff" aria-labelledby="case-diff">
      <h3 id="case-diff">{String(after.data.result.id)}</h3>
      {after.data.case && "query" in after.data.case && <p className="query">{after.data.case.query}</p>}
      <div className="sides">
        <Side title="Before" story={before.data} other={after.data} side="before" link={address(["runs", a, "rows", from])} />
        <Side title="After" story={after.data} other={before.data} side="after" link={address(["runs", b, "rows", to])} />
      </div>
      <Labels before={before.data} after={after.data} />
    </section>
  );
}

const judgedText = ({ case: one }: RowStory): string | undefined => (one ? textsOf(one).find(({ side }) => side === "judged")?.text : undefined);
const resultOf = ({ result }: RowStory): Result | null => ("metrics" in result && !("votes" in result) ? result : null);

function Side({ title, story, other, side, link }: { title: string; story: RowStory; other: RowStory; side: "before" | "after"; link: string }) {
  const [mine, theirs] = [judgedText(story) ?? "", judgedText(other) ?? ""];
  const parts = side === "before" ? wordDiff(mine, theirs) : wordDiff(theirs, mine);
  const result = resultOf(story);
  return (
    <section className="side" aria-label={title}>
      <h4 className="small">{title} {result?.verdict && <VerdictChip verdict={result.verdict as Verdict} />} <a href={link}>open</a></h4>
      <p className="text-body">
        {parts.filter((part) => part.side === "both" || part.side === side).map((part, at) =>
          part.side === "both" ? part.text : side === "before" ? <del key={at}>{part.text}</del> : <ins key={at}>{part.text}</ins>,
        )}
        {!mine && <span className="soft">The text was not kept.</span>}
      </p>
      <p className="soft">
        {result?.metrics.map((one) => <span key={one.metric} className="figure">{metricName(one.metric)} <b>{figure(one.value, metricScale(result.judge, one.metric, one).top)}</b></span>)}
      </p>
    </section>
  );
}

function Labels({ before, after }: { before: RowStory; after: RowStory }) {
  const [first, second] = [resultOf(before), resultOf(after)];
  if (!first || !second) return null;
  const marks = (result: Result, story: RowStory) => marksOf(result, story.case ? textsOf(story.case) : []);
  const changes = changedLabels(marks(first, before), marks(second, after));
  if (!changes.length) return <p className="soft">No label changed.</p>;
  return (
    <>
      <h4 className="small">Labels that changed <span className="soft">{changes.length}</span></h4>
      <ul className="label-changes">{changes.map((change, at) => <Line key={at} change={change} />)}</ul>
    </>
  );
}

function Line({ change: { before, after } }: { change: LabelChange }) {
  const one = after ?? before;
  if (!one) return null;
  return (
    <li>
      {before ? <Chip tone={before.tone}>{before.label}</Chip> : <span className="soft">not there</span>} → {after ? <Chip tone={after.tone}>{after.label}</Chip> : <span className="soft">no longer there</span>}
      {" "}<span className="judged">{one.text || one.kind}</span> <small className="soft">{metricName(one.metric)}, {one.kind}</small>
      {(after?.item.reason ?? before?.item.reason) && <div className="reason">{after?.item.reason ?? before?.item.reason}</div>}
      {one.quote && <div className="soft">“{one.quote}”</div>}
    </li>
  );
}
