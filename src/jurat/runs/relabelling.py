"""Scoring of a stored result again with labels or reviews corrected by a person.

It is part of `runs`, not of `judges`, because it reads stored results.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from jurat.errors import InputError
from jurat.judges.council.council_spec import COUNCIL
from jurat.judges.label_wire import observed, parse_labels
from jurat.judges.spec import JudgeSpec
from jurat.observations import Hallucination, ResponseClaims, Review
from jurat.observers.labels import EvidenceChecker
from jurat.options import Options
from jurat.outcomes import Failure, Result
from jurat.runs.council.kept_sessions import rescore_session, result_line
from jurat.runs.rescoring import with_reasons
from jurat.runs.store.run_records import StoredResult
from jurat.scoring.rubric import BESIDE_SCORES, is_score
from jurat.wire import CouncilLabels, ResponseLabels, SummaryLabels, council_observed

OBSERVER = "labels"
Claims = TypeVar("Claims", Hallucination, ResponseClaims)


def relabelled_result(
    line: bytes,
    spec: JudgeSpec[Any, Any],
    options: Options,
    given: Mapping[str, Any],
    case: Mapping[str, Any] | None = None,
) -> Result[Any]:
    """Return the result with some metrics' labels replaced; quotes are verified if texts are given."""
    before = json.loads(line)
    if "metrics" not in before:
        raise InputError("was not judged, so there is no label to correct", where="observations")
    seen = observed(line, spec)
    said = parse_observations(given, spec.name)
    changes = {one.name: new for one in fields(said) if (new := getattr(said, one.name)) is not None}
    for name, new in changes.items():
        if isinstance(new, Hallucination | ResponseClaims):
            changes[name] = relabelled(getattr(seen, name), new)
    merged = spec.verify(replace(seen, **changes), EvidenceChecker(texts_of(case or {})))
    result = spec.described(spec.score(merged, options, case=before["id"], observer=OBSERVER))
    return with_reasons(result, before)


def relabelled(seen: Claims | None, given: Claims) -> Claims:
    """Return claims as labelled by a person; a changed label removes the claim's probability.

    >>> from jurat.observations import Claim
    >>> before = Hallucination(claims=(Claim(label="unsupported", text="It rained.", probability=0.2),))
    >>> after = Hallucination(claims=(Claim(label="supported", text="It rained.", probability=0.2),))
    >>> relabelled(before, after).claims  # doctest: +ELLIPSIS
    (Claim(label=..., probability=None, ...),)
    """
    before = {(claim.text, claim.probability): claim.label for claim in (seen.claims if seen else None) or ()}
    claims = tuple(
        replace(claim, probability=None)
        if before.get((claim.text, claim.probability), claim.label) != claim.label
        else claim
        for claim in given.claims or ()
    )
    return given if given.claims is None else replace(given, claims=claims)


def relabelled_council(
    kept: StoredResult, options: Options, given: Mapping[str, Any], case: Mapping[str, Any] | None = None
) -> bytes:
    """Return the line of a stored council with reviews replaced or added, scored again."""
    seen = council_observed(kept.line)
    if seen is None:
        raise InputError("does not hold its reviews, so there is no score to correct", where="observations")
    said = parse_reviews(given, tuple(seen.lengths))
    session = rescore_session(kept, options, lambda _: case, new_reviews=said, by=OBSERVER)
    if isinstance(session, Failure):
        raise InputError(session.error, where="observations.reviews")
    return result_line(session, whole=True)


def parse_reviews(given: Mapping[str, Any], candidates: Sequence[str]) -> tuple[Review, ...]:
    """Parse the reviews of a person; every score must be from 1 to 10 and of a candidate.

    >>> parse_reviews({"reviews": [{"reviewer": "ann", "holistic": {"b": 7}}]}, ["a"])
    Traceback (most recent call last):
    jurat.errors.InputError: observations.reviews[0].holistic.b: is not a candidate; they are a
    """
    unknown = next((name for name in given if name != "reviews"), None)
    if unknown is not None:
        raise InputError("is not a known field", where=f"observations.{unknown}", hint="use reviews")
    form = {
        "judge": COUNCIL.name,
        "candidates": dict.fromkeys(candidates, "-"),
        "reviews": given.get("reviews"),
    }
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


def parse_observations(given: Mapping[str, Any], judge: str) -> Any:
    """Labels as `jurat score` reads them, strictly; what is wrong is named."""
    read = parse_labels(json.dumps({"judge": judge, "observations": given}).encode("ascii"))
    assert isinstance(read, SummaryLabels | ResponseLabels)  # noqa: S101
    return read.observations


def texts_of(case: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Return the texts of a case in which evidence is looked up, by the names that spans have.

    >>> texts_of({"response": "Tea is hot.", "contexts": ["Tea is hot.", "It is green."]})
    {'response': ('Tea is hot.',), 'context': ('Tea is hot.', 'It is green.')}
    """
    names = ("article", "summary", "response")
    texts: dict[str, tuple[str, ...]] = {name: (case[name],) for name in names if name in case}
    if contexts := case.get("contexts"):
        texts["context"] = tuple(contexts)
    return texts
