"""The condition language: what holds of which row, and where a text cannot be read."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.data import parse_where
from jurat.data.where import (
    AllCondition,
    AnyCondition,
    ComparisonCondition,
    Condition,
    FieldOperand,
    LiteralOperand,
    NotCondition,
)
from jurat.errors import OptionError

ROW: dict[str, object] = {
    "task": "QA",
    "n": 3,
    "x": 2.5,
    "cell": "3.0",
    "flag": True,
    "text_flag": "False",
    "none": None,
    "tags": ["a", "b"],
    "meta": {"lang": "en", "list": [10, 20]},
    "odd name": "y",
    "a.b": 1,
    "big": "9007199254740993",
}

HOLDS = [
    ('task == "QA"', True),
    ("task == 'QA'", True),
    ('task != "QA"', False),
    ('"QA" == task', True),
    ('task == "QA" and split != "test"', True),
    ("n == 3 and n < 4 and n <= 3 and n > 2 and n >= 3", True),
    ("n == 3.0", True),
    ("n == '3'", True),
    ("cell == 3", True),
    ("cell < 10", True),
    ('cell < "10"', False),
    ("big == 9007199254740993", True),
    ("big == 9007199254740992", False),
    ("n == true", False),
    ("flag == true", True),
    ("flag == 1", False),
    ("text_flag == false", True),
    ("none == null", True),
    ("gone == null", True),
    ("task == null", False),
    ("gone < 3", False),
    ("not gone < 3", True),
    ("gone != 3", True),
    ('task < "QB"', True),
    ("task < 5", False),
    ('task ~ "Q"', True),
    ('task ~ "q"', False),
    ('gone ~ "q"', False),
    ("n ~ 3", False),
    ('task in ["QA", "summary"]', True),
    ("n in [1, 2]", False),
    ("n not in [1, 2]", True),
    ("n in [1, 3,]", True),
    ("n in []", False),
    ('"a" in tags', True),
    ('"c" not in tags', True),
    ('"a" in task', False),
    ("gone in tags", False),
    ('meta.lang == "en"', True),
    ("meta.list.1 == 20", True),
    ("meta.list.2 == null", True),
    ('`odd name` == "y"', True),
    ("a.b == 1", True),
    ("x == 2.5 or n == 9", True),
    ("n == 9 or n == 8 and n == 3", False),
    ("(n == 3 or n == 9) and n == 8", False),
    ("n == 3 or n == 9 and n == 8", True),
    ("not (n == 3)", False),
    ("not not n == 3", True),
    ("x > -1e2", True),
    ('task == "Q\\x41"', False),
    ('"\\"\\n" == "\\"\\n"', True),
    (" \n n==3 ", True),
]


@pytest.mark.parametrize(("text", "expected"), HOLDS)
def test_a_condition_holds_or_not(text: str, expected: bool) -> None:
    assert parse_where(text).matches(ROW) is expected


REFUSED = [
    ("", "expected a field or a value at character 1 but found the end"),
    (
        "task",
        "expected a comparison (==, !=, <, <=, >, >=, ~, in) at character 5 but found the end",
    ),
    ("task ==", "expected a field or a value at character 8 but found the end"),
    ("task = 1", "cannot read '= 1' at character 6"),
    ('a == "x', "cannot read '\"x' at character 6"),
    (
        "a == 1 b == 2",
        "expected 'and', 'or' or the end at character 8 but found 'b'",
    ),
    ("(a == 1", "expected ')' at character 8 but found the end"),
    ("a == 1)", "expected 'and', 'or' or the end at character 7 but found ')'"),
    ("a not 1", "expected 'in' at character 7 but found '1'"),
    (
        "a in 3",
        'expected a list (["a", "b"]) or a field at character 6 but found \'3\'',
    ),
    ("a in [1 2]", "expected ',' or ']' at character 9 but found '2'"),
    ("a in [b]", "expected a field or a value at character 7 but found 'b'"),
    ("a == and", "expected a field or a value at character 6 but found 'and'"),
    (
        "__import__('os')",
        "expected a comparison (==, !=, <, <=, >, >=, ~, in) at character 11 but found '('",
    ),
    ("a == 3x", "cannot read '3x' at character 6"),
    ("(" * 60 + "a == 1" + ")" * 60, "is nested more than 50 deep"),
    ("not " * 60 + "a == 1", "is nested more than 50 deep"),
]


@pytest.mark.parametrize(("text", "expected"), REFUSED)
def test_a_text_that_is_no_condition_is_refused_with_its_position(text: str, expected: str) -> None:
    with pytest.raises(OptionError) as caught:
        parse_where(text)
    assert (caught.value.where, caught.value.what) == ("--where", expected)
    assert caught.value.hint


def printed(condition: Condition) -> str:
    match condition:
        case ComparisonCondition(left, operator, right):
            return f"{operand(left)} {operator} {operand(right)}"
        case AllCondition(parts):
            return " and ".join(f"({printed(part)})" for part in parts)
        case AnyCondition(parts):
            return " or ".join(f"({printed(part)})" for part in parts)
        case NotCondition(part):
            return f"not ({printed(part)})"
    raise AssertionError(condition)


def operand(value: FieldOperand | LiteralOperand) -> str:
    if isinstance(value, FieldOperand):
        return f"`{value.path}`"
    if isinstance(value.content, tuple):
        return f"[{', '.join(operand(LiteralOperand(item)) for item in value.content)}]"
    if isinstance(value.content, str):
        escaped = value.content.replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    return json.dumps(value.content)


scalars = (
    st.none()
    | st.booleans()
    | st.integers(-(10**9), 10**9)
    | st.floats(-1e9, 1e9).map(lambda x: x + 0.0)
    | st.text()
)
fields = st.text(st.characters(exclude_characters="`"), min_size=1).map(FieldOperand)
operands = fields | scalars.map(LiteralOperand)
comparisons = st.builds(
    ComparisonCondition, operands, st.sampled_from(["==", "!=", "<", "<=", ">", ">=", "~"]), operands
) | st.builds(
    ComparisonCondition,
    operands,
    st.sampled_from(["in", "not in"]),
    fields | st.lists(scalars, max_size=3).map(lambda items: LiteralOperand(tuple(items))),
)
conditions = st.recursive(
    comparisons,
    lambda inner: (
        st.lists(inner, min_size=2, max_size=3).map(lambda parts: AllCondition(tuple(parts)))
        | st.lists(inner, min_size=2, max_size=3).map(lambda parts: AnyCondition(tuple(parts)))
        | inner.map(NotCondition)
    ),
    max_leaves=6,
)


@given(conditions)
def test_a_printed_condition_reads_back_as_itself(condition: Condition) -> None:
    assert parse_where(printed(condition)) == condition


@given(st.text() | st.text("()[]`\"'\\=!<>~,. andornti1e-\n"))
def test_any_text_is_a_condition_or_an_option_error(text: str) -> None:
    try:
        condition = parse_where(text)
    except OptionError:
        return
    assert condition.matches(ROW) in (True, False)


@given(
    conditions,
    st.dictionaries(st.text(), st.none() | st.booleans() | st.integers() | st.floats() | st.text()),
)
def test_a_condition_and_its_negation_never_agree(condition: Condition, values: dict[str, object]) -> None:
    assert condition.matches(values) is not NotCondition(condition).matches(values)


@pytest.mark.parametrize(
    "bait", ["a == " + "1" * 200_000, '"' + "\\\\" * 500_000, "a." * 500_000, "(" * 100_000]
)
def test_bait_is_refused(bait: str) -> None:
    with pytest.raises(OptionError):
        parse_where(bait)
