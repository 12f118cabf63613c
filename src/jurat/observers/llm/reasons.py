"""Why a model gave no labels, put into a result that only knows that they are missing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jurat.outcomes import Result, Score, Unscored


def with_reasons(result: Result, unscored: Mapping[str, str]) -> Result:
    """A result whose unscored metrics say why the model gave no labels, also where another depends on them.

    >>> missing = "missing: observations.coverage was not given"
    >>> bare = Result(judge="twin-lock", version="1", id=1, signature="",
    ...     metrics=(Unscored(metric="coverage", unscored=missing),))
    >>> with_reasons(bare, {"coverage": "no reply in time"})["coverage"].unscored
    'no reply in time'
    """
    return replace(result, metrics=tuple(_told(metric, unscored) for metric in result.metrics))


def _told(metric: Score | Unscored, unscored: Mapping[str, str]) -> Score | Unscored:
    if isinstance(metric, Score):
        return metric
    if metric.metric in unscored:
        return replace(metric, unscored=unscored[metric.metric])
    text = metric.unscored
    for name, reason in unscored.items():
        text = text.replace(f"missing: observations.{name} was not given", reason)
    return replace(metric, unscored=text)
