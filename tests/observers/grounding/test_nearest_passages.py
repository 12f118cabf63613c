"""The nearest passage for what nothing decides, and what it says instead."""

from __future__ import annotations

import pytest

from jurat.nlp.values import values
from jurat.observers.grounding.nearest_passages import (
    contrast,
    indexed_source,
    nearest_by_value,
    nearest_by_words,
    quoted_reason,
)
from jurat.verifier.retrieval import Source, Unit

TEXT = "The price is $30. The warranty is for 24 months. It opened on 5 May 2020. Ada lives in Rome."


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bob lives in Rome.", "Ada lives in Rome."),
        ("qworp", "The price is $30."),
        ("warranty", "The warranty is for 24 months."),
    ],
)
def test_the_unit_that_shares_most_is_nearest_by_words(text: str, expected: str) -> None:
    found = nearest_by_words(Source((TEXT,)), text)
    assert found is not None
    assert (found.unit.text, found.given) == (expected, "")
    assert nearest_by_words(Source(("",)), text) is None


@pytest.mark.parametrize(
    ("around", "expected"),
    [
        ("The warranty lasts 36 months.", ("The warranty is for 24 months.", "24 months")),
        ("The warranty lasts 2 years.", ("The warranty is for 24 months.", "")),
        ("The qworp lasts 36 months.", ("The warranty is for 24 months.", "24 months")),
        ("The price is $40.", ("The price is $30.", "$30")),
        ("Rome costs $40.", ("The price is $30.", "")),
        ("The warranty weighs 5 kg.", ("The warranty is for 24 months.", "")),
        ("It opened on 6 May 2020.", ("It opened on 5 May 2020.", "5 May 2020")),
        ("It opened in 2021.", ("It opened on 5 May 2020.", "5 May 2020")),
        ("It opened in May 2020.", ("It opened on 5 May 2020.", "")),
        ("Ada has 3 dogs.", ("Ada lives in Rome.", "")),
    ],
)
def test_the_nearest_unit_with_another_value_of_the_kind(around: str, expected: tuple[str, str]) -> None:
    given = values(around)
    value = given.quantities[0] if given.quantities else given.moments[0]
    found = nearest_by_value(Source((TEXT,)), value, around)
    assert found is not None
    assert (found.unit.text, found.given) == expected


def test_reasons_name_both_sides_and_quote_at_most_120_characters() -> None:
    assert contrast("context", "24 months", "36 months") == "the context says 24 months, the answer 36 months"
    for length, shown in ((120, "x" * 120), (121, "x" * 119 + "…")):
        assert quoted_reason("no", Unit(0, 0, length, "x" * length)) == f"no; nearest: “{shown}”"


def test_texts_are_indexed_once() -> None:
    assert indexed_source((TEXT,)) is indexed_source((TEXT,))
    assert [one.text for one in indexed_source(("Tea is hot.",)).units] == ["Tea is hot."]
