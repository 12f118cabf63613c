"""Reading reviews: which evaluations count, as what, and which do not."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from typing import Any, Literal, NamedTuple

from jurat.errors import InputError
from jurat.observations import Review
from jurat.outcomes import ReviewProblem
from jurat.scoring.rubric import (
    BESIDE_SCORES,
    Rubric,
    are_whole,
    form_of,
    hundredths,
    is_score,
    whole_hundredths,
)

_NOTHING: Mapping[str, Any] = {}
_NAMING = ("evaluations", "holistic", "ranking", "shown")


Kind = Literal["rubric", "holistic"]


class KeptEvaluation(NamedTuple):
    """One reviewer's overall of another's answer, with the dimension scores if it is a rubric score."""

    reviewer: str
    candidate: str
    kind: Kind
    overall: float
    names: tuple[str, ...] = ()
    scores: tuple[float, ...] = ()


@dataclass(slots=True)
class EvaluationColumns:
    """What was kept, as columns: there is one of these for each question, and many rows.

    `hundredths` are the overalls as whole numbers, where they were worked out so.
    """

    reviewers: Sequence[str]
    candidates: Sequence[str]
    kinds: Sequence[Kind]
    overalls: Sequence[float]
    names: Sequence[tuple[str, ...]]
    scores: Sequence[tuple[float, ...]]
    hundredths: Sequence[int] | None = None

    def rows(self) -> list[KeptEvaluation]:
        """The same row by row."""
        return list(
            map(
                KeptEvaluation,
                self.reviewers,
                self.candidates,
                self.kinds,
                self.overalls,
                self.names,
                self.scores,
            )
        )


def columns(kept: Sequence[KeptEvaluation]) -> EvaluationColumns:
    """Rows as columns.

    >>> columns([KeptEvaluation("r", name, "holistic", x) for name, x in (("a", 8.0), ("b", 7.0))]).overalls
    (8.0, 7.0)
    """
    return EvaluationColumns(*zip(*kept, strict=True)) if kept else EvaluationColumns((), (), (), (), (), ())


@dataclass(slots=True)
class ReadReviews:
    """What was kept of the reviews, and what became of the rest."""

    kept: EvaluationColumns
    problems: Mapping[str, tuple[ReviewProblem, ...]]


def read_reviews(reviews: Sequence[Review], candidates: Collection[str], rubric: Rubric) -> ReadReviews:
    """One overall per reviewer and other candidate; a reviewer's score of its own answer is left out."""
    alike = read_alike(reviews, candidates, rubric)
    if alike is not None:
        return ReadReviews(alike, {review.reviewer: () for review in reviews})
    kept: list[KeptEvaluation] = []
    problems: dict[str, tuple[ReviewProblem, ...]] = {}
    for review in reviews:
        found: list[ReviewProblem] = []
        evaluations, reviewer = review.evaluations or {}, review.reviewer
        for candidate in candidates:
            if candidate != reviewer:
                evaluation = evaluations.get(candidate)
                one = None if evaluation is None else by_rubric(reviewer, candidate, evaluation, rubric)
                if one is None:
                    _fall_back(review, candidate, evaluation, rubric, kept, found)
                else:
                    kept.append(one)
        problems[reviewer] = tuple(found)
    return ReadReviews(columns(kept), problems)


def read_alike(
    reviews: Sequence[Review], candidates: Collection[str], rubric: Rubric
) -> EvaluationColumns | None:
    """All evaluations at once, where none is missing, all are of one form and all scores whole; else none.

    >>> from jurat.scoring.rubric import make_rubric
    >>> review = Review(reviewer="r", evaluations={"m1": {"clarity": 8}})
    >>> rubric = make_rubric(weights={"clarity": 1})
    >>> read_alike([review], ["m1"], rubric).overalls, read_alike([review], ["m1", "m2"], rubric)
    ([8.0], None)
    """
    reviewers: list[str] = []
    names: list[str] = []
    found: list[Mapping[str, Any]] = []
    for review in reviews:
        reviewer, evaluations = review.reviewer, review.evaluations or _NOTHING
        others = [name for name in candidates if name != reviewer]
        reviewers += [reviewer] * len(others)
        names += others
        found += [evaluations.get(name, _NOTHING) for name in others]
    forms = set(map(tuple, found))
    form = form_of(rubric, forms.pop()) if len(forms) == 1 else None
    if form is None:
        return None
    scores = list(map(form.scores, found))
    if not are_whole([*chain(*scores)]):
        return None
    size, whole = len(found), whole_hundredths(form, scores)
    overalls = [overall / 100 for overall in whole]
    return EvaluationColumns(
        reviewers, names, ["rubric"] * size, overalls, [form.names] * size, scores, whole
    )


