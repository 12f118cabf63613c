"""Conditions of ``--where``; parsed by ``jurat.data.where_parser``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

from jurat.data.paths import look_up

if TYPE_CHECKING:
    from collections.abc import Mapping

Operator = Literal["==", "!=", "<", "<=", ">", ">=", "~", "in", "not in"]
Scalar = str | int | float | bool | None

_NUMBER = re.compile(r"\s*[+-]?(?:\d{1,300}(?:\.\d{0,300})?|\.\d{1,300})(?:[eE][+-]?\d{1,3})?\s*", re.ASCII)


class Condition(Protocol):
    """A condition on a row."""

    def matches(self, values: Mapping[str, object]) -> bool:
        """Return whether the row matches."""
        ...


@dataclass(frozen=True, slots=True)
class FieldOperand:
    """A column or dotted path; null if it does not exist."""

    path: str

    def value(self, values: Mapping[str, object]) -> object:
        """Return the row's value."""
        return look_up(values, self.path)


@dataclass(frozen=True, slots=True)
class LiteralOperand:
    """A literal value, or a list of values for ``in``."""

    content: Scalar | tuple[Scalar, ...]

    def value(self, values: Mapping[str, object]) -> object:  # noqa: ARG002
        """Return the literal."""
        return self.content


@dataclass(frozen=True, slots=True)
class ComparisonCondition:
    """A comparison of two operands.

    >>> ComparisonCondition(FieldOperand("score"), ">=", LiteralOperand(3)).matches({"score": "3.5"})
    True
    """

    left: FieldOperand | LiteralOperand
    operator: Operator
    right: FieldOperand | LiteralOperand

    def matches(self, values: Mapping[str, object]) -> bool:
        """Return whether the row matches."""
        return compare(self.left.value(values), self.operator, self.right.value(values))


@dataclass(frozen=True, slots=True)
class AllCondition:
    """Conditions joined by ``and``."""

    parts: tuple[Condition, ...]

    def matches(self, values: Mapping[str, object]) -> bool:
        """Return whether all match."""
        return all(part.matches(values) for part in self.parts)


@dataclass(frozen=True, slots=True)
class AnyCondition:
    """Conditions joined by ``or``."""

    parts: tuple[Condition, ...]

    def matches(self, values: Mapping[str, object]) -> bool:
        """Return whether any matches."""
        return any(part.matches(values) for part in self.parts)


@dataclass(frozen=True, slots=True)
class NotCondition:
    """A negated condition."""

    part: Condition

    def matches(self, values: Mapping[str, object]) -> bool:
        """Return whether the condition does not match."""
        return not self.part.matches(values)


def columns_of(condition: Condition) -> list[str]:
    """Return the columns and dotted paths of a condition.

    >>> first = ComparisonCondition(FieldOperand("a.b"), "==", LiteralOperand(3))
    >>> second = ComparisonCondition(FieldOperand("c"), "<", FieldOperand("d"))
    >>> columns_of(NotCondition(AllCondition((first, second))))
    ['a.b', 'c', 'd']
    """
    if isinstance(condition, ComparisonCondition):
        return [side.path for side in (condition.left, condition.right) if isinstance(side, FieldOperand)]
    parts = condition.parts if isinstance(condition, AllCondition | AnyCondition) else ()
    parts = (condition.part,) if isinstance(condition, NotCondition) else parts
    return [path for part in parts for path in columns_of(part)]


def compare(left: object, operator: Operator, right: object) -> bool:
    """Return the result of an operator on two values.

    >>> compare("QA", "==", "QA"), compare(None, "<", 3), compare("summary", "~", "sum")
    (True, False, True)
    """
    if operator in ("in", "not in"):
        among = isinstance(right, list | tuple) and any(same(left, item) for item in right)
        return among == (operator == "in")
    if operator in ("==", "!="):
        return same(left, right) == (operator == "==")
    if operator == "~":
        return isinstance(left, str) and isinstance(right, str) and right in left
    return _ordered(left, operator, right)


def same(left: object, right: object) -> bool:
    """Return whether two values are equal; a text equals the number or boolean that it spells.

    >>> same("1.0", 1), same("True", True), same(True, 1), same("1.0", "1"), same("", None)
    (True, True, False, False, False)
    """
    left, right = _alike(left, right), _alike(right, left)
    if isinstance(left, bool) != isinstance(right, bool):
        return False
    return left == right


def _ordered(left: object, operator: Operator, right: object) -> bool:
    left, right = _alike(left, right), _alike(right, left)
    if isinstance(left, str) and isinstance(right, str):
        order = (left > right) - (left < right)
    elif _is_number(left) and _is_number(right):
        order = (left > right) - (left < right)  # type: ignore[operator]
    else:
        return False
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def _alike(value: object, other: object) -> object:
    """Return a text converted to the type it is compared with, if possible; CSV cells are always text."""
    if not isinstance(value, str):
        return value
    if _is_number(other) and _NUMBER.fullmatch(value):
        return int(value) if value.strip().lstrip("+-").isdecimal() else float(value)
    if isinstance(other, bool) and value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
