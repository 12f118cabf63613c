"""Sentences and segments: where they begin and end."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.sentences import MAX_SENTENCE, segments, sentences

SENTENCES = [
    ("", []),
    (" \n\t ", []),
    ("One.", ["One."]),
    ("It rained. We left.", ["It rained.", "We left."]),
    ("Mr. Li met Mrs. Ng. They left.", ["Mr. Li met Mrs. Ng.", "They left."]),
    ("J. K. Rowling wrote it. It sold.", ["J. K. Rowling wrote it.", "It sold."]),
    ("He lives in the U.S. The car is his.", ["He lives in the U.S.", "The car is his."]),
    ("The U.S. President spoke.", ["The U.S. President spoke."]),
    ("Use herbs, e.g. Thai basil. Stir.", ["Use herbs, e.g. Thai basil.", "Stir."]),
    ("Acme Inc. grew. It was Acme Inc. The end.", ["Acme Inc. grew.", "It was Acme Inc.", "The end."]),
    ("See No. 5 and Fig. 3 here.", ["See No. 5 and Fig. 3 here."]),
    ("We met at 5 p.m. Friday. OK.", ["We met at 5 p.m. Friday.", "OK."]),
    ("We met at 5 p.m. Police came.", ["We met at 5 p.m.", "Police came."]),
    ("It cost 3.5 million. Then 4.", ["It cost 3.5 million.", "Then 4."]),
    ("Founded in 1998. It grew.", ["Founded in 1998.", "It grew."]),
    ("See http://a.b/c.d?e=f. Then go.", ["See http://a.b/c.d?e=f.", "Then go."]),
    ("Wait... what? Yes!", ["Wait... what?", "Yes!"]),
    ("Wait… What?", ["Wait…", "What?"]),
    ("1. Mix.\n2. Bake it.", ["1. Mix.", "2. Bake it."]),
    ('"Why?" he asked. "So."', ['"Why?" he asked.', '"So."']),
    ("He left (at last.) She stayed.", ["He left (at last.)", "She stayed."]),
    ("a paragraph that\nwraps here. Next", ["a paragraph that\nwraps here.", "Next"]),
    ("A title\nThe text", ["A title", "The text"]),
    ("one\n\ntwo", ["one", "two"]),
    ("- first\n- second\n* third\n• fourth", ["first", "second", "third", "fourth"]),
    ("the man said . he went . end", ["the man said .", "he went .", "end"]),
    ("sloppy writing goes on. nobody cares.", ["sloppy writing goes on.", "nobody cares."]),
    ("Really?! Yes.", ["Really?!", "Yes."]),
    ("東京。大阪。", ["東京。", "大阪。"]),
]

SEGMENTS = [
    ("", []),
    ("Short.", ["Short."]),
    ("Too short. It is too.", ["Too short. It is too."]),
    ("One two three four five six. Seven.", ["One two three four five six."]),
    ("one two three four five six; a b c d e f", ["one two three four five six", "a b c d e f"]),
    ("one two three four five six\na b c d e f", ["one two three four five six", "a b c d e f"]),
    ("Acme Inc. grew 3.5 percent in spring.", ["Acme Inc. grew 3.5 percent in spring."]),
    ("Is it so? One two three four five.", ["Is it so? One two three four five."]),
    ("1. Mix the flour and the eggs.", ["1. Mix the flour and the eggs."]),
    (
        "It was founded there in 1998. It now sells cars in Asia.",
        ["It was founded there in 1998.", "It now sells cars in Asia."],
    ),
]

HOSTILE = [
    "." * 10**6,
    "x" * 10**6,
    " " * 10**6,
    '."' * 500_000,
    "- " * 500_000,
    "?!" * 500_000,
    "\n " * 100_000,
    "a. " * 100_000,
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[s.start : s.end] for s in sentences(text)] == expected


@pytest.mark.parametrize(("text", "expected"), SEGMENTS)
def test_segments(text: str, expected: list[str]) -> None:
    assert [text[s.start : s.end] for s in segments(text)] == expected


@given(st.text(alphabet="aB1.!?…;\n\"') -•。", max_size=120))
def test_sentences_lie_in_order_inside_the_text(text: str) -> None:
    for found in (sentences(text), segments(text)):
        edges = [edge for s in found for edge in (s.start, s.end)]
        assert edges == sorted(edges)
        assert all(0 <= s.start < s.end <= len(text) for s in found)


@given(st.text(max_size=200))
def test_no_letter_is_lost_between_sentences(text: str) -> None:
    kept = "".join(text[s.start : s.end] for s in sentences(text))
    assert [c for c in kept if c.isalpha()] == [c for c in text if c.isalpha()]


@pytest.mark.slow
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:4]))
def test_a_megabyte_of_anything_is_read(text: str) -> None:
    assert all(s.end - s.start <= MAX_SENTENCE for s in sentences(text))
    assert len(segments(text)) <= 1
