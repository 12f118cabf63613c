"""Quotes: where they are, and whether they are evidence."""

from __future__ import annotations

import pytest

from jurat.nlp.quote_search import (
    LONGEST_EVIDENCE,
    content_words,
    is_evidence,
    is_legible,
    is_substantial,
    is_telling,
    locate,
)


@pytest.mark.parametrize(
    ("quote", "text", "place"),
    [
        ("two words", "just two words here", (5, 14)),
        ("Two Words", "just two\n  words here", (5, 16)),
        (" Two words \n", "just two words here", (5, 14)),
        ("STRASSE 5", "In der Straße  5.", (7, 16)),
        ("words here", "words Here, words here", (12, 22)),
        ("WORDS HERE", "so words Here, words here", (3, 13)),
        ("three words", "just two words here", None),
        ("", "text", None),
        (".", "just two words.", None),
        ("five", "", None),
    ],
)
def test_a_quote_is_found_exactly_first_and_then_folded(
    quote: str, text: str, place: tuple[int, int] | None
) -> None:
    assert locate(quote, text) == place


@pytest.mark.parametrize(
    ("text", "expected"), [("5", True), ("é", True), ("_", False), ("\u3164 .\u200b", False), ("", False)]
)
def test_a_letter_or_digit_makes_a_text_legible(text: str, expected: bool) -> None:
    assert is_legible(text) is expected


@pytest.mark.parametrize(
    ("quote", "label", "expected"),
    [
        ("costs $5 a cup", "The tea is 5 dollars", True),
        ("five dollars", "It is $5", True),
        ("green tea", "The fee rose", False),
        ("green tea", "Tea rose", True),
        ("tea", "Tea rose", False),
        ("the 2nd", "the 2nd", True),
        ("the second", "the second", False),
        ("one half", "one half", True),
        ("on 2024-03-05", "in 2024", True),
        ("on 2024-03-05", "5 people", True),
        ("on 2024-03-05", "in 2023", False),
        ("5 to 10 percent", "10 percent", True),
    ],
)
def test_evidence_shares_a_content_word_or_a_value_with_its_label(
    quote: str, label: str, expected: bool
) -> None:
    assert is_evidence(quote, label) is expected


def test_evidence_may_not_be_longer_than_sixty_tokens() -> None:
    assert LONGEST_EVIDENCE == 60
    assert is_substantial("green tea " * 30) is True
    assert is_substantial("green tea " * 30 + "now") is False
    assert is_evidence("green tea " * 31, "green tea") is False


@pytest.mark.parametrize(
    ("quote", "telling", "substantial"),
    [
        ("Paris.", True, False),
        ("5", True, True),
        ("of the", False, False),
        ("thank you for waiting", True, True),
        ("", False, False),
    ],
)
def test_one_content_word_tells_and_two_are_substantial(quote: str, telling: bool, substantial: bool) -> None:
    assert (is_telling(quote), is_substantial(quote)) == (telling, substantial)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The councils voted, in Paris", ["council", "paris", "vote"]),
        ("北京大学", ["京大", "北京", "大学"]),
        ("北 tea", ["tea"]),
        ("te\u00ada x 5th 2024", ["tea"]),
        ("of the", []),
        ("", []),
    ],
)
def test_content_words_are_stems_or_pairs_of_characters(text: str, expected: list[str]) -> None:
    assert sorted(content_words(text)) == expected
