"""Words as grammar sees them: with punctuation, and with clitics split off, each with its offsets.

``tokens`` is what scores count; a lexeme is what a part of speech belongs to: "isn't" is two of them.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate
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


class Lexemes(NamedTuple):
    """Grammatical words and marks, as they are written, and where each starts."""

    words: list[str]
    starts: list[int]


@cache
def _pattern() -> re.Pattern[str]:
    """What cuts a text into gaps and lexemes: a word or number, with what may follow it in an address; runs
    of marks; any character."""
    letter = r"[^\W\d_]"
    titles = "|".join(rf"(?<=\b{word}\.)" for word in sorted(read_list("abbreviations_with_stop.txt")))
    joined = rf"(?:[-'’‐]{_RUN}|(?<=\d)[.,:/–](?=\d){_RUN})*"
    address = (
        r"(?:@[\w.-]{1,64}\w|(?:(?<=\bhttp)|(?<=\bhttps))://\S+|(?<=\bwww)\.\S+"
        rf"|(?<=\b{letter})(?:\.{letter}(?![^\W_])){{1,11}}\.?|\.(?=\s+\w)(?:{titles}))?"
    )
    return re.compile(
        rf"({_RUN}(?:(?=[-'’‐.,:/–@]){joined}{address})?"
        r"|['’](?:s|S|ll|re|ve|d|m)(?![^\W_])|[.]{2,}|[-–—]+|\S)"
    )


def lexemes(text: str, start: int = 0, end: int | None = None) -> Lexemes:
    """The lexemes of a text, or of the part of it from ``start`` to ``end``.

    >>> lexemes("Mr. Cook's U.S. firm didn't pay $1,000.5.").words
    ['Mr.', 'Cook', "'s", 'U.S.', 'firm', 'did', "n't", 'pay', '$', '1,000.5', '.']
    """
    pieces = _pattern().split(text[start:end])
    words, starts = pieces[1::2], list(accumulate(map(len, pieces), initial=start))[1:-1:2]
    cuts = list(map(_clitic_of, words))
    return _split(words, starts, cuts) if any(cuts) else Lexemes(words, starts)


def _split(words: list[str], starts: list[int], cuts: list[int]) -> Lexemes:
    """The lexemes with each word that has a cut as two."""
    found = Lexemes([], [])
    for word, start, cut in zip(words, starts, cuts, strict=True):
        found.words.extend((word[:cut], word[cut:]) if cut else (word,))
        found.starts.extend((start, start + cut) if cut else (start,))
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
