import { useEffect, useRef, useState } from "react";

import { useLoaded } from "../loading";
import { address } from "../router";
import { textsOf } from "../text/texts";
import type { RowStory } from "../views/row";
import { CaseView } from "./case-view";
import { Trouble, Waiting } from "./chips";
import { JuryView } from "./jury-view";

/** A row opened in its place: the whole case; it tells how tall it is. */
export function OpenRow({ run, place, onHeight }: { run: string; place: number; onHeight: (height: number) => void }) {
  const box = useRef<HTMLDivElement>(null);
  const { data, error } = useLoaded<RowStory>(`runs/${encodeURIComponent(run)}/rows/${place}`);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const sizes = new ResizeObserver(() => onHeight(Math.ceil(element.getBoundingClientRect().height)));
    sizes.observe(element);
    return () => sizes.disconnect();
  }, [onHeight]);
  return (
    <div role="gridcell" className="open-row" ref={box}>
      {error && <Trouble>{error}</Trouble>}
      {!data && !error && <Waiting />}
      {data && <Opened story={data} />}
      <p><a href={address(["runs", run, "rows", place])}>Open the page of this row</a> · <a href={address(["runs", run, "rows", place, "label"])}>Label it</a></p>
    </div>
  );
}

function Opened({ story }: { story: RowStory }) {
  const [mark, setMark] = useState<string | null>(null);
  const [texts] = useState(() => (story.case ? textsOf(story.case) : []));
  const { result } = story;
  if ("votes" in result) return <JuryView result={result} />;
  if ("metrics" in result) return <CaseView result={result} texts={texts} selected={mark} onSelect={setMark} />;
  if (!("candidates" in result)) return <Trouble>{result.error}</Trouble>;
  const answers = (story.case && "candidates" in story.case ? story.case.candidates : {}) as Record<string, string>;
  return (
    <ol className="answers">
      {result.ranking.map((name) => <li key={name}><b>{name}</b> {result.candidates[name]?.score?.toFixed(2)} <span className="judged">{answers[name]}</span></li>)}
    </ol>
  );
}
