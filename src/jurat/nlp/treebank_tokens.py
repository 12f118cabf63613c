"""Split a text into tokens as the Penn Treebank does: with punctuation, clitics split off.

These tokens carry part-of-speech tags: "isn't" is two of them. The tokens of ``jurat.nlp.tokens`` are another
kind, which the scores count.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import accumulate
from typing import Final, NamedTuple, Protocol

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.memoize import memoize

_RUN: Final = r"[^\W_]+"
_CLITICS: Final = ("'s", "'ll", "'re", "'ve", "'d", "'m")
_FUSED: Final = {"cannot": 3, "gonna": 3, "wanna": 3, "gotta": 3}


class TextRange(Protocol):
    """Anything that says from where to where in a text: a sentence, a clause, a phrase."""

    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


class TreebankTokens(NamedTuple):
    """Grammatical words and marks, as they are written, and where each starts."""

    words: list[str]
    starts: list[int]


@cache
def _pattern() -> re.Pattern[str]:
    """What cuts a text into gaps and tokens: a word or number, with what may follow it in an address; runs
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


def treebank_tokens(text: str, start: int = 0, end: int | None = None) -> TreebankTokens:
    """The tokens of a text, or of the part of it from ``start`` to ``end``.

    >>> treebank_tokens("Mr. Cook's U.S. firm didn't pay $1,000.5.").words
    ['Mr.', 'Cook', "'s", 'U.S.', 'firm', 'did', "n't", 'pay', '$', '1,000.5', '.']
    """
    pieces = _pattern().split(text[start:end])
    words, starts = pieces[1::2], list(accumulate(map(len, pieces), initial=start))[1:-1:2]
    cuts = list(map(_clitic_of, words))
    return _split(words, starts, cuts) if any(cuts) else TreebankTokens(words, starts)


def _split(words: list[str], starts: list[int], cuts: list[int]) -> TreebankTokens:
    """The tokens with each word that has a cut as two."""
    found = TreebankTokens([], [])
    for word, start, cut in zip(words, starts, cuts, strict=True):
        found.words.extend((word[:cut], word[cut:]) if cut else (word,))
        found.starts.extend((start, start + cut) if cut else (start,))
    return found


def _clitic(word: str) -> int:
    """How many characters stand before the clitic of a word, or 0."""
    if "'" in word or "’" in word:
        plain = straighten(word).lower()
        if plain.endswith("n't"):
            return len(word) - 3
        return next((len(word) - len(clitic) for clitic in _CLITICS if plain.endswith(clitic)), 0)
    return _FUSED.get(word.lower(), 0) if word[:1] in "cgwCGW" else 0


_clitic_of: Final = memoize(_clitic)


def straighten(word: str) -> str:
    """The word with typewriter apostrophes.

    >>> straighten("n’t")
    "n't"
    """
    return word if word.isascii() else word.replace("’", "'").replace("‘", "'")
