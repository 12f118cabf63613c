"""Labels and results as JSON, validated strictly, and their schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar

from annotated_types import MinLen
from pydantic import ConfigDict, Discriminator, TypeAdapter, ValidationError

from jurat.cases import CouncilCase, ResponseCase, SummaryCase
from jurat.errors import InputError
from jurat.observations import ResponseObservations, Review, SafetyFinding, SummaryObservations
from jurat.options import OptionChanges
from jurat.outcomes import CouncilResult, Failure, Outcome, Result

STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
CaseId = str | int
Parsed = TypeVar("Parsed", bound="Labels | CouncilQuestion")
Observed = TypeVar("Observed", SummaryObservations, ResponseObservations)


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryLabels:
    """What was observed of one summary, to be scored."""

    __pydantic_config__ = STRICT
    judge: Literal["twin-lock", "judge-lock", "judge-lock-ultra"]
    observations: SummaryObservations
    id: CaseId | None = None
    article: str | None = None
    summary: str | None = None
    options: OptionChanges | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseLabels:
    """What was observed of one response, to be scored."""

    __pydantic_config__ = STRICT
    judge: Literal["claim-lock"]
    observations: ResponseObservations
    id: CaseId | None = None
    query: str | None = None
    context: str | tuple[str, ...] | None = None
    response: str | None = None
    options: OptionChanges | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilLabels:
    """The candidates of one question and the reviews they got, to be scored."""

    __pydantic_config__ = STRICT
    judge: Literal["council"]
    candidates: Annotated[dict[str, str], MinLen(1)]
    reviews: tuple[Review, ...]
    id: CaseId | None = None
    query: str | None = None
    contexts: tuple[str, ...] | None = None
    safety: dict[str, tuple[SafetyFinding, ...]] | None = None
    options: OptionChanges | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilQuestion:
    """A question for a council, with as much as is known: candidates, passages, reviews."""

    __pydantic_config__ = STRICT
    query: str | None = None
    candidates: Annotated[dict[str, str], MinLen(1)] | None = None
    reviews: tuple[Review, ...] = ()
    context: str | tuple[str, ...] | None = None
    contexts: str | tuple[str, ...] | None = None
    id: CaseId | None = None
    safety: dict[str, tuple[SafetyFinding, ...]] | None = None
    options: OptionChanges | None = None
    judge: Literal["council"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilObservations:
    """What a council's result rests on beside its texts: enough to score it again."""

    __pydantic_config__ = STRICT
    lengths: dict[str, int]
    reviews: tuple[Review, ...]
    safety: dict[str, tuple[SafetyFinding, ...]] | None = None
    options: OptionChanges | None = None


Labels = SummaryLabels | ResponseLabels | CouncilLabels


@lru_cache(maxsize=1)
def _labels_adapter() -> TypeAdapter[Labels]:
    return TypeAdapter(Annotated[Labels, Discriminator("judge")])


@lru_cache(maxsize=1)
def _question_adapter() -> TypeAdapter[CouncilQuestion]:
    return TypeAdapter(CouncilQuestion)


@lru_cache(maxsize=1)
def _council_labels_adapter() -> TypeAdapter[CouncilLabels]:
    return TypeAdapter(CouncilLabels)


@lru_cache(maxsize=1)
def _council_observed_adapter() -> TypeAdapter[CouncilObservations]:
    return TypeAdapter(CouncilObservations)


@lru_cache(maxsize=1)
def _results_adapter() -> TypeAdapter[Result | Failure]:
    return TypeAdapter(Result | Failure)


@lru_cache(maxsize=1)
def _council_adapter() -> TypeAdapter[CouncilResult]:
    return TypeAdapter(CouncilResult)


@lru_cache(maxsize=1)
def _outcome_adapter() -> TypeAdapter[Outcome]:
    return TypeAdapter(Outcome)


