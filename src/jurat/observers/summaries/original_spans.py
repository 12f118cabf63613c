"""Observations of texts as they are seen, placed in the texts as they were given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from jurat.nlp.normalize import VisibleText
from jurat.observations import SummaryObservations
from jurat.spans import Span


def restore_spans(found: SummaryObservations, texts: Mapping[str, VisibleText]) -> SummaryObservations:
    """The observations with every span where its words stand in the text as it was given."""
    return cast("SummaryObservations", _placed(found, texts))


def _placed(one: Any, texts: Mapping[str, VisibleText]) -> Any:
    if isinstance(one, Span):
        text = texts[one.source]
        start, end = text.original(one.start, one.end)
        return replace(one, start=start, end=end, text=text.given[start:end])
    if isinstance(one, tuple):
        return tuple(_placed(part, texts) for part in one)
    if is_dataclass(one) and not isinstance(one, type):
        parts = {part.name: getattr(one, part.name) for part in fields(one) if part.init}
        return replace(one, **{name: _placed(part, texts) for name, part in parts.items()})
    return one
