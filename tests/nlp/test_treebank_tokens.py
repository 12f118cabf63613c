"""Treebank tokens: words, clitics, numbers, addresses and marks, with their starts."""

from __future__ import annotations

import pytest

from jurat.nlp.treebank_tokens import straighten, treebank_tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  ", []),
        (
            "Mr. Cook's U.S. firm didn't pay $1,000.5.",
            ["Mr.", "Cook", "'s", "U.S.", "firm", "did", "n't", "pay", "$", "1,000.5", "."],
        ),
        (
            "I cannot, Gonna gotta wanna canning",
            ["I", "can", "not", ",", "Gon", "na", "got", "ta", "wan", "na", "canning"],
        ),
        (
            "we’ll they're I've he'd I'm O'Neil",
            ["we", "’ll", "they", "'re", "I", "'ve", "he", "'d", "I", "'m", "O'Neil"],
        ),
        ("dogs' rock 'n' roll n't", ["dogs", "'", "rock", "'", "n", "'", "roll", "n't"]),
        ("a well-known e‐mail 10–12 3/4 5:30", ["a", "well-known", "e‐mail", "10–12", "3/4", "5:30"]),
        ("wait... what -- yes—no!?", ["wait", "...", "what", "--", "yes", "—", "no", "!", "?"]),
        (
            "mail lee@c.org, see https://x.y/z?q=1 or www.x.org now",
            ["mail", "lee@c.org", ",", "see", "https://x.y/z?q=1", "or", "www.x.org", "now"],
        ),
        (
            "e.g. this U.S.A. x.ya J.R.R. Tolkien",
            ["e.g.", "this", "U.S.A.", "x", ".", "ya", "J.R.R.", "Tolkien"],
        ),
        ("Dr. Mr.", ["Dr.", "Mr", "."]),
        ("the St.\nLouis", ["the", "St.", "Louis"]),
        ("it 's a 'song", ["it", "'s", "a", "'", "song"]),
        ("snake_case 50%", ["snake", "_", "case", "50", "%"]),
    ],
)
def test_a_text_is_split_as_the_treebank_does(text: str, expected: list[str]) -> None:
    found = treebank_tokens(text)
    assert found.words == expected
    assert [text[start : start + len(word)] for word, start in zip(*found, strict=True)] == expected


def test_a_part_of_a_text_keeps_the_offsets_of_the_whole() -> None:
    assert treebank_tokens("He didn't pay it.", 3, 13) == (["did", "n't", "pay"], [3, 6, 10])
    assert treebank_tokens("He paid it.", 3) == (["paid", "it", "."], [3, 8, 10])


@pytest.mark.parametrize(("word", "plain"), [("n’t", "n't"), ("‘tis", "'tis"), ("n't", "n't"), ("é", "é")])
def test_apostrophes_are_straightened(word: str, plain: str) -> None:
    assert straighten(word) == plain
