"""What the commands that know kept runs share: which store, and which results."""

from __future__ import annotations

import math
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal

import typer

from jurat.cli.terminal import printable
from jurat.errors import OptionError
from jurat.runs.sources import ResultSource, open_results
from jurat.runs.store.records import Wanted
from jurat.settings import store_location

StoreFlag = Annotated[
    str | None,
    typer.Option("--store", help="Where runs are kept: an SQLite file or postgresql://…"),
]
RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="A run's id, the start of one, or last.", show_default=False)
]
VerdictFlag = Annotated[
    Literal["PASS", "WARN", "FAIL"] | None, typer.Option("--verdict", help="Only results of this verdict.")
]
StatusFlag = Annotated[
    Literal["scored", "unscored", "failed"] | None,
    typer.Option("--status", help="Only rows that this became of."),
]
MetricFlag = Annotated[
    str | None,
    typer.Option("--metric", metavar="NAME<X", help="Only values below or above X, lowest first; or NAME."),
]
_COMPARISON = re.compile(r"\s*([a-z_]+)\s*(?:(<=|>=|<|>)\s*([-+.\deE]+)\s*)?")


def store_named(flag: str | None) -> str:
    """The store that a flag names, else the project's."""
    return flag if flag is not None else store_location(Path.cwd(), os.environ)


def results_of(reference: str, store: str | None) -> ResultSource:
    """The results that an argument names: a file, or a run that is kept."""
    return open_results(reference, store_named(store))


def wanted(
    verdict: str | None, status: Literal["scored", "unscored", "failed"] | None, metric: str | None
) -> Wanted:
    """Which results some flags ask for.

    >>> wanted("FAIL", None, "relevance<=0.3").high, wanted(None, None, "relevance > 0.5").low > 0.5
    (0.3, True)
    """
    if metric is None:
        return Wanted(verdict=verdict, status=status)
    found = _COMPARISON.fullmatch(metric)
    try:
        name, sign, limit = found.groups() if found else ("", None, None)
        value = float(limit or 0)
    except ValueError:
        name = ""
    if not name:
        hint = "write e.g. --metric 'relevance<0.3'"
        raise OptionError(f"{metric!r} is not NAME<X", where="--metric", hint=hint)
    low, high = -math.inf, math.inf
    if sign in ("<", "<="):
        high = value if sign == "<=" else math.nextafter(value, -math.inf)
    elif sign in (">", ">="):
        low = value if sign == ">=" else math.nextafter(value, math.inf)
    return Wanted(verdict=verdict, status=status, metric=name, low=low, high=high)


@contextmanager
def announced(name: str, where: str) -> Iterator[None]:
    """Say what the run is called, and how to go on if it is cut off."""
    try:
        yield
    except BaseException:
        sys.stderr.write(f"run {name} is cut off; go on with: jurat run --resume {name}\n")
        raise
    sys.stderr.write(f"kept as run {name} in {printable(where)}\n")
