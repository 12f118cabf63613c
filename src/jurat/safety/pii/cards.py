"""Payment cards: 12 to 19 digits of a known scheme whose check digit is right."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum, context
from jurat.safety.word_lists import any_word, personal_words

if TYPE_CHECKING:
    from collections.abc import Iterator

_DIGITS = re.compile(r"(?<![\w.-])\d(?:[ -]?\d){11,18}(?![\w-]|\.\d)")
_SCHEME = re.compile(
    r"4(?:\d{12}|\d{15}|\d{18})|5[1-5]\d{14}|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720)\d{12}|3[47]\d{13}|"
    r"3(?:0[0-5]|095|[689]\d)\d{11,16}|6(?:011|5\d\d|4[4-9]\d)\d{12,15}|62\d{14,17}|35(?:2[89]|[3-8]\d)\d{12}|"
    r"(?:2131|1800)\d{11}|(?:50|5[6-9]|6[0-9])\d{10,17}"
)
_SHORT = re.compile(r"(?:50|5[6-9]|6[0-9])\d{10,13}$")


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Card numbers, but for the published test numbers.

    >>> [d.end for d in recognise("4539 1488 0343 6467 or 4111 1111 1111 1111 or 4539 1488 0343 6468")]
    [19]
    """
    for match in _DIGITS.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        if not _SCHEME.fullmatch(digits) or not luhn(digits) or is_test_number(digits):
            continue
        named = any_word("cards", "named").search(context(text, *match.span())) is not None
        if named or not _SHORT.match(digits):
            why = "the check digit is right" + (", named as a card" if named else "")
            yield PersonalDatum("CREDIT_CARD", *match.span(), 0.95 if named else 0.8, why)


def is_test_number(digits: str) -> bool:
    """Whether a number is published for testing, or plainly made up of one or two digits.

    >>> is_test_number("4111111111111111"), is_test_number("4539148803436467")
    (True, False)
    """
    return digits in personal_words()["cards"]["test_numbers"] or len(set(digits)) < 3


def luhn(digits: str) -> bool:
    """Whether the last digit is the check digit of the others, by Luhn's rule.

    >>> luhn("79927398713"), luhn("79927398714")
    (True, False)
    """
    doubled = (int(digit) * 2 for digit in digits[-2::-2])
    return (sum(map(int, digits[-1::-2])) + sum(d - 9 if d > 9 else d for d in doubled)) % 10 == 0
