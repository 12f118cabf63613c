"""Whether a second round helps: simulated reviewers that revise in known ways; part of bench.council.

Each reviewer sees a candidate's true scores with noise of its own and, with some others, one shared error:
the least accurate answer looks accurate. In the second round it reads the others' scores and revises.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from statistics import fmean

from bench.council_counting import held, middle, tau
from jurat.options import Options
from jurat.scoring.rubric import PRESETS

Given = dict[str, dict[str, dict[str, float]]]
"""Scores by reviewer, candidate and dimension."""
QUESTIONS, CANDIDATES, REVIEWERS = 1000, 5, 5
NOISE, SHARED = 1.0, 4.0
TURNS = 200


def nobody(first: Given, _: Mapping[str, dict[str, float]], __: random.Random) -> Given:
    """Return the first scores: no second round."""
    return first


def conforming(part: float) -> Callable[[Given, Mapping[str, dict[str, float]], random.Random], Given]:
    """Return reviewers that move every score so far towards the mean of the others'."""

    def revise(first: Given, _: Mapping[str, dict[str, float]], __: random.Random) -> Given:
        return {
            own: {
                name: {
                    key: _whole(score + part * (_others(first, own, name, key) - score))
                    for key, score in scores.items()
                }
                for name, scores in given.items()
            }
            for own, given in first.items()
        }

    return revise


def checking(found: float) -> Callable[[Given, Mapping[str, dict[str, float]], random.Random], Given]:
    """Return reviewers that look again where another differs by 2 or more, and may see the truth."""

    def revise(first: Given, truth: Mapping[str, dict[str, float]], rng: random.Random) -> Given:
        second: Given = {}
        for own, given in first.items():
            second[own] = {}
            for name, scores in given.items():
                second[own][name] = {
                    key: _whole(truth[name][key])
                    if any(abs(first[r][name][key] - score) >= 2 for r in first if r != own)
                    and rng.random() < found
                    else score
                    for key, score in scores.items()
                }
        return second

    return revise


WAYS = {
    "no second round": nobody,
    "a third of the way to the mean": conforming(1 / 3),
    "all the way to the mean": conforming(1.0),
    "look again, see the truth in 1 of 10": checking(0.1),
    "look again, see the truth in 3 of 10": checking(0.3),
}


def rounds(seed: int = 7) -> None:
    """Print for independent and for shared errors what each way of revising does to the ranking."""
    for title, biased in (("independent errors", 0), ("3 of 5 reviewers share one error", 3)):
        print(f"   {title}: {QUESTIONS} questions, {CANDIDATES} candidates, noise sd {NOISE:g}")
        figures: dict[str, list[tuple[float, float, float, float]]] = defaultdict(list)
        rng = random.Random(seed)
        for _ in range(QUESTIONS):
            truth, first = _question(rng, biased)
            best = {name: _overall(scores) for name, scores in truth.items()}
            for way, revise in WAYS.items():
                last = revise(first, truth, random.Random(rng.random()))
                figures[way].append(_figures(last, best))
        _show(figures)


def _question(rng: random.Random, biased: int) -> tuple[dict[str, dict[str, float]], Given]:
    from bench.council import true_scores

    truth = {f"m{n}": true_scores(rng) for n in range(CANDIDATES)}
    fluent = min(truth, key=lambda name: truth[name]["accuracy"])
    first: Given = {}
    for number in range(REVIEWERS):
        mild = rng.gauss(0, 0.5)
        first[f"r{number}"] = {
            name: {
                key: _whole(
                    true
                    + mild
                    + rng.gauss(0, NOISE)
                    + (SHARED if number < biased and name == fluent and key == "accuracy" else 0)
                )
                for key, true in scores.items()
            }
            for name, scores in truth.items()
        }
    return truth, first


def _figures(given: Given, best: Mapping[str, float]) -> tuple[float, float, float, float]:
    """Return tau with the truth, whether the best is first, the variance, and the effective reviewers."""
    result = held(given, Options())
    ranking = result.ranking
    first = float(max(best, key=lambda name: best[name]) == ranking[0])
    worth = result.audit.effective_reviewers.effective
    return (
        tau(ranking, best),
        first,
        result.audit.variance["overall"].variance or 0.0,
        worth if worth is not None else float(len(given)),
    )


def _show(figures: Mapping[str, list[tuple[float, float, float, float]]]) -> None:
    plain = figures["no second round"]
    rng = random.Random(7)
    drawn = [rng.choices(range(len(plain)), k=len(plain)) for _ in range(TURNS)]
    for way, found in figures.items():
        near, first, variance, worth = (fmean(column) for column in zip(*found, strict=True))
        told = f"    {way:<40} tau {near:.3f}  best first {first:.3f}"
        told += f"  variance {variance:.2f}  effective {worth:.2f}"
        if found is not plain:
            gaps = [fmean(found[n][0] - plain[n][0] for n in turn) for turn in drawn]
            low, high = middle(gaps)
            told += f"  tau − none [{low:+.3f}, {high:+.3f}]"
        print(told)


def _others(first: Given, own: str, name: str, key: str) -> float:
    return fmean(first[reviewer][name][key] for reviewer in first if reviewer != own)


def _overall(scores: Mapping[str, float]) -> float:
    from bench.council import true_overall

    return true_overall(scores, PRESETS["default"])


def _whole(score: float) -> int:
    return max(1, min(10, round(score)))
