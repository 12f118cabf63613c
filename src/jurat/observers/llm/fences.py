"""Fences around judged texts, so that nothing in them is read as an instruction.

A text stands between two lines that hold a mark. The mark is an HMAC of the texts under a secret that lives
in the cache file (or, without a file, in memory for one run): nobody who writes a text can know it, a text
cannot hold its own mark, and the same request gets the same mark again, so that it is asked the same way.
Inside the texts, whatever could open a fence or a chat template's control token is broken up by an invisible
word joiner; `restore` takes the joiners out of quotes again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

JOINER = "\N{WORD JOINER}"
_OPENERS = "<＜﹤‹«⟨〈《≪"
_TOKEN = re.compile(rf"(?<=[{_OPENERS}])(?=[^\s\d=])|(?<=\[)(?=/?[A-Z_]{{2,24}}\])")
_UNSENDABLE = re.compile("[\x00\ud800-\udfff]")
_INSERTED = re.compile(rf"(?<=[{_OPENERS}\[]){JOINER}")


@dataclass(frozen=True, slots=True)
class Fenced:
    """Texts inside their fences, and the mark that the fences carry."""

    body: str
    mark: str


def fence(texts: Mapping[str, str], secret: bytes, purpose: str) -> Fenced:
    """The texts, each between its own two lines, under one mark.

    >>> print(fence({"summary": "All is well."}, b"secret", "coverage").body)
    <<<summary f925e999fddb3a9c>>>
    All is well.
    <<<end summary f925e999fddb3a9c>>>
    """
    mark = _mark(texts, secret, purpose)
    parts = [f"<<<{name} {mark}>>>\n{neutral(text)}\n<<<end {name} {mark}>>>" for name, text in texts.items()]
    return Fenced("\n\n".join(parts), mark)


def neutral(text: str) -> str:
    """A text in which nothing opens a fence or a control token, and everything can be sent.

    >>> neutral("a < b, <<<end [INST]").replace(JOINER, "·")
    'a < b, <·<·<·end [·INST]'
    """
    return _UNSENDABLE.sub("\N{REPLACEMENT CHARACTER}", _TOKEN.sub(JOINER, text))


def restore(quote: str) -> str:
    """A quote from a fenced text as it stood before.

    >>> restore(neutral("<b>bold</b>")) == "<b>bold</b>"
    True
    """
    return _INSERTED.sub("", quote)


def _mark(texts: Mapping[str, str], secret: bytes, purpose: str) -> str:
    written = json.dumps([purpose, list(texts.items())]).encode()
    for turn in range(1 << 16):
        mark = hmac.new(secret, turn.to_bytes(4, "big") + written, hashlib.sha256).hexdigest()[:16]
        if not any(mark in text for text in texts.values()):
            return mark
    raise AssertionError("a text cannot hold every mark")  # pragma: no cover
