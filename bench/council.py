"""What a council is worth: real raters, simulated reviewers, pairs that people compared, and its speed.

python -m bench.council [--data ../shared/bench] [--questions 20000] [--only raters|simulated|pairs|speed]
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from bench.council_pairs import pairs, verdict
from bench.council_speed import speed
from bench.safety import read
from jurat.judges.settling import settle
from jurat.observations import Review
from jurat.options import Options
from jurat.outcomes import CouncilResult
from jurat.rules.agreement import krippendorff_alpha
from jurat.rules.rubric import PRESETS, ceiling

Scores = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Each reviewer's scores of each candidate on each dimension."""
PANEL = 3
RATERS = {"consistency": "accuracy", "relevance": "relevance", "coherence": "clarity", "fluency": "fluency"}
RATER_WEIGHTS = {"accuracy": 0.35, "relevance": 0.25, "clarity": 0.2, "fluency": 0.2}


def held(
    scores: Scores, options: Options, holistic: Mapping[str, Mapping[str, float]] | None = None
) -> CouncilResult:
    """The council's result of some scores; of holistic ones alone where they are given."""
    names = list(dict.fromkeys(name for own in scores.values() for name in own))
    if holistic is None:
        reviews = [Review(reviewer=one, evaluations=own) for one, own in scores.items()]
    else:
        reviews = [Review(reviewer=one, holistic=own) for one, own in holistic.items()]
    return settle(dict.fromkeys(names, "-"), reviews, options, case=1, observer="bench")


def without_ceilings(scores: Scores) -> Scores:
    """The same scores with accuracy under a name that sets no ceiling."""
    return {
        reviewer: {
            name: {("truth" if key == "accuracy" else key): value for key, value in given.items()}
            for name, given in own.items()
        }
        for reviewer, own in scores.items()
    }


def options_of(calibration: str, weights: Mapping[str, float], *, ceilings: bool) -> Options:
    """A council's options, with accuracy as a ceiling or under a name that sets none."""
    named = weights if ceilings else {("truth" if k == "accuracy" else k): w for k, w in weights.items()}
    return Options(calibration=calibration, weights=named)  # type: ignore[arg-type]


def tau(ranking: Sequence[str], truth: Mapping[str, float]) -> float:
    """Kendall's tau-a of a ranking with true scores; pairs that the truth does not order count 0."""
    place = {name: number for number, name in enumerate(ranking)}
    pairs = list(combinations([name for name in truth if name in place], 2))
    signs = [
        (truth[a] > truth[b]) - (truth[a] < truth[b])
        if place[a] < place[b]
        else (truth[b] > truth[a]) - (truth[b] < truth[a])
        for a, b in pairs
    ]
    return fmean(signs) if signs else 0.0


def stability(result: CouncilResult) -> float | None:
    """How much of the ranking stays when one reviewer is left out, on average."""
    found = [one.tau for one in result.audit.leave_one_out.values() if one.tau is not None]
    return fmean(found) if found else None


