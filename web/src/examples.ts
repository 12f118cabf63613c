import type { ReviewedCase, ResponseCase, Review, SummaryCase } from "./types";

const article =
  "The Harwick city council voted 7 to 2 on Monday to close the Alder Bridge until spring, after inspectors found that 12 of " +
  "its 80 cables were badly rusted. The bridge, opened in 1962, carries about 20,000 cars a day across the Linden River. Mayor " +
  "Ann Reed, who had opposed a closure in January, said that safety came first. Repairs are expected to cost $4 million, and the " +
  "state has promised to pay half. The city engineer, Tom Okoro, said work could begin in December if the weather allows. Shop " +
  "owners in the old town fear that they may lose customers before the holidays. The council will run a free ferry from 6 a.m. " +
  "to 10 p.m. while the bridge is shut.";

/** A fluent summary with a wrong number, a turned-round quote and a fear stated as a fact. */
export const summaryExample: SummaryCase = {
  article,
  summary:
    "The Harwick city council voted 7 to 2 to close the Alder Bridge until spring after inspectors found 60 of its 80 cables " +
    "badly rusted. Repairs are expected to cost $4 million, and the state has promised to pay half. Mayor Ann Reed said that " +
    "safety did not come first. Shop owners in the old town will lose customers.",
};

/** An answer with two wrong figures. */
export const responseExample: ResponseCase = {
  query: "When was Fitbit bought, and for how much?",
  contexts: [
    "Google announced in November 2019 that it would buy Fitbit for $2.1 billion. The deal closed on 14 January 2021 after reviews by regulators in the European Union and Australia.",
    "Fitbit was founded in 2007 by James Park and Eric Friedman. It sold more than 120 million devices in over 100 countries.",
  ],
  response: "Google bought Fitbit for $21 billion. The deal closed on 14 January 2020. Fitbit was founded in 2007.",
};

const scores = (accuracy: number, relevance: number, completeness: number, conciseness: number, clarity: number) => ({
  accuracy, relevance, completeness, conciseness, clarity,
});

const reviews: Review[] = [
  { reviewer: "amber", evaluations: { birch: scores(6, 8, 5, 4, 7), cedar: scores(2, 9, 7, 10, 10), dune: scores(8, 9, 8, 6, 8) } },
  { reviewer: "birch", evaluations: { amber: scores(10, 10, 9, 10, 9), cedar: scores(3, 9, 7, 10, 9), dune: scores(9, 9, 9, 7, 8) } },
  { reviewer: "cedar", evaluations: { amber: scores(9, 9, 9, 9, 9), birch: scores(6, 7, 5, 5, 8), dune: scores(7, 8, 8, 6, 7) }, ranking: ["amber", "birch", "dune", "cedar"] },
  { reviewer: "dune", evaluations: { amber: scores(8, 9, 7, 9, 8), birch: scores(4, 6, 4, 4, 6), cedar: scores(1, 8, 6, 9, 9) } },
];

/** Four answers to one question; the shortest and clearest of them is wrong. */
export const councilExample: ReviewedCase = {
  query: "Why was the harbour bridge closed?",
  candidates: {
    amber: "Because engineers found rust in 14 of its 60 cables.",
    birch: "It was closed because it is old, and bridges that are old are closed.",
    cedar: "Because it collapsed in March.",
    dune: "The council voted on Tuesday to close it for repairs, after an inspection in March found rust in some of its cables.",
  },
  reviews,
};