@lru_cache(maxsize=2)
def _observed_adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def parse_labels(line: bytes) -> Labels:
    """One JSON object of labels, validated strictly.

    >>> parse_labels(b'{"judge": "twin-lock", "observations": {"coverige": {}}}')
    Traceback (most recent call last):
    jurat.errors.InputError: observations.coverige: is not a known field; remove it or correct its name
    """
    return _parse(line, _labels_adapter())


def _parse(line: bytes, adapter: TypeAdapter[Parsed]) -> Parsed:
    try:
        found = adapter.validate_json(line)
    except ValidationError as error:
        _refuse_ambiguous(line)
        raise explain(error) from None
    if not _plain(line, found):
        _refuse_ambiguous(line)
    return found


def parse_question(line: bytes) -> CouncilQuestion:
    """One JSON object that holds a question for a council, validated strictly.

    >>> parse_question(b'{"query": "Why?", "candidates": {"m1": "Because."}}').candidates
    {'m1': 'Because.'}
    """
    return _parse(line, _question_adapter())


def dump_labels(labels: CouncilLabels) -> bytes:
    """A council's labels as one line of JSON, to be scored again; what is not there is left out."""
    return _council_labels_adapter().dump_json(labels, exclude_none=True)


def dump_council(
    result: CouncilResult, observed: CouncilObservations | None, beside: Mapping[str, Any]
) -> bytes:
    """A council's result as one line, with what it rests on and what else is to be told of it."""
    parts = [dump(result)[:-1]]
    if observed is not None:
        parts.append(b'"observations":' + _council_observed_adapter().dump_json(observed, exclude_none=True))
    parts += [json.dumps(name).encode() + b":" + json.dumps(value).encode() for name, value in beside.items()]
    return b",".join(parts) + b"}"


def council_observed(line: bytes | str) -> CouncilObservations | None:
    """What a council's result rests on, read back from its line; none where it does not hold it."""
    found = json.loads(line).get("observations")
    return None if found is None else _council_observed_adapter().validate_json(json.dumps(found))


def dump(outcome: Outcome) -> bytes:
    """A result as one line of JSON; what a judge does not have is left out."""
    if isinstance(outcome, CouncilResult):
        return _council_adapter().dump_json(outcome)
    return _results_adapter().dump_json(outcome, exclude_none=True)


def load(line: bytes | str) -> Outcome:
    """A result read back from its JSON."""
    return _outcome_adapter().validate_json(line)


def observed(line: bytes | str, kind: type[Observed]) -> Observed:
    """What was observed, read back from the details of a result's line.

    >>> line = b'{"metrics": [{"metric": "relevance", "value": 0.2, "details": {"jaccard": 0.2}}]}'
    >>> observed(line, ResponseObservations).relevance.jaccard
    0.2
    """
    result = json.loads(line)
    details = {one["metric"]: one["details"] for one in result["metrics"] if "details" in one}
    if kind is ResponseObservations and "no_context" in result.get("reasons", ()):
        details["hallucination"] = {"no_context": True}
    chosen: Any = kind
    found: Observed = _observed_adapter(chosen).validate_python(details)
    return found


def schemas() -> dict[str, dict[str, Any]]:
    """The JSON Schemas of what goes in and comes out, by name."""
    types: dict[str, Any] = {
        "labels": Annotated[Labels, Discriminator("judge")],
        "result": Outcome,
        "summary-case": SummaryCase,
        "response-case": ResponseCase,
        "council-case": CouncilCase,
    }
    made = {}
    for name, kind in types.items():
        schema = TypeAdapter(kind).json_schema(mode="validation")
        made[name] = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return made


def _plain(line: bytes, found: Labels | CouncilQuestion) -> bool:
    """Whether it is plain, without another parse, that a council's line holds no name twice and only JSON.

    A colon stands after every name, so that a line has at most as many names as colons; where colons stand in
    texts too, and no space before one, at most as many as quotes with a colon after them. If so many were
    read, none was lost.
    """
    if not isinstance(found, CouncilLabels | CouncilQuestion):
        return False
    if (b"N" in line and b"NaN" in line) or (b"I" in line and b"Infinity" in line):
        return False
    names = _names(found)
    if names == line.count(b":"):
        return True
    return names == line.count(b'":') and not _SPACED.search(line)


