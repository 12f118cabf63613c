"""What is judged: one frozen dataclass per kind of case."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jurat.errors import InputError


def require_text(value: str, field: str) -> None:
    """Refuse a text that is empty or only white space, naming the field.

    >>> require_text(" ", "query")
    Traceback (most recent call last):
    jurat.errors.InputError: query: is empty; give the text
    """
    if not value.strip():
        raise InputError("is empty", where=field, hint="give the text")


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCase:
    """A summary to be judged against its article."""

    article: str
    summary: str
    id: str | int = ""

    def __post_init__(self) -> None:
        require_text(self.article, "article")
        require_text(self.summary, "summary")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseCase:
    """A response to be judged against its query and the passages it was given."""

    query: str
    response: str
    contexts: tuple[str, ...] = ()
    id: str | int = ""

    def __post_init__(self) -> None:
        require_text(self.query, "query")
        require_text(self.response, "response")


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilCase:
    """Several candidate responses to one query."""

    query: str
    candidates: Mapping[str, str]
    id: str | int = ""

    def __post_init__(self) -> None:
        require_text(self.query, "query")
        if not self.candidates:
            raise InputError("is empty", where="candidates", hint="give at least one response")
        for name, text in self.candidates.items():
            require_text(text, f"candidates.{name}")


Case = SummaryCase | ResponseCase | CouncilCase
