"""A kept result scored again with labels that a person corrected."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.observers.labels import Verifier, check_tokens, verify_response, verify_summary
from jurat.outcomes import Result
from jurat.rules.limits import LIMITS
from jurat.runs.rescoring import OBSERVATIONS, with_reasons
from jurat.wire import ResponseLabels, SummaryLabels, observed, parse_labels

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
    merged = verified(replace(seen, **changes), judge.name, case or {})
    result = judge.score(merged, judge.options, case=before["id"], observer=OBSERVER)
    return with_reasons(result, before)


def parse_observations(given: Mapping[str, Any], case_type: type[Any]) -> Observations:
    """Labels as tally reads them, strictly; what is wrong is named."""
    form = {"judge": _FORMS[case_type], "observations": given}
    read = parse_labels(json.dumps(form).encode("ascii"))
    assert isinstance(read, SummaryLabels | ResponseLabels)  # noqa: S101
    return read.observations


def verified(labels: Observations, judge: str, case: Mapping[str, Any]) -> Observations:
    """The labels with their evidence looked up; a label whose quote is not there falls."""
    if isinstance(labels, ResponseObservations):
        contexts = case.get("contexts")
        return verify_response(labels, Verifier({"context": tuple(contexts)})) if contexts else labels
    if judge in LIMITS:
        check_tokens(labels, LIMITS[judge])
    texts = {name: (case[name],) for name in ("article", "summary") if name in case}
    return verify_summary(labels, Verifier(texts)) if texts else labels
