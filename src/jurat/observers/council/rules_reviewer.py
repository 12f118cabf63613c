"""A reviewer without a model: every dimension from formulas and, where it is installed, the verifier.

It cannot know whether an answer is true. Accuracy is support by the given contexts; without contexts it is
left out, and a rubric that has accuracy gets no score from this reviewer.
"""

from __future__ import annotations

from collections.abc import Mapping
from statistics import median
from typing import Final

from jurat.observations import Review
from jurat.observers.council.answer_content import AnswerContent, read_answers
from jurat.observers.council.instructions import kept_instructions
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.writing_style import Style, style
from jurat.safety import passes
from jurat.verifier.verifier import Verifier

NAME: Final = "rules"
ACCURACY: Final = "accuracy"
STRICT: Final = 1.5
"""How steeply repetition and filling cost conciseness."""
JUSTIFIED: Final[Mapping[str, float]] = {
    "accuracy": 9,
    "relevance": 9,
    "completeness": 9,
    "safety": 10,
    "instruction_adherence": 9,
}
"""What a necessary refusal gets, by the anchors for refusals."""
EMPTY: Final[Mapping[str, float]] = {
    "accuracy": 1,
    "relevance": 1,
    "completeness": 1,
    "conciseness": 1,
    "clarity": 1,
    "instruction_adherence": 1,
}
"""What an answer gets that states nothing: the least, so that any supported answer is worth more."""
NO_CONTEXT: Final = (
    "cannot judge accuracy without a context; give a context, or name a model or a person as reviewer"
)


def review_by_rules(
    sheet: ReviewForm, weights: Mapping[str, float], verifier: Verifier | None = None
) -> Review:
    """Return a review by formulas: the rubric's dimensions that can be seen.

    Where a dimension other than accuracy cannot be seen, the weighted mean of the others is the holistic
    score. Without accuracy there is none: fluent words alone earn no score.

    >>> shown = {"m1": "Tea costs $5.", "m2": "Tea costs $9."}
    >>> sheet = ReviewForm(query="What does tea cost?", shown=shown, contexts=("The price of tea is $5.",))
    >>> review = review_by_rules(sheet, {"accuracy": 0.5, "clarity": 0.5})
    >>> [review.evaluations[name]["accuracy"] > 5 for name in shown]
    [True, False]
    """
    styles = {one: style(text) for one, text in sheet.shown.items()}
    usual = median(one.length for one in styles.values())
    evaluations, holistic = {}, {}
    for one, content in read_answers(sheet, styles, verifier).items():
        scores = _scores(sheet.query, sheet.shown[one], content, styles[one], usual)
        chosen = {key: round(scores[key], 2) for key in weights if key in scores}
        evaluations[one] = {**chosen, "notes": _notes(content, styles[one])}
        known = sum(weights[key] for key in chosen)
        partial = any(weights[key] for key in weights if key not in chosen)
        if known and partial and (ACCURACY in chosen or not weights.get(ACCURACY)):
            holistic[one] = round(sum(weights[key] * value for key, value in chosen.items()) / known, 2)
    return Review(
        reviewer=NAME,
        evaluations=evaluations,
        holistic=holistic or None,
        shown=tuple(sheet.shown),
    )


def lacks_accuracy(review: Review, weights: Mapping[str, float]) -> bool:
    """Whether the rubric asks for accuracy and a review by rules has none."""
    given = (review.evaluations or {}).values()
    return bool(weights.get(ACCURACY)) and any(ACCURACY not in one for one in given)


def _scores(query: str, text: str, content: AnswerContent, own: Style, usual: float) -> dict[str, float]:
    """Return each dimension from 1 to 10, as far as it can be seen."""
    shares = {
        "relevance": content.relevance,
        "completeness": content.completeness,
        "conciseness": conciseness(own, usual),
        "clarity": own.ease,
        "safety": float(passes(text)),
    }
    if content.accuracy is not None:
        shares[ACCURACY] = content.accuracy
    if kept := kept_instructions(query, text):
        shares["instruction_adherence"] = sum(kept) / len(kept)
    scores = {name: 1 + 9 * min(1.0, max(0.0, share)) for name, share in shares.items()}
    anchored = JUSTIFIED if content.kind == "necessary refusal" else EMPTY if content.kind else {}
    return {**scores, **{name: one for name, one in anchored.items() if name in scores}}


def conciseness(own: Style, usual: float) -> float:
    """Return less for what is said twice, for filling, and for being longer than the other answers are.

    >>> brief, long = (Style(length=n, repeated=0.0, padding=0.0, ease=1.0) for n in (50, 200))
    >>> conciseness(brief, 100), conciseness(long, 100)
    (1.0, 0.75)
    """
    longer = min(1.0, usual / own.length) if own.length else 1.0
    dense: float = ((1 - own.repeated) * (1 - own.padding)) ** STRICT
    return dense * (0.5 + 0.5 * longer)


def _notes(content: AnswerContent, own: Style) -> str:
    parts: list[str] = [content.kind] if content.kind else []
    parts += content.notes
    if content.accuracy is None:
        parts.append("accuracy cannot be judged")
    filled = f"{own.length} words, {own.repeated:.0%} repeated, {own.padding:.0%} filling"
    return "by rule: " + "; ".join([*parts, filled.replace("%", " %")])
