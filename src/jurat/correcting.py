"""A kept result scored again with labels, or reviews, that a person corrected."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.observations import Hallucination, ResponseObservations, Review, SummaryObservations
from jurat.observers.labels import Verifier, check_tokens, verify_response, verify_summary
from jurat.options import Options
from jurat.outcomes import Failure, Result
from jurat.rules.limits import LIMITS
from jurat.rules.rubric import BESIDE_SCORES, is_score
from jurat.runs.councils import NAME as COUNCIL
from jurat.runs.councils import result_line, session_again
from jurat.runs.rescoring import OBSERVATIONS, with_reasons
from jurat.runs.store.records import Kept
from jurat.wire import CouncilLabels, ResponseLabels, SummaryLabels, council_observed, observed, parse_labels

OBSERVER = "labels"
_FORMS = {SummaryCase: "judge-lock", ResponseCase: "claim-lock"}
"""By whose form the labels of a kind of case are read."""

Observations = SummaryObservations | ResponseObservations


def corrected(
    line: bytes, judge: Judge[Any, Any], given: Mapping[str, Any], case: Mapping[str, Any] | None = None
) -> Result:
    """The result with some metrics' labels replaced; quotes are looked up in the texts, if given."""
    before = json.loads(line)
    if "metrics" not in before:
        raise InputError("was not judged, so there is no label to correct", where="observations")
    kind = OBSERVATIONS[judge.case_type]
    seen: Any = observed(line, kind)
    said = parse_observations(given, judge.case_type)
    changes = {one.name: new for one in fields(said) if (new := getattr(said, one.name)) is not None}
    if isinstance(said, SummaryObservations) and said.hallucination is not None:
        changes["hallucination"] = relabelled(seen.hallucination, said.hallucination)
    merged = verified(replace(seen, **changes), judge.name, case or {})
    result = judge.score(merged, judge.options, case=before["id"], observer=OBSERVER)
    return with_reasons(result, before)


def relabelled(seen: Hallucination | None, said: Hallucination) -> Hallucination:
    """Claims as a person labels them: a changed label takes the place of the probability it came with.

    >>> from jurat.observations import Claim
    >>> before = Hallucination(claims=(Claim(label="unsupported", text="It rained.", probability=0.2),))
    >>> after = Hallucination(claims=(Claim(label="supported", text="It rained.", probability=0.2),))
    >>> relabelled(before, after).claims  # doctest: +ELLIPSIS
    (Claim(label=..., probability=None),)
    """
    before = {(claim.text, claim.probability): claim.label for claim in (seen.claims if seen else None) or ()}
    claims = tuple(
        replace(claim, probability=None)
        if before.get((claim.text, claim.probability), claim.label) != claim.label
        else claim
        for claim in said.claims or ()
    )
    return said if said.claims is None else replace(said, claims=claims)


def corrected_council(
    kept: Kept, options: Options, given: Mapping[str, Any], case: Mapping[str, Any] | None = None
) -> bytes:
    """The line of a kept council with some reviews replaced, or a person's own added, scored again."""
    seen = council_observed(kept.line)
    if seen is None:
        raise InputError("does not hold its reviews, so there is no score to correct", where="observations")
    said = parse_reviews(given, tuple(seen.lengths))
    session = session_again(kept, options, lambda _: case, said=said, by=OBSERVER)
    if isinstance(session, Failure):
        raise InputError(session.error, where="observations.reviews")
    return result_line(session, whole=True)


def parse_reviews(given: Mapping[str, Any], candidates: Sequence[str]) -> tuple[Review, ...]:
    """Reviews as a person gives them: every score is from 1 to 10 and of a candidate, or it is named.

    >>> parse_reviews({"reviews": [{"reviewer": "ann", "holistic": {"b": 7}}]}, ["a"])
    Traceback (most recent call last):
    jurat.errors.InputError: observations.reviews[0].holistic.b: is not a candidate; they are a
    """
    unknown = next((name for name in given if name != "reviews"), None)
    if unknown is not None:
        raise InputError("is not a known field", where=f"observations.{unknown}", hint="use reviews")
    form = {"judge": COUNCIL, "candidates": dict.fromkeys(candidates, "-"), "reviews": given.get("reviews")}
    try:
        read = parse_labels(json.dumps(form).encode("ascii"))
    except InputError as error:
        raise InputError(error.what, where=f"observations.{error.where}", hint=error.hint) from None
    assert isinstance(read, CouncilLabels)  # noqa: S101
    if not read.reviews:
        raise InputError("is empty", where="observations.reviews", hint="give a review")
    for number, review in enumerate(read.reviews):
        _check_review(review, f"observations.reviews[{number}]", candidates)
    return read.reviews


def _check_review(review: Review, where: str, candidates: Sequence[str]) -> None:
    for field, scores in (("evaluations", review.evaluations), ("holistic", review.holistic)):
        for name, given in (scores or {}).items():
            if name not in candidates:
                hint = f"they are {', '.join(candidates)}"
                raise InputError("is not a candidate", where=f"{where}.{field}.{name}", hint=hint)
            values = given if field == "evaluations" else {"": given}
            for one, value in values.items():
                if one not in BESIDE_SCORES and not is_score(value):
                    at = f"{where}.{field}.{name}" + (f".{one}" if one else "")
                    raise InputError("is not a number from 1 to 10", where=at, hint="correct the score")


def parse_observations(given: Mapping[str, Any], case_type: type[Any]) -> Observations:
    """Labels as tally reads them, strictly; what is wrong is named."""
    form = {"judge": _FORMS[case_type], "observations": given}
    read = parse_labels(json.dumps(form).encode("ascii"))
    assert isinstance(read, SummaryLabels | ResponseLabels)  # noqa: S101
    return read.observations


def verified(labels: Observations, judge: str, case: Mapping[str, Any]) -> Observations:
    """The labels with their evidence looked up; a label whose quote is not there falls."""
    texts = {name: (case[name],) for name in ("article", "summary", "response") if name in case}
    if isinstance(labels, ResponseObservations):
        if contexts := case.get("contexts"):
            texts["context"] = tuple(contexts)
        return verify_response(labels, Verifier(texts))
    if judge in LIMITS:
        check_tokens(labels, LIMITS[judge])
    return verify_summary(labels, Verifier(texts))