def by_rubric(
    reviewer: str, candidate: str, evaluation: Mapping[str, Any], rubric: Rubric
) -> KeptEvaluation | None:
    """An evaluation as the rubric scores it; none where a score is missing or no number from 1 to 10.

    >>> from jurat.scoring.rubric import make_rubric
    >>> rubric = make_rubric(weights={"accuracy": 0.5, "clarity": 0.5})
    >>> by_rubric("r", "m1", {"accuracy": 9, "clarity": 8, "notes": "good"}, rubric)[3:]
    (8.5, ('accuracy', 'clarity'), (9, 8))
    >>> by_rubric("r", "m1", {"accuracy": 9, "clarity": [8]}, rubric) is None
    True
    """
    form = form_of(rubric, tuple(evaluation))
    if form is None:
        return None
    scores = form.scores(evaluation)
    overall = hundredths(form, scores)
    return (
        None
        if overall is None
        else KeptEvaluation(reviewer, candidate, "rubric", overall / 100, form.names, scores)
    )


def _fall_back(
    review: Review,
    candidate: str,
    evaluation: Mapping[str, Any] | None,
    rubric: Rubric,
    kept: list[KeptEvaluation],
    problems: list[ReviewProblem],
) -> None:
    """The holistic score in place of an evaluation that is missing or cannot be averaged."""
    flaw = None if evaluation is None else evaluation_flaw(evaluation, rubric)
    holistic = (review.holistic or {}).get(candidate)
    if is_score(holistic):
        kept.append(KeptEvaluation(review.reviewer, candidate, "holistic", float(holistic)))  # type: ignore[arg-type]
        if flaw is not None:
            problems.append(ReviewProblem(candidate=candidate, action="fallback: holistic", reason=flaw))
    elif flaw is not None:
        problems.append(ReviewProblem(candidate=candidate, action="dropped", reason=flaw))
    elif holistic is not None:
        reason = f"holistic is {holistic!r}, not a number from 1 to 10"
        problems.append(ReviewProblem(candidate=candidate, action="dropped", reason=reason))


def evaluation_flaw(evaluation: Mapping[str, Any], rubric: Rubric) -> str | None:
    """Why an evaluation cannot be averaged, or none if it can.

    >>> from jurat.scoring.rubric import make_rubric
    >>> rubric = make_rubric(weights={"accuracy": 0.5, "clarity": 0.5})
    >>> evaluation_flaw({"accuracy": 9}, rubric), evaluation_flaw({"accuracy": 9, "clarity": 11}, rubric)
    ('clarity is missing', 'clarity is 11, not a number from 1 to 10')
    >>> evaluation_flaw({"accuracy": 9, "clarity": 8, "overall": 99}, rubric) is None
    True
    """
    if not rubric.weights.keys() <= evaluation.keys():
        return f"{next(name for name in rubric.weights if name not in evaluation)} is missing"
    for name, value in evaluation.items():
        if not is_score(value) and name not in BESIDE_SCORES:
            return f"{name} is {value!r}, not a number from 1 to 10"
    return None


def check_reviews(
    reviews: Sequence[Review], candidates: Collection[str], rubric: Rubric, part: str = ""
) -> None:
    """Refuse reviews that speak of unknown candidates or dimensions, or a reviewer that appears twice.

    >>> from jurat.scoring.rubric import make_rubric
    >>> check_reviews([Review(reviewer="r", holistic={"m9": 8})], {"m1"}, make_rubric())
    Traceback (most recent call last):
    jurat.errors.InputError: reviews[0].holistic.m9: is not a candidate; the candidates are m1
    """
    seen: set[str] = set()
    allowed, known = frozenset(candidates), rubric.known
    for index, review in enumerate(reviews):
        if review.reviewer in seen:
            raise InputError(
                f"{review.reviewer!r} has a review already",
                where=f"reviews[{index}]{part}.reviewer",
                hint="give one review per reviewer",
            )
        seen.add(review.reviewer)
        named = (review.evaluations, review.holistic, review.ranking, review.shown)
        for field, names in zip(_NAMING, named, strict=True):
            if names and not allowed.issuperset(names):
                unknown = next(name for name in names if name not in candidates)
                where = f"reviews[{index}]{part}.{field}.{unknown}"
                hint = f"the candidates are {', '.join(candidates)}"
                raise InputError("is not a candidate", where=where, hint=hint)
        for name, evaluation in (review.evaluations or {}).items():
            if not known.issuperset(evaluation):
                unknown = next(key for key in evaluation if key not in known)
                raise InputError(
                    "is not a dimension",
                    where=f"reviews[{index}]{part}.evaluations.{name}.{unknown}",
                    hint=f"the dimensions are {', '.join(sorted(known - set(BESIDE_SCORES)))}",
                )


def order_conflicts(stated: Sequence[str], overalls: Mapping[str, float]) -> tuple[tuple[str, str], ...]:
    """Pairs that a reviewer states in one order and scores in the other.

    >>> order_conflicts(("a", "b"), {"a": 5, "b": 7})
    (('a', 'b'),)
    """
    order = [(name, overalls[name]) for name in stated if name in overalls]
    return tuple([(one, other) for (one, own), (other, theirs) in combinations(order, 2) if own < theirs])
