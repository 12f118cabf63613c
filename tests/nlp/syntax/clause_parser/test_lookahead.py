"""What stands around a chunk."""

from __future__ import annotations

import pytest

from jurat.nlp.syntax.chunker import chunk_sentence
from jurat.nlp.syntax.clause_parser.lookahead import Lookahead
from jurat.nlp.treebank_tokens import treebank_tokens


def ahead(text: str) -> Lookahead:
    """The sentence, read as far as the mark."""
    found = Lookahead(chunk_sentence(treebank_tokens(text.replace("|", ""))))
    mark = text.index("|")
    found.at = next(at for at, one in enumerate(found.chunks) if found.sentence.starts[one.first] >= mark)
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|The dog ran.", True),
        ("|The dog.", False),
        ("|The dog in Oslo ran.", True),
        ("|The dog and the cat ran.", True),
        ("|The dog and ran.", False),
        ("|The dog the cat ran.", False),
        ("|The dog, the pet, ran.", True),
        ("|The dog, who barks, ran.", True),
        ("|The dog, the pet ran.", False),
        ("|The dog, ran, ran.", False),
        ("|The dog because it ran.", False),
        ("|The dog quickly ran.", True),
        ("|The dog" + " of the man" * 4 + " ran.", True),
        ("|The dog" + " of the man" * 5 + " ran.", True),
        ("|The dog" + " of the man" * 6 + " ran.", False),
    ],
)
def test_a_finite_verb_ahead(text: str, expected: bool) -> None:
    found = ahead(text)
    assert found.finite_ahead(found.at) is expected


def test_an_apposition_may_be_left_out_of_account() -> None:
    found = ahead("|The dog, the pet, ran.")
    assert found.finite_ahead(0, enclosing=False) is False
    assert found.finite_ahead(0) is True


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("|Dogs, cats and mice.", True),
        ("|Dogs and mice.", True),
        ("|Dogs, cats, mice.", False),
        ("|Dogs ran and mice.", False),
        ("|Dogs of Oslo and mice.", True),
        ("|Dogs and ran.", False),
        ("|Dogs, cats and very big.", True),
        ("|Dogs, " + "cats, " * 6 + "cats and mice.", True),
        ("|Dogs, " + "cats, " * 7 + "cats and mice.", False),
    ],
)
def test_a_list_ahead(text: str, expected: bool) -> None:
    found = ahead(text)
    assert found.list_ahead(found.at) is expected


def test_a_list_after_a_verb_ends_where_a_clause_begins() -> None:
    found = ahead("He saw |dogs and cats ran.")
    assert found.list_ahead(found.at) is True
    found.frame.verb = found.chunks[1]
    assert found.list_ahead(found.at) is False


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The |dog in Oslo ran.", True),
        ("|Dogs in Oslo.", False),
        ("|Dogs that ran.", False),
        ("|Dogs and cats ran.", False),
        ("|Dogs, cats ran.", True),
    ],
)
def test_a_verb_later(text: str, expected: bool) -> None:
    assert ahead(text).verb_later() is expected


def test_words_letters_and_lemmas_of_chunks() -> None:
    found = ahead("The old dogs quickly |bought it in Oslo.")
    noun, _, verb, *_ = found.chunks
    assert (found.word(noun), found.letter(noun)) == ("dogs", "N")
    assert (found.verb_lemma(verb), found.letter(verb)) == ("buy", "V")
    assert (found.past(verb), found.past(noun)) == (True, False)
    assert found.before() == "noun"
    assert [found.kind_at(index) for index in (0, 1, 2, 6, 7, -1)] == [
        "noun",
        "adverb",
        "finite",
        "end",
        "",
        "",
    ]
    assert found.next_index(0) == 2
    found.at = 5
    assert found.chunks[found.preposition_index()].first == 6
    assert found.clause_ahead(0) is True
    assert found.clause_ahead(3) is False


def test_only_a_plain_past_form_is_past() -> None:
    for text, expected in (("He |bought it.", True), ("He |buys it.", False), ("He |was bought.", False)):
        found = ahead(text)
        assert found.past(found.chunks[found.at]) is expected
