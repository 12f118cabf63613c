"""Functions as criteria."""

from __future__ import annotations

from pathlib import Path

import pytest

from jurat.cases import ResponseCase
from jurat.errors import OptionError
from jurat.observers.criteria.assertion_checks import NotApplicableError
from jurat.observers.criteria.function_checks import check_function, load_function

CASE = ResponseCase(id="1", query="q", response="Tea is hot.")


@pytest.mark.parametrize(
    ("given", "label", "degree", "reason", "span", "dropped"),
    [
        (True, "met", 1.0, None, None, 0),
        (False, "not_met", 0.0, None, None, 0),
        (0.5, "partial", 0.5, None, None, 0),
        (0.49, "not_met", 0.49, None, None, 0),
        (0.99, "partial", 0.99, None, None, 0),
        ({"met": 1, "reason": 7}, "met", 1.0, "7", None, 0),
        ({"met": 1, "reason": "r", "evidence": "is HOT"}, "met", 1.0, "r", (4, 10), 0),
        (
            {"met": 1, "reason": "r", "evidence": "cold"},
            "not_met",
            None,
            "its quote is not in the response",
            None,
            1,
        ),
    ],
)
def test_what_a_function_says_is_a_check(
    given: object,
    label: str,
    degree: float | None,
    reason: str | None,
    span: tuple[int, int] | None,
    dropped: int,
) -> None:
    check, lost = check_function(lambda case: given, "f", CASE)
    assert (check.label, check.degree, check.reason, lost, check.text) == (
        label,
        degree,
        reason,
        dropped,
        "f",
    )
    assert (check.span and (check.span.start, check.span.end)) == span


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (2, "f returned '2'; true, false or a number from 0 to 1 was expected"),
        (-0.1, "f returned '-0.1'; true, false or a number from 0 to 1 was expected"),
        ("yes", "f returned 'yes'; true, false or a number from 0 to 1 was expected"),
        (None, "f returned 'None'; true, false or a number from 0 to 1 was expected"),
        ({"met": 1, "why": "x"}, "f returned the unknown field 'why'"),
    ],
)
def test_what_is_no_degree_leaves_the_criterion_unscored(given: object, error: str) -> None:
    with pytest.raises(NotApplicableError) as raised:
        check_function(lambda case: given, "f", CASE)
    assert str(raised.value) == error


def test_an_error_of_a_function_is_told_in_three_hundred_characters() -> None:
    def broken(case: object) -> None:
        raise ValueError("x" * 400)

    with pytest.raises(NotApplicableError) as raised:
        check_function(broken, "f", CASE)
    assert str(raised.value) == ("f failed: ValueError: " + "x" * 400)[:300]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("json", "function: is 'json'; write package.module:name or file.py:name"),
        (":dumps", "function: is ':dumps'; write package.module:name or file.py:name"),
        ("json:1", "function: is 'json:1'; write package.module:name or file.py:name"),
        ("math:pi", "function: 'math:pi' is not a function; name a function"),
        ("json:nothing", "function: 'json:nothing' cannot be imported (AttributeError"),
        ("no_such_module:f", "function: 'no_such_module:f' cannot be imported (ModuleNotFoundError"),
    ],
)
def test_a_name_that_leads_nowhere_is_an_error(name: str, error: str) -> None:
    with pytest.raises(OptionError) as raised:
        load_function(name, Path())
    assert str(raised.value).startswith(error)


def test_a_file_is_looked_for_beside_the_file_that_names_it_and_read_again_when_it_changes(
    tmp_path: Path,
) -> None:
    (tmp_path / "mine.py").write_text("def f(case):\n    return 1\n")
    first = load_function("mine.py:f", tmp_path)
    assert load_function("mine.py:f", tmp_path) is first
    (tmp_path / "mine.py").write_text("def f(case):\n    return 0\n")
    assert (first(CASE), load_function("mine.py:f", tmp_path)(CASE)) == (1, 0)
    with pytest.raises(OptionError, match="FileNotFoundError"):
        load_function("yours.py:f", tmp_path)
