"""Sexist and insulting wording by learned weights: what is flagged, with its span, and what stays clean."""

from __future__ import annotations

import pytest

from jurat.observers.toxicity.tone_words import GROUP, tone_features, tone_weights, tone_words, wording_tone
from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity
from jurat.observers.toxicity.toxicity_tokenizer import toxicity_tokens

CLEAN = (
    "She was the first woman to lead the bank.",
    "Women earn less than men in most companies.",
    "Two women were raped by soldiers during the war.",
    "Female bosses are rare in banking.",
    "The feminist author wrote about marriage and sex.",
    "Use a hoe to turn the soil in the garden.",
)


@pytest.mark.parametrize("text", CLEAN)
def test_whoever_is_only_named_is_not_insulted(text: str) -> None:
    assert observe_bias_toxicity(text).issues == ()


def test_words_for_people_are_one_mark() -> None:
    words = tone_words(toxicity_tokens("Women voted for her."))
    assert words[0] == GROUP
    assert "women" not in words
    assert GROUP not in tone_features(words)


def test_a_sentence_above_its_limit_has_an_issue_with_its_span() -> None:
    text = "The vote was close. Modern girls only date rich men and deserve nothing but being used for sex."
    found = [issue for issue in observe_bias_toxicity(text).issues or () if issue.span]
    assert found
    assert all(issue.span and text[issue.span.start : issue.span.end] == issue.text for issue in found)


def test_a_few_words_have_no_tone() -> None:
    assert wording_tone(["fool", "you"]) is None


def test_the_table_has_a_weight_of_each_tone_for_each_feature() -> None:
    known = tone_weights()
    assert {len(one) for one in known.weights.values()} == {len(known.limits)}
    assert len(known.constants) == len(known.limits)
