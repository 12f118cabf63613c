"""Names, and whether an article has them under this or another word."""

from __future__ import annotations

import pytest

from jurat.observers.grounding.entities import entity_errors
from jurat.observers.grounding.entity_names import name_words
from jurat.observers.grounding.indexed_doc import IndexedDoc


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The mayor met Ann Reed in Paris.", ["ann", "reed", "paris"]),
        ("Ann Reed left.", ["ann", "reed"]),
        ("Google grew.", ["google"]),
        ("Repairs cost money.", []),
        ("On Monday in March it rained.", []),
        ("ANN REED LEFT PARIS", []),
        ("it rained", []),
    ],
)
def test_capitals_inside_a_sentence_are_names(text: str, names: list[str]) -> None:
    found = IndexedDoc(text)
    assert [word.token.text for word in name_words(found, found.lines[0].words)] == names


@pytest.mark.parametrize(
    ("summary", "article", "missing"),
    [
        ("He met a Danish crew.", "He met a crew from Denmark.", []),
        ("It was the American team.", "It was the U.S. team.", []),
        ("He flew to Iran.", "He flew to Iraq.", ["Iran"]),
        ("He won 53rd place.", "He won place 53.", []),
        ("It sold half of it.", "It sold 50 percent of it.", []),
        ("It beat them 1 to 0.", "It beat them by a goal.", []),
        ("It sold 70 cars.", "It sold 60 cars.", ["70"]),
        ("He left in May 2020.", "He left on 3 May 2020.", []),
        ("He left on 4 May 2020.", "He left on 3 May 2020.", ["4 May 2020"]),
        ("It cost 1.5 million dollars.", "It cost $1,500,000.", []),
    ],
)
def test_a_misfit_is_what_the_article_does_not_have_by_value(
    summary: str, article: str, missing: list[str]
) -> None:
    source, text = IndexedDoc(article), IndexedDoc(summary)
    assert [one.text for one in entity_errors(source, text, text.lines[0].words, None)] == missing
