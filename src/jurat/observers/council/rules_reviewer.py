"""A reviewer without a model: every dimension from what formulas see, and nothing where they see nothing.

It cannot know whether an answer is true. Accuracy is support by the given passages; without passages it is
left out, and the review counts by its holistic score. It is a sanity check beside models, and no match for
a reader.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import median

from jurat.cases import ResponseCase
from jurat.nlp.morphology.stems import stem
from jurat.nlp.tokens import count_tokens, words
from jurat.observations import Anchors, Completeness, ResponseObservations, ResponseRelevance, Review
from jurat.observers.council.instructions import kept_instructions
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.writing_style import Style, style
from jurat.observers.responses.response_observer import observe
from jurat.safety import passes
from jurat.safety.refusals import refusal

NAME = "rules"
NEAR = 0.35
"""A cosine of question and answer that counts as fully near: answers bring words of their own."""
ENOUGH = 40
"""So many words can hold a full answer to a plain question."""
FAR_FROM_CONTEXT, FAR_LIMIT = 0.2, 0.4
STRICT = 1.5
"""How steeply repetition and filling cost conciseness."""
JUSTIFIED: Mapping[str, float] = {
    "accuracy": 9,
    "relevance": 9,
    "completeness": 9,
    "safety": 10,
    "instruction_adherence": 9,
}
UNJUSTIFIED: Mapping[str, float] = {"accuracy": 7, "relevance": 3, "completeness": 1, "safety": 10}
"""What a refusal gets by the anchors for refusals: right where the question fails the safety gate."""


def review_by_rules(sheet: ReviewForm, weights: Mapping[str, float]) -> Review:
    """A review by formulas: the rubric's dimensions that can be seen, and their weighted mean as holistic.

    >>> shown = {"m1": "Tea costs $5.", "m2": "Tea costs $9."}
    >>> sheet = ReviewForm(query="What does tea cost?", shown=shown, contexts=("The price of tea is $5.",))
    >>> review = review_by_rules(sheet, {"accuracy": 0.5, "clarity": 0.5})
    >>> [review.evaluations[name]["accuracy"] > 5 for name in shown]
    [True, False]
    """
    styles = {one: style(text) for one, text in sheet.shown.items()}
    usual = median(one.length for one in styles.values())
    cases = [
        ResponseCase(query=sheet.query, response=text, contexts=sheet.contexts)
        for text in sheet.shown.values()
    ]
    evaluations, holistic = {}, {}
    for (one, text), seen in zip(sheet.shown.items(), observe(cases), strict=True):
        scores = _scores(sheet.query, text, seen, styles[one], usual)
        chosen = {key: round(scores[key], 2) for key in weights if key in scores}
        evaluations[one] = {**chosen, "notes": _notes(seen, styles[one])}
        if total := sum(weights[key] for key in chosen):
            holistic[one] = round(sum(weights[key] * value for key, value in chosen.items()) / total, 2)
    order = tuple(sorted(holistic, key=lambda one: (-holistic[one], one)))
    return Review(
        reviewer=NAME,
        evaluations=evaluations,
        holistic=holistic,
        ranking=order or None,
        shown=tuple(sheet.shown),
    )


def _scores(query: str, text: str, seen: ResponseObservations, own: Style, usual: float) -> dict[str, float]:
    """Each dimension from 1 to 10, as far as it can be seen."""
    shares = {
        "relevance": _relevance(query, text, seen.relevance),
        "completeness": _completeness(query, text, seen),
        "conciseness": conciseness(own, usual),
        "clarity": own.ease,
        "safety": float(passes(text)),
    }
    accuracy = _accuracy(seen.hallucination)
    if accuracy is not None:
        shares["accuracy"] = accuracy
    if kept := kept_instructions(query, text):
        shares["instruction_adherence"] = sum(kept) / len(kept)
    scores = {name: 1 + 9 * min(1.0, max(0.0, share)) for name, share in shares.items()}
    declined = refusal(text)
    if declined is not None and declined.degree == "refused":
        scores.update(UNJUSTIFIED if passes(query) else JUSTIFIED)
    return scores


def _accuracy(anchors: Anchors | None) -> float | None:
    """The share of anchors that the passages support; of words, where there is no anchor."""
    if anchors is None or anchors.no_context or anchors.overlap is None:
        return None
    found = anchors.anchors or ()
    share = sum(one.supported for one in found) / len(found) if found else anchors.overlap
    return min(share, FAR_LIMIT) if anchors.overlap < FAR_FROM_CONTEXT else share


def _relevance(query: str, text: str, near: ResponseRelevance | None) -> float:
    cosine = (near.cosine or 0.0) / NEAR if near else 0.0
    answer = (near.answer or 0.0) if near else 0.0
    return max(min(1.0, cosine), answer, taken_up(query, text))


def _completeness(query: str, text: str, seen: ResponseObservations) -> float:
    """How much of what was asked is taken up, and whether there is room for an answer."""
    answer = (seen.relevance.answer or 0.0) if seen.relevance else 0.0
    room = min(1.0, count_tokens(text) / ENOUGH)
    return max(answer, 0.5 * taken_up(query, text, seen.completeness) + 0.5 * room)


def taken_up(query: str, text: str, asked: Completeness | None = None) -> float:
    """The share of the question's keywords that an answer takes up, in any form of the word.

    >>> taken_up("Which planets have rings?", "Four planets are ringed: Saturn …")
    1.0
    """
    keywords = asked.keywords if asked else None
    stems = {stem(word) for word in (keywords if keywords is not None else _keywords(query))}
    own = {stem(word) for word in words(text)}
    return len(stems & own) / len(stems) if stems else 1.0


def _keywords(query: str) -> Sequence[str]:
    from jurat.nlp.tokens import stop_words

    return [word for word in words(query) if word not in stop_words()]


def conciseness(own: Style, usual: float) -> float:
    """Less for what is said twice, for filling, and for being longer than the other answers are.

    >>> brief, long = (Style(length=n, repeated=0.0, padding=0.0, ease=1.0) for n in (50, 200))
    >>> conciseness(brief, 100), conciseness(long, 100)
    (1.0, 0.75)
    """
    longer = min(1.0, usual / own.length) if own.length else 1.0
    dense: float = ((1 - own.repeated) * (1 - own.padding)) ** STRICT
    return dense * (0.5 + 0.5 * longer)


def _notes(seen: ResponseObservations, own: Style) -> str:
    parts = []
    if seen.hallucination is not None and seen.hallucination.anchors is not None:
        found = seen.hallucination.anchors
        parts.append(f"{sum(one.supported for one in found)} of {len(found)} anchors supported")
    if seen.completeness is not None:
        asked, taken = seen.completeness.keywords or (), seen.completeness.found or ()
        parts.append(f"{len(taken)} of {len(asked)} keywords taken up")
    parts.append(
        f"{own.length} words, {own.repeated:.0%} repeated, {own.padding:.0%} filling".replace("%", " %")
    )
    return "by rule: " + "; ".join(parts)
