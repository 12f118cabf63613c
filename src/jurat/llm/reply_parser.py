"""Parsing of model replies: find the JSON, validate it strictly, reject what is ambiguous."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from jurat.llm.model_errors import MalformedReplyError
from jurat.llm.model_protocol import Form, Mode

T = TypeVar("T")
REPLY = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)
"""How reply types are read. A field nobody asked for is ignored: an overall score may be said, unheard."""

LONGEST = 200_000
STARTS = 64
COPIED_WORDS = 4
_SIZES = ("minItems", "maxItems", "minLength", "maxLength", "pattern", "minimum", "maximum")
THOUGHT = "</think>"


def read_reply(text: str, form: Form[T], mark: str = "") -> T:
    """Return the reply as a value of the form's type.

    Other text around it is allowed. A reply that repeats the prompt's delimiter, has two different answers or
    does not match the form exactly is rejected; the message never repeats the model's text.

    >>> read_reply('Sure: {"answer": [1, 2]}', Form("numbers", dict[str, list[int]]))
    {'answer': [1, 2]}
    >>> read_reply('[1, 2]', Form("numbers", dict[str, list[int]]))
    Traceback (most recent call last):
    jurat.llm.model_errors.MalformedReplyError: it holds no complete JSON object
    """
    if len(text) > LONGEST:
        raise MalformedReplyError(f"it is longer than {LONGEST} characters")
    if mark and mark in text:
        raise MalformedReplyError("it repeats the texts with their fences")
    found: dict[str, T] = {}
    problem = ""
    for block in _objects(text.rpartition(THOUGHT)[2]):
        try:
            found[block] = _adapter(form.type).validate_json(block)
        except ValidationError as error:
            problem = problem or explain(error)
    if len(found) > 1:
        raise MalformedReplyError("it holds two different answers")
    if not found:
        raise MalformedReplyError(problem or "it holds no complete JSON object")
    block, value = next(iter(found.items()))
    if wrong := _miscounted(value, form) or _copied(block, form) or form.check(value):
        raise MalformedReplyError(wrong)
    return value


def schema_of(form: Form[Any], mode: Mode) -> dict[str, Any] | None:
    """Return the JSON schema that a mode sends, if any.

    >>> schema_of(Form("numbers", dict[str, int]), "object") is None
    True
    """
    if mode in ("object", "text"):
        return None
    kind: Any = form.type
    schema = _schema(kind, sizes=mode == "schema")
    if mode != "schema" or not form.counts:
        return schema
    counted = {
        name: {**schema["properties"][name], "minItems": low, "maxItems": high}
        for name, (low, high) in form.counts.items()
    }
    return {**schema, "properties": {**schema["properties"], **counted}}


@lru_cache(maxsize=64)
def _schema(kind: Any, *, sizes: bool) -> dict[str, Any]:
    made: dict[str, Any] = _closed(_adapters(kind).json_schema(), sizes=sizes)
    return made


def _miscounted(value: object, form: Form[Any]) -> str:
    for name, (low, high) in form.counts.items():
        count = len(getattr(value, name))
        if not low <= count <= high:
            return f"{name} holds {count} items, not {low if low == high else f'{low} to {high}'}"
    return ""


def _copied(block: str, form: Form[Any]) -> str:
    """Return whether a reply contains a phrase of the prompt's example, as small models copy it."""
    if not form.example:
        return ""
    shared = _phrases(json.loads(form.example)) & _phrases(json.loads(block))
    return "it copies the example instead of reading the texts" if shared else ""


def _phrases(value: object) -> set[str]:
    """Return the texts of a reply with at least four words, without case and punctuation.

    >>> _phrases({"a": ["One, two: three four.", "short"]})
    {'one two three four'}
    """
    phrases, waiting = set(), [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            found = re.findall(r"\w+", one.casefold())
            phrases |= {" ".join(found)} if len(found) >= COPIED_WORDS else set()
        elif isinstance(one, dict | list):
            waiting += one.values() if isinstance(one, dict) else one
    return phrases


def explain(error: ValidationError) -> str:
    """Return the first problems by location and rule, without the model's text."""
    problems = error.errors(include_url=False, include_input=False, include_context=False)
    told = [f"{_place(one['loc']) or 'the reply'}: {one['msg']}" for one in problems[:3]]
    return "; ".join(told) + (f"; and {len(problems) - 3} more" if len(problems) > 3 else "")


def _place(location: tuple[str | int, ...]) -> str:
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def _objects(text: str) -> Iterator[str]:
    """Yield the outermost JSON objects of a text, normalised."""
    start, tries = text.find("{"), 0
    while start >= 0 and tries < STARTS:
        tries += 1
        try:
            value, end = _DECODER.raw_decode(text, start)
            block = json.dumps(value)
        except (ValueError, RecursionError):
            start = text.find("{", start + 1)
            continue
        yield block
        start = text.find("{", end)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; a name that occurs twice raises an error, as it would be a second answer."""
    made = dict(pairs)
    if len(made) < len(pairs):
        raise ValueError("a name stands twice")
    return made


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_no_constant)


def _adapter(kind: type[T]) -> TypeAdapter[T]:
    hashable: Any = kind
    made: TypeAdapter[T] = _adapters(hashable)
    return made


@lru_cache(maxsize=64)
def _adapters(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _closed(schema: Any, *, sizes: bool) -> Any:
    """Return a schema for strict endpoints: closed objects, all fields required, no titles or defaults."""
    if isinstance(schema, list):
        return [_closed(one, sizes=sizes) for one in schema]
    if not isinstance(schema, dict):
        return schema
    dropped = ("title", "default", "description", *(() if sizes else _SIZES))
    made: dict[str, Any] = {}
    for name, value in schema.items():
        if name in ("properties", "$defs"):
            made[name] = {key: _closed(one, sizes=sizes) for key, one in value.items()}
        elif name not in dropped:
            made[name] = _closed(value, sizes=sizes)
    if "properties" in made:
        made |= {"required": list(made["properties"]), "additionalProperties": False}
    return made
