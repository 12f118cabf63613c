"""The tagger in use: the built-in one unless another is used for a while."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from jurat.judges.results import signature
from jurat.nlp.syntax.clauses import clauses
from jurat.nlp.tagging import perceptron
from jurat.nlp.tagging.protocol import BUILT_IN, Tagger, tag, tagger_in_use, use_tagger
from jurat.nlp.tokens import Token
from jurat.options import Options

WORDS = ["Metformin", "cures", "cancer", "."]


class AllNouns:
    """Calls every token a noun."""

    name = "nouns-1"

    def tag(self, words: Sequence[str]) -> list[str]:
        return ["NN"] * len(words)


def test_the_built_in_tagger_is_used_unless_another_is() -> None:
    assert tagger_in_use() is BUILT_IN
    assert tag(WORDS) == perceptron.tag(WORDS) == BUILT_IN.tag(WORDS)


def test_another_tagger_is_used_until_the_block_ends() -> None:
    other: Tagger = AllNouns()
    with use_tagger(other):
        assert tagger_in_use() is other
        assert tag(WORDS) == ["NN"] * 4
    assert tagger_in_use() is BUILT_IN


def test_the_built_in_tagger_is_back_after_an_error() -> None:
    with pytest.raises(KeyError), use_tagger(AllNouns()):
        raise KeyError
    assert tagger_in_use() is BUILT_IN


def test_grammar_is_read_off_the_tags_of_the_tagger_in_use() -> None:
    text = "The committee approved the plan."
    whole = Token("", 0, len(text))
    assert [one.lemma for one in clauses(text, whole)] == ["approve"]
    with use_tagger(AllNouns()):
        assert [one.lemma for one in clauses(text, whole)] != ["approve"]


def test_signatures_name_another_tagger_only() -> None:
    assert "tagger" not in signature("twin-lock", "rules", Options())
    with use_tagger(AllNouns()):
        assert "|observer:rules|tagger:nouns-1" in signature("twin-lock", "rules", Options())
