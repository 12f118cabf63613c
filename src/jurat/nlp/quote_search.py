"""Quotes: where one is in the text it is said to come from, and whether it is evidence of anything."""

from __future__ import annotations

import re
from itertools import groupby, pairwise
from typing import Final

from jurat.nlp.normalize import strip_invisible
from jurat.nlp.quantities.quantity import Quantity
from jurat.nlp.terms import forms, is_stop, scan_terms
from jurat.nlp.tokens import count_tokens
from jurat.nlp.values import values

LONGEST_EVIDENCE: Final = 60
"""Tokens that a model's quote may have: five times what it is asked for. More points at nothing."""
_CONTENT_WORDS: Final = 2
_FILLERS: Final = "\u115f\u1160\u3164\uffa0"
"""Letters by their category that show nothing."""
_MARK: Final = re.compile(rf"[^\W_{_FILLERS}]")
_UNSPACED: Final = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]{2,}")
"""Runs of scripts that put no space between words: Thai, Lao, Burmese, Khmer, kana, Han."""
_DIGITS: Final = re.compile(r"\d+")
_VAGUE_NUMBERS: Final = frozenset({"one", "half", "quarter"})


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands in a text: exactly first, then with space and case folded.

    A quote with no letter or digit is nowhere.

    >>> locate("Two Words", "just two\\n  words here")
    (5, 16)
    >>> locate("three words", "just two words here") is None
    True
    >>> locate(".", "just two words.") is None
    True
    """
    if not is_legible(quote):
        return None
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    wanted, _ = _folded(quote.strip())
    folded, offsets = _folded(text)
    start = folded.find(wanted)
    if start < 0:
        return None
    return offsets[start][0], offsets[start + len(wanted) - 1][1]


def is_legible(text: str) -> bool:
    """Check whether a text has a letter or a digit that can be seen.

    >>> is_legible("5"), is_legible(" . \u200b\u3164")
    (True, False)
    """
    return _MARK.search(text) is not None


def is_evidence(quote: str, label: str) -> bool:
    """Check whether a model's quote can be evidence for the text of its label.

    It needs two content words or a value, must share one of them with the label, and may not be so long
    that it points at nothing.

    >>> is_evidence("costs $5 a cup", "The tea is 5 dollars"), is_evidence("five dollars", "It is $5")
    (True, True)
    >>> is_evidence("of the", "of the tea"), is_evidence("green tea", "The fee rose")
    (False, False)
    """
    if not is_substantial(quote):
        return False
    words, numbers = content_words(quote), _values(quote)
    return not words.isdisjoint(content_words(label)) or not numbers.isdisjoint(_values(label))


def is_telling(quote: str) -> bool:
    """Check whether a quote has a content word or a value.

    >>> is_telling("Paris."), is_telling("5"), is_telling("of the")
    (True, True, False)
    """
    return bool(content_words(quote) or _values(quote))


def is_substantial(quote: str) -> bool:
    """Check whether a quote says enough to be evidence of anything: two content words, or a value.

    >>> is_substantial("thank you for waiting"), is_substantial("of the")
    (True, False)
    """
    if count_tokens(quote) > LONGEST_EVIDENCE:
        return False
    return len(content_words(quote)) >= _CONTENT_WORDS or bool(_values(quote))


def content_words(text: str) -> frozenset[str]:
    """The stems of a text's content words; of a script without spaces, its pairs of characters.

    >>> sorted(content_words("The councils voted, in Paris")), sorted(content_words("北京大学"))
    (['council', 'paris', 'vote'], ['京大', '北京', '大学'])
    """
    found: set[str] = set()
    plain = strip_invisible(text).text
    for word in scan_terms(_UNSPACED.sub(" ", plain)):
        if not is_stop(word.text) and not word.text[0].isdigit():
            found.update(form for form in forms(word.text) if len(form) > 1 and is_legible(form))
    for run in _UNSPACED.findall(plain):
        found.update(one + other for one, other in pairwise(run))
    return frozenset(found)


def _values(text: str) -> frozenset[str]:
    """The numbers of a text, however they are written.

    >>> sorted(_values("On 2024-03-05, two thousand paid $1.5m; one did not"))
    ['1500000', '2000', '2024', '3', '5']
    """
    plain = strip_invisible(text).text
    found = values(plain)
    numbers = {str(end) for one in found.quantities if _is_exact(one, plain) for end in (one.low, one.high)}
    for moment in found.moments:
        numbers.update(run.lstrip("0") or "0" for run in _DIGITS.findall(plain[moment.start : moment.end]))
    return frozenset(numbers)


def _is_exact(one: Quantity, text: str) -> bool:
    """Check whether a quantity says more than "one" or "second", which are as often no numbers."""
    written = text[one.start : one.end]
    if any(character.isdigit() for character in written):
        return True
    return one.kind != "ordinal" and written.casefold() not in _VAGUE_NUMBERS


def _folded(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The text with white space and case folded, and where each of its characters came from."""
    out: list[str] = []
    offsets: list[tuple[int, int]] = []
    for blank, run in groupby(enumerate(text), key=lambda pair: pair[1].isspace()):
        pairs = list(run)
        if blank:
            out.append(" ")
            offsets.append((pairs[0][0], pairs[-1][0] + 1))
            continue
        for index, character in pairs:
            folded = character.casefold()
            out.append(folded)
            offsets.extend([(index, index + 1)] * len(folded))
    return "".join(out), offsets
