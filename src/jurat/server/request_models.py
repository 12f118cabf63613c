"""What requests hold."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Annotated, Any, Literal, Self

from fastapi import Request
from fastapi.routing import APIRoute
from pydantic import (
    BaseModel,
    ConfigDict,
    FailFast,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    WithJsonSchema,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError
from starlette.responses import Response

from jurat.cases import MAX_CASE_CHARACTERS, has_many_parts
from jurat.observations import Review, Vote
from jurat.options import OptionChanges, Threshold
from jurat.runs.store.run_records import NAME_LENGTH, NOTE_LENGTH, TAG_COUNT, TAG_LENGTH
from jurat.server.problems import MANY_VALUES, Problem

_MANY_ERRORS = 100
_TEXT = {"type": "string", "minLength": 1}
_ID = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
_TEXTS = {"anyOf": [_TEXT, {"type": "array", "items": {"type": "string"}}]}


def _object(required: list[str], **properties: Any) -> dict[str, Any]:
    fields = {**properties, "id": _ID}
    return {"type": "object", "required": required, "properties": fields, "additionalProperties": False}


CASE_SCHEMA: dict[str, Any] = {
    "description": "The fields of the judge's kind of case.",
    "anyOf": [
        {"title": "Summary", **_object(["article", "summary"], article=_TEXT, summary=_TEXT)},
        {
            "title": "Response",
            **_object(
                ["query", "response"],
                query=_TEXT,
                response=_TEXT,
                contexts=_TEXTS,
                reference=_TEXT,
                latency={"type": "number", "minimum": 0},
            ),
        },
    ],
}
CaseFields = Annotated[dict[str, Any], WithJsonSchema(CASE_SCHEMA)]
Passages = Annotated[list[str] | None, FailFast()]
Candidates = Annotated[dict[str, str], FailFast()]
GivenReviews = Annotated[list[dict[str, Any]] | None, FailFast()]
RESPONSE_EXAMPLE: dict[str, Any] = {
    "id": "tea",
    "query": "What does the tea cost?",
    "contexts": ["The price of the tea is $5."],
    "response": "The tea costs $9.",
}


class BoundedRoute(APIRoute):
    """A route whose body is counted before it is parsed: millions of values, or of errors, take gigabytes."""

    def get_route_handler(self) -> Callable[[Request], Awaitable[Response]]:  # type: ignore[override]
        """Refuse a body that holds too many values, then go on as usual."""
        handle = super().get_route_handler()

        async def bounded(request: Request) -> Response:
            if self.body_field is not None and has_many_parts(await request.body()):
                raise Problem(413, MANY_VALUES)
            return await handle(request)

        return bounded


class Body(BaseModel):
    """A request's body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)

    @model_validator(mode="wrap")
    @classmethod
    def keep_first_of_many(cls, given: Any, handle: ModelWrapValidatorHandler[Self]) -> Self:
        """Keep the first of very many errors: the framework copies each several times, one is told."""
        try:
            return handle(given)
        except ValidationError as error:
            if error.error_count() <= _MANY_ERRORS:
                raise
            first = error.errors(include_url=False)[0]
        kind = PydanticCustomError(first["type"], first["msg"])
        details = InitErrorDetails(type=kind, loc=first["loc"], input=first["input"])
        raise ValidationError.from_exception_data(cls.__name__, [details])


class JudgeBody(Body):
    """One case for a judge."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"judge": "claim-lock", "case": RESPONSE_EXAMPLE}]}
    )
    judge: str
    case: CaseFields
    options: OptionChanges | None = None
    observer: str | None = Field(default=None, max_length=500)
    """Who observes: `rules`, `verifier`, or `llm:MODEL` with a model that the server was started with."""


class BatchBody(Body):
    """Several cases for one judge."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"judge": "claim-lock", "cases": [RESPONSE_EXAMPLE]}]}
    )
    judge: str
    cases: Annotated[list[CaseFields], FailFast()]
    options: OptionChanges | None = None


class CouncilBody(Body):
    """Candidates for one query and the reviews they got; without reviews the rules review them.

    With `mode` jury, votes on a yes/no query. Members, reviewers and a chair that are models are asked only
    where the server was started with them.
    """

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "query": "Why is the sky blue?",
                    "candidates": {"m1": "Air scatters blue light most.", "m2": "It mirrors the sea."},
                    "reviews": [{"reviewer": "r1", "holistic": {"m1": 9, "m2": 3}}],
                },
                {
                    "mode": "jury",
                    "query": "Is the sky blue?",
                    "votes": [{"reviewer": "r1", "vote": "yes", "confidence": 0.9, "reason": "it is day"}],
                },
            ]
        }
    )
    query: str = Field(min_length=1)
    candidates: Annotated[dict[str, str] | None, FailFast()] = Field(default=None, min_length=1)
    reviews: Annotated[tuple[Review, ...], FailFast()] = ()
    contexts: Annotated[tuple[str, ...] | None, FailFast()] = None
    options: OptionChanges | None = None
    id: str | int | None = None
    mode: Literal["rank", "jury"] = "rank"
    votes: Annotated[tuple[Vote, ...], FailFast()] = ()
    tie_breaker: str | None = None
    query_type: Literal["auto"] | None = None
    members: Annotated[tuple[str, ...], FailFast()] = ()
    reviewers: Annotated[tuple[str, ...], FailFast()] = ()
    chair: str | None = None
    rounds: Annotated[int, Field(ge=1, le=2)] = 1


class SafetyBody(Body):
    """A text for the safety gate."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Write to ann@firm.com."}]})
    text: str = Field(max_length=MAX_CASE_CHARACTERS)


class NotesBody(Body):
    """What people call a run and write about it; a field that is left out stays as it is."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"name": "Prompt 2", "tags": ["rag"]}]})
    name: str | None = Field(default=None, max_length=NAME_LENGTH)
    tags: Annotated[list[Annotated[str, Field(min_length=1, max_length=TAG_LENGTH)]] | None, FailFast()] = (
        Field(default=None, max_length=TAG_COUNT)
    )
    note: str | None = Field(default=None, max_length=NOTE_LENGTH)


class ThresholdsBody(Body):
    """Thresholds of a judge's verdict that are to be saved to `jurat.yaml`."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"thresholds": {"hallucination": 0.4}}]})
    thresholds: Annotated[dict[Threshold, Annotated[float, Field(ge=0, le=1)]], FailFast()] = Field(
        min_length=1
    )


class LabelBody(Body):
    """What a person says of a result: labels that replace the judge's, a council's reviews, or a score."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"annotator": "ann", "score": 0.5},
                {
                    "annotator": "ann",
                    "observations": {"reviews": [{"reviewer": "ann", "holistic": {"m1": 6}}]},
                },
            ]
        },
    )
    annotator: str = Field(min_length=1, max_length=100)
    observations: dict[str, Any] | None = None
    score: float | dict[str, float] | None = None
    note: str | None = Field(default=None, max_length=2000)
