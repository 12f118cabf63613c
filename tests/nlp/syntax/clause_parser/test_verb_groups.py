"""Verb groups: which frame a verb belongs to, and which it opens."""

from __future__ import annotations

import pytest

from tests.nlp.syntax.parsed_frames import parsed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The bill, passed in 2010, was signed.",
            [
                "main was_signed; subjects=The_bill",
                "participle passed<was_signed; subjects=The_bill; phrases=in:2010; reduced",
            ],
        ),
        ("The bill, passed in 2010.", ["main passed; subjects=The_bill; phrases=in:2010"]),
        (
            "Ann has a strategy focused on growth.",
            [
                "main has; subjects=Ann; objects=a_strategy",
                "participle focused<has; subjects=a_strategy; phrases=on:growth; reduced",
            ],
        ),
        (
            "Ann said a strategy focused on growth.",
            ["main said; subjects=Ann", "complement focused<said; subjects=a_strategy; phrases=on:growth"],
        ),
        (
            "Ann said they focused on growth.",
            ["main said; subjects=Ann", "complement focused<said; subjects=they; phrases=on:growth"],
        ),
        (
            "Buying Fitbit was expensive.",
            ["main was; subjects=Buying; adjectives=expensive", "participle Buying<was; objects=Fitbit"],
        ),
        ("“No,” said Ann.", ["main said; subjects=Ann; inverted"]),
        ("“No,” Ann said.", ["main said; subjects=Ann"]),
        ("He said Google paid.", ["main said; subjects=He", "complement paid<said; subjects=Google"]),
        ("The rich bought it.", ["main bought; subjects=The_rich; objects=it"]),
    ],
)
def test_finite_verbs(text: str, expected: list[str]) -> None:
    assert parsed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Ann wants to pay and to leave.",
            [
                "main wants; subjects=Ann",
                "infinitive to_pay<wants; subjects=Ann; chained",
                "infinitive to_leave<wants; subjects=Ann; chained",
            ],
        ),
        (
            "Ann ordered Bob to pay.",
            ["main ordered; subjects=Ann; objects=Bob", "infinitive to_pay<ordered; subjects=Bob"],
        ),
        (
            "Ann bought a dog to sell.",
            ["main bought; subjects=Ann; objects=a_dog", "infinitive to_sell<bought; subjects=Ann"],
        ),
        (
            "Ann is the one to pay.",
            ["main is; subjects=Ann; objects=the_one", "infinitive to_pay<is; subjects=Ann"],
        ),
        ("To pay, Ann sold it.", ["main sold; subjects=Ann; objects=it", "infinitive To_pay<sold"]),
        (
            "Ann decided not to pay.",
            ["main decided; subjects=Ann", "infinitive to_pay<decided; subjects=Ann; adverbs=not; chained"],
        ),
        (
            "Ann left without paying.",
            ["main left; subjects=Ann", "gerund/left without paying<left; subjects=Ann"],
        ),
        (
            "Ann stopped paying.",
            ["main stopped; subjects=Ann", "gerund paying<stopped; subjects=Ann; chained"],
        ),
        (
            "The man buying it died.",
            ["main died; subjects=The_man", "participle buying<died; subjects=The_man; objects=it"],
        ),
        (
            "While paying, Ann slept.",
            ["main slept; subjects=Ann", "subordinate/while paying<slept; subjects=Ann"],
        ),
        (
            "Ann left, paying and smiling.",
            [
                "main left; subjects=Ann",
                "participle paying<left; subjects=Ann",
                "participle smiling<left; subjects=Ann; helper=paying",
            ],
        ),
        (
            "He said Ann left, adding it was late.",
            [
                "main said; subjects=He",
                "complement left<said; subjects=Ann",
                "participle adding<said; subjects=He",
                "complement was<adding; subjects=it; adverbs=late",
            ],
        ),
        (
            "Paying Bob, Ann left.",
            ["main left; subjects=Ann", "participle Paying<left; subjects=Ann; objects=Bob"],
        ),
    ],
)
def test_infinitives_and_gerunds(text: str, expected: list[str]) -> None:
    assert parsed(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "The men seen in Oslo left.",
            ["main left; subjects=The_men", "participle seen<left; subjects=The_men; phrases=in:Oslo"],
        ),
        ("When asked, Ann left.", ["main left; subjects=Ann", "subordinate/when asked<left; subjects=Ann"]),
        (
            "Founded in 1998, Google grew.",
            ["main grew; subjects=Google", "participle Founded<grew; subjects=Google; phrases=in:1998"],
        ),
        ("Ann got paid.", ["main got; subjects=Ann", "participle paid<got; subjects=Ann; chained"]),
        ("He written it.", ["main written; subjects=He; objects=it"]),
        ("The man gone.", ["main gone; subjects=The_man"]),
        ("They quickly run home.", ["main run; subjects=They; objects=home; adverbs=quickly"]),
        ("Stop the car.", ["main Stop; objects=the_car"]),
        ("Ann made them pay.", ["main made; subjects=Ann; objects=them", "bare pay<made; subjects=them"]),
        (
            "Ann may go, buy it and eat.",
            [
                "main may_go; subjects=Ann",
                "main buy; subjects=Ann; objects=it; helper=may_go",
                "main eat; subjects=Ann; helper=may_go",
            ],
        ),
        (
            "Ann helped buy it.",
            ["main helped; subjects=Ann", "infinitive buy<helped; subjects=Ann; objects=it; chained"],
        ),
        ("Run was hard.", ["main was; subjects=Run; adverbs=hard"]),
    ],
)
def test_participles_and_bare_forms(text: str, expected: list[str]) -> None:
    assert parsed(text) == expected
