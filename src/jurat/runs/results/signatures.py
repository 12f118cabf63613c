"""Signatures of results: judge, observer and options."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from jurat.judges.registry import find_description
from jurat.judges.spec import MetricSpec
from jurat.options import THRESHOLDS

_MAKERS = ("judge", "version", "observer")


def parts_of(signature: str) -> dict[str, str]:
    """Return the parts of a signature by name.

    >>> parts_of("judge:claim-lock|observer:rules|strict_partial:True")
    {'judge': 'claim-lock', 'observer': 'rules', 'strict_partial': 'True'}
    """
    found = (part.partition(":") for part in signature.split("|"))
    return {name: value for name, colon, value in found if colon}


@lru_cache(maxsize=16)
def threshold(signature: str, name: str) -> float:
    """Return a threshold of a signature, or its default.

    >>> threshold("judge:claim-lock|thresholds:hallucination=0.05,high=0.6", "hallucination")
    0.05
    >>> threshold("judge:claim-lock", "hallucination")
    0.5
    """
    default: float = THRESHOLDS[name]  # type: ignore[index]
    given = (one.partition("=") for one in parts_of(signature).get("thresholds", "").split(","))
    try:
        return next((float(value) for key, _, value in given if key == name), default)
    except ValueError:
        return default


def describe_signature(signature: str) -> Iterator[str]:
    """Yield the judge, observer and options of a signature in words.

    >>> list(describe_signature("judge:claim-lock|version:1|observer:rules|relevance:answer_aware"))[1:]
    ['observer rules', 'with relevance answer_aware']
    >>> list(describe_signature("judge:claim-lock|version:1|observer:rules"))[0]
    'FAIL if hallucination is above 0.5 or relevance below 0.1, WARN where completeness is below 0.6'
    """
    parts = parts_of(signature)
    if verdicts := _verdict_rules(parts.get("judge", ""), signature):
        yield verdicts
    if observer := parts.get("observer"):
        yield f"observer {observer}"
    options = [f"{name} {value}" for name, value in parts.items() if name not in _MAKERS]
    if parts:
        yield f"with {'; '.join(options) or 'default options'}"


def _verdict_rules(judge: str, signature: str) -> str:
    """Return where a judge's verdict turns, in words; nothing where thresholds do not decide it."""
    found = find_description(judge)
    metrics = sorted(found.metrics if found else (), key=lambda metric: metric.higher_is_better)
    fails = [_beyond(one, one.fail, signature) for one in metrics if isinstance(one.fail, str)]
    warns = [_beyond(one, one.warn, signature) for one in metrics if isinstance(one.warn, str)]
    parts = [
        f"{verdict} {' or '.join(rules)}"
        for verdict, rules in (("FAIL if", fails), ("WARN where", warns))
        if rules
    ]
    return re.sub(r"( or \w+) is ", r"\1 ", ", ".join(parts))


def _beyond(metric: MetricSpec, name: str, signature: str) -> str:
    side = "below" if metric.higher_is_better else "above"
    return f"{metric.name} is {side} {threshold(signature, name):g}"
