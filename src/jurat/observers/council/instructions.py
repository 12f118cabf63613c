"""Instructions about form that a question gives and that can be checked: length, lists, JSON, capitals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from jurat.nlp.sentences import sentences
from jurat.nlp.tokens import count_tokens

_LEAST = ("at least", "no less than", "no fewer than", "more than")
_MOST = (
    "at most",
    "no more than",
    "not more than",
    "up to",
    "under",
    "fewer than",
    "less than",
    "within",
    "max",
)
_NAMED = {
    "one": 1,
    "a single": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "twenty": 20,
    "fifty": 50,
    "a hundred": 100,
    "one hundred": 100,
}
_HOW = "|".join((*_LEAST, *_MOST, "exactly", "in", "using", "with"))
_LENGTH = re.compile(
    rf"\b(?P<how>{_HOW})\s+(?P<n>\d{{1,5}}|{'|'.join(_NAMED)})[\s-]+(?P<what>words?|sentences?)\b",
    re.IGNORECASE,
)
_SLACK = 0.1
"""About so many words more or less than named keep to "in 50 words"."""
_JSON = re.compile(r"\b(?:in|as|into|valid|only) json\b|\bjson (?:object|array|format|only)\b", re.IGNORECASE)
_LIST = re.compile(
    r"\b(?:bullet(?:ed)?[ -]?(?:points?|list)|numbered list|as a list|in a list)\b", re.IGNORECASE
)
_ITEM = re.compile(r"(?:^|\n)[ \t]{0,8}(?:[-*•–]|\d{1,3}[.)])[ \t]")
_CAPITALS = re.compile(
    r"\b(?:all caps|all capital letters|in capital letters|in upper ?case)\b", re.IGNORECASE
)
_FENCE = re.compile(r"\A\s*```(?:json)?\s*|\s*```\s*\Z")


def kept_instructions(query: str, response: str) -> list[bool]:
    """For each instruction about form that can be checked, whether the response keeps it.

    >>> kept_instructions("Explain rain in one sentence.", "Water falls. It is wet.")
    [False]
    >>> kept_instructions("Explain rain.", "Water falls.")
    []
    """
    return list(_checks(query, response))


def _checks(query: str, response: str) -> Iterator[bool]:
    for match in _LENGTH.finditer(query):
        limit = _NAMED[match["n"].lower()] if match["n"].lower() in _NAMED else int(match["n"])
        worded = match["what"].lower().startswith("word")
        yield _fits(
            match["how"].lower(), limit, count_tokens(response) if worded else len(sentences(response))
        )
    if _JSON.search(query):
        yield _is_json(response)
    if _LIST.search(query):
        yield bool(_ITEM.search(response))
    if _CAPITALS.search(query):
        yield response.upper() == response


def _fits(how: str, limit: int, count: int) -> bool:
    if how in _LEAST:
        return count >= limit
    if how.startswith(_MOST):
        return count <= limit
    return count == limit if how == "exactly" else abs(count - limit) <= max(_SLACK * limit, 0)


def _is_json(response: str) -> bool:
    try:
        json.loads(_FENCE.sub("", response))
    except (ValueError, RecursionError):
        return False
    return True
