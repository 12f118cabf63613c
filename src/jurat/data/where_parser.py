"""Reads ``--where`` conditions: ``task == "QA" and not (split in ["test", "dev"] or score < 3)``.

or         = and { "or" and }
and        = not { "and" not }
not        = "not" not | "(" or ")" | comparison
comparison = operand ( "==" | "!=" | "<" | "<=" | ">" | ">=" | "~" ) operand
           | operand [ "not" ] "in" ( list | field )
operand    = field | value
value      = "text" | 'text' | number | true | false | null
field      = name { "." name } | `any name`
list       = "[" [ value { "," value } ] "]"
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn, cast

from jurat.data.where import (
    AllCondition,
    AnyCondition,
    ComparisonCondition,
    Condition,
    FieldOperand,
    LiteralOperand,
    NotCondition,
    Operator,
)
from jurat.errors import OptionError

if TYPE_CHECKING:
    from jurat.data.where import Scalar

MAX_NESTING = 50

_TOKEN = re.compile(
    r"""\s*(?:
      (?P<text>"(?:[^"\\]++|\\.)*+"|'(?:[^'\\]++|\\.)*+')
    | (?P<quoted>`[^`]+`)
    | (?P<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.]))
    | (?P<word>[^\W\d]\w*(?:\.\w+)*)
    | (?P<sign>==|!=|<=|>=|[<>~()\[\],])
    )""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_COMPARING = ("==", "!=", "<", "<=", ">", ">=", "~")
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_KEYWORDS = {"and", "or", "not", "in", *_CONSTANTS}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    position: int


def parse_where(text: str) -> Condition:
    """Parse a condition.

    >>> condition = parse_where('task == "QA" and split != "test"')
    >>> condition.matches({"task": "QA"}), condition.matches({"task": "QA", "split": "test"})
    (True, False)
    >>> parse_where("task = 1")
    Traceback (most recent call last):
    jurat.errors.OptionError: --where: cannot read '= 1' at character 6; for equality write ==
    """
    return _Parser(text, _tokens(text)).whole()


def _tokens(text: str) -> list[_Token]:
    found: list[_Token] = []
    position, text = 0, text.rstrip()
    while position < len(text):
        if (match := _TOKEN.match(text, position)) is None:
            start = len(text) - len(text[position:].lstrip())
            hint = (
                "for equality write ==" if text[start] == "=" else 'quote texts and odd names: "text", `name`'
            )
            _refuse(f"cannot read {_shown(text[start:])} at character {start + 1}", hint)
        kind = cast("str", match.lastgroup)
        found.append(_Token(kind, match[kind], match.start(kind)))
        position = match.end()
    return found


class _Parser:
    """A recursive-descent parser; every method parses what it is named after."""

    def __init__(self, text: str, tokens: list[_Token]) -> None:
        self._tokens = [*tokens, _Token("end", "", len(text))]
        self._at = 0
        self._depth = 0

    def whole(self) -> Condition:
        condition = self._any_of()
        if self._now.kind != "end":
            self._expected("'and', 'or' or the end")
        return condition

    @property
    def _now(self) -> _Token:
        return self._tokens[self._at]

    def _take(self, *texts: str) -> str | None:
        """Consume the next token if it is one of these signs or keywords."""
        if self._now.kind in ("sign", "word") and self._now.text in texts:
            self._at += 1
            return self._tokens[self._at - 1].text
        return None

    def _any_of(self) -> Condition:
        parts = [self._all_of()]
        while self._take("or"):
            parts.append(self._all_of())
        return parts[0] if len(parts) == 1 else AnyCondition(tuple(parts))

    def _all_of(self) -> Condition:
        parts = [self._negation()]
        while self._take("and"):
            parts.append(self._negation())
        return parts[0] if len(parts) == 1 else AllCondition(tuple(parts))

    def _negation(self) -> Condition:
        self._depth += 1
        if self._depth > MAX_NESTING:
            _refuse(f"is nested more than {MAX_NESTING} deep", "simplify it")
        if self._take("not"):
            condition: Condition = NotCondition(self._negation())
        elif self._take("("):
            condition = self._any_of()
            if not self._take(")"):
                self._expected("')'")
        else:
            condition = self._comparison()
        self._depth -= 1
        return condition

    def _comparison(self) -> Condition:
        left = self._operand()
        if sign := self._take(*_COMPARING):
            return ComparisonCondition(left, cast("Operator", sign), self._operand())
        negated = self._take("not")
        if not self._take("in"):
            self._expected("'in'" if negated else "a comparison (==, !=, <, <=, >, >=, ~, in)")
        operator: Operator = "not in" if negated else "in"
        if self._take("["):
            return ComparisonCondition(left, operator, LiteralOperand(self._items()))
        right = self._operand()
        if isinstance(right, LiteralOperand):
            self._at -= 1
            self._expected('a list (["a", "b"]) or a field')
        return ComparisonCondition(left, operator, right)

    def _operand(self) -> FieldOperand | LiteralOperand:
        token = self._now
        if token.kind == "quoted":
            self._at += 1
            return FieldOperand(token.text[1:-1])
        if token.kind == "word" and token.text not in _KEYWORDS:
            self._at += 1
            return FieldOperand(token.text)
        return LiteralOperand(self._value())

    def _value(self) -> Scalar:
        token = self._now
        self._at += 1
        if token.kind == "text":
            return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[1]), token.text[1:-1])
        if token.kind == "number" and len(token.text) <= 100:
            return float(token.text) if set(token.text) & set(".eE") else int(token.text)
        if token.kind == "word" and token.text in _CONSTANTS:
            return _CONSTANTS[token.text]
        self._at -= 1
        return self._expected("a field or a value")

    def _items(self) -> tuple[Scalar, ...]:
        items: list[Scalar] = []
        while not self._take("]"):
            items.append(self._value())
            if not self._take(",") and self._now.text != "]":
                self._expected("',' or ']'")
        return tuple(items)

    def _expected(self, what: str) -> NoReturn:
        token = self._now
        found = "the end" if token.kind == "end" else _shown(token.text)
        _refuse(
            f"expected {what} at character {token.position + 1} but found {found}",
            'write it like task == "QA" and n in [1, 2]',
        )


def _shown(text: str) -> str:
    return repr(text if len(text) <= 20 else f"{text[:20]}…")


def _refuse(what: str, hint: str) -> NoReturn:
    raise OptionError(what, where="--where", hint=hint)
