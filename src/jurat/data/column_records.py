"""Records from a dict of columns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from jurat.data.field_values import is_chat


def column_records(data: Mapping[Any, Any]) -> Iterator[dict[str, object]] | None:
    """Return the records of a dict of columns, as Ragas and `to_dict("list")` have it; None for other dicts.

    >>> list(column_records({"question": ["Where?", "Who?"], "answer": ["There.", "Ada."]}) or ())[1]
    {'question': 'Who?', 'answer': 'Ada.'}
    >>> column_records({"question": "Where?", "contexts": ["There."]}) is None
    True
    """
    columns = list(data.values())
    lists = [one for one in columns if isinstance(one, list | tuple)]
    if len(columns) < 2 or len(lists) < len(columns) or len(set(map(len, lists))) != 1:
        return None
    if any(map(is_chat, lists)):  # one record with the messages of a conversation
        return None
    names = [str(name) for name in data]
    return (dict(zip(names, values, strict=True)) for values in zip(*columns, strict=True))
