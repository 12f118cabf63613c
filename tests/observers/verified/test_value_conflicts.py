"""Values that a source gives otherwise, and values that can be calculated from it."""

from __future__ import annotations

import pytest

from jurat.observers.verified.value_conflicts import conflicts
from jurat.verifier.claim_values import ValuedText, unsupported_values

POLICY = "The warranty lasts 24 months and costs $12. It was introduced on 5 March 2021. There are 40 shops."


def found(claim: str, source: str = POLICY) -> list[tuple[str, str]]:
    given = ValuedText.of(source)
    return [
        (claim[one.start : one.end], one.given)
        for one in conflicts(ValuedText.of(claim), [given], [(0, given)])
    ]


@pytest.mark.parametrize(
    ("claim", "expected"),
    [
        ("The warranty lasts 36 months.", [("36 months", "24 months")]),
        ("It costs $15.", [("$15", "$12")]),
        ("It started on 5 March 2020.", [("5 March 2020", "5 March 2021")]),
        ("There are 50 shops.", [("50", "40")]),
        ("The warranty lasts two years.", []),
        ("The warranty lasts 24 months.", []),
        ("There are more than 30 shops.", []),
        ("It costs $0.50 a month.", []),
        ("It has 9 wheels.", []),
        ("Nothing is counted here.", []),
    ],
)
def test_a_value_conflicts_with_another_one_for_the_same_thing(
    claim: str, expected: list[tuple[str, str]]
) -> None:
    assert found(claim) == expected


@pytest.mark.parametrize(
    "claim",
    ["Together they are 19.", "The difference is 5.", "It grew by 71.4 percent.", "That is 58 percent."],
)
def test_a_value_that_follows_by_calculation_is_not_unsupported(claim: str) -> None:
    assert list(unsupported_values(ValuedText.of(claim), [ValuedText.of("It had 7 cats and 12 dogs.")])) == []


def test_two_values_of_one_measure_decide_nothing() -> None:
    assert found("It costs $7.", "One costs $5, the other $6.") == []
