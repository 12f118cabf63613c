"""Words as they are looked up."""

from hypothesis import given
from hypothesis import strategies as st

from jurat.text.terms import form_starts, scan, word_pattern, word_starts


@given(st.text(st.sampled_from("aBz09-'., \n_/(é’"), max_size=60))
def test_words_are_what_the_pattern_finds_in_the_whole_text(text: str) -> None:
    found = [(match[0], match.start(), match.end()) for match in word_pattern(text).finditer(text)]
    assert [tuple(word) for word in scan(text)] == found


@given(st.text(st.sampled_from("aBs- ,."), max_size=60))
def test_every_place_of_a_word_stands_under_each_of_its_forms(text: str) -> None:
    words = word_starts(text)
    assert sorted(start for starts in words.values() for start in starts) == [one.start for one in scan(text)]
    for form, starts in form_starts(words).items():
        assert list(starts) == sorted(starts), form
