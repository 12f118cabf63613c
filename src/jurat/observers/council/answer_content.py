"""What is seen of the content of the answers on a review form: by formulas, or by the verifier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from jurat.cases import ResponseCase
from jurat.nlp.morphology.stems import stem
from jurat.nlp.tokens import count_tokens, stop_words, words
from jurat.observations import Anchors, Completeness, ResponseObservations, ResponseRelevance
from jurat.observers.council.review_form import ReviewForm
from jurat.observers.council.style_normalisation import normalise_style
from jurat.observers.council.writing_style import Style
from jurat.observers.responses.response_observer import observe
from jurat.observers.verified.context_refusals import is_refusal
from jurat.observers.verified.ultra_observer import observe_case
from jurat.outcomes import Unscored
from jurat.safety import passes
from jurat.safety.refusals import refusal
from jurat.scoring import claim_lock_ultra
from jurat.scoring.claim_lock import MetricDraft
from jurat.verifier.claim_texts import claim_texts
from jurat.verifier.verifier import Verifier
from jurat.verifier.weights import is_installed

Kind = Literal["necessary refusal", "unnecessary refusal", "words without a statement"]
NEAR: Final = 0.35
"""A cosine of question and answer that counts as fully near: answers bring words of their own."""
ENOUGH: Final = 40
"""So many words can hold a full answer to a plain question."""
FAR_FROM_CONTEXT, FAR_LIMIT = 0.2, 0.4
SUPPORTED, ANSWERING = 0.7, 0.5
"""An answer with this accuracy and completeness shows that the contexts hold the answer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerContent:
    """An answer's relevance, completeness and accuracy as shares from 0 to 1; accuracy only with contexts.

    `kind` tells where an answer is no statement: a refusal, or words in a row.
    """

    relevance: float
    completeness: float
    accuracy: float | None
    notes: tuple[str, ...]
    kind: Kind | None = None


def found_verifier() -> Verifier | None:
    """Return the verifier if it is installed."""
    from jurat.verifier.verifier import installed_verifier

    return installed_verifier() if is_installed() else None


def read_answers(
    sheet: ReviewForm, styles: Mapping[str, Style], verifier: Verifier | None
) -> dict[str, AnswerContent]:
    """Return what is seen of each answer, by name.

    A refusal is necessary where the query fails the safety gate, or where it says that the contexts lack the
    answer and they do: neither the verifier finds it there nor does another answer that they support.
    """
    cases = {
        name: ResponseCase(query=sheet.query, response=text, contexts=sheet.contexts)
        for name, text in sheet.shown.items()
    }
    if verifier is None:
        seen = {name: _by_rules(case, one) for (name, case), one in _observed(cases)}
    else:
        seen = {name: _by_verifier(case, verifier) for name, case in cases.items()}
    stated = {name: one for name, one in seen.items() if not styles[name].salad}
    declined = {name for name in stated if _declines(sheet.shown[name])}
    least = 0.0 if verifier is None else ANSWERING  # formulas cannot tell that a short answer is complete
    answered = any(
        (one.accuracy or 0.0) >= SUPPORTED and one.completeness >= least
        for name, one in stated.items()
        if name not in declined
    )
    harmless = passes(sheet.query)
    kinds: dict[str, Kind] = dict.fromkeys(seen.keys() - stated.keys(), "words without a statement")
    for name in declined:
        needed = not harmless or (
            _lacks(sheet, name, answered=answered) and seen[name].kind != "unnecessary refusal"
        )
        kinds[name] = "necessary refusal" if needed else "unnecessary refusal"
    return {name: replace(one, kind=kinds.get(name)) for name, one in seen.items()}


def _observed(
    cases: Mapping[str, ResponseCase],
) -> list[tuple[tuple[str, ResponseCase], ResponseObservations]]:
    return list(zip(cases.items(), observe(list(cases.values())), strict=True))


