"""Pairs of answers that people compared, and how `rules` reviews them; part of bench.council.

The input that comes with some instructions is the context. Without one the reviewer gives no score of the
default rubric, because it cannot judge accuracy: it abstains, and coverage says how often. A rubric without
accuracy, the same weights among the others, shows what style, relevance and completeness alone are worth.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.safety import read
from jurat.judges.council.aggregate import aggregate
from jurat.observers.council.answer_content import found_verifier
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.rules_reviewer import review_by_rules
from jurat.options import Options
from jurat.runs.stats.streaming_stats import StreamingCorrelation, centre_values
from jurat.scoring.rubric import PRESETS
from jurat.verifier.verifier import Verifier

SETS = ("llmbar", "mtbench_faireval_llmeval2", "pandalm")
DEFAULT: Mapping[str, float] = dict(PRESETS["default"])
WITHOUT_ACCURACY: Mapping[str, float] = {
    name: weight / (1 - DEFAULT["accuracy"]) for name, weight in DEFAULT.items() if name != "accuracy"
}
SURE = 1.0
"""A margin of scores below which a pair can be left undecided."""


@dataclass
class Decided:
    """How often a way decides a pair, and how often it then agrees with people; ties count a half."""

    n: int = 0
    hits: list[float] = field(default_factory=list)

    def add(self, scores: Mapping[str, float | None], better: str, other: str, margin: float = 0.0) -> None:
        """Count one pair; a way that gives no scores, or too close ones, abstains."""
        self.n += 1
        mine, theirs = scores.get(better), scores.get(other)
        if mine is not None and theirs is not None and abs(mine - theirs) >= margin:
            self.hits.append(0.5 if mine == theirs else float(mine > theirs))

    def told(self) -> str:
        """Return agreement and coverage."""
        share = f"{fmean(self.hits):.3f}" if self.hits else "  –  "
        return f"agrees {share}, covers {len(self.hits) / max(1, self.n):.3f} ({len(self.hits)} of {self.n})"


def pairs(folder: Path) -> None:
    """Print for each set how often `rules`, with and without the verifier, and "longer wins" agree."""
    lengths: dict[str, StreamingCorrelation] = defaultdict(StreamingCorrelation)
    verifier = found_verifier()
    for name in SETS:
        found: dict[str, Decided] = defaultdict(Decided)
        for row in compared(folder, name):
            shown = {"output": row["output"], "output_b": row["output_b"]}
            better = row["labels"]["better"]
            both = better, "output_b" if better == "output" else "output"
            found["longer wins"].add({one: len(text.split()) for one, text in shown.items()}, *both)
            contexts = (row["source"],) if (row.get("source") or "").strip() else ()
            sheet = ReviewForm(query=row["query"], shown=shown, contexts=contexts)
            for reader in (None, verifier) if verifier else (None,):
                title = "rules" if reader is None else "rules + verifier"
                found[title].add(scored(sheet, DEFAULT, reader), *both)
                plain = scored(sheet, WITHOUT_ACCURACY, reader)
                found[f"{title}, no accuracy"].add(plain, *both)
                found[f"{title}, no accuracy, margin {SURE:g}"].add(plain, *both, SURE)
            _add_lengths(lengths, sheet)
        print(f"  {name}")
        for title, decided in found.items():
            print(f"    {title:<40} {decided.told()}")
    for key, one in lengths.items():
        r, span = one.r(), one.interval()
        if r is not None and span is not None:
            told = f"{r:+.3f} [{span[0]:+.3f}, {span[1]:+.3f}] (n {one.n})"
            print(f"  {key:<13} with length, within a pair, by formulas: {told}")


def compared(folder: Path, name: str) -> Sequence[Mapping[str, Any]]:
    """Return the pairs of a set that people decided."""
    return [
        row
        for row in read(folder, name)
        if row["labels"]["better"] != "tie" and row["output"].strip() and row["output_b"].strip()
    ]


def scored(
    sheet: ReviewForm, weights: Mapping[str, float], verifier: Verifier | None
) -> dict[str, float | None]:
    """Return the council's scores of a pair with `rules` as its only reviewer."""
    review = review_by_rules(sheet, weights, verifier)
    result = aggregate(sheet.shown, [review], Options(weights=weights), case=1, observer="bench")
    return {name: one.score for name, one in result.candidates.items()}


def _add_lengths(found: Mapping[str, StreamingCorrelation], sheet: ReviewForm) -> None:
    review = review_by_rules(sheet, WITHOUT_ACCURACY)
    sizes = centre_values([len(text.split()) for text in sheet.shown.values()])
    for key in WITHOUT_ACCURACY:
        found[key].add(sizes, [(review.evaluations or {})[one][key] for one in sheet.shown])


def verdict(scores: Mapping[str, float], better: str, other: str) -> float:
    """1 where the better one is scored higher, a half where both are level."""
    return 0.5 if scores[better] == scores[other] else float(scores[better] > scores[other])
