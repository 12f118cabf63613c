"""Passages of context."""

from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.tokens import words
from jurat.observers.grounding.passages import Passage

_TEXTS = st.text(max_size=80) | st.text(st.sampled_from("aB9.,-'’‐_ é\u0301½℃™ﬁ５U"), max_size=40)


@given(_TEXTS)
def test_a_passage_has_the_tokens_that_are_counted_in_its_text(text: str) -> None:
    assert Passage(text).tokens == frozenset(words(text))
