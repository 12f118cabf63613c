"""How well Claim-Lock's hallucination score agrees with people on RAGTruth, beside three cheap scores.

python -m bench.agreement [--per-task 400] [--half report] [--data ../shared/bench]
"""

from __future__ import annotations

import argparse
import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import obvious
from bench.ragtruth import DATA, TASKS, Row, read, sample
from jurat.cases import ResponseCase
from jurat.judges.claim_lock import score_response
from jurat.observations import ResponseObservations
from jurat.options import Options
from jurat.outcomes import Score

Scorer = Callable[[Sequence[ResponseCase]], list[float]]


def judged(observations: ResponseObservations) -> float:
    """The judge's hallucination score, higher is worse."""
    outcome = score_response(observations, Options(), case="", observer="rules")["hallucination"]
    return outcome.value if isinstance(outcome, Score) else 0.0


def by_rules(cases: Sequence[ResponseCase]) -> list[float]:
    """Jurat's own observer."""
    from jurat.observers.responses.response_observer import observe

    return [judged(observations) for observations in observe(cases)]


def by_obvious(cases: Sequence[ResponseCase]) -> list[float]:
    """The obvious implementation, same rules."""
    return [judged(observations) for observations in obvious.observe(cases)]


def by_overlap(cases: Sequence[ResponseCase]) -> list[float]:
    """One minus the share of the response's distinct words that occur in the context."""
    return [1 - _overlap(_words(case.response), _words(" ".join(case.contexts))) for case in cases]


def by_rouge(cases: Sequence[ResponseCase]) -> list[float]:
    """One minus ROUGE-L precision: the longest common subsequence over the response's length."""
    return [1 - rouge_precision(_words(" ".join(case.contexts)), _words(case.response)) for case in cases]


def _words(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def _overlap(response: list[str], context: list[str]) -> float:
    own = set(response)
    return len(own & set(context)) / len(own) if own else 0.0


def rouge_precision(source: list[str], summary: list[str]) -> float:
    """The longest common subsequence as a share of the summary, by bit-parallel dynamic programming.

    >>> rouge_precision("a b c d".split(), "a x c".split())
    0.6666666666666666
    """
    if not summary:
        return 0.0
    masks: dict[str, int] = {}
    for index, word in enumerate(summary):
        masks[word] = masks.get(word, 0) | 1 << index
    full = (1 << len(summary)) - 1
    row = full
    for word in source:
        matched = row & masks.get(word, 0)
        row = ((row + matched) | (row - matched)) & full
    return (len(summary) - row.bit_count()) / len(summary)


def auroc(scores: Sequence[float], truths: Sequence[bool]) -> float:
    """The chance that a hallucinated response scores above a clean one, ties half.

    >>> auroc([0.9, 0.5, 0.5, 0.1], [True, True, False, False])
    0.875
    """
    clean = sorted(s for s, truth in zip(scores, truths, strict=True) if not truth)
    bad = [s for s, truth in zip(scores, truths, strict=True) if truth]
    if not clean or not bad:
        return float("nan")
    wins = sum(bisect_left(clean, s) + bisect_right(clean, s) for s in bad)
    return wins / (2 * len(clean) * len(bad))


def best_f1(scores: Sequence[float], truths: Sequence[bool]) -> float:
    """The best F1 of "hallucinated" over all thresholds.

    >>> best_f1([0.9, 0.5, 0.5, 0.1], [True, True, False, False])
    0.8
    """
    pairs = sorted(zip(scores, truths, strict=True), reverse=True)
    positives, hits, best = sum(truths), 0, 0.0
    for index, (score, truth) in enumerate(pairs, start=1):
        hits += truth
        if index == len(pairs) or pairs[index][0] != score:
            best = max(best, 2 * hits / (index + positives))
    return best


def table(rows: Sequence[Row], scorers: dict[str, Scorer]) -> list[str]:
    """A line per scorer: AUROC and best F1 per task and over all rows."""
    lines = [f"{'AUROC / best F1':<22}" + "".join(f"{name:>16}" for name in (*TASKS, "all"))]
    truths = [row.hallucinated for row in rows]
    for name, scorer in scorers.items():
        scores = scorer([row.case for row in rows])
        cells = []
        for task in (*TASKS, "all"):
            chosen = [index for index, row in enumerate(rows) if task in (row.task, "all")]
            picked = [scores[index] for index in chosen], [truths[index] for index in chosen]
            cells.append(f"{auroc(*picked):.3f} / {best_f1(*picked):.3f}")
        lines.append(f"{name:<22}" + "".join(f"{cell:>16}" for cell in cells))
    return lines


SCORERS: dict[str, Scorer] = {
    "jurat rules": by_rules,
    "obvious": by_obvious,
    "ROUGE-L precision": by_rouge,
    "token overlap": by_overlap,
}


def main() -> None:
    """Print agreement on rows of one half, the same number of each task."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--per-task", type=int, default=400)
    parser.add_argument("--half", choices=("dev", "report"), default="report")
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--only", choices=tuple(SCORERS), action="append")
    given = parser.parse_args()
    rows = sample(read(given.data), given.half, given.per_task)
    marked = sum(row.hallucinated for row in rows)
    print(f"RAGTruth, {given.half} half: {len(rows)} responses, {marked} hallucinated")
    chosen = {name: SCORERS[name] for name in given.only or SCORERS}
    for line in table(rows, chosen):
        print("  " + line)


if __name__ == "__main__":
    main()
