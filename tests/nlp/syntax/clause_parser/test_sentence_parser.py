"""Words and marks that open, join and close clauses."""

from __future__ import annotations

import pytest

from tests.nlp.syntax.parsed_frames import parsed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Ann left. Did Bob stay? Carl slept.", ["main left; subjects=Ann", "main slept; subjects=Carl"]),
        (
            "Ann left because Bob stayed.",
            ["main left; subjects=Ann", "subordinate/because stayed<left; subjects=Bob"],
        ),
        ("Because of Bob, Ann left.", ["main left; subjects=Ann; phrases=of:Bob"]),
        (
            "Ann left before Bob came.",
            ["main left; subjects=Ann", "subordinate/before came<left; subjects=Bob"],
        ),
        ("Ann left before Bob.", ["main left; subjects=Ann; phrases=before:Bob"]),
        ("The dog before Ann slept.", ["main slept; subjects=The_dog; phrases=before:Ann"]),
        (
            "Ann said that Bob left and that Carl stayed.",
            [
                "main said; subjects=Ann",
                "complement/that left<said; subjects=Bob",
                "complement/that stayed<said; subjects=Carl",
            ],
        ),
        (
            "The dog that wrote it died.",
            ["main died; subjects=The_dog", "relative/that wrote<died; subjects=The_dog; objects=it"],
        ),
        ("Ann knows what Bob saw.", ["main knows; subjects=Ann"]),
        (
            "The man who wrote it saw Ann.",
            [
                "main saw; subjects=The_man; objects=Ann",
                "relative/who wrote<saw; subjects=The_man; objects=it",
            ],
        ),
        (
            "The town in which they lived is old.",
            [
                "main is; subjects=The_town; adjectives=old",
                "relative/which lived<is; subjects=they; phrases=in:The_town",
            ],
        ),
        (
            "The man whose brother wrote it died.",
            ["main died; subjects=The_man", "relative/whose wrote<died; subjects=brother; objects=it"],
        ),
        (
            "The man, who on Monday left, slept.",
            ["main slept; subjects=The_man", "relative/who left<slept; gap=The_man; phrases=on:Monday"],
        ),
    ],
)
def test_words_that_open_clauses(text: str, expected: list[str]) -> None:
    assert parsed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann left and Bob stayed.", ["main left; subjects=Ann", "main stayed; subjects=Bob"]),
        ("Ann left but stayed calm.", ["main left; subjects=Ann", "main stayed; subjects=Ann; objects=calm"]),
        ("Ann ran and slept.", ["main ran; subjects=Ann", "main slept; subjects=Ann"]),
        (
            "Bob was born in Rome and raised in Paris.",
            [
                "main was_born; subjects=Bob; phrases=in:Rome",
                "main raised; subjects=Bob; helper=was_born; phrases=in:Paris",
            ],
        ),
        (
            "Bob was born in Rome and raised dogs.",
            ["main was_born; subjects=Bob; phrases=in:Rome", "main raised; subjects=Bob; objects=dogs"],
        ),
        (
            "Ann will go and buy it.",
            ["main will_go; subjects=Ann", "main buy; subjects=Ann; objects=it; helper=will_go"],
        ),
        (
            "Ann is running and sleeping.",
            ["main is_running; subjects=Ann", "main sleeping; subjects=Ann; helper=is_running"],
        ),
        ("Ann is old and very kind.", ["main is; subjects=Ann; adjectives=old_and_very_kind"]),
        ("Ann saw a calm and Bob.", ["main saw; subjects=Ann; objects=a_calm,Bob"]),
        ("Ann bought dogs, cats and mice.", ["main bought; subjects=Ann; objects=dogs,cats,mice"]),
        (
            "Ann bought dogs, cats, and mice slept.",
            ["main bought; subjects=Ann; objects=dogs", "main slept; subjects=mice", "dogs = cats"],
        ),
        ("Ann bought dogs, and mice.", ["main bought; subjects=Ann; objects=dogs,mice"]),
        ("If they come, she goes.", ["main goes; subjects=she", "subordinate/if come<goes; subjects=they"]),
        (
            "Two days before the vote, she left.",
            ["main left; subjects=she; phrases=before:the_vote,-:Two_days"],
        ),
        ("Oslo, Norway, is old.", ["main is; subjects=Oslo; adjectives=old", "Oslo = Norway"]),
        ("Ann left, Bob stayed.", ["main left; subjects=Ann", "main stayed; subjects=Bob"]),
        ("Ann left; Bob stayed.", ["main left; subjects=Ann", "main stayed; subjects=Bob"]),
        ("Ann (Bob slept) left.", ["main left; subjects=Ann", "main slept; subjects=Bob"]),
        ("Ann ) left.", ["main left; subjects=Ann"]),
        (
            "A man named Smith reportedly fled.",
            [
                "main fled; subjects=A_man; adverbs=reportedly",
                "participle named<fled; subjects=A_man; objects=Smith",
            ],
        ),
        ("Ann quickly left.", ["main left; subjects=Ann; adverbs=quickly"]),
        ("“Go,” said Ann.", ["main Go", "main said; subjects=Ann; inverted"]),
        ("Ann seems old.", ["main seems; subjects=Ann; adjectives=old"]),
    ],
)
def test_words_and_marks_that_join_and_close_clauses(text: str, expected: list[str]) -> None:
    assert parsed(text) == expected
