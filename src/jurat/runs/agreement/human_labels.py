"""Human labels by id, from a data file."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from math import isfinite
from typing import Any

from jurat.data import BadRow, Row, read_rows
from jurat.errors import InputError
from jurat.runs.stats.descriptive import mean


@lru_cache(maxsize=1)
def words() -> Mapping[str, tuple[str, ...]]:
    """Return the known label words and column names."""
    text = (files("jurat.runs.agreement") / "label_words.toml").read_text(encoding="utf-8")
    return {name: tuple(listed) for name, listed in tomllib.loads(text).items()}


@dataclass(frozen=True, slots=True)
class HumanLabels:
    """Labels by id as numbers (higher is better), one per annotator."""

    name: str
    columns: tuple[str, ...]
    by_id: Mapping[str, tuple[float, ...]]
    unlabelled: int
    binary: bool

    @property
    def reach(self) -> tuple[float, float]:
        """Return the lowest and highest label."""
        values = [value for said in self.by_id.values() for value in said]
        return (min(values), max(values)) if values else (0.0, 1.0)

    def value(self, key: str) -> float | None:
        """Return the mean label of a case."""
        said = self.by_id.get(key)
        return mean(said) if said else None


def read_human_labels(
    path: str, *, columns: Sequence[str] = (), id_column: str | None = None, reverse: bool = False
) -> HumanLabels:
    """Read the labels of a file; label columns are given, or found by their usual names."""
    said: dict[str, tuple[float, ...]] = {}
    unlabelled, chosen, key = 0, tuple(columns), id_column
    for row in _good_rows(path):
        chosen = chosen or _find(row, path)
        key = key or _id_column(row)
        name = str(row.number if key is None else row.values.get(key))
        values = tuple(value for value in (_read(row, one, path) for one in chosen) if value is not None)
        if name in said:
            where = f"{path}, row {row.number}"
            raise InputError(f"{name!r} is labelled twice", where=where, hint="give one row per case")
        said[name] = tuple(-value for value in values) if reverse else values
        unlabelled += not values
    return _made(path, chosen, said, unlabelled, reverse=reverse)


def human_labels(name: str, given: Mapping[Any, Any], *, reverse: bool = False) -> HumanLabels:
    """Return labels that are given by id.

    >>> human_labels("labels", {7: True, 8: "wrong"}).by_id
    {'7': (1.0,), '8': (0.0,)}
    """
    said: dict[str, tuple[float, ...]] = {}
    for key, one in given.items():
        try:
            value = label_value(one)
        except ValueError:
            raise _no_label(one, f"{name}, {key}") from None
        said[str(key)] = () if value is None else (-value if reverse else value,)
    return _made(name, (), said, sum(not values for values in said.values()), reverse=reverse)


def _made(
    name: str,
    columns: tuple[str, ...],
    said: Mapping[str, tuple[float, ...]],
    unlabelled: int,
    *,
    reverse: bool,
) -> HumanLabels:
    """Return the labels; where yes, no and what lies between are reversed, they stay from 0 to 1."""
    found = {value for values in said.values() for value in values}
    if reverse and found <= {0.0, -0.5, -1.0}:
        said = {name: tuple(value + 1 for value in values) for name, values in said.items()}
        found = {value + 1 for value in found}
    return HumanLabels(name, columns, said, unlabelled, binary=found <= {0.0, 1.0})


def _good_rows(path: str) -> Iterator[Row]:
    for row in read_rows(path):
        if isinstance(row, BadRow):
            raise row.error
        yield row


def _find(row: Row, path: str) -> tuple[str, ...]:
    found = [name for name in words()["columns"] if name in row.values]
    if not found and "metrics" not in row.values:  # in a result the verdict is the judge's own
        found = [name for name in words()["verdicts"] if name in row.values]
    if len(found) == 1:
        return (found[0],)
    what = f"more than one column could be the label: {', '.join(found)}" if found else "no column is a label"
    hint = f"name it with --label; the columns are {', '.join(row.values)}"
    raise InputError(what, where=path, hint=hint)


def _id_column(row: Row) -> str | None:
    return next((name for name in words()["ids"] if name in row.values), None)


def _read(row: Row, column: str, path: str) -> float | None:
    if column not in row.values:
        hint = f"the columns are {', '.join(row.values)}"
        raise InputError(f"there is no column {column!r}", where=f"{path}, row {row.number}", hint=hint)
    try:
        return label_value(row.values[column])
    except ValueError:
        raise _no_label(row.values[column], f"{path}, row {row.number}, field {column}") from None


def _no_label(said: object, where: str) -> InputError:
    hint = "give a number, or yes or no, true or false, PASS or FAIL, supported or unsupported"
    return InputError(f"{str(said)[:60]!r} is not a label", where=where, hint=hint)


def label_value(said: object) -> float | None:
    """Return a label as a number (higher is better), or None if there is none.

    >>> [label_value(one) for one in ("Yes", "unsupported", "WARN", 4, "3.5", True, "", None)]
    [1.0, 0.0, 0.5, 4.0, 3.5, 1.0, None, None]
    """
    if said is None or (isinstance(said, str) and not said.strip()):
        return None
    word = str(said).strip().casefold()
    if word in words()["middle"]:
        return 0.5
    if word in words()["good"] or word in words()["bad"]:
        return float(word in words()["good"])
    number = float(word)
    if not isfinite(number):
        raise ValueError(word)
    return number
