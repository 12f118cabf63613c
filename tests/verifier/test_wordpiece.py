"""The WordPiece tokenizer with a vocabulary of its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.verifier.wordpiece import WordPiece, truncated

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "play", "##ing", "##ed", "cafe", "5", "$", "京", "a", "##b", "."]
TOKENIZER = WordPiece(WORDS)


def pieces(text: str) -> list[tuple[str, str]]:
    return [(WORDS[one.id], text[one.start : one.end]) for one in TOKENIZER.pieces(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Playing", [("play", "Play"), ("##ing", "ing")]),
        ("PLAYED.", [("play", "PLAY"), ("##ed", "ED"), (".", ".")]),
        ("café $5", [("cafe", "café"), ("$", "$"), ("5", "5")]),
        ("a京a", [("a", "a"), ("京", "京"), ("a", "a")]),
        ("a\u200bb", [("a", "a"), ("##b", "b")]),
        ("zzz", [("[UNK]", "zzz")]),
        ("", []),
    ],
)
def test_pieces_keep_their_place_in_the_text(text: str, expected: list[tuple[str, str]]) -> None:
    assert pieces(text) == expected


def test_a_pair_has_separators_and_types() -> None:
    pair = TOKENIZER.pair("play", "played", 10)
    assert [WORDS[one] for one in pair.ids] == ["[CLS]", "play", "[SEP]", "play", "##ed", "[SEP]"]
    assert pair.types == [0, 0, 0, 1, 1, 1]
    assert [(number, WORDS[piece.id]) for number, piece in pair.second] == [(3, "play"), (4, "##ed")]


@given(st.integers(0, 600), st.integers(0, 600), st.integers(1, 300))
def test_truncation_fills_the_room_and_never_more(first: int, second: int, room: int) -> None:
    one, other = truncated(first, second, room)
    assert one <= first
    assert other <= second
    assert one + other == min(room, first + second)


@given(st.text(max_size=200))
def test_any_text_has_pieces_in_order(text: str) -> None:
    found = TOKENIZER.pieces(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