def _declines(text: str) -> bool:
    found = refusal(text)
    return (found is not None and found.degree == "refused") or is_refusal(claim_texts(text))


def _lacks(sheet: ReviewForm, name: str, *, answered: bool) -> bool:
    """Whether an answer says that the contexts lack what was asked, and no other answer shows otherwise."""
    return bool(sheet.contexts) and not answered and is_refusal(claim_texts(sheet.shown[name]))


def _by_verifier(case: ResponseCase, verifier: Verifier) -> AnswerContent:
    """Return what the verifier reads: about the query, answering its parts, supported by the contexts."""
    seen = observe_case(replace(case, response=normalise_style(case.response)), verifier)
    doubt = claim_lock_ultra.hallucination(seen)
    claims = (seen.hallucination.claims if seen.hallucination else None) or ()
    held = sum(one.label == "supported" for one in claims)
    labels = seen.completeness
    return AnswerContent(
        relevance=_value(claim_lock_ultra.relevance(seen)),
        completeness=_value(claim_lock_ultra.completeness(seen)),
        accuracy=None if isinstance(doubt, Unscored) else 1 - float(doubt.value),
        notes=(f"{held} of {len(claims)} claims supported",) if claims else (),
        kind="unnecessary refusal" if labels and labels.refusal == "unjustified" else None,
    )


def _value(metric: MetricDraft | Unscored) -> float:
    return 0.0 if isinstance(metric, Unscored) else float(metric.value)


def _by_rules(case: ResponseCase, seen: ResponseObservations) -> AnswerContent:
    """Return what formulas see: keywords that are taken up, anchors that the contexts support."""
    notes = []
    if seen.hallucination is not None and seen.hallucination.anchors is not None:
        found = seen.hallucination.anchors
        notes.append(f"{sum(one.supported for one in found)} of {len(found)} anchors supported")
    if seen.completeness is not None:
        asked, taken = seen.completeness.keywords or (), seen.completeness.found or ()
        notes.append(f"{len(taken)} of {len(asked)} keywords taken up")
    return AnswerContent(
        relevance=_relevance(case, seen.relevance),
        completeness=_completeness(case, seen),
        accuracy=_accuracy(seen.hallucination),
        notes=tuple(notes),
    )


def _accuracy(anchors: Anchors | None) -> float | None:
    """Return the share of anchors that the contexts support; of words, where there is no anchor."""
    if anchors is None or anchors.no_context or anchors.overlap is None:
        return None
    found = anchors.anchors or ()
    share = sum(one.supported for one in found) / len(found) if found else anchors.overlap
    return min(share, FAR_LIMIT) if anchors.overlap < FAR_FROM_CONTEXT else share


def _relevance(case: ResponseCase, near: ResponseRelevance | None) -> float:
    cosine = (near.cosine or 0.0) / NEAR if near else 0.0
    answer = (near.answer or 0.0) if near else 0.0
    return max(min(1.0, cosine), answer, taken_up(case.query, case.response))


def _completeness(case: ResponseCase, seen: ResponseObservations) -> float:
    """Return how much of what was asked is taken up, and whether there is room for an answer."""
    answer = (seen.relevance.answer or 0.0) if seen.relevance else 0.0
    room = min(1.0, count_tokens(case.response) / ENOUGH)
    return max(answer, 0.5 * taken_up(case.query, case.response, seen.completeness) + 0.5 * room)


def taken_up(query: str, text: str, asked: Completeness | None = None) -> float:
    """Return the share of the question's keywords that an answer takes up, in any form of the word.

    >>> taken_up("Which planets have rings?", "Four planets are ringed: Saturn …")
    1.0
    """
    keywords = asked.keywords if asked else None
    stems = {stem(word) for word in (keywords if keywords is not None else _keywords(query))}
    own = {stem(word) for word in words(text)}
    return len(stems & own) / len(stems) if stems else 1.0


def _keywords(query: str) -> Sequence[str]:
    return [word for word in words(query) if word not in stop_words()]
