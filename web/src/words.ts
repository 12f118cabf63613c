/** Names of metrics, caps and reasons as a person reads them; an unknown one is shown as it came. */
const METRICS: Record<string, string> = {
  coverage: "Coverage",
  alignment: "Alignment",
  hallucination: "Hallucination",
  relevance: "Relevance",
  bias_toxicity: "Bias & toxicity",
  completeness: "Completeness",
  overall: "Overall",
  accuracy: "Accuracy",
  conciseness: "Conciseness",
  clarity: "Clarity",
  holistic: "In one figure",
};

const CAPS: Record<string, string> = {
  extraneous_claim: "it states something the article does not",
  off_topic_segment: "a segment is off topic",
  hallucination: "a claim is unsupported",
  qag_not_all_correct: "not all questions were answered correctly",
  duplicate_evidence: "two answers quote the same words",
  low_precision: "too many of its words are not entailed",
  low_recall: "too little of the article is covered",
  severe_hallucination: "the hallucination is severe",
  strong_slur: "it holds a strong slur",
  perfect_ten_guard: "near-perfect scores rest on too little evidence",
  accuracy_ceiling: "accuracy is low, and accuracy is a ceiling",
  safety_gate: "it failed the safety gate",
};

export const metricName = (name: string): string => METRICS[name] ?? plain(name.replace(/^verdict\./, "Share of "));
export const capReason = (reason: string): string => CAPS[reason] ?? plain(reason);
export const plain = (name: string): string => name.replaceAll("_", " ");

/** A score with the decimals of its scale: two of ten, up to four of one. */
export function figure(value: number | null | undefined, top = 10): string {
  if (value === null || value === undefined) return "–";
  return top > 1 ? value.toFixed(2) : value.toFixed(4).replace(/00$/, "");
}

/** A number with its sign, for differences. */
export function signed(value: number | null | undefined, places = 3): string {
  if (value === null || value === undefined) return "–";
  const text = Math.abs(value).toFixed(places);
  return (value < 0 ? "−" : "+") + text;
}

export const count = (n: number): string => n.toLocaleString("en-US");
export const many = (n: number, one: string, more = one + "s"): string => `${count(n)} ${n === 1 ? one : more}`;