_SPACED = re.compile(rb"[ \t\r\n]:")


def _names(found: CouncilLabels | CouncilQuestion) -> int:
    """How many names were surely read: of fields that hold something, of candidates and of scores."""
    fields = (found.id, found.query, found.judge, found.candidates, found.options, found.safety)
    count = len(fields) - fields.count(None) + len(found.candidates or ()) + bool(found.reviews)
    for review in found.reviews:
        evaluations, holistic = review.evaluations, review.holistic
        count += 1 + (review.ranking is not None) + (review.shown is not None)
        if evaluations is not None:
            count += 1 + len(evaluations) + sum(map(len, evaluations.values()))
        if holistic is not None:
            count += 1 + len(holistic)
    return count


def _refuse_ambiguous(line: bytes) -> None:
    """Refuse NaN and Infinity, which are not JSON, and a name that stands twice: one would be lost."""
    try:
        _AMBIGUOUS.decode(line.decode())
    except (ValueError, RecursionError):
        return  # not JSON for another reason, which the parser will name


def _refuse_constant(name: str) -> None:
    raise InputError(f"{name} is not JSON", hint="give a number, or leave the field out")


def _refuse_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise InputError(f"{twice!r} stands twice in one object", hint="keep one of them")
    return found


_AMBIGUOUS = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_constant=_refuse_constant)


def explain(error: ValidationError) -> InputError:
    """The first thing that is wrong, in our words: what, where, and what to do."""
    problems = error.errors(include_url=False)
    first = problems[0]
    where = _place(first["loc"])
    others = sorted({_place(one["loc"]) for one in problems} - {where})
    hint = _advice(first)
    if others:
        hint += f" (wrong too: {', '.join(others[:3])}{', …' if len(others) > 3 else ''})"
    return InputError(_what(first), where=where, hint=hint)


_TAGS = {"twin-lock", "judge-lock", "judge-lock-ultra", "claim-lock", "council"}
_BRANCHES = {"Span", "str", "int", "ExtraneousClaim", "tuple[str, ...]"}


def _place(location: tuple[str | int, ...]) -> str:
    """A path into the object as people write it.

    >>> _place(("judge-lock", "observations", "coverage", "key_points", 2, "label"))
    'observations.coverage.key_points[2].label'
    """
    parts = list(location[1:] if location and location[0] in _TAGS else location)
    while parts and parts[-1] in _BRANCHES:
        parts.pop()
    path = ""
    for part in parts:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path


def _what(problem: Any) -> str:
    kind, value = problem["type"], problem.get("input")
    if kind in ("unexpected_keyword_argument", "extra_forbidden"):
        return "is not a known field"
    if kind in ("missing", "missing_argument", "union_tag_not_found"):
        return "the field judge is missing" if kind == "union_tag_not_found" else "is missing"
    if kind == "json_invalid":
        return f"not JSON: {problem['ctx']['error']}".replace(" at line 1 column ", " at column ")
    if kind == "union_tag_invalid":
        return f"no judge is named {problem['ctx']['tag']!r}"
    if kind == "too_short":
        return "is empty"
    shown = repr(value)
    return f"is {shown if len(shown) <= 60 else shown[:57] + '…'}"


def _advice(problem: Any) -> str:
    kind, context = problem["type"], problem.get("ctx") or {}
    if kind in ("unexpected_keyword_argument", "extra_forbidden"):
        return "remove it or correct its name"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return "use twin-lock, judge-lock, judge-lock-ultra, claim-lock or council"
    if kind in ("missing", "missing_argument"):
        return "add it"
    if kind == "json_invalid":
        return "write one JSON object per line"
    if kind == "literal_error":
        return f"use {context['expected']}"
    if kind == "too_short":
        return "give at least one"
    if problem["loc"][-2:-1] == ("id",):
        return "give text or a whole number"
    said = str(problem["msg"])
    return (said[0].lower() + said[1:]).replace("input should be", "it should be")
