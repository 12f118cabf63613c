"""Words as grammar sees them: with punctuation, and with clitics split off, each with its offsets.

``tokens`` is what scores count; a lexeme is what a part of speech belongs to: "isn't" is two of them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple, Protocol

from jurat.text.memory import remembered
from jurat.text.tokens import read_list

_RUN: Final = r"[^\W_]+"
_CLITICS: Final = ("'s", "'ll", "'re", "'ve", "'d", "'m")
_FUSED: Final = {"cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3}


class Stretch(Protocol):
    """Anything that says from where to where in a text: a sentence, a clause, a phrase."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class Lexeme(NamedTuple):
    """The exact characters of one grammatical word or mark, and where they stand."""

    text: str
    start: int
    end: int


@cache
def _pattern() -> re.Pattern[str]:
    """A word or number, with what may follow it in an address; runs of marks; any character."""
    letter = r"[^\W\d_]"
    titles = "|".join(rf"(?<=\b{word}\.)" for word in sorted(read_list("abbreviations_with_stop.txt")))
    joined = rf"(?:[-'’‐]{_RUN}|(?<=\d)[.,:/–](?=\d){_RUN})*"
    address = (
        r"(?:@[\w.-]{1,64}\w|(?:(?<=\bhttp)|(?<=\bhttps))://\S+|(?<=\bwww)\.\S+"
        rf"|(?<=\b{letter})(?:\.{letter}(?![^\W_])){{1,11}}\.?|\.(?=\s+\w)(?:{titles}))?"
    )
    return re.compile(
        rf"{_RUN}(?:(?=[-'’‐.,:/–@]){joined}{address})?"
        r"|['’](?:s|S|ll|re|ve|d|m)(?![^\W_])|[.]{2,}|[-–—]+|\S"
    )


def lexemes(text: str, start: int = 0, end: int | None = None) -> list[Lexeme]:
    """The lexemes of a text, or of the part of it from ``start`` to ``end``.

    >>> [lexeme.text for lexeme in lexemes("Mr. Cook's U.S. firm didn't pay $1,000.5.")]
    ['Mr.', 'Cook', "'s", 'U.S.', 'firm', 'did', "n't", 'pay', '$', '1,000.5', '.']
    """
    found: list[Lexeme] = []
    for match in _pattern().finditer(text, start, len(text) if end is None else end):
        word, begin, stop = match[0], match.start(), match.end()
        cut = _clitic_of(word)
        if cut:
            found.append(Lexeme(word[:cut], begin, begin + cut))
            found.append(Lexeme(word[cut:], begin + cut, stop))
        else:
            found.append(Lexeme(word, begin, stop))
    return found


def _clitic(word: str) -> int:
    """How many characters stand before the clitic of a word, or 0."""
    if "'" in word or "’" in word:
        plain = straight(word).lower()
        if plain.endswith("n't"):
            return len(word) - 3
        return next((len(word) - len(clitic) for clitic in _CLITICS if plain.endswith(clitic)), 0)
    return _FUSED.get(word.lower(), 0) if word[:1] in "cgwCGW" else 0


_clitic_of: Final = remembered(_clitic)


def straight(word: str) -> str:
    """The word with typewriter apostrophes.

    >>> straight("n’t")
    "n't"
    """
    return word if word.isascii() else word.replace("’", "'").replace("‘", "'")
