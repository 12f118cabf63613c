"""Tags by spaCy, read off a pipeline that stands in for it where spaCy is not installed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from jurat.errors import MissingExtraError
from jurat.nlp.tagging.protocol import tag, use_tagger
from jurat.nlp.tagging.spacy_tagger import MODEL, SpacyTagger

GIVEN = {"(": "-LRB-", ")": "-RRB-", "“": "``", "buys": "VBZ", "-": "HYPH", "Google": "NNP", " ": "_SP"}


class FakeDoc(list[Any]):
    """Tokens without tags, as spaCy makes them of words."""

    def __init__(self, vocab: object, words: Sequence[str]) -> None:
        super().__init__(SimpleNamespace(text=word, tag_="") for word in words)
        self.vocab = vocab


def tagging(doc: FakeDoc) -> FakeDoc:
    for token in doc:
        token.tag_ = GIVEN.get(token.text, "")
    return doc


@pytest.fixture
def pipeline(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """A pipeline of one component, and a spaCy that loads it."""
    made = SimpleNamespace(
        vocab="vocabulary",
        pipeline=[("tagger", tagging)],
        meta={"lang": "en", "name": "fake", "version": "1.2"},
    )

    def load(name: str, exclude: list[str]) -> SimpleNamespace:
        if name != MODEL:
            raise OSError(name)
        assert "parser" in exclude
        assert "tagger" not in exclude
        return made

    spacy, tokens = ModuleType("spacy"), ModuleType("spacy.tokens")
    vars(spacy)["load"], vars(tokens)["Doc"] = load, FakeDoc
    monkeypatch.setitem(sys.modules, "spacy", spacy)
    monkeypatch.setitem(sys.modules, "spacy.tokens", tokens)
    return made


def test_each_token_has_one_tag_and_tags_of_spacy_alone_are_translated(pipeline: SimpleNamespace) -> None:
    words = ["Google", "buys", "“", "(", "-", ")", " ", "?"]
    assert SpacyTagger(pipeline).tag(words) == ["NNP", "VBZ", '"', "(", ":", ")", ":", "NN"]
    assert SpacyTagger(pipeline).tag([]) == []


def test_a_loaded_tagger_is_named_by_its_model_and_can_be_used(pipeline: SimpleNamespace) -> None:
    tagger = SpacyTagger.load()
    assert tagger.name == "spacy-en_fake-1.2"
    with use_tagger(tagger):
        assert tag(["Google", "buys"]) == ["NNP", "VBZ"]


@pytest.mark.usefixtures("pipeline")
def test_a_model_that_is_not_installed_names_the_extra() -> None:
    with pytest.raises(MissingExtraError, match=r"'en_other'.*jurat\[spacy\]"):
        SpacyTagger.load("en_other")


def test_without_spacy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "spacy", None)
    with pytest.raises(MissingExtraError, match=r"the spaCy tagger.*jurat\[spacy\]"):
        SpacyTagger.load()


@pytest.mark.skipif(find_spec(MODEL) is None, reason="the extra spacy is not installed")
def test_the_real_model_tags_a_sentence() -> None:
    assert SpacyTagger.load().tag(["Google", "did", "n't", "buy", "Fitbit", "."]) == [
        "NNP",
        "VBD",
        "RB",
        "VB",
        "NNP",
        ".",
    ]
