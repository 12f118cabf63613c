"""Requirements on a run: `hallucination.mean>=8`, `verdict.FAIL<=0.05`, `scored>=0.99`."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite

from jurat.errors import OptionError
from jurat.runs.results.result_columns import ResultColumns
from jurat.runs.stats.descriptive import mean, quantile

_FORM = re.compile(
    r"\s*(?P<name>[^<>=!]+?)\s*(?P<sign>>=|<=|==|!=|>|<)\s*(?P<number>[-+0-9.eE]+)\s*(?P<percent>%?)\s*"
)
_SIGNS: Mapping[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
    "==": operator.eq,
    "!=": operator.ne,
}
_FIGURES: Mapping[str, Callable[[list[float]], float]] = {
    "mean": mean,
    "min": min,
    "max": max,
    "median": lambda values: quantile(sorted(values), 0.5),
}
_PERCENTILE = re.compile(r"p(\d{1,2})")
_WRITE = "write e.g. relevance.mean>=8"


@dataclass(frozen=True, slots=True)
class Requirement:
    """A figure of a run and its limit."""

    figure: str
    sign: str
    limit: float

    def __str__(self) -> str:
        return f"{self.figure} {self.sign} {self.limit:g}"

    def holds(self, value: float) -> bool:
        """Return whether a value meets the requirement, tolerating rounding errors.

        >>> Requirement("relevance.mean", ">=", 0.3).holds(0.1 + 0.2), Requirement("a.min", "<", 1).holds(1)
        (True, False)
        """
        return _SIGNS[self.sign](round(value, 9), round(self.limit, 9))


def parse_requirement(text: str) -> Requirement:
    """Parse a requirement; a limit can be in percent.

    >>> parse_requirement("verdict.FAIL <= 5%")
    Requirement(figure='verdict.FAIL', sign='<=', limit=0.05)
    >>> parse_requirement("good")
    Traceback (most recent call last):
    jurat.errors.OptionError: require: 'good' is not FIGURE, comparison, number; write e.g. relevance.mean>=8
    """
    found = _FORM.fullmatch(text) if len(text) <= 1000 else None
    try:
        limit = float(found["number"]) if found else float("nan")
    except ValueError:
        limit = float("nan")
    if found is None or not isfinite(limit):
        what = f"{text[:80]!r} is not FIGURE, comparison, number"
        raise OptionError(what, where="require", hint=_WRITE)
    return Requirement(found["name"], found["sign"], limit / 100 if found["percent"] else limit)


@dataclass(frozen=True, slots=True)
class RequiredFigure:
    """A figure of a run and what it is based on; None if there is no value."""

    value: float | None
    basis: str


def figure(name: str, run: ResultColumns) -> RequiredFigure:
    """Return the figure of that name; an unknown name raises an error that lists the known ones."""
    subject, dot, kind = name.rpartition(".")
    if not dot:
        subject, kind = name, "mean"
    if name in ("scored", "failed"):
        count = run.scored if name == "scored" else run.failed
        return _share(count, run.rows, f"{count:,} of {run.rows:,} rows")
    if subject == "verdict" and (run.verdict_names or not run.rows):
        count = run.verdict_counts().get(kind, 0)
        _known(kind, [*run.verdict_counts()] or [kind], name)
        judged = run.rows - run.failed
        return _share(count, judged, f"{count:,} of {judged:,} judged rows")
    if run.rows > run.failed:
        _known(subject, run.metrics + (["verdict"] if run.verdict_names else []), name)
    return _metric_figure(kind, run, subject, name)


def _metric_figure(kind: str, run: ResultColumns, metric: str, name: str) -> RequiredFigure:
    values = run.present(metric) if metric in run.values else []
    basis = f"{len(values):,} scored, {run.rows - len(values):,} not"
    if kind == "scored":
        return _share(len(values), run.rows, f"{len(values):,} of {run.rows:,} rows")
    if percentile := _PERCENTILE.fullmatch(kind):
        return RequiredFigure(quantile(sorted(values), int(percentile[1]) / 100) if values else None, basis)
    _known(kind, [*_FIGURES, "p10", "scored"], name)
    return RequiredFigure(_FIGURES[kind](values) if values else None, basis)


def _known(word: str, words: list[str], name: str) -> None:
    if word not in words:
        raise OptionError(
            f"{name!r} is not a figure of this run", where="require", hint=f"use {', '.join(words)}"
        )


def _share(count: int, rows: int, basis: str) -> RequiredFigure:
    return RequiredFigure(count / rows if rows else None, basis)
