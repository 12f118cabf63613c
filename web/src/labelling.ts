import type { Mark } from "./text/marks";
import { listOf } from "./text/marks";
import type { Details, Item, Result } from "./types";

/** What a label of each kind can be. */
export const CHOICES: Record<string, string[]> = {
  key_points: ["fully", "partial", "not"],
  claims: ["supported", "partial", "unsupported"],
  qags: ["correct", "partial", "wrong"],
  anchors: ["supported", "unsupported"],
  deviations: ["mild", "severe"],
  issues: ["mild", "strong"],
  checks: ["met", "partial", "not_met"],
  passages: ["relevant", "irrelevant"],
  stated: ["supported", "partial", "unsupported"],
  wanted: ["supported", "partial", "unsupported"],
  sentences: ["supported", "partial", "unsupported"],
};

export type Observations = Record<string, Details>;

/** A result's labels as tally reads them; what the rules computed from them stays behind. */
export function observationsOf(result: Result): Observations {
  const all: Observations = {};
  for (const { metric, details } of result.metrics) {
    if (!details) continue;
    all[metric] = { ...details };
    delete all[metric].computed;
  }
  return all;
}

/** The labels with one of them corrected; the given ones stay as they are. */
export function corrected(observations: Observations, mark: Mark, label: string): Observations {
  const details = observations[mark.metric];
  if (!details) return observations;
  const list = listOf(details, mark.field).map((item, at) => (at === mark.index ? withLabel(mark.field, item, label) : item));
  return { ...observations, [mark.metric]: { ...details, [mark.field]: list } };
}

function withLabel(field: string, item: Item, label: string): Item {
  if (field === "anchors") return { ...item, supported: label === "supported" };
  if (field === "qags") return { ...item, status: label };
  if (field === "deviations" || field === "issues") return { ...item, severity: label };
  if (field === "checks") return { ...item, label, degree: null };
  return { ...item, label };
}

/** The metrics whose labels differ from the judge's: what a person has said. */
export function changedFrom(judge: Observations, person: Observations): Observations {
  return Object.fromEntries(Object.entries(person).filter(([metric, labels]) => JSON.stringify(labels) !== JSON.stringify(judge[metric])));
}

/** A result as it would look with these labels; scores are the server's business and stay. */
export function relabelled(result: Result, observations: Observations): Result {
  const metrics = result.metrics.map((one) => {
    const labels = observations[one.metric];
    return labels && one.details ? { ...one, details: { ...labels, computed: one.details.computed } } : one;
  });
  return { ...result, metrics };
}
