"""Labels and results as JSON, validated strictly, and their schemas."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, make_dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_type_hints

from annotated_types import MinLen
from pydantic import ConfigDict, Discriminator, TypeAdapter, ValidationError
from pydantic.json_schema import GenerateJsonSchema

from jurat.cases import MAX_JSON_PARTS, CouncilCase, ResponseCase, SummaryCase, first_repeated, has_many_parts
from jurat.errors import InputError
from jurat.observations import Review, SafetyFinding, Vote
from jurat.options import OptionChanges
from jurat.outcomes import CouncilResult, Details, Failure, JuryResult, Outcome, Result, Score

STRICT = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)
CaseId = str | int
Parsed = TypeVar("Parsed", bound="Labels | CouncilQuestion | JuryLabels")


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryLabels:
    """What was observed of one summary, to be scored."""

    __pydantic_config__ = STRICT
    judge: str
    observations: Any
    id: CaseId | None = None
    article: str | None = None
    summary: str | None = None
    options: OptionChanges | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseLabels:
    """What was observed of one response, to be scored."""

    __pydantic_config__ = STRICT
    judge: str
    observations: Any
    id: CaseId | None = None
    query: str | None = None
    context: str | tuple[str, ...] | None = None
    response: str | None = None
    reference: str | None = None
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


@dataclass(frozen=True, slots=True, kw_only=True)
class JuryLabels:
    """A yes/no question for a jury, with the votes that are known."""

    __pydantic_config__ = STRICT
    mode: Literal["jury"]
    judge: Literal["council", "jury"] = "council"
    query: str | None = None
    votes: tuple[Vote, ...] = ()
    tie_breaker: str | None = None
    candidates: dict[str, str] | None = None
    context: str | tuple[str, ...] | None = None
    contexts: str | tuple[str, ...] | None = None
    id: CaseId | None = None
    options: OptionChanges | None = None


Labels = SummaryLabels | ResponseLabels | CouncilLabels
_CASE_LABELS: Mapping[type, type[SummaryLabels | ResponseLabels]] = {
    SummaryCase: SummaryLabels,
    ResponseCase: ResponseLabels,
}


@dataclass(frozen=True, slots=True)
class LabelForm:
    """The judges whose labels have one form: cases and observations of the same types."""

    judges: tuple[str, ...]
    case: type
    observations: type

    def labels_type(self) -> type[Any]:
        """Return the type of the label objects, named after the observations."""
        base = _CASE_LABELS[self.case]
        own = {"judge": Literal[self.judges], "observations": self.observations}
        name = f"{self.observations.__name__.removesuffix('Observations')}Labels"
        return make_dataclass(
            name,
            own.items(),
            bases=(base,),
            namespace={"__doc__": base.__doc__},
            frozen=True,
            slots=True,
            kw_only=True,
        )


@lru_cache(maxsize=4)
def labels_type(forms: tuple[LabelForm, ...]) -> Any:
    """Return the union of the label objects of some judges, and of councils."""
    kinds = (*(form.labels_type() for form in forms), CouncilLabels)
    return Annotated[Union[kinds], Discriminator("judge")]  # noqa: UP007


@lru_cache(maxsize=4)
def _labels_adapter(forms: tuple[LabelForm, ...]) -> TypeAdapter[Labels]:
    return TypeAdapter(labels_type(forms))


@lru_cache(maxsize=1)
def _question_adapter() -> TypeAdapter[CouncilQuestion]:
    return TypeAdapter(CouncilQuestion)


@lru_cache(maxsize=1)
def _jury_labels_adapter() -> TypeAdapter[JuryLabels]:
    return TypeAdapter(JuryLabels)


@lru_cache(maxsize=1)
def _jury_adapter() -> TypeAdapter[JuryResult]:
    return TypeAdapter(JuryResult)


@lru_cache(maxsize=1)
def _council_labels_adapter() -> TypeAdapter[CouncilLabels]:
    return TypeAdapter(CouncilLabels)


@lru_cache(maxsize=1)
def _council_observed_adapter() -> TypeAdapter[CouncilObservations]:
    return TypeAdapter(CouncilObservations)


_OWN_DETAILS = frozenset(get_args(Details))


@lru_cache(maxsize=16)
def _results_adapter(details: frozenset[type]) -> TypeAdapter[Result | Failure]:
    """The adapter of results; that of a judge from another package knows the types of its details."""
    if details <= _OWN_DETAILS:
        return TypeAdapter(Result | Failure)
    foreign: Any = Union[tuple(sorted(details, key=repr))]  # noqa: UP007
    return TypeAdapter(Result[foreign])


def _details_types(outcome: Result[Any] | Failure) -> frozenset[type]:
    if isinstance(outcome, Failure):
        return frozenset()
    return frozenset([type(one.details) for one in outcome.metrics if isinstance(one, Score)])


@lru_cache(maxsize=1)
def _council_adapter() -> TypeAdapter[CouncilResult]:
    return TypeAdapter(CouncilResult)


@lru_cache(maxsize=1)
def _outcome_adapter() -> TypeAdapter[Result[Any] | CouncilResult | JuryResult | Failure]:
    return TypeAdapter(Result[Any] | CouncilResult | JuryResult | Failure)


@lru_cache(maxsize=256)
def _observed_adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def parse_labels(line: bytes, forms: tuple[LabelForm, ...]) -> Labels:
    """One JSON object of labels, in one of the given forms, validated strictly."""
    return _parse(line, _labels_adapter(forms), forms)


def parse_jury(line: bytes) -> JuryLabels | None:
    """Return the jury's question in a line, validated strictly; none where the line is no jury's.

    >>> parse_jury(b'{"mode": "jury", "votes": [{"reviewer": "a", "vote": "yes"}]}').votes[0].vote
    'yes'
    >>> parse_jury(b'{"query": "Who sat on the jury?"}') is None
    True
    """
    if b'"jury"' not in line:
        return None
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or found.get("mode") != "jury":
        return None
    return _parse(line, _jury_labels_adapter())


def _parse(line: bytes, adapter: TypeAdapter[Parsed], forms: tuple[LabelForm, ...] = ()) -> Parsed:
    if has_many_parts(line):
        raise InputError(f"holds more than {MAX_JSON_PARTS:,} values", hint="split it")
    try:
        found = adapter.validate_json(line)
    except ValidationError as error:
        _refuse_ambiguous(line)
        raise explain(error, [name for form in forms for name in form.judges]) from None
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
    line = dump(result)
    if observed is not None:
        kept = _council_observed_adapter().dump_json(observed, exclude_none=True)
        line = line[:-1] + b',"observations":' + kept + b"}"
    return with_fields(line, beside)


def with_fields(line: bytes, beside: Mapping[str, Any]) -> bytes:
    """Return a line of JSON with more fields at its end.

    >>> with_fields(b'{"id":1}', {"trouble": []})
    b'{"id":1,"trouble":[]}'
    """
    parts = [json.dumps(name).encode() + b":" + json.dumps(value).encode() for name, value in beside.items()]
    return b",".join([line[:-1], *parts]) + b"}"


def council_observed(line: bytes | str) -> CouncilObservations | None:
    """What a council's result rests on, read back from its line; none where it does not hold it."""
    found = json.loads(line).get("observations")
    return None if found is None else _council_observed_adapter().validate_json(json.dumps(found))


