"""Criteria as users declare them, in YAML or in Python."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval, Len

from jurat.errors import OptionError
from jurat.observations import Count, Fraction01
from jurat.options import Weight
from jurat.scoring.criteria_scoring import Combine

Grades = Annotated[int, Interval(ge=2, le=9)]
Texts = Annotated[tuple[str, ...], Len(1)]
Seconds = Annotated[float, Ge(0)]
EvidenceRule = Literal["required", "optional"]
_MODIFIERS = ("negate", "ignore_case")
DEFAULT_FAIL = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class TextAssertion:
    """One condition on the judged text, which is met or not; exactly one field names it.

    `contains` wants every one of several texts, `contains_any` one of them. `json_schema` is a JSON Schema,
    or true for any JSON. `max_seconds` looks at the latency of the case. `negate` turns the condition round.

    >>> TextAssertion(contains="tea", regex="t")
    Traceback (most recent call last):
    jurat.errors.OptionError: assertion: names contains, regex; give exactly one of them
    """

    contains: str | Texts | None = None
    contains_any: Texts | None = None
    equals: str | None = None
    starts_with: str | None = None
    ends_with: str | None = None
    regex: str | None = None
    json_schema: Mapping[str, Any] | bool | None = None
    min_words: Count | None = None
    max_words: Count | None = None
    min_characters: Count | None = None
    max_characters: Count | None = None
    max_seconds: Seconds | None = None
    negate: bool = False
    ignore_case: bool = False

    def __post_init__(self) -> None:
        named = self._named()
        if len(named) != 1:
            known = ", ".join(name for name in self.__dataclass_fields__ if name not in _MODIFIERS)
            what = f"names {', '.join(named)}" if named else "names no condition"
            hint = "give exactly one of them" if named else f"give one of {known}"
            raise OptionError(what, where="assertion", hint=hint)

    def _named(self) -> list[str]:
        names = (name for name in self.__dataclass_fields__ if name not in _MODIFIERS)
        return [name for name in names if getattr(self, name) is not None]

    @property
    def kind(self) -> str:
        """The name of the condition."""
        return self._named()[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """A criterion: what is checked, how its checks combine, its weight, and where the verdict turns.

    It is checked by `assertions`, by a `function` of the case, or by a model that is asked the questions of
    `ask`. With `grades` the model gives a grade from 1 to that number instead of a label. `evidence` says
    whether a model needs a verified quote to call a check met. `by_case` holds further assertions for single
    cases, by their id. `fail` and `warn` are values below which the verdict turns.

    >>> Criterion(name="short", assertions=(TextAssertion(max_words=9),)).fail
    0.5
    """

    name: str
    description: str = ""
    assertions: tuple[TextAssertion, ...] = ()
    by_case: Mapping[str, tuple[TextAssertion, ...]] = field(default_factory=dict)
    function: str | Callable[[Any], object] | None = None
    ask: str | Texts | None = None
    grades: Grades | None = None
    evidence: EvidenceRule = "required"
    combine: Combine = "mean"
    weight: Weight = 1.0
    fail: Fraction01 | None = DEFAULT_FAIL
    warn: Fraction01 | None = None

    def __post_init__(self) -> None:
        kinds = {
            "assert": bool(self.assertions or self.by_case),
            "function": self.function is not None,
            "ask": self.ask is not None,
        }
        given = [kind for kind, there in kinds.items() if there]
        if len(given) != 1:
            what = f"has {' and '.join(given)}" if given else "says nothing to check"
            raise OptionError(what, where=f"criterion {self.name}", hint="give one of assert, function, ask")
        if self.grades is not None and self.ask is None:
            raise OptionError("applies only to ask", where=f"criterion {self.name}: grades", hint="remove it")

    @property
    def questions(self) -> tuple[str, ...]:
        """What a model is asked, one question for each check."""
        return (self.ask,) if isinstance(self.ask, str) else self.ask or ()
