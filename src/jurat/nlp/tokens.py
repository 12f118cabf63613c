"""The one tokeniser, with offsets into the text as it was given.

A token is a maximal run of letters and digits, with single hyphens, apostrophes, and ``.`` or ``,``
between digits, inside it. Texts are read as Unicode NFKC with case folded; offsets always point into
the original characters.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Final

from jurat.nlp.lexicon.loader import read_list

_WORD: Final = r"[^\W_]+"
_TOKEN: Final = re.compile(rf"{_WORD}(?:[-'’‐]{_WORD}|(?<=\d)[.,](?=\d){_WORD})*")
_ASCII: Final = re.compile(r"[a-z0-9]+(?:[-'][a-z0-9]+|(?<=[0-9])[.,](?=[0-9])[a-z0-9]+)*")
"""The same where all is ASCII in lower case."""
_HYPHENED: Final = bytes(97 if chr(x).isalnum() else 45 if chr(x) in "-'" else 32 for x in range(256))
_POINTED: Final = bytes(48 if chr(x).isdigit() else 46 if chr(x) in ".," else 32 for x in range(256))
"""ASCII by what it does in a token: letters and digits, what joins them, and all else."""


@dataclass(frozen=True, slots=True)
class Token:
    """A normalised word and where it stands in the original text."""

    text: str
    start: int
    end: int


def words(text: str) -> list[str]:
    """The normalised tokens of a text, without offsets.

    >>> words("Paris isn’t 1,000.5 km away: state-of-the-art U.S. ﬁgures")
    ['paris', "isn't", '1,000.5', 'km', 'away', 'state-of-the-art', 'u', 's', 'figures']
    """
    if text.isascii():
        return _ASCII.findall(text.lower())
    found = _TOKEN.findall(unicodedata.normalize("NFKC", text))
    return _fold("\n".join(found)).split("\n") if found else []


def tokens(text: str) -> list[Token]:
    """The tokens of a text with their offsets in it.

    >>> tokens("ﬁve km")
    [Token(text='five', start=0, end=3), Token(text='km', start=4, end=6)]
    """
    if unicodedata.is_normalized("NFKC", text):
        return [Token(_fold(m[0]), m.start(), m.end()) for m in _TOKEN.finditer(text)]
    normal, offsets = _normalise(text)
    return [
        Token(_fold(m[0]), offsets[m.start()][0], offsets[m.end() - 1][1]) for m in _TOKEN.finditer(normal)
    ]


def count_tokens(text: str) -> int:
    """How many tokens a text has.

    >>> count_tokens("It's 5 o'clock -- run!")
    4
    """
    if not text.isascii():
        return len(words(text))
    written = text.encode("ascii")
    joined = written.translate(_HYPHENED)
    if b"-" in joined:
        joined = _joined(joined, b"a-a", b"aaa").replace(b"-", b" ")
    found = joined.count(b" a") + joined.startswith(b"a")
    if b"." not in written and b"," not in written:
        return found
    points = written.translate(_POINTED)
    if b"0." in points:
        found -= points.count(b".") - _joined(points, b"0.0", b"000").count(b".")
    return found


def _joined(written: bytes, joint: bytes, whole: bytes) -> bytes:
    """Every joint closed; twice, since two joints may share a character.

    >>> _joined(b"a-a-a a--a", b"a-a", b"aaa")
    b'aaaaa a--a'
    """
    return written.replace(joint, whole).replace(joint, whole)


@cache
def stop_words() -> frozenset[str]:
    """English stop words: scikit-learn's list.

    >>> "the" in stop_words(), len(stop_words())
    (True, 318)
    """
    return frozenset(read_list("stop_words.txt"))


@cache
def query_stop_words() -> frozenset[str]:
    """Return the words of a query that are none of its topics: NLTK's English stop words.

    >>> "does" in query_stop_words(), "bill" in query_stop_words(), len(query_stop_words())
    (True, False, 198)
    """
    return frozenset(read_list("query_stop_words.txt"))


def _fold(word: str) -> str:
    return word.casefold().replace("’", "'").replace("‐", "-")


def _normalise(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The NFKC form, and for each of its characters the original stretch it came from."""
    out: list[str] = []
    offsets: list[tuple[int, int]] = []
    start = 0
    while start < len(text):
        end = start + 1
        while end < len(text) and unicodedata.combining(text[end]):
            end += 1
        piece = unicodedata.normalize("NFKC", text[start:end])
        out.append(piece)
        offsets.extend([(start, end)] * len(piece))
        start = end
    return "".join(out), offsets
