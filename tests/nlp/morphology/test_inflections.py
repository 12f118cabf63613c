"""Regular endings of marked terms."""

from __future__ import annotations

import pytest

from jurat.nlp.morphology.inflections import inflected, plural


@pytest.mark.parametrize(
    ("marked", "expected"),
    [
        ("idiot", [("idiot", "")]),
        ("hate+", [("hate", ""), ("hates", ""), ("hated", ""), ("hating", "")]),
        ("kill=", [("kill", ""), ("kills", ""), ("killed", "ED"), ("killing", "ING")]),
        ("stab==", [("stab", ""), ("stabs", ""), ("stabbed", "ED"), ("stabbing", "ING")]),
        ("rob++", [("rob", ""), ("robs", ""), ("robbed", ""), ("robbing", "")]),
        ("bully+", [("bully", ""), ("bullies", ""), ("bullied", ""), ("bullying", "")]),
        ("annoy+", [("annoy", ""), ("annoys", ""), ("annoyed", ""), ("annoying", "")]),
        ("pansy~", [("pansy", ""), ("pansies", "")]),
        ("ugly^", [("ugly", ""), ("uglier", ""), ("ugliest", "")]),
        ("vile^", [("vile", ""), ("viler", ""), ("vilest", "")]),
        ("dumb^", [("dumb", ""), ("dumber", ""), ("dumbest", "")]),
    ],
)
def test_a_mark_stands_for_the_endings_of_a_term(marked: str, expected: list[tuple[str, str]]) -> None:
    assert inflected(marked) == expected


@pytest.mark.parametrize(
    ("noun", "expected"),
    [
        ("boss", "bosses"),
        ("fox", "foxes"),
        ("quiz", "quizes"),
        ("bitch", "bitches"),
        ("bush", "bushes"),
        ("pansy", "pansies"),
        ("gay", "gays"),
        ("cat", "cats"),
    ],
)
def test_hissing_nouns_take_es_and_a_consonant_turns_y_into_ies(noun: str, expected: str) -> None:
    assert plural(noun) == expected
