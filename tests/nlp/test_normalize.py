"""Normalised characters, with offsets that point into the text as it was given."""

from __future__ import annotations

import pytest

from jurat.nlp.normalize import fold_characters, fold_for_matching, look_alikes, strip_invisible


@pytest.mark.parametrize(
    ("text", "visible", "gaps"),
    [
        ("plain", "plain", ()),
        ("café", "café", ()),
        ("su\u00adgar", "sugar", ((2, 1),)),
        ("\u200b\u200bte\ufeffa", "tea", ((0, 2), (2, 3))),
        ("\u2060", "", ((0, 1),)),
    ],
)
def test_what_nobody_sees_is_left_out(text: str, visible: str, gaps: tuple[tuple[int, int], ...]) -> None:
    seen = strip_invisible(text)
    assert (seen.text, seen.given, seen.gaps) == (visible, text, gaps)


@pytest.mark.parametrize(
    ("span", "original"),
    [
        ((0, 3), (2, 6)),
        ((0, 2), (2, 4)),
        ((0, 1), (2, 3)),
        ((2, 3), (5, 6)),
        ((0, 0), (2, 2)),
        ((1, 1), (3, 3)),
    ],
)
def test_a_visible_span_leads_back_to_the_given_one(span: tuple[int, int], original: tuple[int, int]) -> None:
    assert strip_invisible("\u200b\u200bte\ufeffa").original(*span) == original


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("", ""),
        ("Make a **B0MB**’s casing", "make a bomb's casing"),
        ("K1LL him", "kill him"),
        ("k111 h1m 10 a1", "k111 him 10 a1"),
        ("a@b p@ss ca$h l33t h4x5y b0t7y", "aab pass cash l33t haxsy botty"),
        ("two  \t\n spaces", "two spaces"),
        ("two\tspaces", "two spaces"),
        ("_set_ snake_case", "set snake_case"),
        ("<b>bold</b> a < b > c", "bold a < b > c"),
        ("“quoted” `code` ~x~", "quoted code x"),
        ("ki\u200bll — no‑w", "kill - no-w"),
        ("É\u0301 Straße ﬁ", "e strasse fi"),
        ("Сор", "cop"),
        ("a\x07b", "ab"),
    ],
)
def test_the_gate_matches_plain_lower_case_text(text: str, folded: str) -> None:
    assert fold_for_matching(text).text == folded


def test_offsets_of_matching_text_are_kept_only_where_a_character_moved() -> None:
    assert fold_for_matching("Plain b0mb").offsets is None
    assert fold_for_matching("Plain b0mb").original(2, 4) == (2, 4)
    assert fold_for_matching("Plain b0mb").folded_offset(4) == 4
    moved = fold_for_matching("**ki\u200bll**  ﬁx")
    assert (moved.text, moved.offsets) == ("kill fix", [2, 3, 5, 6, 9, 11, 11, 12])
    assert [moved.original(0, 4), moved.original(2, 3), moved.original(2, 2), moved.original(5, 8)] == [
        (2, 7),
        (5, 6),
        (2, 2),
        (11, 13),
    ]
    assert [moved.folded_offset(place) for place in (0, 2, 4, 5, 6, 20)] == [0, 0, 2, 2, 3, 8]


@pytest.mark.parametrize(
    ("text", "folded", "starts", "ends"),
    [
        ("Ab", "ab", [0, 1], [1, 2]),
        ("", "", [], []),
        ("a ﬁne", "a fine", [0, 1, 2, 2, 3, 4], [1, 2, 3, 3, 4, 5]),
        ("e\u0301x", "ex", [0, 2], [2, 3]),
        ("e\u200bx", "ex", [0, 2], [1, 3]),
        ("\u0301x", "x", [1], [2]),
        ("Ø’ßł‑", "ø'ssl-", [0, 1, 2, 2, 3, 4], [1, 2, 3, 3, 4, 5]),
        ("Ｆuс", "fuc", [0, 1, 2], [1, 2, 3]),
    ],
)
def test_folded_characters_know_their_place(
    text: str, folded: str, starts: list[int], ends: list[int]
) -> None:
    found = fold_characters(text)
    assert (found.text, list(found.starts), list(found.ends)) == (folded, starts, ends)


def test_look_alikes_are_single_letters_of_other_scripts() -> None:
    assert "Сорo".translate(look_alikes()) == "Copo"
    assert all(code > 127 and len(latin) == 1 and latin.isascii() for code, latin in look_alikes().items())
