"""Criteria as users declare them."""

from __future__ import annotations

from typing import Any

import pytest

from jurat.errors import OptionError
from jurat.observers.criteria.criterion import Criterion, TextAssertion

SHORT = TextAssertion(max_words=9)


def test_an_assertion_names_one_condition() -> None:
    assert (SHORT.kind, TextAssertion(contains="", negate=True, ignore_case=True).kind) == (
        "max_words",
        "contains",
    )
    assert TextAssertion(json_schema=False).kind == "json_schema"
    with pytest.raises(OptionError) as two:
        TextAssertion(contains="tea", regex="t")
    assert str(two.value) == "assertion: names contains, regex; give exactly one of them"
    with pytest.raises(OptionError) as none:
        TextAssertion(negate=True)
    assert str(none.value).startswith(
        "assertion: names no condition; give one of contains, contains_any, equals,"
    )
    assert str(none.value).endswith("max_characters, max_seconds")


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({}, "criterion c: says nothing to check; give one of assert, function, ask"),
        (
            {"assertions": (SHORT,), "ask": "Is it?"},
            "criterion c: has assert and ask; give one of assert, function, ask",
        ),
        (
            {"by_case": {"1": (SHORT,)}, "function": len},
            "criterion c: has assert and function; give one of assert, function, ask",
        ),
        ({"assertions": (SHORT,), "grades": 5}, "criterion c: grades: applies only to ask; remove it"),
    ],
)
def test_a_criterion_is_checked_in_one_way(parts: dict[str, Any], error: str) -> None:
    with pytest.raises(OptionError) as raised:
        Criterion(name="c", **parts)
    assert str(raised.value) == error


@pytest.mark.parametrize(
    ("ask", "questions"), [("Is it?", ("Is it?",)), (("Is it?", "Was it?"), ("Is it?", "Was it?"))]
)
def test_a_model_is_asked_one_question_for_each_check(
    ask: str | tuple[str, ...], questions: tuple[str, ...]
) -> None:
    assert Criterion(name="c", ask=ask, grades=5).questions == questions


def test_what_is_not_declared_has_a_default() -> None:
    one = Criterion(name="c", assertions=(SHORT,))
    assert (one.questions, one.fail, one.warn, one.weight, one.combine, one.evidence) == (
        (),
        0.5,
        None,
        1.0,
        "mean",
        "required",
    )
    assert Criterion(name="c", by_case={"1": (SHORT,)}).assertions == ()
