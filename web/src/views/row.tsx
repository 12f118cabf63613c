import { useState } from "react";

import { useLoaded } from "../loading";
import { CaseView } from "../parts/case-view";
import { Lost, Trouble, Waiting } from "../parts/chips";
import { CouncilStory } from "../parts/council-story";
import { CouncilView } from "../parts/council-view";
import { JuryView } from "../parts/jury-view";
import { LabelCouncil } from "../parts/label-council";
import { LabelView } from "../parts/label-view";
import { address, go } from "../router";
import { textsOf } from "../text/texts";
import type { Case, CouncilCase, KeptCouncil, KeptJury, Result } from "../types";
import type { components } from "../wire";

type Schemas = components["schemas"];

/** A row whole; its texts and results are of the kind that its judge has. */
export type RowStory = Omit<Schemas["RowAnswer"], "case" | "result" | "labels"> & {
  case: Case | null;
  result: Result | KeptCouncil | KeptJury | { id: string | number; error: string };
  labels: (Omit<Schemas["Said"], "result"> & { result: Result | KeptCouncil | null })[];
};

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
          {Number(place) < (data?.rows ?? 0) && <a href={address(["runs", run, "rows", Number(place) + 1])} rel="next">next →</a>}
          {data && ("metrics" in data.result || "candidates" in data.result) && !("votes" in data.result) && (
            labelling ? <a href={address(at)}>Read only</a> : <a className="button" href={address([...at, "label"])}>Label this case</a>
          )}
        </nav>
      </header>
      {error && <Lost back={address(["runs", run])} name="Back to the run">Row {place} of run {run} cannot be shown: {error}.</Lost>}
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
    const texts = (story.case as CouncilCase | null)?.candidates ?? {};
    return (
      <>
        <Asked case={story.case as CouncilCase | null} />
        <CouncilStory beside={result} />
        {labelling
          ? <LabelCouncil run={run} story={story} result={result} texts={texts} onSaved={reload} />
          : <CouncilView result={result} texts={texts} reviews={result.observations?.reviews ?? []} intervals={story.intervals ?? {}} />}
      </>
    );
  }
  if ("votes" in result) {
    return (
      <>
        <Asked case={story.case as CouncilCase | null} />
        <CouncilStory beside={{ trouble: result.trouble ?? [] }} />
        <JuryView result={result} />
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

/** The question of a council or a jury, where the texts were kept. */
function Asked({ case: one }: { case: CouncilCase | null }) {
  return one ? <p className="query">{one.query}</p> : <p className="soft">The texts of this run were not kept; candidates are shown by their names.</p>;
}
