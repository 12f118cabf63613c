"""How much of an answer could go, and how easily the rest is read: formulas over its words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.sentences import sentences
from jurat.nlp.tagging.perceptron import is_listed
from jurat.nlp.tokens import count_tokens, stop_words, words

READ = 60_000
"""How many characters of an answer are read: more tell nothing new of its style."""
RUN = 3
"""So many words in a row that stood before count as said again."""
LONG_SENTENCE, LONG_WORD, LONG_BLOCK = 24, 10, 150
SALAD_RUN, SALAD_STOPS = 8, 0.15
"""So many words without a mark between them, and so few stop words among all, make no statement."""
_PIECE = re.compile(r"[^,.;:!?()\[\]{}\"“”\n|=<>*#`/\\]+")
_ENDS = (".", "!", "?", ":", ")", "]", "}", '"', "'", "”", "’", "`", "|", ">", "…", "*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """An answer's length in words, the shares of them that repeat or fill, its ease from 0 to 1, and whether
    it is only keywords in a row."""

    length: int
    repeated: float
    padding: float
    ease: float
    salad: bool = False


def style(text: str) -> Style:
    """The style of an answer.

    >>> style("Certainly! Paris is the capital. Paris is the capital.")
    Style(length=9, repeated=0.2222222222222222, padding=0.1111111111111111, ease=1.0, salad=False)
    """
    read = text[:READ]
    said = words(read)
    return Style(
        length=len(said),
        repeated=repeated(said),
        padding=padding(said),
        ease=reading_ease(read, said),
        salad=is_salad(read, said),
    )


def is_salad(text: str, said: Sequence[str]) -> bool:
    """Whether English words stand in a row without those that join them to a statement.

    Lists, code and short answers are none: marks part their words.

    >>> salad = "bridge open bridge opened Elm 1998 cost dollars metres"
    >>> is_salad(salad, words(salad)), is_salad("Flour, sugar, eggs, butter, milk, salt, yeast, oil", [])
    (True, False)
    """
    if len(said) < SALAD_RUN or sum(word in stop_words() for word in said) >= SALAD_STOPS * len(said):
        return False
    longest = max((words(piece) for piece in _PIECE.findall(text)), key=len, default=[])
    return len(longest) >= SALAD_RUN and sum(map(is_listed, longest)) >= len(longest) / 2


def repeated(said: Sequence[str]) -> float:
    """The share of words that end a run of three which stood before.

    >>> repeated("to be or not to be or not".split())
    0.25
    """
    seen: set[tuple[str, ...]] = set()
    again = 0
    for start in range(len(said) - RUN + 1):
        run = tuple(said[start : start + RUN])
        again += run in seen
        seen.add(run)
    return again / len(said) if said else 0.0


def padding(said: Sequence[str]) -> float:
    """The share of words that stand in phrases which only fill.

    >>> padding("i hope this helps you swim".split())
    0.6666666666666666
    """
    filled = at = 0
    phrases = _phrases()
    while at < len(said):
        fits = [len(one) for one in phrases.get(said[at], ()) if tuple(said[at : at + len(one)]) == one]
        filled += max(fits, default=0)
        at += max(fits, default=1)
    return filled / len(said) if said else 0.0


@lru_cache(maxsize=1)
def _phrases() -> dict[str, list[tuple[str, ...]]]:
    grouped: dict[str, list[tuple[str, ...]]] = {}
    for entry in read_list("padding.txt"):
        phrase = tuple(entry.split())
        grouped.setdefault(phrase[0], []).append(phrase)
    return grouped


def reading_ease(text: str, said: Sequence[str]) -> float:
    """From 1, easy, down to 0: less for long sentences, long words, blocks without a break, a torn end.

    >>> reading_ease("Open the lid. Pour the tea.", words("Open the lid. Pour the tea."))
    1.0
    """
    if not said:
        return 0.0
    stretches = [count_tokens(text[one.start : one.end]) for one in sentences(text)]
    longish = sum(length for length in stretches if length > LONG_SENTENCE) / len(said)
    heavy = sum(len(word) >= LONG_WORD for word in said) / len(said)
    blocks = max(count_tokens(block) for block in text.split("\n"))
    torn = not text.rstrip().endswith(_ENDS)
    lost = 0.4 * longish + 0.8 * max(0.0, heavy - 0.15) + 0.1 * (blocks > LONG_BLOCK) + 0.15 * torn
    return max(0.0, 1.0 - lost)
