import { useState } from "react";

import { useLoaded } from "../loading";
import { CaseView } from "../parts/case-view";
import { Trouble, Waiting } from "../parts/chips";
import { CouncilView } from "../parts/council-view";
import { LabelView } from "../parts/label-view";
import { address, go } from "../router";
import { textsOf } from "../text/texts";
import type { Case, CouncilCase, CouncilResult, Result } from "../types";

export interface Labelled {
  annotator: string;
  at: string;
  observations?: Record<string, unknown> | null;
  score?: number | null;
  result?: Result | null;
}

export interface RowStory {
  place: number;
  case: Case | null;
  result: Result | CouncilResult | { id: string | number; error: string };
  labels: Labelled[];
}

interface Props {
  run: string;
  place: string;
  labelling: boolean;
  mark: string | null;
}

/** One row of a run: the case, its scores and its evidence; to be read, or to be labelled by a person. */
export function Row({ run, place, labelling, mark }: Props) {
  const { data, error, reload } = useLoaded<RowStory>(`runs/${encodeURIComponent(run)}/rows/${encodeURIComponent(place)}`);
  const at = ["runs", run, "rows", place];
  return (
    <>
      <header className="run-head">
        <p className="crumbs"><a href={address(["runs"])}>Runs</a> / <a href={address(["runs", run])}>{run}</a></p>
        <h1>{data ? String(data.result.id) : `Row ${place}`}</h1>
        <nav className="bar" aria-label="Rows">
          {Number(place) > 1 && <a href={address(["runs", run, "rows", Number(place) - 1])} rel="prev">← previous</a>}
          <a href={address(["runs", run, "rows", Number(place) + 1])} rel="next">next →</a>
          {data && "metrics" in data.result && (
            labelling ? <a href={address(at)}>Read only</a> : <a className="button" href={address([...at, "label"])}>Label this case</a>
          )}
        </nav>
      </header>
      {error && <Trouble>{error}</Trouble>}
      {!data && !error && <Waiting />}
      {data && <Story story={data} run={run} labelling={labelling} mark={mark} reload={reload} at={labelling ? [...at, "label"] : at} />}
    </>
  );
}

interface StoryProps {
  story: RowStory;
  run: string;
  labelling: boolean;
  mark: string | null;
  reload: () => void;
  at: string[];
}

function Story({ story, run, labelling, mark, reload, at }: StoryProps) {
  const [texts] = useState(() => (story.case ? textsOf(story.case) : []));
  const select = (key: string) => go(address(at, { mark: key }), { replace: true });
  const { result } = story;
  if ("candidates" in result) {
    const one = story.case as Partial<CouncilCase> | null;
    return (
      <>
        {one?.query && <p className="query">{one.query}</p>}
        <CouncilView result={result} texts={one?.candidates ?? {}} reviews={one?.reviews ?? []} />
      </>
    );
  }
  if (!("metrics" in result)) return <Trouble>{result.error}</Trouble>;
  return (
    <>
      {!story.case && <p className="soft">The texts of this run were not kept; findings are shown by their words.</p>}
      {labelling
        ? <LabelView run={run} story={story} result={result} texts={texts} mark={mark} onMark={select} onSaved={reload} />
        : <CaseView result={result} texts={texts} selected={mark} onSelect={select} />}
    </>
  );
}
