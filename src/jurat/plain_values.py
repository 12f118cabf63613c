"""Results as plain values, and as HTML for notebooks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from importlib import import_module
from typing import Any


def plain_values(value: Any, *, drop_none: bool) -> Any:
    """Return a value as JSON has it: dataclasses are dicts, tuples are lists.

    >>> from jurat.spans import Span
    >>> plain_values((Span("context", 0, 2, "Hi"), None), drop_none=True)
    [{'source': 'context', 'start': 0, 'end': 2, 'text': 'Hi'}, None]
    """
    if is_dataclass(value) and not isinstance(value, type):
        pairs = ((one.name, getattr(value, one.name)) for one in fields(value))
        return {
            name: plain_values(one, drop_none=drop_none)
            for name, one in pairs
            if one is not None or not drop_none
        }
    if isinstance(value, Mapping):
        return {
            name: plain_values(one, drop_none=drop_none)
            for name, one in value.items()
            if one is not None or not drop_none
        }
    if isinstance(value, tuple | list):
        return [plain_values(one, drop_none=drop_none) for one in value]
    return value


def notebook_html(value: object) -> str:
    """Return a result or a case as HTML for a notebook.

    The renderer knows judges and their scales, so it is above the types: it is loaded by name, and only where
    a notebook asks for it.
    """
    made: str = import_module("jurat.runs.report.notebook_html").render(value)
    return made
