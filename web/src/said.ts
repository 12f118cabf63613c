import { CHOICES } from "./labelling";
import { type Changed, changes } from "./reviewing";
import { labelOf, listOf } from "./text/marks";
import type { Details, KeptCouncil, Result, Review } from "./types";
import { metricScale, topOf } from "./scales";
import { figure, many, metricName, plain } from "./words";

interface Said {
  score?: number | Record<string, number> | null;
  observations?: Record<string, unknown> | null;
}

type Judged = Result | KeptCouncil | { error: string };

const FEW = 3;

/** What a person did, in words: which score was given, which labels or scores were changed, and to what. */
export function whatWasSaid({ score, observations }: Said, judged: Judged): string {
  if (observations && "candidates" in judged) return aboutReviews((observations.reviews ?? []) as Review[], judged);
  if (observations && "metrics" in judged) return aboutLabels(observations as Record<string, Details>, judged);
  const judge = "judge" in judged ? judged.judge : "";
  if (typeof score === "number") return `scored it ${figure(score, topOf(judge))}`;
  const parts = Object.entries(score ?? {}).map(([name, value]) => `${metricName(name)} ${figure(value, metricScale(judge, name).top)}`);
  return `scored ${parts.join(", ")}`;
}

function aboutLabels(observations: Record<string, Details>, judged: Result): string {
  const parts = Object.entries(observations).map(([name, said]) => {
    const before = judged.metrics.find((one) => one.metric === name)?.details;
    const turned = Object.keys(CHOICES).flatMap((field) => turnedIn(field, before, said));
    if (!turned.length) return `confirmed the labels of ${metricName(name)}`;
    const what = turned.length > FEW ? many(turned.length, "label") : turned.join(", ");
    return `corrected ${metricName(name)}: ${what}`;
  });
  return parts.join("; ");
}

/** The labels of one kind that differ, each as what it was and what it is now. */
function turnedIn(field: string, before: Details | undefined, after: Details): string[] {
  const old = listOf(before, field);
  return listOf(after, field).flatMap((item, at) => {
    const was = old[at];
    const [from, to] = [was && labelOf(field, was), labelOf(field, item)];
    if (from === to) return [];
    const text = item.question || item.text || "";
    return [`${text ? `“${shortened(text)}” ` : ""}${from ? `${from} → ` : ""}${to}`];
  });
}

const shortened = (text: string): string => (text.length > 40 ? `${text.slice(0, 38)}…` : text);

function aboutReviews(reviews: Review[], judged: KeptCouncil): string {
  const council = judged.observations?.reviews ?? [];
  const known = new Set(council.map((one) => one.reviewer));
  const own = reviews.filter((one) => !known.has(one.reviewer)).map(reviewed);
  const turned = changes(council, reviews.filter((one) => known.has(one.reviewer)));
  const corrected = turned.length > FEW ? [`corrected ${many(turned.length, "score")}`] : turned.map(correction);
  return [...corrected, ...own].join("; ") || "confirmed the reviews";
}

const correction = ({ reviewer, candidate, dimension, before, after }: Changed): string =>
  `corrected ${reviewer}’s ${plain(dimension)} of ${candidate}: ${before ?? "none"} → ${after ?? "none"}`;

const reviewed = (review: Review): string =>
  `reviewed ${Object.keys({ ...review.evaluations, ...review.holistic }).join(", ")} as ${review.reviewer}`;
