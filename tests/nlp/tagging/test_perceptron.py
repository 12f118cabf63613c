"""Lexemes and their parts of speech."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.morphology.verb_forms import is_kind, lemma
from jurat.nlp.tagging import perceptron as tagging
from jurat.nlp.tagging.perceptron import coarse, tag
from jurat.nlp.treebank_tokens import treebank_tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("   \n", []),
        ("isn't", ["is", "n't"]),
        ("ISN’T", ["IS", "N’T"]),
        ("cannot", ["can", "not"]),
        ("Cook's", ["Cook", "'s"]),
        ("we'll they're I've he'd I'm", ["we", "'ll", "they", "'re", "I", "'ve", "he", "'d", "I", "'m"]),
        ("O'Neill", ["O'Neill"]),
        ("state-of-the-art", ["state-of-the-art"]),
        ("Mr. Cook paid $1,000.5.", ["Mr.", "Cook", "paid", "$", "1,000.5", "."]),
        ("the U.S. economy", ["the", "U.S.", "economy"]),
        ("at 9 a.m. today", ["at", "9", "a.m.", "today"]),
        ("It ended. No. 5 won.", ["It", "ended", ".", "No.", "5", "won", "."]),
        ("He said no.", ["He", "said", "no", "."]),
        ("see https://a.b/c?d=1 now", ["see", "https://a.b/c?d=1", "now"]),
        ("mail me@example.com!", ["mail", "me@example.com", "!"]),
        ("2019–2021", ["2019–2021"]),
        ("5% (half)", ["5", "%", "(", "half", ")"]),
        ("wait... what", ["wait", "...", "what"]),
        ("one — two", ["one", "—", "two"]),
        ("$480/month", ["$", "480", "/", "month"]),
    ],
)
def test_lexemes_split_clitics_and_marks(text: str, expected: list[str]) -> None:
    assert treebank_tokens(text).words == expected


def test_lexemes_of_a_part_keep_offsets_into_the_whole_text() -> None:
    text = "Paris. It isn't big."
    assert treebank_tokens(text, 7, 20) == (["It", "is", "n't", "big", "."], [7, 10, 12, 16, 19])


@given(st.text(max_size=200))
def test_lexemes_cover_every_visible_character_once(text: str) -> None:
    words, starts = treebank_tokens(text)
    assert all(text.startswith(word, start) for word, start in zip(words, starts, strict=True))
    assert all(left < right for left, right in pairwise(starts))
    assert "".join(words) == "".join(text.split())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Google acquired Fitbit .", "NNP VBD NNP ."),
        ("Google has acquired Fitbit .", "NNP VBZ VBN NNP ."),
        ("She will buy a company .", "PRP MD VB DT NN ."),
        ("She found a company .", "PRP VBD DT NN ."),
        ("The company was founded in 1998 .", "DT NN VBD VBN IN CD ."),
        ("He may leave in May .", "PRP MD VB IN NNP ."),
        ("They saw that the dog that barked was old .", "PRP VBD IN DT NN WDT VBD VBD JJ ."),
        ("The plans to build it failed .", "DT NNS TO VB PRP VBD ."),
        ("He plans to build it .", "PRP VBZ TO VB PRP ."),
        ("There are three people .", "EX VBP CD NNS ."),
        ("It costs more than $ 5 .", "PRP VBZ JJR IN $ CD ."),
        ("Tim 's car", "NNP POS NN"),
    ],
)
def test_context_decides_between_tags(text: str, expected: str) -> None:
    assert tag(text.split()) == expected.split()


def test_unlisted_words_are_guessed_by_ending_and_capitals() -> None:
    words = ["The", "blorfizer", "zorbed", "many", "grumblings", "quickishly", "near", "Qwexville", "."]
    assert [coarse(one) for one in tag(words)] == [
        "DET", "NOUN", "VERB", "ADJ", "NOUN", "ADV", "ADP", "PROPN", "PUNCT",
    ]  # fmt: skip


def test_no_words_have_no_tags() -> None:
    assert tag([]) == []


@given(st.lists(st.text(min_size=1, max_size=12), max_size=20))
def test_any_words_get_one_tag_each_and_always_the_same(words: list[str]) -> None:
    tags = tag(words)
    assert len(tags) == len(words)
    assert all(tags)
    assert tags == tag(words)


@pytest.mark.parametrize(
    ("form", "penn", "expected"),
    [
        ("was", "VBD", "be"), ("were", "VBD", "be"), ("been", "VBN", "be"), ("'s", "VBZ", "be"),
        ("has", "VBZ", "have"), ("bought", "VBD", "buy"), ("found", "VBD", "find"),
        ("founded", "VBN", "found"), ("found", "VB", "found"), ("lay", "VBD", "lie"), ("lay", "VB", "lay"),
        ("left", "VBN", "leave"), ("Acquired", "VBN", "acquire"), ("acquires", "VBZ", "acquire"),
        ("studies", "VBZ", "study"), ("studied", "VBD", "study"), ("watches", "VBZ", "watch"),
        ("goes", "VBZ", "go"), ("passes", "VBZ", "pass"), ("planned", "VBD", "plan"),
        ("called", "VBD", "call"), ("missing", "VBG", "miss"), ("making", "VBG", "make"),
        ("owned", "VBN", "own"), ("visited", "VBD", "visit"), ("raised", "VBN", "raise"),
        ("rained", "VBD", "rain"), ("died", "VBD", "die"), ("dying", "VBG", "die"), ("wo", "MD", "will"),
        ("ca", "MD", "can"), ("May", "MD", "may"), ("won", "VBD", "win"), ("encircled", "VBN", "encircle"),
        ("put", "VBD", "put"), ("cost", "VBD", "cost"),
    ],
)  # fmt: skip
def test_lemma_of_a_form_depends_on_its_tag(form: str, penn: str, expected: str) -> None:
    assert lemma(form, penn) == expected


@given(st.text(max_size=30), st.sampled_from(["VB", "VBD", "VBG", "VBN", "VBP", "VBZ", "MD"]))
def test_lemma_takes_any_word(form: str, penn: str) -> None:
    assert isinstance(lemma(form, penn), str)


def test_kinds_of_verbs_come_from_the_list() -> None:
    assert is_kind("suggest", "hedging")
    assert is_kind("hope", "doubting")
    assert is_kind("fail", "denying")
    assert not is_kind("acquire", "reporting")


@pytest.mark.parametrize(
    "text",
    [
        "Google did not found Fitbit, which cut costs.",
        "The Time Warner deal may fall through; both sides set talks.",
        "She left the 2nd class and will run a well-known store in Paris.",
    ],
)
def test_a_tag_has_the_highest_sum_of_all_signs_as_they_are_written(text: str) -> None:
    words = treebank_tokens(text).words
    tables = tagging._tables()
    keys, shapes = [tagging.key_of(word) for word in words], tagging.shapes_of(words)
    classes = [
        tagging.class_of(*one, tables.lexicon, tables.endings)
        for one in zip(words, keys, shapes, strict=True)
    ]
    classes += [tagging.EDGE, tagging.EDGE]
    tags = ["^", "^"]
    for index, (choices, _) in enumerate(classes[:-2]):
        found = tagging.signs(index, shapes[index], keys, classes, tags[-1], tags[-2])
        parts = [sign.partition(" ") for sign in found]
        rows = [tables.weights.get(begin, {}).get(end, {}) for begin, _, end in parts]
        sums = {one: sum(row.get(one, 0) for row in rows) for one in choices}
        tags.append(max(sums, key=sums.__getitem__))
    assert tag(words) == tags[2:]
    assert any(len(choices) > 1 for choices, _ in classes)
