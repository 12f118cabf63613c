"""The API described as OpenAPI: what FastAPI knows, with results, problems and the token added."""

from __future__ import annotations

from typing import Any

from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

from jurat.outcomes import JuryResult, Result
from jurat.server.access import ACCESS
from jurat.server.problems import MEDIA_TYPE
from jurat.server.response_models import CouncilAnswer
from jurat.wire import PlainNames

_REF = "#/components/schemas/"
PROBLEM: dict[str, Any] = {
    "type": "object",
    "description": "Problem details (RFC 9457), with the invalid field if there is one.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
        "field": {"type": "string"},
    },
    "examples": [
        {
            "type": "about:blank",
            "title": "Unprocessable Entity",
            "status": 422,
            "detail": "is empty; give the text",
            "field": "case.response",
        }
    ],
}
REFUSED = {
    "description": "The request is rejected. 429: queue full; retry after the given seconds (Retry-After).",
    "content": {MEDIA_TYPE: {"schema": {"$ref": f"{_REF}Problem"}}},
}
UNABLE = {**REFUSED, "description": "Temporarily unavailable, or an internal error."}
OUTCOMES: dict[str, Any] = {
    "/v1/judge": Result | CouncilAnswer | JuryResult,
    "/v1/tally": Result | CouncilAnswer,
    "/v1/council": CouncilAnswer | JuryResult,
}
KINDS = {
    "/metrics": ["text/plain"],
    "/v1/runs/{id}/events": ["text/event-stream"],
    "/v1/runs/{id}/export": ["application/x-ndjson", "text/csv", "application/vnd.apache.parquet"],
}


def describe(app: FastAPI) -> dict[str, Any]:
    """The description, made once."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, summary=app.summary, routes=app.routes)
        schemas = found["components"]["schemas"]
        schemas["Problem"] = PROBLEM
        schemas.pop("HTTPValidationError", None)
        schemas.pop("ValidationError", None)
        found["components"]["securitySchemes"] = {"token": {"type": "http", "scheme": "bearer"}}
        for path, operations in found["paths"].items():
            for operation in operations.values():
                _complete(path, operation, schemas)
        app.openapi_schema = found
    return app.openapi_schema


def _complete(path: str, operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Say of one operation what it answers, what it refuses, and whether it needs the token."""
    answers = operation["responses"]
    answers.pop("422", None)
    if path in OUTCOMES:
        answers["200"]["content"] = {"application/json": {"schema": _outcome(OUTCOMES[path], schemas)}}
    if path in KINDS:
        answers["200"]["content"] = {kind: {"schema": {"type": "string"}} for kind in KINDS[path]}
    answers |= {"4XX": REFUSED, "5XX": UNABLE}
    operation["security"] = [{"token": []}] if ACCESS[path] == "token" else []


def _outcome(kind: Any, schemas: dict[str, Any]) -> dict[str, Any]:
    """The schema of a result; what it is made of is added to the others."""
    made = TypeAdapter(kind).json_schema(
        ref_template=f"{_REF}{{model}}", mode="serialization", schema_generator=PlainNames
    )
    schemas |= made.pop("$defs", {})
    return made
