"""Words as they are looked up."""

from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.terms import scan_terms, word_pattern


@given(st.text(st.sampled_from("aBz09-'., \n_/(é’"), max_size=60))
def test_words_are_what_the_pattern_finds_in_the_whole_text(text: str) -> None:
    found = [(match[0], match.start(), match.end()) for match in word_pattern(text).finditer(text)]
    assert [tuple(word) for word in scan_terms(text)] == found
