"""What is judged: one frozen dataclass per kind of case."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from jurat.errors import InputError

_SURROGATE = re.compile("[\ud800-\udfff]")


def require_text(value: object, field: str) -> None:
    """Refuse what is no text, or empty, or only white space, naming the field.

    >>> require_text(" ", "query")
    Traceback (most recent call last):
    jurat.errors.InputError: query: is empty; give the text
    """
    if not isinstance(value, str):
        raise InputError(f"is of type {type(value).__name__}, not text", where=field, hint="give the text")
    if not value.strip():
        raise InputError("is empty", where=field, hint="give the text")


def replace_surrogates(text: str) -> str:
    """The text with each lone surrogate, which is no character, replaced by U+FFFD; offsets stay.

    >>> replace_surrogates("a\\ud800b") == "a\\ufffdb"
    True
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def _mend(case: object, field: str) -> None:
    """Require a text of a case, and rid it of lone surrogates."""
    require_text(getattr(case, field), field)
    object.__setattr__(case, field, replace_surrogates(getattr(case, field)))


def mended_candidates(given: Mapping[str, str]) -> dict[str, str]:
    """Candidates that are texts all, rid of lone surrogates."""
    for name, text in given.items():
        require_text(text, f"candidates.{name}")
    return {name: replace_surrogates(text) for name, text in given.items()}


def mended_passages(given: object) -> tuple[str, ...]:
    """Passages as a tuple of texts, blank ones left out; one text is one passage."""
    passages = (given,) if isinstance(given, str) else given or ()
    if not isinstance(passages, list | tuple):
        what = f"is of type {type(passages).__name__}, not a list of texts"
        raise InputError(what, where="contexts", hint="give passages as texts")
    for index, passage in enumerate(passages):
        if not isinstance(passage, str):
            what = f"is of type {type(passage).__name__}, not text"
            raise InputError(what, where=f"contexts[{index}]", hint="give passages as texts")
    return tuple(replace_surrogates(passage) for passage in passages if passage.strip())


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryCase:
    """A summary to be judged against its article."""

    article: str
    summary: str
    id: str | int = ""

    def __post_init__(self) -> None:
        _mend(self, "article")
        _mend(self, "summary")


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseCase:
    """A response to be judged against its query and the passages it was given."""

    query: str
    response: str
    contexts: tuple[str, ...] = ()
    id: str | int = ""

    def __post_init__(self) -> None:
        _mend(self, "query")
        _mend(self, "response")
        object.__setattr__(self, "contexts", mended_passages(self.contexts))


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilCase:
    """Several candidate responses to one query."""

    query: str
    candidates: Mapping[str, str]
    contexts: tuple[str, ...] = ()
    id: str | int = ""

    def __post_init__(self) -> None:
        _mend(self, "query")
        if not self.candidates:
            raise InputError("is empty", where="candidates", hint="give at least one response")
        object.__setattr__(self, "candidates", mended_candidates(self.candidates))
        object.__setattr__(self, "contexts", mended_passages(self.contexts))


Case = SummaryCase | ResponseCase | CouncilCase
AnyCase = TypeVar("AnyCase", SummaryCase, ResponseCase, CouncilCase)


def as_case(given: AnyCase | Mapping[str, Any], case_type: type[AnyCase]) -> AnyCase:
    """A case, given as one or as a mapping of its fields; ``context`` may stand for ``contexts``.

    >>> as_case({"query": "Where?", "response": "In Rome.", "context": "Rome it was."}, ResponseCase).contexts
    ('Rome it was.',)
    >>> as_case({"article": "Rain fell.", "sumary": "Rain."}, SummaryCase)
    Traceback (most recent call last):
    jurat.errors.InputError: sumary: is not a field of a case; the fields are article, summary, id
    """
    if isinstance(given, case_type):
        return given
    if not isinstance(given, Mapping):
        hint = f"give a {case_type.__name__} or a mapping"
        raise InputError(f"a case is of type {type(given).__name__}", hint=hint)
    fields = dict(given)
    if "context" in fields and "contexts" in case_type.__dataclass_fields__:
        fields.setdefault("contexts", fields.pop("context"))
    known = list(case_type.__dataclass_fields__)
    for name in fields:
        if name not in known:
            hint = f"the fields are {', '.join(known)}"
            raise InputError("is not a field of a case", where=str(name), hint=hint)
    for name in known:
        if name not in fields and name not in ("id", "contexts"):
            raise InputError("is missing", where=name, hint="add it")
    return case_type(**fields)
