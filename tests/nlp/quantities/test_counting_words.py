"""Number words that count, told from pronouns, times and idioms."""

from __future__ import annotations

import pytest

from jurat.nlp.quantities.counting_words import counting_word_at


def read(text: str, floor: int = 0) -> str | None:
    """The numeral at the mark: its characters, value and form."""
    at, plain = text.index("|"), text.replace("|", "")
    found = counting_word_at(plain, at, floor)
    return found and f"{plain[found.start : found.end]} = {found.value} {found.form} {found.scale}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|three dogs", "three = 3 cardinal 1"),
        ("|dogs", None),
        ("|5", None),
        ("well-|three", None),
        ("mid-|twenty", "twenty = 20 cardinal 1"),
        ("twenty-|five", "five = 5 cardinal 1"),
        ("|first place", "first = 1 ordinal 1"),
        ("|first, we", None),
        ("we came |first, then", "first = 1 ordinal 1"),
        ("it. |second, we", None),
        ("at |first", None),
        ("at |second", "second = 2 ordinal 1"),
        ("|first-class", None),
        ("|first of all", None),
        ("|third of all", None),
    ],
)
def test_words_that_count_or_order(text: str, expected: str | None) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|one dog", "one = 1 cardinal 1"),
        ("|one", None),
        ("only |one", None),
        ("|one-man", "one = 1 cardinal 1"),
        ("this |one dog", None),
        ("|one of", None),
        ("only |one of", None),
        ("about |one of", None),
        ("|one in ten", "one = 1 cardinal 1"),
        ("|one in it", None),
        ("|one out of 5", "one = 1 cardinal 1"),
        ("|one who", None),
        ("|one hundred", "one hundred = 100 cardinal 100"),
    ],
)
def test_one_is_a_number_or_a_pronoun(text: str, expected: str | None) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("per |second", None),
        ("a |second", None),
        ("a |second time", "second = 2 ordinal 1"),
        ("the |second-best", "second = 2 ordinal 1"),
        ("|second place", "second = 2 ordinal 1"),
        ("|twice a day", "twice = 2 cardinal 1"),
        ("|twice as many", None),
        ("|twice-born", None),
        ("|thrice", "thrice = 3 cardinal 1"),
    ],
)
def test_seconds_and_times(text: str, expected: str | None) -> None:
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "floor", "expected"),
    [
        ("|half of it", 0, "half = 1/2 part 1"),
        ("a |half of it", 0, "a half = 1/2 part 1"),
        ("a |half of it", 1, "half = 1/2 part 1"),
        ("a |half of it", 2, "half = 1/2 part 1"),
        ("|half", 0, "half = 1/2 part 1"),
        ("|half dogs", 0, None),
        ("about |half dogs", 0, "half = 1/2 part 1"),
        ("the |half of it", 0, None),
        ("one-|half of it", 0, None),
        ("second |half of it", 0, None),
        ("|half a million", 0, "half a million = 500000 cardinal 1000000"),
        ("|half a dog", 0, "half = 1/2 part 1"),
        ("|half an hour", 0, "half an = 1/2 part 1"),
        ("|half-hour", 0, "half = 1/2 part 1"),
        ("|half hour", 0, "half = 1/2 part 1"),
        ("|half a day", 0, "half a = 1/2 part 1"),
        ("a |quarter of it", 0, "a quarter = 1/4 part 1"),
        ("a |quarter of it", 1, None),
        ("|quarter of it", 0, None),
        ("a |quarter dog", 0, None),
        ("by a |quarter", 0, "a quarter = 1/4 part 1"),
        ("a |quarter of a million", 0, "a quarter of a million = 250000 cardinal 1000000"),
        ("a |quarter of a dog", 0, "a quarter = 1/4 part 1"),
        ("a |third of it", 0, "a third = 1/3 part 1"),
        ("a |third dog", 0, "third = 3 ordinal 1"),
        ("three |quarters of", 0, None),
    ],
)
def test_parts_need_words_that_say_so(text: str, floor: int, expected: str | None) -> None:
    assert read(text, floor) == expected


@pytest.mark.parametrize(
    ("text", "floor", "expected"),
    [
        ("a |hundred dogs", 0, "a hundred = 100 cardinal 100"),
        ("a |hundred and five dogs", 0, "a hundred and five = 105 cardinal 1"),
        ("a |million", 0, "a million = 1000000 cardinal 1000000"),
        ("a |dozen", 0, "a dozen = 12 cardinal 12"),
        ("a |hundred", 1, None),
        ("|hundred", 0, None),
        ("few |hundred", 0, None),
        ("in a |million", 0, None),
        ("many a |million", 0, None),
        ("a-|hundred", 0, None),
    ],
)
def test_a_scale_counts_after_a(text: str, floor: int, expected: str | None) -> None:
    assert read(text, floor) == expected