def dump(outcome: Outcome) -> bytes:
    """A result as one line of JSON; what a judge does not have is left out."""
    if isinstance(outcome, CouncilResult):
        return _council_adapter().dump_json(outcome)
    if isinstance(outcome, JuryResult):
        return _jury_adapter().dump_json(outcome)
    return _results_adapter(_details_types(outcome)).dump_json(outcome, exclude_none=True)


def load(line: bytes | str, details_of: Callable[[str, str], type | None]) -> Outcome:
    """A result read back from its JSON; the type of details is known by judge and metric, or left plain."""
    found = _outcome_adapter().validate_json(line)
    if not isinstance(found, Result):
        return found
    metrics = [
        replace(one, details=validated(one.details, kind))
        if isinstance(one, Score) and (kind := details_of(found.judge, one.metric)) is not None
        else one
        for one in found.metrics
    ]
    return replace(found, metrics=tuple(metrics))


def validated(values: Any, kind: Any) -> Any:
    """Return plain values as the type that they were dumped from."""
    return _observed_adapter(kind).validate_python(values)


@lru_cache(maxsize=16)
def _document_adapter(kind: Any) -> TypeAdapter[Any]:
    strict = {"__pydantic_config__": STRICT, "__doc__": kind.__doc__}
    return TypeAdapter(make_dataclass(kind.__name__, [], bases=(kind,), namespace=strict, frozen=True))


