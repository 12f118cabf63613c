"""Labels and results of the registered judges as JSON: which types a judge's name stands for."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from jurat import wire
from jurat.judges.registry import declared_digests, find_description, judge_names, judge_spec
from jurat.judges.spec import JudgeSpec
from jurat.outcomes import Outcome
from jurat.wire import LabelForm, Labels


def label_forms() -> tuple[LabelForm, ...]:
    """Return the forms of labels of all judges; judges of the same types share one.

    >>> [form.judges for form in label_forms() if "judge-lock" in form.judges]
    [('judge-lock', 'judge-lock-ultra', 'twin-lock')]
    """
    return _label_forms(declared_digests())


@lru_cache(maxsize=4)
def _label_forms(_: tuple[tuple[str, str], ...]) -> tuple[LabelForm, ...]:
    grouped: dict[tuple[type, type], list[str]] = {}
    for spec in _specs():
        grouped.setdefault((spec.case, spec.observations), []).append(spec.name)
    return tuple(LabelForm(tuple(names), *kinds) for kinds, names in grouped.items())


def _specs() -> list[JudgeSpec[Any, Any]]:
    """The specs of all judges; own ones first, those of summaries before those of responses."""
    found = map(judge_spec, judge_names())
    return sorted(found, key=lambda spec: (not spec.own, spec.kind != "summary", spec.name))


def parse_labels(line: bytes) -> Labels:
    """One JSON object of labels, validated strictly.

    >>> parse_labels(b'{"judge": "twin-lock", "observations": {"coverige": {}}}')
    Traceback (most recent call last):
    jurat.errors.InputError: observations.coverige: is not a known field; remove it or correct its name
    """
    return wire.parse_labels(line, label_forms())


def load(line: bytes | str) -> Outcome:
    """A result read back from its JSON; details of a judge that is not installed stay plain values."""
    return wire.load(line, _details_of)


def _details_of(judge: str, metric: str) -> type | None:
    found = find_description(judge)
    declared = None if found is None else found.metric(metric)
    return None if declared is None else declared.details


def observed(line: bytes | str, spec: JudgeSpec[Any, Any]) -> Any:
    """What was observed, read back from the details of a result's line.

    >>> line = b'{"metrics": [{"metric": "relevance", "value": 0.2, "details": {"jaccard": 0.2}}]}'
    >>> observed(line, judge_spec("claim-lock")).relevance.jaccard
    0.2
    """
    result = json.loads(line)
    details = {one["metric"]: one["details"] for one in result["metrics"] if "details" in one}
    found = wire.validated(details, spec.observations)
    return spec.without_context(found) if "no_context" in (result.get("reasons") or ()) else found


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schemas of what goes in and comes out, by name."""
    details = [metric.details for spec in _specs() for metric in spec.metrics]
    return wire.schemas(label_forms(), list(dict.fromkeys(details)))
