"""What holds for any text: nothing crashes, spans lie inside, in order and apart."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.dates.moment import covers
from jurat.nlp.quantities.quantity import agrees, quantities
from jurat.nlp.values import values

PIECES = st.sampled_from(
    (
        *(
            "1",
            "5",
            "20",
            "2024",
            "1998",
            "3rd",
            "12.5",
            "1,000",
            "½",
            "$",
            "€",
            "£",
            "%",
            "km",
            "m",
            "-",
            " ",
            "–",
            "/",
        ),
        *(
            ".",
            ",",
            ":",
            ";",
            "(",
            ")",
            "[",
            "]",
            "'",
            "\n",
            "million",
            "hundred",
            "and",
            "a",
            "half",
            "third",
            "one",
        ),
        *(
            "quarter",
            "two",
            "twenty",
            "dozen",
            "of",
            "to",
            "between",
            "from",
            "about",
            "March",
            "May",
            "Tuesday",
            "Q3",
        ),
        *("pm", "a.m.", "noon", "90s", "century", "BC", "USD", "°C", "v2", "http://", "@", "#", "e6", "İ"),
        *("\ud800", "\x00", "５", "²"),
    )
)
TEXTS = st.lists(PIECES, max_size=25).flatmap(
    lambda parts: st.sampled_from(["".join(parts), " ".join(parts)])
)
HOSTILE = [
    "1," * 15_000,
    "1,111" + ",111" * 15_000,
    "twenty-" * 15_000,
    "(" * 1_000_000,
    "0" * 1_000_000,
    " " * 1_000_000,
    "$" * 1_000_000,
    "x" * 1_000_000,
    "1" + " " * 1_000_000,
    "1." * 50_000,
    "1-" * 50_000,
    "[1," * 10_000,
    "May " * 50_000,
    "half a " * 50_000,
    "5 to " * 10_000,
    "one hundred and " * 10_000,
    "9" * 5000 + "." + "9" * 5000,
    "1e99" * 5000,
]


def check(text: str) -> None:
    found = values(text)
    spans = [(quantity.start, quantity.end) for quantity in found.quantities]
    spans += [(moment.start, moment.end) for moment in found.moments]
    spans.sort()
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert all(quantity.low <= quantity.high for quantity in found.quantities)


@given(TEXTS)
def test_spans_of_likely_texts_lie_inside_and_apart(text: str) -> None:
    check(text)


@given(st.text(max_size=100))
def test_spans_of_any_text_lie_inside_and_apart(text: str) -> None:
    check(text)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:6]))
def test_long_hostile_texts_are_read_to_the_end(text: str) -> None:
    check(text)


@given(st.integers(0, 10**12), st.sampled_from(["{}", "{:,}", "{} km", "${:,}", "{}%"]))
def test_an_integer_reads_as_itself(number: int, form: str) -> None:
    text = "costs " + form.format(number) + " each"
    found = values(text)
    assert [x.low for x in found.quantities] + [Fraction(x.year or 0) for x in found.moments] == [number]


@given(TEXTS)
def test_everything_agrees_with_itself(text: str) -> None:
    found = values(text)
    assert all(agrees(quantity, quantity) == "same" for quantity in found.quantities)
    assert all(covers(moment, moment) for moment in found.moments)


def test_no_value_is_read_from_an_empty_text() -> None:
    assert quantities("") == []