def parse_document(document: object, kind: type[Any]) -> Any:
    """Return a document of plain values as a dataclass, validated strictly."""
    hashable: Any = kind
    try:
        return _document_adapter(hashable).validate_json(json.dumps(document, default=str))
    except ValidationError as error:
        raise explain(error) from None


class PlainNames(GenerateJsonSchema):
    """Names a generic type without its parameters: `Score`, not `Score__DetailsT_`."""

    def normalize_name(self, name: str) -> str:
        """Return the name of a definition."""
        return super().normalize_name(name.partition("[")[0])


def schemas(forms: tuple[LabelForm, ...], details: Collection[type]) -> dict[str, dict[str, Any]]:
    """The JSON Schemas of what goes in and comes out, by name."""
    foreign = tuple(kind for kind in details if kind not in _OWN_DETAILS)
    details_type: Any = Union[(*get_args(Details), *foreign)]
    result: Any = Result[details_type] if foreign else Result
    types: dict[str, Any] = {
        "labels": labels_type(forms),
        "result": result | CouncilResult | JuryResult | Failure,
        "summary-case": SummaryCase,
        "response-case": ResponseCase,
        "council-case": CouncilCase,
    }
    made = {}
    for name, kind in types.items():
        schema = TypeAdapter(kind).json_schema(mode="validation", schema_generator=PlainNames)
        made[name] = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
    return made


def _plain(line: bytes, found: Labels | CouncilQuestion | JuryLabels) -> bool:
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
        twice = first_repeated(name for name, _ in pairs)
        raise InputError(f"{twice!r} stands twice in one object", hint="keep one of them")
    return found


_AMBIGUOUS = json.JSONDecoder(object_pairs_hook=_refuse_twice, parse_constant=_refuse_constant)


def explain(error: ValidationError, judges: Sequence[str] = ()) -> InputError:
    """The first thing that is wrong, in our words: what, where, and what to do.

    The judges are those whose labels were expected; the name of one may begin the path of a problem.
    """
    tags = {*judges, *get_args(get_type_hints(CouncilLabels)["judge"])}
    problems = error.errors(include_url=False)
    first = problems[0]
    where = _place(first["loc"], tags)
    others = sorted({_place(one["loc"], tags) for one in problems} - {where})
    hint = _advice(first, [*judges, *sorted(tags.difference(judges))])
    if others:
        hint += f" (wrong too: {', '.join(others[:3])}{', …' if len(others) > 3 else ''})"
    return InputError(_what(first), where=where, hint=hint)


_BRANCHES = {"Span", "str", "int", "ExtraneousClaim", "tuple[str, ...]"}


def _place(location: tuple[str | int, ...], tags: Collection[str] = ()) -> str:
    """A path into the object as people write it.

    >>> _place(("judge-lock", "observations", "coverage", "key_points", 2, "label"), ["judge-lock"])
    'observations.coverage.key_points[2].label'
    """
    parts = list(location[1:] if location and location[0] in tags else location)
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
        return f"unknown judge {problem['ctx']['tag']!r}"
    if kind == "too_short":
        return "is empty"
    shown = repr(value)
    return f"is {shown if len(shown) <= 60 else shown[:57] + '…'}"


def _advice(problem: Any, tags: Sequence[str]) -> str:
    kind, context = problem["type"], problem.get("ctx") or {}
    if kind in ("unexpected_keyword_argument", "extra_forbidden"):
        return "remove it or correct its name"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return f"use {', '.join(tags[:-1])} or {tags[-1]}"
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
