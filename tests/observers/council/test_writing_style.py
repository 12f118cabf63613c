"""The style of an answer: repetition, filling, ease, and keywords in a row."""

from __future__ import annotations

import pytest

from jurat.nlp.tokens import words
from jurat.observers.council.writing_style import READ, is_salad, padding, reading_ease, repeated, style


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", 0.0),
        ("a b c", 0.0),
        ("a b c a b c", 1 / 6),
        ("to be or not to be or not", 0.25),
        ("a a a a", 0.25),
        ("a b a b", 0.0),
    ],
)
def test_words_that_end_a_run_of_three_are_repeated(said: str, expected: float) -> None:
    assert repeated(said.split()) == expected


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("", 0.0),
        ("i hope this helps you swim", 4 / 6),
        ("certainly not", 0.5),
        ("as an ai language model i swim", 5 / 7),
        ("as an ape i swim", 0.0),
        ("we swim certainly", 1 / 3),
    ],
)
def test_the_longest_phrase_that_fills_is_counted(said: str, expected: float) -> None:
    assert padding(said.split()) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0.0),
        ("Open the lid. Pour the tea.", 1.0),
        ("Open the lid", 0.85),
        ("word " * 24 + ".", 1.0),
        ("word " * 25 + ".", 0.6),
        ("word. " * 150, 1.0),
        ("word. " * 151, 0.9),
        ("word. " * 100 + "\n" + "word. " * 100, 1.0),
        ("tea " * 4 + "consequent.", 0.96),
        ("tea " * 4 + "ninechars.", 1.0),
        ("tea " * 6 + "consequent.", 1.0),
    ],
)
def test_long_sentences_words_and_blocks_and_a_torn_end_cost_ease(text: str, expected: float) -> None:
    assert reading_ease(text, words(text)) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("bridge open bridge opened elm year cost dollars", True),
        ("bridge open bridge opened elm year cost", False),
        ("bridge open bridge opened, elm year cost dollars", False),
        ("bridge open the bridge opened in elm year cost dollars", False),
        ("bridge open bridge opened in elm year cost dollars", True),
        ("qworp blorp zxcv qwert asdfg hjkl mnbv poiu", False),
        ("", False),
    ],
)
def test_english_words_in_a_row_without_stop_words_are_no_statement(text: str, expected: bool) -> None:
    assert is_salad(text, words(text)) is expected


def test_style_is_of_the_first_sixty_thousand_characters() -> None:
    found = style("Certainly! Paris is the capital. Paris is the capital.")
    assert (found.length, found.repeated, found.padding, found.ease, found.salad) == (
        9,
        2 / 9,
        1 / 9,
        1.0,
        False,
    )
    assert READ == 60_000
    assert style("tea " * 15_001).length == 15_000
