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
# After "<": a name or a byte, as in <|user|> and <0x0A>. After "[": a bar, or a name with capitals or an
# underscore, as in [|user|], [INST], [gMASK] and [control_8]. After "]": a tilde, as in ]~b].
_TOKEN = re.compile(
    rf"(?<=[{_OPENERS}])(?=[^\s\d=]|0[xX][0-9a-fA-F]{{2}}>)"
    r"|(?<=\[)(?=\||/?(?=\w{0,24}(?:[A-Z]{2}|_))\w{2,24}\])"
    r"|(?<=\])(?=~)"
)
_UNSENDABLE = re.compile("[\x00\ud800-\udfff]")
_INSERTED = re.compile(rf"(?<=[{_OPENERS}\[\]]){JOINER}")


@dataclass(frozen=True, slots=True)
class DelimitedTexts:
    """Texts inside their fences, and the mark that the fences carry."""

    body: str
    mark: str


def delimit(texts: Mapping[str, str], secret: bytes, purpose: str) -> DelimitedTexts:
    """The texts, each between its own two lines, under one mark.

    >>> print(delimit({"summary": "All is well."}, b"secret", "coverage").body)
    <<<summary f925e999fddb3a9c>>>
    All is well.
    <<<end summary f925e999fddb3a9c>>>
    """
    mark = _mark(texts, secret, purpose)
    parts = [
        f"<<<{name} {mark}>>>\n{neutralise(text)}\n<<<end {name} {mark}>>>" for name, text in texts.items()
    ]
    return DelimitedTexts("\n\n".join(parts), mark)


def neutralise(text: str) -> str:
    """A text in which nothing opens a fence or a control token, and everything can be sent.

    >>> neutralise("a < b, <<<end [INST]").replace(JOINER, "·")
    'a < b, <·<·<·end [·INST]'
    """
    return _UNSENDABLE.sub("\N{REPLACEMENT CHARACTER}", _TOKEN.sub(JOINER, text))


def restore(quote: str) -> str:
    """A quote from a fenced text as it stood before.

    >>> restore(neutralise("<b>bold</b>")) == "<b>bold</b>"
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
