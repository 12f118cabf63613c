"""Responses that decline to answer because the context lacks the answer."""

from __future__ import annotations

import pytest

from jurat.observers.verified.context_refusals import declines, is_refusal
from jurat.verifier.claim_texts import claim_texts


@pytest.mark.parametrize(
    "text",
    [
        "The documents do not mention a refund.",
        "I couldn't find this in the manual.",
        "There is no information about fees.",
        "The context doesn't say who paid.",
        "The price is not stated.",
        "I don't have enough information to answer.",
        "Unable to answer based on given passages.",
        "This cannot be determined from the text.",
        "The policy does not specify a deadline.",
    ],
)
def test_a_refusal_is_recognised(text: str) -> None:
    assert declines(text)


@pytest.mark.parametrize(
    "text",
    [
        "The policy does not cover floods.",
        "It does not include batteries.",
        "The plan costs $5.",
        "I can't recommend it enough.",
        "He did not say goodbye.",
        "No shipping fee is charged.",
    ],
)
def test_an_answer_is_no_refusal(text: str) -> None:
    assert not declines(text)


def test_a_remark_at_the_end_of_an_answer_makes_no_refusal() -> None:
    answer = "It costs $5. It lasts a year. It weighs 2 kg. The text does not say who sells it."
    assert not is_refusal(claim_texts(answer))
