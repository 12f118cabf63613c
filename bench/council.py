"""What a council is worth: real raters, simulated reviewers, pairs that people compared, and its speed.

python -m bench.council [--data ../shared/bench] [--questions 20000] [--only PART]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable, Mapping
from pathlib import Path
from statistics import fmean

from bench.council_counting import Tally, count, held
from bench.council_pairs import pairs
from bench.council_raters import real_raters
from bench.council_rounds import rounds
from bench.council_speed import speed
from jurat.options import Options
from jurat.scoring.rubric import PRESETS, ceiling


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
    parser.add_argument("--only", choices=("raters", "simulated", "rounds", "pairs", "speed"))
    given = parser.parse_args()
    parts: dict[str, Callable[[], None]] = {
        "raters": lambda: real_raters(given.data),
        "simulated": simulated,
        "rounds": rounds,
        "pairs": lambda: pairs(given.data),
        "speed": lambda: speed(given.questions),
    }
    for name, part in parts.items():
        if given.only in (None, name):
            print(f"council, {name}")
            part()


if __name__ == "__main__":
    main()
