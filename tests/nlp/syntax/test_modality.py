"""Modality: whether each clause asserts, denies, hedges, supposes or reports what it says."""

from __future__ import annotations

import pytest

from jurat.nlp.syntax.clauses import clauses
from jurat.nlp.tokens import Token

FLAGS = ("negated", "hedged", "assertive", "stated", "reported", "carried", "passive")


def modality(text: str) -> list[str]:
    """Each clause as its lemma, its modal and its flags by their first letters."""
    return [
        f"{one.lemma} {one.modal or '-'} " + "".join(flag[0].upper() for flag in FLAGS if getattr(one, flag))
        for one in clauses(text, Token("", 0, len(text)))
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann paid.", ["pay - AS"]),
        ("Ann did not pay.", ["pay - NAS"]),
        ("Ann not only paid.", ["pay - AS"]),
        ("Ann no longer pays.", ["pay - NAS"]),
        ("Ann may pay.", ["pay may H"]),
        ("Ann will pay.", ["pay will AS"]),
        ("Ann should pay.", ["pay should S"]),
        ("Ann must pay.", ["pay must AS"]),
        ("Ann would pay.", ["pay would "]),
        ("Ann seems calm.", ["seem - H"]),
        ("Ann reportedly paid.", ["pay - H"]),
        ("It is likely that Ann paid.", ["be - HC", "pay - H"]),
        ("It is false that Ann paid.", ["be - ASC", "pay - NAS"]),
        ("It is not true that Ann paid.", ["be - NASC", "pay - NAS"]),
        ("If Ann paid, Bob left.", ["pay - ", "leave - "]),
        ("Ann asked if Bob left.", ["ask - AS", "leave - "]),
        ("Unless Ann pays, Bob leaves.", ["pay - "]),
        ("Ann said that Bob left.", ["say - AS", "leave - ASR"]),
        ("Ann denied that Bob left.", ["deny - AS", "leave - NAS"]),
        ("Ann hopes that Bob left.", ["hope - AS", "leave - "]),
        ("Ann did not say that Bob left.", ["say - NAS", "leave - R"]),
        ("According to Ann, Bob left.", ["leave - ASR"]),
        ("No man left.", ["leave - NAS"]),
        ("No fewer than 40 men left.", ["leave - AS"]),
        ("Ann saw nobody.", ["see - NAS"]),
        ("Berlin, not Munich, is big.", ["be - AS"]),
    ],
)
def test_a_clause_by_itself_and_after_its_governor(text: str, expected: list[str]) -> None:
    assert modality(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ann plans to pay.", ["plan - ASC", "pay plan S"]),
        ("Ann failed to pay.", ["fail - ASC", "pay fail NAS"]),
        ("Ann did not fail to pay.", ["fail - NASC", "pay fail AS"]),
        ("Ann managed to pay.", ["manage - ASC", "pay manage AS"]),
        ("Ann is going to pay.", ["go - ASC", "pay will AS"]),
        ("Ann is likely to pay.", ["be - HC", "pay - H"]),
        ("Ann is unable to pay.", ["be - AS", "pay - NAS"]),
        ("Ann is happy to pay.", ["be - AS", "pay - S"]),
        ("Ann is believed to pay.", ["believe - ASCP", "pay believe H"]),
        ("Ann ordered Bob to pay.", ["order - AS", "pay - S"]),
        ("Ann asked Bob to pay.", ["ask - AS", "pay - S"]),
        ("Ann may try to pay.", ["try may HC", "pay may H"]),
        ("Ann stopped paying.", ["stop - ASC", "pay stop NAS"]),
        ("Ann considered paying.", ["consider - ASC", "pay consider S"]),
        ("Ann left without paying.", ["leave - AS", "pay - NAS"]),
        ("Ann left instead of paying.", ["leave - AS", "pay - NAS"]),
        ("Ann left town to pay.", ["leave - AS", "pay - S"]),
        ("Ann did not leave town to pay.", ["leave - NAS", "pay - "]),
    ],
)
def test_infinitives_and_gerunds_take_their_standing_from_their_verb(text: str, expected: list[str]) -> None:
    assert modality(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Bob was paid.", ["pay - ASP"]),
        ("Bob has paid.", ["pay - AS"]),
        ("Bob has been paid.", ["pay - ASP"]),
        ("Bob, paid by Ann, left.", ["pay - ASP", "leave - AS"]),
        ("Bob was born in Rome and raised in Paris.", ["bear - ASP", "raise - ASP"]),
        ("When asked, Bob paid.", ["ask - ASP", "pay - AS"]),
        ("The plan focused on growth failed.", ["focus - AS", "fail - AS"]),
        ("Bob got paid.", ["get - ASC", "pay get ASP"]),
    ],
)
def test_passives(text: str, expected: list[str]) -> None:
    assert modality(text) == expected
