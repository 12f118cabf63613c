"""People's choices between candidates beside the council's dimension scores, ready to fit weights to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from jurat.errors import InputError
from jurat.observations import Review
from jurat.options import Options
from jurat.scoring.exact_statistics import mean
from jurat.scoring.rubric import BESIDE_SCORES, is_score, make_rubric
from jurat.scoring.weight_fitting import FittedWeights, Preference, fit_weights


class Choice(NamedTuple):
    """A person preferred one candidate of a question to another."""

    question: str
    better: str
    worse: str


def read_choice(given: Mapping[str, Any], where: str) -> Choice:
    """Return a choice as a line has it: the question's id, the better and the worse candidate.

    >>> read_choice({"id": 7, "better": "m1", "worse": "m2"}, "pairs.jsonl:1")
    Choice(question='7', better='m1', worse='m2')
    """
    for name in ("id", "better", "worse"):
        if name not in given:
            raise InputError("is missing", where=f"{where}: {name}", hint="give id, better and worse")
    if given["better"] == given["worse"]:
        raise InputError("both candidates are the same", where=where, hint="name two candidates")
    return Choice(str(given["id"]), str(given["better"]), str(given["worse"]))


def choices_of(question: str, reviews: Sequence[Review], people: Iterable[str]) -> Iterator[Choice]:
    """Yield the choices that people made by scoring one candidate above another, holistically.

    >>> review = Review(reviewer="ann", holistic={"a": 8, "b": 6, "c": 6})
    >>> [(one.better, one.worse) for one in choices_of("q", [review], ["ann"])]
    [('a', 'b'), ('a', 'c')]
    """
    named = set(people)
    for review in reviews:
        if review.reviewer in named:
            scores = {name: one for name, one in (review.holistic or {}).items() if is_score(one)}
            for one, other in combinations(sorted(scores), 2):
                if scores[one] != scores[other]:
                    better, worse = (one, other) if scores[one] > scores[other] else (other, one)
                    yield Choice(question, better, worse)


def preference(
    choice: Choice, reviews: Sequence[Review], dimensions: Sequence[str], people: Iterable[str] = ()
) -> Preference | None:
    """Return how far the better candidate's mean scores exceed the other's; none if scores are missing.

    People's own reviews do not count: weights are to predict them.

    >>> given = {"a": {"clarity": 9}, "b": {"clarity": 6}}
    >>> preference(Choice("q", "a", "b"), [Review(reviewer="r", evaluations=given)], ["clarity"]).gaps
    {'clarity': 3.0}
    """
    left = set(people)
    reviewers = [one for one in reviews if one.reviewer not in left]
    sides = [_means(name, reviewers, dimensions) for name in (choice.better, choice.worse)]
    if any(set(side) != set(dimensions) for side in sides):
        return None
    return Preference(choice.question, {name: sides[0][name] - sides[1][name] for name in dimensions})


class Fit(NamedTuple):
    """Fitted weights beside the present ones, and how many choices lack scores."""

    found: FittedWeights
    present: dict[str, float]
    skipped: int


def fit_choices(
    known: Mapping[str, Sequence[Review]], choices: Sequence[Choice], options: Options, people: Sequence[str]
) -> Fit:
    """Return weights fitted to choices between candidates of known questions."""
    rubric = make_rubric(options.rubric, options.weights)
    present = {name: float(weight) for name, weight in rubric.weights.items()}
    for one in choices:
        if one.question not in known:
            hint = "use the ids of the questions"
            raise InputError(f"no question has the id {one.question!r}", where="choices", hint=hint)
    made = [preference(one, known[one.question], list(present), people) for one in choices]
    usable = [one for one in made if one is not None]
    return Fit(fit_weights(usable, present), present, len(made) - len(usable))


def _means(candidate: str, reviews: Sequence[Review], dimensions: Sequence[str]) -> dict[str, float]:
    """Return a candidate's mean on each dimension, over the reviewers that scored it and are not itself."""
    found: dict[str, list[float]] = {}
    for review in reviews:
        if review.reviewer != candidate:
            for name, score in (review.evaluations or {}).get(candidate, {}).items():
                if name in dimensions and name not in BESIDE_SCORES and is_score(score):
                    found.setdefault(name, []).append(score)
    return {name: mean(scores) for name, scores in found.items()}
