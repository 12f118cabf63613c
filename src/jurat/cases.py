"""What is judged: one frozen dataclass per kind of case."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from jurat.errors import InputError
from jurat.plain_values import notebook_html

MAX_CASE_CHARACTERS = 1_000_000
"""What the texts of a case may have together: about 500 pages. It bounds the memory that judging takes."""
MAX_SECONDS = 1e9
MAX_JSON_PARTS = 300_000
"""What one JSON object on the wire may hold: texts, and marks that begin or part values."""
_SURROGATE = re.compile("[\ud800-\udfff]")
_JSON_PART = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[,:\[{]', re.DOTALL)


def require_text(value: object, field: str) -> None:
    """Raise an error that names the field unless the value is a text with something besides white space.

    >>> require_text(" ", "query")
    Traceback (most recent call last):
    jurat.errors.InputError: query: is empty; give the text
    """
    if not isinstance(value, str):
        raise InputError(f"is of type {type(value).__name__}, not text", where=field, hint="give the text")
    if not value.strip():
        raise InputError("is empty", where=field, hint="give the text")


def replace_surrogates(text: str) -> str:
    """Return the text with each lone surrogate replaced by U+FFFD; offsets do not change.

    >>> replace_surrogates("a\\ud800b") == "a\\ufffdb"
    True
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def has_many_parts(data: bytes, most: int = MAX_JSON_PARTS) -> bool:
    """Check, before JSON is parsed, whether it has more parts than allowed; each takes some 200 bytes parsed.

    >>> has_many_parts(b'{"a": [1, "x, y"]}', 6), has_many_parts(b'{"a": [1, "x, y"]}', 5)
    (False, True)
    """
    return len(data) > most and next(islice(_JSON_PART.finditer(data), most, None), None) is not None


def first_repeated(names: Iterable[str]) -> str:
    """The first name that occurred before; empty where none did.

    >>> first_repeated(["a", "b", "c", "b", "a"])
    'b'
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return ""


def check_length(texts: Iterable[str]) -> None:
    """Raise an error if texts that are judged together have too many characters."""
    count = sum(map(len, texts))
    if count > MAX_CASE_CHARACTERS:
        hint = f"shorten or split them; at most {MAX_CASE_CHARACTERS:,} are judged"
        raise InputError(f"the texts have {count:,} characters together", hint=hint)


def _mend(case: object, field: str) -> None:
    """Check that a field of a case is a text, and replace lone surrogates in it."""
    require_text(getattr(case, field), field)
    object.__setattr__(case, field, replace_surrogates(getattr(case, field)))


def _is_seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < MAX_SECONDS


def mended_candidates(given: Mapping[str, str]) -> dict[str, str]:
    """Return the candidates with lone surrogates replaced; every one must be a text."""
    for name, text in given.items():
        require_text(text, f"candidates.{name}")
    return {name: replace_surrogates(text) for name, text in given.items()}


def mended_passages(given: object) -> tuple[str, ...]:
    """Return passages as a tuple of texts without blank ones; a single text is one passage."""
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
        check_length((self.article, self.summary))

    def _repr_html_(self) -> str:
        return notebook_html(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseCase:
    """A response to be judged against its query and the passages it was given."""

    query: str
    response: str
    contexts: tuple[str, ...] = ()
    reference: str | None = None
    latency: float | None = None
    id: str | int = ""

    def __post_init__(self) -> None:
        _mend(self, "query")
        _mend(self, "response")
        if self.reference is not None:
            _mend(self, "reference")
        if self.latency is not None and not _is_seconds(self.latency):
            raise InputError(
                f"is {str(self.latency)[:40]!r}", where="latency", hint="give seconds, 0 or more"
            )
        object.__setattr__(self, "contexts", mended_passages(self.contexts))
        check_length((self.query, self.response, self.reference or "", *self.contexts))

    def _repr_html_(self) -> str:
        return notebook_html(self)


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
        check_length((self.query, *self.candidates.values(), *self.contexts))

    def _repr_html_(self) -> str:
        return notebook_html(self)


@dataclass(frozen=True, slots=True, kw_only=True)
class JuryCase(CouncilCase):
    """A yes/no question for a jury; candidates are material that it may come with."""

    candidates: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _mend(self, "query")
        object.__setattr__(self, "candidates", mended_candidates(self.candidates))
        object.__setattr__(self, "contexts", mended_passages(self.contexts))
        check_length((self.query, *self.candidates.values(), *self.contexts))


Case = SummaryCase | ResponseCase | CouncilCase
AnyCase = TypeVar("AnyCase", SummaryCase, ResponseCase, CouncilCase)


def as_case(given: AnyCase | Mapping[str, Any], case_type: type[AnyCase]) -> AnyCase:
    """Return a case from a case or a mapping of its fields; ``context`` is accepted for ``contexts``.

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
        if name not in fields and name not in ("id", "contexts", "reference", "latency"):
            raise InputError("is missing", where=name, hint="add it")
    return case_type(**fields)
