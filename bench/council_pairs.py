"""Pairs of answers that people compared, and how `rules` reviews them; part of bench.council."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean

from bench.safety import read
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.rules_reviewer import review_by_rules
from jurat.runs.stats.streaming_stats import StreamingCorrelation, centre_values
from jurat.scoring.rubric import PRESETS

SETS = ("llmbar", "mtbench_faireval_llmeval2", "pandalm")


def pairs(folder: Path) -> None:
    """Pairs that people compared: how often `rules` and "longer wins" agree with them."""
    lengths: dict[str, StreamingCorrelation] = defaultdict(StreamingCorrelation)
    weights = dict(PRESETS["default"])
    for name in SETS:
        judged = [
            row
            for row in read(folder, name)
            if row["labels"]["better"] != "tie" and row["output"].strip() and row["output_b"].strip()
        ]
        hits, longer, split = [], [], defaultdict(list)
        for row in judged:
            shown = {"output": row["output"], "output_b": row["output_b"]}
            asked = "\n\n".join(part for part in (row["query"], row.get("source")) if part)
            review = review_by_rules(ReviewForm(query=asked, shown=shown), weights)
            better, other = (
                row["labels"]["better"],
                "output_b" if row["labels"]["better"] == "output" else "output",
            )
            hits.append(verdict(review.holistic or {}, better, other))
            longer.append(verdict({one: len(text.split()) for one, text in shown.items()}, better, other))
            split[row["split"]].append(hits[-1])
            for key in ("conciseness", "clarity", "completeness", "relevance"):
                scores = [(review.evaluations or {})[one][key] for one in shown]
                lengths[key].add(centre_values([len(text.split()) for text in shown.values()]), scores)
        print(f"  {name:<26} rules {fmean(hits):.3f}, longer wins {fmean(longer):.3f} (n {len(judged)})")
        if len(split) > 1:
            print(
                "    " + ", ".join(f"{part} {fmean(own):.3f} (n {len(own)})" for part, own in split.items())
            )
    for key, found in lengths.items():
        r, span = found.r(), found.interval()
        if r is not None and span is not None:
            told = f"{r:+.3f} [{span[0]:+.3f}, {span[1]:+.3f}] (n {found.n})"
            print(f"  {key:<13} with length, within a pair: {told}")


def verdict(scores: Mapping[str, float], better: str, other: str) -> float:
    """1 where the better one is scored higher, a half where both are level."""
    return 0.5 if scores[better] == scores[other] else float(scores[better] > scores[other])
