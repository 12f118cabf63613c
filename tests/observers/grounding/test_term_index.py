"""Where words stand under their forms."""

from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.terms import forms, scan_terms, words_and_starts
from jurat.observers.grounding.term_index import TermIndex


@given(st.text(st.sampled_from("aBs- ,.é"), max_size=60))
def test_every_word_stands_in_order_under_each_of_its_forms_and_nothing_else_does(text: str) -> None:
    expected: dict[str, list[int]] = {}
    for word in scan_terms(text):
        for form in forms(word.text):
            expected.setdefault(form, []).append(word.start)
    positions = TermIndex(*words_and_starts(text))
    assert {form: list(positions.of(form)) for form in positions} == expected
    assert all(form in positions for form in expected)


def test_a_form_that_no_word_has_stands_nowhere() -> None:
    positions = TermIndex(["Tea"], [0])
    assert positions.of("coffee") == () == positions.of("coffee")
    assert "coffee" not in positions
