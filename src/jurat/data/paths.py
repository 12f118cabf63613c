"""Dotted paths into a row: ``vars.query``, ``answers.text.0``."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def look_up(values: Mapping[str, object], path: str) -> object:
    """Return the value at a path, or None; a column of exactly that name comes first.

    >>> look_up({"vars": {"query": "q"}, "a.b": 1}, "vars.query"), look_up({"a.b": 1}, "a.b")
    ('q', 1)
    >>> look_up({"answers": {"text": ["Paris"]}}, "answers.text.0")
    'Paris'
    """
    if path in values:
        return values[path]
    value: object = values
    for step in path.split("."):
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and step.isdecimal() and step.isascii() and len(step) < 10:
            value = value[int(step)] if int(step) < len(value) else None
        else:
            return None
    return value


def path_exists(values: Mapping[str, object], path: str) -> bool:
    """Return whether a path leads to an existing key, even if it is null.

    >>> path_exists({"a": {"b": None}}, "a.b"), path_exists({"a": {"b": None}}, "a.c")
    (True, False)
    """
    if path in values:
        return True
    parent, _, last = path.rpartition(".")
    if not parent:
        return False
    holder = look_up(values, parent)
    return (isinstance(holder, dict) and last in holder) or look_up(values, path) is not None
