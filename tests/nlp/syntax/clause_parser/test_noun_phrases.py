"""Noun phrases in frames: subjects, objects, members of lists, and what follows a preposition."""

from __future__ import annotations

import pytest

from tests.nlp.syntax.parsed_frames import parsed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann saw Bob.", ["main saw; subjects=Ann; objects=Bob"]),
        ("Ann and Bob saw Carl and Dan.", ["main saw; subjects=Ann,Bob; objects=Carl,Dan"]),
        ("Ann, Bob and Carl saw Dan.", ["main saw; subjects=Ann,Bob,Carl; objects=Dan"]),
        ("Ann gave Bob the dog.", ["main gave; subjects=Ann; objects=Bob; second=the_dog"]),
        (
            "Ann gave Bob the dog and the cat.",
            ["main gave; subjects=Ann; objects=Bob; second=the_dog,the_cat"],
        ),
        ("Ann slept in Oslo and Rome.", ["main slept; subjects=Ann; phrases=in:Oslo,in:Rome"]),
        (
            "Ann slept in Oslo, Rome and Paris.",
            ["main slept; subjects=Ann; phrases=in:Oslo,in:Rome,in:Paris"],
        ),
        (
            "Ann bought 1 TB of storage and 2 GB of memory.",
            ["main bought; subjects=Ann; objects=1_TB,2_GB; phrases=of:storage,of:memory"],
        ),
        (
            "Ann bought pictures of Oslo and a dog.",
            ["main bought; subjects=Ann; objects=pictures,a_dog; phrases=of:Oslo"],
        ),
        (
            "Ann bought the pictures of the town and the dog.",
            ["main bought; subjects=Ann; objects=the_pictures; phrases=of:the_town,of:the_dog"],
        ),
        (
            "Microsoft bought the firm they founded.",
            [
                "main bought; subjects=Microsoft; objects=the_firm",
                "relative founded<bought; subjects=they; gap=the_firm",
            ],
        ),
        ("The mayor, Ann Reed, left.", ["main left; subjects=The_mayor", "The_mayor = Ann_Reed"]),
        ("Ann Reed, the mayor, died.", ["main died; subjects=Ann_Reed", "Ann_Reed = the_mayor"]),
        (
            "Ann met Bob Reed, the mayor.",
            ["main met; subjects=Ann; objects=Bob_Reed", "Bob_Reed = the_mayor"],
        ),
        ("Last week Ann left.", ["main left; subjects=Ann; phrases=-:Last_week"]),
        ("Monday was wet.", ["main was; subjects=Monday; adjectives=wet"]),
        ("Ann left on Monday.", ["main left; subjects=Ann; phrases=on:Monday"]),
        ("Ann left before noon.", ["main left; subjects=Ann; phrases=before:noon"]),
        (
            "Ann left Monday and Bob stayed.",
            ["main left; subjects=Ann; phrases=-:Monday", "main stayed; subjects=Bob"],
        ),
    ],
)
def test_noun_phrases_take_their_places(text: str, expected: list[str]) -> None:
    assert parsed(text) == expected


def test_frames_deeper_than_twenty_four_have_no_governor() -> None:
    shown = parsed("Ann said that " * 27 + "Bob left.")
    assert [index for index, one in enumerate(shown) if "<" not in one] == [0, 25]
