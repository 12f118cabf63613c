"""Assertions on a judged text: contains, regex, JSON Schema, length, latency."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import JuratError, MissingExtraError, OptionError
from jurat.nlp.tokens import count_tokens
from jurat.observations import CriterionCheck
from jurat.observers.criteria.criterion import TextAssertion
from jurat.spans import Span

_SHOWN = 60


class NotApplicableError(JuratError):
    """A check cannot be made of this case; its message says why."""


@dataclass(frozen=True, slots=True)
class JudgedText:
    """The text that a criterion is about, what spans call it, and how long it took to write."""

    name: str
    text: str
    seconds: float | None = None

    @classmethod
    def of(cls, case: SummaryCase | ResponseCase) -> JudgedText:
        """Return the summary or the response of a case."""
        if isinstance(case, SummaryCase):
            return cls("summary", case.summary)
        return cls("response", case.response, case.latency)

    def span(self, start: int, end: int) -> Span | None:
        """Return a stretch of the text; none where it is empty."""
        return Span(self.name, start, end, self.text[start:end]) if end > start else None


@dataclass(frozen=True, slots=True)
class _Held:
    """Whether a condition holds, where, and what was seen."""

    holds: bool
    seen: str
    span: Span | None = None


def check_assertion(assertion: TextAssertion, judged: JudgedText) -> CriterionCheck:
    """Return whether an assertion is met, with the stretch that decides it.

    >>> said = JudgedText("response", "It costs €5.")
    >>> check_assertion(TextAssertion(regex=r"[€$]\\d+"), said).span.text
    '€5'
    >>> check_assertion(TextAssertion(contains="cost", negate=True), said).reason
    'the response has “cost”'
    """
    kind = assertion.kind
    held = _CONDITIONS[kind](assertion, judged)
    met = held.holds is not assertion.negate
    text = f"{'not ' if assertion.negate else ''}{kind} {_shown(getattr(assertion, kind))}"
    label: Any = "met" if met else "not_met"
    return CriterionCheck(label=label, text=text, span=held.span, reason=held.seen)


def compile_regex(assertion: TextAssertion) -> re.Pattern[str]:
    """Return the compiled pattern of an assertion; refuse one that is not a regular expression."""
    try:
        return re.compile(assertion.regex or "", re.IGNORECASE if assertion.ignore_case else 0)
    except (re.error, RecursionError, OverflowError) as error:
        raise OptionError(
            f"is not a regular expression ({error})", where="regex", hint="correct it"
        ) from None


def _contains(assertion: TextAssertion, judged: JudgedText) -> _Held:
    wanted = (assertion.contains,) if isinstance(assertion.contains, str) else assertion.contains or ()
    places = {text: _find(text, judged, assertion) for text in wanted}
    missing = [text for text, place in places.items() if place is None]
    first = next((place for place in places.values() if place is not None), None)
    if missing:
        return _Held(holds=False, seen=f"the {judged.name} does not have {_shown(missing[0])}", span=first)
    return _Held(holds=True, seen=f"the {judged.name} has {', '.join(map(_shown, wanted))}", span=first)


def _contains_any(assertion: TextAssertion, judged: JudgedText) -> _Held:
    for text in assertion.contains_any or ():
        if (place := _find(text, judged, assertion)) is not None:
            return _Held(holds=True, seen=f"the {judged.name} has {_shown(text)}", span=place)
    return _Held(holds=False, seen=f"the {judged.name} has none of {_shown(assertion.contains_any)}")


def _find(wanted: str, judged: JudgedText, assertion: TextAssertion) -> Span | None:
    """Where a text is found; the empty one nowhere."""
    found = re.search(re.escape(wanted), judged.text, re.IGNORECASE if assertion.ignore_case else 0)
    return None if found is None else judged.span(*found.span())


def _equals(assertion: TextAssertion, judged: JudgedText) -> _Held:
    wanted, text = (assertion.equals or "").strip(), judged.text.strip()
    if assertion.ignore_case:
        wanted, text = wanted.casefold(), text.casefold()
    said = f"the {judged.name} is {_shown(judged.text)}"
    return _Held(wanted == text, said, judged.span(0, len(judged.text)))


def _starts_with(assertion: TextAssertion, judged: JudgedText) -> _Held:
    return _edge(assertion, judged, rf"\s*{re.escape(assertion.starts_with or '')}", "begins with")


def _ends_with(assertion: TextAssertion, judged: JudgedText) -> _Held:
    return _edge(assertion, judged, rf"{re.escape(assertion.ends_with or '')}\s*\Z", "ends with")


def _edge(assertion: TextAssertion, judged: JudgedText, pattern: str, said: str) -> _Held:
    flags = re.IGNORECASE if assertion.ignore_case else 0
    look = re.match if pattern.startswith(r"\s*") else re.search
    found = look(pattern, judged.text, flags)
    wanted = _shown(getattr(assertion, assertion.kind))
    if found is None:
        return _Held(
            holds=False, seen=f"the {judged.name} does not {said.replace('s with', ' with')} {wanted}"
        )
    return _Held(holds=True, seen=f"the {judged.name} {said} {wanted}", span=judged.span(*found.span()))


def _regex(assertion: TextAssertion, judged: JudgedText) -> _Held:
    found = compile_regex(assertion).search(judged.text)
    if found is None:
        return _Held(holds=False, seen=f"nothing in the {judged.name} matches {_shown(assertion.regex)}")
    return _Held(holds=True, seen=f"{_shown(found[0])} matches", span=judged.span(*found.span()))


def _json_schema(assertion: TextAssertion, judged: JudgedText) -> _Held:
    try:
        value = json.loads(judged.text)
    except (ValueError, RecursionError) as error:
        return _Held(holds=False, seen=f"the {judged.name} is not JSON ({str(error)[:_SHOWN]})")
    if not isinstance(assertion.json_schema, Mapping):
        return _Held(bool(assertion.json_schema), f"the {judged.name} is JSON")
    problem = schema_problem(assertion.json_schema, value)
    return _Held(problem is None, problem or f"the {judged.name} fits the schema")


def schema_problem(schema: Mapping[str, Any], value: object) -> str | None:
    """Return the first thing in which a value does not fit a JSON Schema; nothing is fetched for it.

    >>> schema_problem({"type": "object", "required": ["price"]}, {"prize": 5})
    "at the top: 'price' is a required property"
    """
    try:
        from jsonschema.exceptions import SchemaError
        from jsonschema.validators import validator_for
        from referencing import Registry
        from referencing.exceptions import Unresolvable
    except ModuleNotFoundError:
        raise MissingExtraError("A JSON Schema", extra="criteria") from None
    kind = validator_for(schema)
    try:
        kind.check_schema(schema)
        problems = sorted(kind(schema, registry=Registry()).iter_errors(value), key=lambda one: str(one.path))
    except (SchemaError, Unresolvable) as error:
        what = str(error).partition("\n")[0][:_SHOWN]
        raise OptionError(
            f"is not a usable schema ({what})", where="json_schema", hint="correct it"
        ) from None
    except RecursionError:
        return "the JSON is nested too deeply"
    if not problems:
        return None
    return (
        f"at {problems[0].json_path.removeprefix('$').lstrip('.') or 'the top'}: {problems[0].message[:200]}"
    )


def _length(least: str, most: str, unit: str, count: Callable[[str], int]) -> Callable[..., _Held]:
    def check(assertion: TextAssertion, judged: JudgedText) -> _Held:
        found = count(judged.text)
        low, high = getattr(assertion, least), getattr(assertion, most)
        holds = (low is None or found >= low) and (high is None or found <= high)
        return _Held(holds, f"the {judged.name} has {found:,} {unit}")

    return check


def _max_seconds(assertion: TextAssertion, judged: JudgedText) -> _Held:
    if judged.seconds is None:
        raise NotApplicableError("the case has no latency; give it in seconds as the field latency")
    return _Held(judged.seconds <= (assertion.max_seconds or 0), f"it took {judged.seconds:g} seconds")


_words = _length("min_words", "max_words", "words", count_tokens)
_characters = _length("min_characters", "max_characters", "characters", len)
_CONDITIONS: Mapping[str, Callable[[TextAssertion, JudgedText], _Held]] = {
    "contains": _contains,
    "contains_any": _contains_any,
    "equals": _equals,
    "starts_with": _starts_with,
    "ends_with": _ends_with,
    "regex": _regex,
    "json_schema": _json_schema,
    "min_words": _words,
    "max_words": _words,
    "min_characters": _characters,
    "max_characters": _characters,
    "max_seconds": _max_seconds,
}


def check_declared(assertion: TextAssertion) -> None:
    """Refuse a regular expression or a schema that cannot be used, before any case is read."""
    if assertion.regex is not None:
        compile_regex(assertion)
    if isinstance(assertion.json_schema, Mapping):
        schema_problem(assertion.json_schema, None)


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(_shown, value))
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, Mapping | bool) else str(value)
    short = text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
    return f"“{short}”" if isinstance(value, str) else short
