"""A text read once: its sentences, words and stems, and how rare each stem is."""

from __future__ import annotations

from math import log

import pytest

from jurat.nlp.doc import Doc, analyse, stem_similarity

TEXT = "Rain fell in Oslo. Rain stopped! … Ann's rain isn't Wheat."


def test_sentences_without_a_word_are_left_out_and_the_rest_keep_their_offsets() -> None:
    lines = Doc(TEXT).lines
    assert [(line.index, TEXT[line.start : line.end]) for line in lines] == [
        (0, "Rain fell in Oslo."),
        (1, "Rain stopped!"),
        (2, "Ann's rain isn't Wheat."),
    ]
    assert [sorted(line.stems) for line in lines] == [
        ["fal", "in", "oslo", "rain"],
        ["rain", "stop"],
        ["ann", "isn't", "rain", "wheat"],
    ]
    assert Doc("").lines == Doc(" … ").lines == []


@pytest.mark.parametrize(
    ("text", "content", "capital"),
    [
        ("The Rain fell on Oslo", ["Rain", "fell", "Oslo"], ["Rain", "Oslo"]),
        ("Oslo is wet", ["Oslo", "wet"], []),
        ("it 's wet", ["wet"], []),
        ("it ’ll rain 'twas", ["rain", "twas"], []),
        ("he does n't pay", ["does", "pay"], []),
        ("a 's5 b", ["s5", "b"], []),
        ("they 'have rain", ["rain"], []),
        ("the owl 'owl flew", ["owl", "flew"], []),
    ],
)
def test_content_words_are_no_stop_words_and_no_clitics(
    text: str, content: list[str], capital: list[str]
) -> None:
    doc = Doc(text)
    assert [text[word.token.start : word.token.end] for word in doc.lines[0].content] == content
    assert [text[word.token.start : word.token.end] for word in doc.words if word.capital] == capital


def test_counts_are_of_words_and_spread_is_of_sentences() -> None:
    doc = Doc("Rain, rain fell. Rains stopped.")
    assert (doc.counts["rain"], doc.spread["rain"], doc.counts["fal"]) == (3, 2, 1)
    assert [word.stem for word in doc.words] == ["rain", "rain", "fal", "rain", "stop"]


def test_rarity_is_half_plus_the_logarithm_of_sentences_by_spread() -> None:
    doc = Doc("Rain fell. Rain stopped. Rain helps wheat.")
    assert doc.rarity("rain") == 0.5 + log(4 / 3.5)
    assert doc.rarity("wheat") == 0.5 + log(4 / 1.5)
    assert doc.rarity("snow") == 0.5 + log(4 / 0.5)


def test_a_text_that_comes_again_is_the_same_reading() -> None:
    assert analyse("Rain fell.") is analyse("Rain fell.")
    assert analyse("Rain fell.").text == "Rain fell."


@pytest.mark.parametrize(
    ("stem", "others", "similarity"),
    [
        ("rain", {"rain", "lawyer"}, 1.0),
        ("attorney", {"judg", "lawyer"}, 0.79),
        ("attorney", {"judg"}, 0.0),
        ("rain", set(), 0.0),
        ("qqq", {"lawyer"}, 0.0),
    ],
)
def test_a_stem_is_matched_by_itself_or_by_the_nearest_in_meaning(
    stem: str, others: set[str], similarity: float
) -> None:
    assert stem_similarity(stem, frozenset(others)) == similarity
    assert stem_similarity(stem, dict.fromkeys(others)) == similarity
