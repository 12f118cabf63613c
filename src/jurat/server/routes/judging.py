"""Judging one case or several, scoring labels, councils, the safety gate."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Annotated, Any, TypeGuard

from fastapi import APIRouter, Body, Request
from starlette.responses import Response

from jurat.cases import Case, as_case
from jurat.engines.judging_work import Judged
from jurat.engines.worker_pool import LazyWork
from jurat.errors import InputError, JuratError
from jurat.judges.council.api import short_names
from jurat.judges.judge import Judge
from jurat.judges.registry import descriptions, is_council
from jurat.llm.budget import Usage
from jurat.outcomes import Failure
from jurat.server.app_state import ServiceOf, judging
from jurat.server.problems import Problem, field_in
from jurat.server.request_models import BatchBody, BoundedRoute, CouncilBody, JudgeBody, SafetyBody
from jurat.server.response_models import JudgesAnswer
from jurat.server.views import judge_view, usage_view
from jurat.server.worker_tasks import (
    ModelCouncil,
    ModelJudging,
    council_task,
    model_council_task,
    model_judging_task,
    safety_task,
    score_labels_task,
)

router = APIRouter(tags=["judging"], route_class=BoundedRoute)
JSON = "application/json"
USAGE = "x-jurat-usage"
PART = 32
"""So many cases of a batch go to one process, the next to whichever is free."""
RESULT: dict[int | str, dict[str, Any]] = {
    200: {"description": "A result, as docs/reference/labels.md has it."}
}
LABELS = {
    "judge": "claim-lock",
    "observations": {
        "relevance": {"cosine": 0.4, "jaccard": 0.2},
        "completeness": {"keywords": ["price"], "found": ["price"]},
        "hallucination": {
            "anchors": [{"kind": "number", "text": "$99", "supported": True}],
            "overlap": 0.7,
        },
    },
}


@router.get("/v1/judges")
def judges(service: ServiceOf) -> JudgesAnswer:
    """The judges there are, and the models that a council or a jury may call."""
    shown = short_names(service.serving.models)
    return {
        "judges": [judge_view(one) for one in descriptions()],
        "models": [{"name": name, "shown": one} for name, one in shown.items()],
    }


@router.post("/v1/judge", response_class=Response, responses=RESULT)
async def judge_one(body: JudgeBody, service: ServiceOf) -> Response:
    """Judge one case."""
    if is_council(body.judge):
        return await _council(service, {**body.case, "options": body.options or {}})
    observing = service.observing(body.observer, service.serving.council_calls)
    known, work = judging(body.judge, body.options, observing)
    try:
        case = _case(body.case, known, 1)
    except InputError as error:
        raise InputError(error.what, where=f"case.{error.where}", hint=error.hint) from None
    if observing is not None and observing.asks_models:
        asked = ModelJudging(body.judge, known.options, observing, case)
        return _with_usage(*await service.work(model_judging_task, asked))
    (found,) = await service.work(LazyWork(work), [case])
    return answer(found)


def _with_usage(found: Judged, usage: Usage) -> Response:
    """A result of a model, with its usage in a header."""
    told = answer(found)
    told.headers[USAGE] = json.dumps(usage_view(usage))
    return told


def answer(found: Judged) -> Response:
    """A result as it is, or the problem that there is none."""
    if found.brief.failed:
        raise JuratError(json.loads(found.line)["error"])
    return Response(found.line, media_type=JSON)


@router.post("/v1/judge/batch", response_class=Response)
async def judge_batch(body: BatchBody, service: ServiceOf) -> Response:
    """Judge several cases; one that cannot be judged is {id, error} in its place."""
    if len(body.cases) > service.limits.batch_cases:
        raise Problem(
            413, f"more than {service.limits.batch_cases} cases; start a run instead", field="cases"
        )
    known, work = judging(body.judge, body.options)
    batch = [_ready(given, known, number) for number, given in enumerate(body.cases, start=1)]
    parts = [batch[start : start + PART] for start in range(0, len(batch), PART)]
    found = await asyncio.gather(*(service.work(LazyWork(work), part) for part in parts))
    lines = [one.line for part in found for one in part]
    return Response(b'{"results":[' + b",".join(lines) + b"]}", media_type=JSON)


def _ready(given: dict[str, Any], known: Judge[Any, Any], number: int) -> Case | Failure:
    """A case with an id, or the failure that stands in its place."""
    try:
        return _case(given, known, number)
    except JuratError as error:
        named = given.get("id")
        return Failure(id=named if _is_id(named) else number, error=str(error))


def _case(given: dict[str, Any], known: Judge[Any, Any], number: int) -> Case:
    case: Case = as_case(given, known.case_type)
    if not _is_id(case.id):
        raise InputError("is no text and no whole number", where="id", hint="correct it or leave it out")
    return replace(case, id=number) if case.id == "" else case


def _is_id(value: object) -> TypeGuard[str | int]:
    return isinstance(value, str | int) and not isinstance(value, bool)


@router.post("/v1/tally", response_class=Response, responses=RESULT)
async def tally(
    request: Request, service: ServiceOf, labels: Annotated[dict[str, Any], Body(examples=[LABELS])]
) -> Response:
    """Score labels that people or other tools made."""
    del labels
    return _scored(await service.work(score_labels_task, await request.body()))


@router.post("/v1/council", response_class=Response, responses=RESULT)
async def council(body: CouncilBody, request: Request, service: ServiceOf) -> Response:
    """Rank candidates by the reviews they got, or count a jury's votes; without reviews the rules review.

    Models are asked only if the server was started with them (`jurat serve --model`).
    """
    given = json.loads(await request.body())
    models = [name for name in (*body.members, *body.reviewers, body.chair) if name and name != "rules"]
    if not models:
        if body.mode == "rank" and not body.candidates:
            raise Problem(422, "candidates: are missing; give at least one", field="candidates")
        return await _council(service, given)
    for name in models:
        if name not in service.serving.models:
            what = f"the server does not call the model {name[:80]!r}; start it with --model {name[:80]}"
            raise Problem(403, what, field="members" if name in body.members else "reviewers")
    question, serving = json.dumps(given).encode("ascii"), service.serving
    asked = ModelCouncil(question, serving.council_calls, prices=serving.prices)
    return _scored(await service.work(model_council_task, asked))


async def _council(service: Any, given: dict[str, Any]) -> Response:
    return _scored(await service.work(council_task, json.dumps(given).encode("ascii")))


def _scored(found: tuple[bool, bytes]) -> Response:
    fine, line = found
    if fine:
        return Response(line, media_type=JSON)
    error = json.loads(line)["error"]
    raise Problem(422, error, field=field_in(error))


@router.post("/v1/safety")
async def safety(body: SafetyBody, service: ServiceOf) -> dict[str, Any]:
    """What in a text fails the safety gate, and the personal data in it."""
    found: dict[str, Any] = await service.work(safety_task, body.text)
    return found
