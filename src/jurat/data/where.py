"""Conditions on rows, as ``--where`` has them; read by ``jurat.data.where_parser``."""

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
    """Something that holds of a row or does not."""

    def matches(self, values: Mapping[str, object]) -> bool:
        """Whether it holds."""
        ...


@dataclass(frozen=True, slots=True)
class Field:
    """A column or dotted path; null where there is none."""

    path: str

    def value(self, values: Mapping[str, object]) -> object:
        """What the row holds there."""
        return look_up(values, self.path)


@dataclass(frozen=True, slots=True)
class Literals:
    """A value, or for ``in`` a list of values, written in the condition."""

    content: Scalar | tuple[Scalar, ...]

    def value(self, values: Mapping[str, object]) -> object:  # noqa: ARG002
        """The value as written."""
        return self.content


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two operands and what is asked of them.

    >>> Comparison(Field("score"), ">=", Literals(3)).matches({"score": "3.5"})
    True
    """

    left: Field | Literals
    operator: Operator
    right: Field | Literals

    def matches(self, values: Mapping[str, object]) -> bool:
        """Whether it holds of the row."""
        return compare(self.left.value(values), self.operator, self.right.value(values))


@dataclass(frozen=True, slots=True)
class Every:
    """Parts joined by ``and``."""

    parts: tuple[Condition, ...]

    def matches(self, values: Mapping[str, object]) -> bool:
        """Whether all hold."""
        return all(part.matches(values) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Some:
    """Parts joined by ``or``."""

    parts: tuple[Condition, ...]

    def matches(self, values: Mapping[str, object]) -> bool:
        """Whether any holds."""
        return any(part.matches(values) for part in self.parts)


@dataclass(frozen=True, slots=True)
class Not:
    """A part that must not hold."""

    part: Condition

    def matches(self, values: Mapping[str, object]) -> bool:
        """Whether it does not hold."""
        return not self.part.matches(values)


def columns_of(condition: Condition) -> list[str]:
    """The columns and dotted paths that a condition asks for.

    >>> first = Comparison(Field("a.b"), "==", Literals(3))
    >>> columns_of(Not(Every((first, Comparison(Field("c"), "<", Field("d"))))))
    ['a.b', 'c', 'd']
    """
    if isinstance(condition, Comparison):
        return [side.path for side in (condition.left, condition.right) if isinstance(side, Field)]
    parts = condition.parts if isinstance(condition, Every | Some) else ()
    parts = (condition.part,) if isinstance(condition, Not) else parts
    return [path for part in parts for path in columns_of(part)]


def compare(left: object, operator: Operator, right: object) -> bool:
    """What an operator says of two values.

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
    """Whether two values are equal; a text that reads as a number or boolean equals that number or boolean.

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
    """A text read as what it is compared with, where it can be; cells of CSV are always text."""
    if not isinstance(value, str):
        return value
    if _is_number(other) and _NUMBER.fullmatch(value):
        return int(value) if value.strip().lstrip("+-").isdecimal() else float(value)
    if isinstance(other, bool) and value.casefold() in ("true", "false"):
        return value.casefold() == "true"
    return value


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
