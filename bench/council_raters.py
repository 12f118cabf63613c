"""Real raters as a council: SummEval's experts and crowd workers; part of bench.council."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

from bench.council_counting import Scores, Tally, count, middle, tau, ways
from bench.council_pairs import verdict
from bench.safety import read
from jurat.scoring.rater_agreement import krippendorff_alpha

PANEL = 3
RATERS = {"consistency": "accuracy", "relevance": "relevance", "coherence": "clarity", "fluency": "fluency"}
RATER_WEIGHTS = {"accuracy": 0.35, "relevance": 0.25, "clarity": 0.2, "fluency": 0.2}


def real_raters(folder: Path) -> None:
    """Panels of three of eight real raters against the mean places that the others give, by article."""
    documents: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in read(folder, "summeval_raters"):
        documents[row["doc"]].append(row)
    spreads: dict[str, list[Sequence[float]]] = defaultdict(list)
    titles = ("whole panels", "every rater misses a third", "crowd workers against experts")
    tallies = {title: Tally() for title in titles}
    for document, own in documents.items():
        given = rated(own)
        for system in own:
            for name in (*RATER_WEIGHTS, "overall"):
                spreads[name].append([_value(scores[system["system"]], name) for scores in given.values()])
        rng = random.Random(document)
        for panel in combinations(given, PANEL):
            others = [name for name in given if name not in panel]
            truth = mean_places({name: given[name] for name in others})
            chosen = {name: given[name] for name in panel}
            count(tallies["whole panels"], chosen, truth, RATER_WEIGHTS, document)
            count(tallies["every rater misses a third"], thinned(chosen, rng), truth, RATER_WEIGHTS, document)
            if not any(map(is_expert, panel)):
                best = mean_places({name: given[name] for name in given if is_expert(name)})
                count(tallies["crowd workers against experts"], chosen, best, RATER_WEIGHTS, document)
    print("  real raters: SummEval, 36 articles × 6 systems, 3 experts and 5 crowd workers, 1–5 put on 1–10")
    for name, units in spreads.items():
        variance, alpha = fmean(map(_variance, units)), krippendorff_alpha(units, "interval")
        print(f"    variance between raters, {name:<10} {variance:6.3f}  alpha {alpha:.3f}")
    for title, found in tallies.items():
        print(f"   {title}: panels of {PANEL} against the mean places of the others")
        found.show()
    print("   leaderboards of the six systems over all articles, the same panels against the others' places")
    show_boards({document: rated(own) for document, own in documents.items()})


Board = Mapping[str, float]
"""What each system has in all."""


class Panel(NamedTuple):
    """Some raters: by each way of counting what the systems get in each article, and what the others say."""

    boards: Mapping[str, Mapping[str, Board]]
    smaller: Sequence[Mapping[str, Mapping[str, Board]]]
    """The boards without each of the raters."""
    truth: Mapping[str, Board]


def boards_of(given: Mapping[str, Scores], raters: Iterable[str]) -> dict[str, dict[str, Board]]:
    """What the systems get from some raters: by the way of counting, then by article."""
    found: dict[str, dict[str, Board]] = defaultdict(dict)
    for article, scores in given.items():
        for way, result in ways({name: scores[name] for name in raters}, RATER_WEIGHTS):
            own = result.candidates.items()
            found[way][article] = {name: one.score for name, one in own if one.score is not None}
    return found


def panels_of(given: Mapping[str, Scores]) -> list[Panel]:
    """Every panel of three, with the panels of two in it."""
    raters = list(next(iter(given.values())))
    pairs = {pair: boards_of(given, pair) for pair in combinations(raters, PANEL - 1)}
    found = []
    for panel in combinations(raters, PANEL):
        others = [name for name in raters if name not in panel]
        truth = {
            article: mean_places({name: scores[name] for name in others}) for article, scores in given.items()
        }
        smaller = [pairs[pair] for pair in combinations(panel, PANEL - 1)]
        found.append(Panel(boards_of(given, panel), smaller, truth))
    return found


def ranked(boards: Mapping[str, Board], articles: Iterable[str]) -> dict[str, float]:
    """The sum of some articles' boards, the best system first."""
    total: dict[str, float] = defaultdict(float)
    for article in articles:
        for name, score in boards[article].items():
            total[name] += score
    return dict(sorted(total.items(), key=lambda one: (-one[1], one[0])))


def board_figures(panels: Sequence[Panel], way: str, articles: Sequence[str]) -> tuple[float, float]:
    """How near the panels' leaderboards are to the truth, and to those without one rater: means of tau."""
    near, stable = [], []
    for panel in panels:
        ranking = list(ranked(panel.boards[way], articles))
        near.append(tau(ranking, ranked(panel.truth, articles)))
        stable += [tau(ranking, ranked(smaller[way], articles)) for smaller in panel.smaller]
    return fmean(near), fmean(stable)


def show_boards(given: Mapping[str, Scores], turns: int = 200) -> None:
    """A line for each way, and how far it is from plain means; articles are drawn with replacement."""
    panels, articles, rng = panels_of(given), list(given), random.Random(7)
    every = list(panels[0].boards)
    drawn = [rng.choices(articles, k=len(articles)) for _ in range(turns)]
    plain = [board_figures(panels, every[0], one) for one in drawn]
    for way in every:
        near, stable = board_figures(panels, way, articles)
        told = f"    {way:<34} tau {near:.3f}  stable {stable:.3f}"
        if way != every[0]:
            here = [board_figures(panels, way, one) for one in drawn]
            for name, place in (("tau", 0), ("stable", 1)):
                low, high = middle([a[place] - b[place] for a, b in zip(here, plain, strict=True)])
                told += f"  {name} − plain [{low:+.3f}, {high:+.3f}]"
        print(f"{told}  (n {len(panels)})")


def is_expert(rater: str) -> bool:
    """Whether a rater is one of the experts."""
    return rater.startswith("expert")


def mean_places(given: Scores) -> dict[str, float]:
    """Where raters place each system, on average: by order alone, so that nobody's scale counts more."""
    names = list(next(iter(given.values())))
    beaten: dict[str, float] = dict.fromkeys(names, 0.0)
    for own in given.values():
        overall = {name: _value(own[name], "overall") for name in names}
        for a, b in combinations(names, 2):
            share = verdict(overall, a, b)
            beaten[a] += share
            beaten[b] += 1 - share
    return beaten


def rated(own: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, dict[str, float]]]:
    """What each rater gave each system of an article, on 1–10."""
    made: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    for row in own:
        for rating in row["ratings"]:
            made[rating["rater"]][row["system"]] = {
                ours: 1 + (rating[theirs] - 1) * 2.25 for theirs, ours in RATERS.items()
            }
    return made


def _value(scores: Mapping[str, float], name: str) -> float:
    if name == "overall":
        return sum(weight * scores[key] for key, weight in RATER_WEIGHTS.items())
    return scores[name]


def _variance(values: Sequence[float]) -> float:
    centre = fmean(values)
    return sum((value - centre) ** 2 for value in values) / (len(values) - 1)


def thinned(scores: Scores, rng: random.Random) -> Scores:
    """The scores with a third of each reviewer's candidates left out, another third for each."""
    names = list(next(iter(scores.values())))
    rng.shuffle(names)
    size = len(names) // 3
    return {
        reviewer: {name: own[name] for name in own if name not in names[turn * size : (turn + 1) * size]}
        for turn, (reviewer, own) in enumerate(scores.items())
    }
