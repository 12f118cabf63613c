"""Flags of commands that use saved runs: the store, and which results."""

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

from jurat.cli.render.terminal import printable
from jurat.errors import OptionError
from jurat.runs.results.sources import ResultSource, open_results
from jurat.runs.store.run_records import ResultQuery
from jurat.settings import store_location

StoreFlag = Annotated[
    str | None,
    typer.Option("--store", help="Store of runs: SQLite file or postgresql://…"),
]
RunArgument = Annotated[
    str, typer.Argument(metavar="RUN", help="Run id, prefix of an id, or last.", show_default=False)
]
VerdictFlag = Annotated[
    Literal["PASS", "WARN", "FAIL", "yes", "no", "deadlock"] | None,
    typer.Option("--verdict", help="Only results with this verdict."),
]
StatusFlag = Annotated[
    Literal["scored", "unscored", "failed"] | None,
    typer.Option("--status", help="Only rows with this outcome."),
]
MetricFlag = Annotated[
    str | None,
    typer.Option("--metric", metavar="NAME<X", help="Filter and sort by a metric: NAME, NAME<X or NAME>X."),
]
MAX_ROWS = 10**12
JsonFlag = Annotated[bool, typer.Option("--json", help="Print JSON lines instead of a table.")]
LimitFlag = Annotated[int, typer.Option("--limit", min=1, max=MAX_ROWS, help="Maximum number to list.")]
_COMPARISON = re.compile(r"\s*([a-z_]+)\s*(?:(<=|>=|<|>)\s*([-+.\deE]+)\s*)?")


def store_named(flag: str | None) -> str:
    """Return the store named by a flag, else the project's."""
    return flag if flag is not None else store_location(Path.cwd(), os.environ)


def results_of(reference: str, store: str | None) -> ResultSource:
    """Open the results named by an argument: a file or a saved run."""
    return open_results(reference, store_named(store))


def result_query(
    verdict: str | None, status: Literal["scored", "unscored", "failed"] | None, metric: str | None
) -> ResultQuery:
    """Return the query for results given by flags.

    >>> result_query("FAIL", None, "relevance<=0.3").high
    0.3
    >>> result_query(None, None, "relevance > 0.5").low > 0.5
    True
    """
    if metric is None:
        return ResultQuery(verdict=verdict, status=status)
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
    return ResultQuery(verdict=verdict, status=status, metric=name, low=low, high=high)


@contextmanager
def recorded_message(name: str, where: str) -> Iterator[None]:
    """Print the run's id, and how to resume it if it is interrupted."""
    try:
        yield
    except BaseException:
        sys.stderr.write(f"run {name} was interrupted; resume it with: jurat run --resume {name}\n")
        raise
    sys.stderr.write(f"saved as run {name} in {printable(where)}\n")
