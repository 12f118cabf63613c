"""What requests hold."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, WithJsonSchema

from jurat.observations import Review
from jurat.options import OptionChanges

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
        {"title": "Response", **_object(["query", "response"], query=_TEXT, response=_TEXT, contexts=_TEXTS)},
    ],
}
CaseFields = Annotated[dict[str, Any], WithJsonSchema(CASE_SCHEMA)]
RESPONSE_EXAMPLE: dict[str, Any] = {
    "id": "tea",
    "query": "What does the tea cost?",
    "contexts": ["The price of the tea is $5."],
    "response": "The tea costs $9.",
}


class Body(BaseModel):
    """A request's body; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


class JudgeBody(Body):
    """One case for a judge."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"judge": "claim-lock", "case": RESPONSE_EXAMPLE}]}
    )
    judge: str
    case: CaseFields
    options: OptionChanges | None = None


class BatchBody(Body):
    """Several cases for one judge."""

    model_config = ConfigDict(
        json_schema_extra={"examples": [{"judge": "claim-lock", "cases": [RESPONSE_EXAMPLE]}]}
    )
    judge: str
    cases: list[CaseFields]
    options: OptionChanges | None = None


class CouncilBody(Body):
    """Candidates for one query and the reviews they got; without reviews the rules review them."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "query": "Why is the sky blue?",
                    "candidates": {"m1": "Air scatters blue light most.", "m2": "It mirrors the sea."},
                    "reviews": [{"reviewer": "r1", "holistic": {"m1": 9, "m2": 3}}],
                }
            ]
        }
    )
    query: str = Field(min_length=1)
    candidates: dict[str, str] = Field(min_length=1)
    reviews: tuple[Review, ...] = ()
    contexts: tuple[str, ...] | None = None
    options: OptionChanges | None = None
    id: str | int | None = None


class SafetyBody(Body):
    """A text for the safety gate."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": "Write to ann@firm.com."}]})
    text: str


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