class Tally:
    """Figures of several ways of counting, averaged over questions."""

    def __init__(self) -> None:
        self.figures: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        self.groups: list[str] = []

    def add(self, way: str, result: CouncilResult, truth: Mapping[str, float]) -> None:
        """One question counted one way."""
        own = self.figures[way]
        own["tau"].append(tau(result.ranking, truth))
        own["first"].append(float(truth[result.ranking[0]] == max(truth.values())))
        if (stays := stability(result)) is not None:
            own["stable"].append(stays)

    def show(self) -> None:
        """A line for each way; where rows come in groups, with how far its tau is from plain means."""
        plain = next(iter(self.figures.values()))["tau"]
        for way, own in self.figures.items():
            figures = "  ".join(f"{name} {fmean(values):.3f}" for name, values in own.items())
            beside = ""
            if self.groups and own["tau"] is not plain:
                low, high = self._interval([a - b for a, b in zip(own["tau"], plain, strict=True)])
                beside = f"  tau − plain [{low:+.3f}, {high:+.3f}]"
            print(f"    {way:<34} {figures}{beside}  (n {len(own['tau'])})")

    def _interval(self, gains: Sequence[float], turns: int = 1000) -> tuple[float, float]:
        """95 % of the means of gains whose groups are drawn with replacement."""
        by_group: dict[str, list[float]] = defaultdict(list)
        for group, gain in zip(self.groups, gains, strict=True):
            by_group[group].append(gain)
        means = [fmean(own) for own in by_group.values()]
        rng = random.Random(7)
        drawn = sorted(fmean(rng.choices(means, k=len(means))) for _ in range(turns))
        return drawn[turns // 40], drawn[-turns // 40]


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
            count(tallies["whole panels"], chosen, truth, group=document)
            count(tallies["every rater misses a third"], thinned(chosen, rng), truth, group=document)
            if not any(map(is_expert, panel)):
                best = mean_places({name: given[name] for name in given if is_expert(name)})
                count(tallies["crowd workers against experts"], chosen, best, group=document)
    print("  real raters: SummEval, 36 articles × 6 systems, 3 experts and 5 crowd workers, 1–5 put on 1–10")
    for name, units in spreads.items():
        variance, alpha = fmean(map(_variance, units)), krippendorff_alpha(units, "interval")
        print(f"    variance between raters, {name:<10} {variance:6.3f}  alpha {alpha:.3f}")
    for title, found in tallies.items():
        print(f"   {title}: panels of {PANEL} against the mean places of the others")
        found.show()


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


def count(
    found: Tally,
    scores: Scores,
    truth: Mapping[str, float],
    weights: Mapping[str, float] = RATER_WEIGHTS,
    group: str | None = None,
) -> None:
    """Every way of counting some scores, against the truth."""
    if group is not None:
        found.groups.append(group)
    for ceilings in (False, True):
        given = scores if ceilings else without_ceilings(scores)
        for calibration in ("none", "z", "effects"):
            way = f"{calibration}{', ceilings' if ceilings else ''}"
            found.add(way, held(given, options_of(calibration, weights, ceilings=ceilings)), truth)


def simulated(questions: int = 400, seed: int = 7) -> None:
    """Members that review each other: known quality, and reviewers of known leniency, scale and noise.

    A holistic score is one impression: the true value under weights of the reviewer's own, with the noise of
    one judgement. Each dimension is a judgement of its own. The truth is the rubric's overall of the true
    scores, with the ceiling: a fluent answer that is wrong is a bad one.
    """
    rng = random.Random(seed)
    weights = PRESETS["default"]
    tallies, alone = Tally(), Tally()
    variances: dict[str, list[float]] = {"rubric": [], "holistic": []}
    for _ in range(questions):
        quality = {f"m{n}": true_scores(rng) for n in range(5)}
        reviewers = {name: (rng.gauss(0, 1.2), rng.uniform(0.4, 1.2)) for name in quality}
        scores: dict[str, dict[str, dict[str, float]]] = {}
        holistic: dict[str, dict[str, float]] = {}
        for name, (mild, scale) in reviewers.items():
            taste = own_weights(rng, weights)
            others = [one for one in quality if one != name]
            scores[name] = {
                one: {key: seen(rng, true, mild, scale) for key, true in quality[one].items()}
                for one in others
            }
            holistic[name] = {
                one: seen(rng, sum(taste[key] * true for key, true in quality[one].items()), mild, scale)
                for one in others
            }
        truth = {name: true_overall(own, weights) for name, own in quality.items()}
        plain = held(scores, Options(calibration="none"))
        variances["rubric"].append(plain.audit.variance["overall"].variance or 0.0)
        heard = held(scores, Options(calibration="none"), holistic)
        variances["holistic"].append(heard.audit.variance["holistic"].variance or 0.0)
        alone.add("holistic, plain means", heard, truth)
        alone.add("holistic, z", held(scores, Options(), holistic), truth)
        count(tallies, scores, truth, weights)
    print(f"  simulated: {questions} questions, 5 members that review each other, of leniency sd 1.2,")
    print("    scale 0.4–1.2 and noise sd 1")
    for name, values in variances.items():
        print(f"    variance between reviewers, {name:<9} {fmean(values):.3f}")
    alone.show()
    tallies.show()


def true_scores(rng: random.Random) -> dict[str, float]:
    """An answer's true scores: dimensions go together, but accuracy has a life of its own."""
    general = rng.gauss(6.8, 1.2)
    made = {name: min(10.0, max(1.0, rng.gauss(general, 0.8))) for name in PRESETS["default"]}
    return {**made, "accuracy": min(10.0, max(1.0, rng.gauss(general, 2.0)))}


def true_overall(scores: Mapping[str, float], weights: Mapping[str, float]) -> float:
    """The rubric's overall of true scores."""
    total = sum(weights[name] * score for name, score in scores.items())
    limit = ceiling(scores["accuracy"])
    return total if limit is None else min(total, limit)


def own_weights(rng: random.Random, weights: Mapping[str, float]) -> dict[str, float]:
    """What a reviewer goes by when it gives one number."""
    drawn = {name: weight * rng.uniform(0.3, 1.7) for name, weight in weights.items()}
    return {name: weight / sum(drawn.values()) for name, weight in drawn.items()}


def seen(rng: random.Random, true: float, mild: float, scale: float) -> int:
    """A whole score from 1 to 10, as a reviewer of some leniency and scale gives it."""
    return max(1, min(10, round(6.8 + scale * (true - 6.8) + mild + rng.gauss(0, 1))))


def main() -> None:
    """Print every part, or the one that is named."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=Path("../shared/bench"))
    parser.add_argument("--questions", type=int, default=20_000)
    parser.add_argument("--only", choices=("raters", "simulated", "pairs", "speed"))
    given = parser.parse_args()
    parts: dict[str, Callable[[], None]] = {
        "raters": lambda: real_raters(given.data),
        "simulated": simulated,
        "pairs": lambda: pairs(given.data),
        "speed": lambda: speed(given.questions),
    }
    for name, part in parts.items():
        if given.only in (None, name):
            print(f"council, {name}")
            part()


if __name__ == "__main__":
    main()
