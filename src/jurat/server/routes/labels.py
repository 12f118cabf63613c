"""What people say of results: corrected labels, scores, and how the judge agrees with them."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path

from jurat.errors import InputError
from jurat.judges.registry import is_council, judge_spec
from jurat.runs.agreement.annotator_agreement import (
    OVERALL,
    PeopleAgreement,
    annotator_agreement,
    max_score_of,
    scores_of,
)
from jurat.runs.relabelling import relabelled_council, relabelled_result
from jurat.runs.store.run_ids import now
from jurat.runs.store.run_records import Run, StoredLabel, StoredResult
from jurat.server.app_state import AppState, ServiceOf
from jurat.server.problems import Problem
from jurat.server.request_models import BoundedRoute, LabelBody
from jurat.server.response_models import LabelledAnswer
from jurat.server.routes.rows import BIG, kept_at
from jurat.server.views import label_view
from jurat.wire import dump

router = APIRouter(tags=["labels"], route_class=BoundedRoute)


@router.post("/v1/runs/{id}/rows/{place}/labels")
def label(
    id: str,  # noqa: A002
    place: Annotated[int, Path(ge=1, le=BIG)],
    body: LabelBody,
    service: ServiceOf,
) -> LabelledAnswer:
    """Correct labels of a result, which is scored again at once, or score it; both are kept beside it."""
    run = service.run(id)
    kept = kept_at(service, run, place)
    if (body.observations is None) == (body.score is None):
        raise Problem(422, "give either observations or a score", field="observations")
    said: dict[str, Any] = {"note": body.note} if body.note else {}
    result: bytes | None = None
    if body.observations is not None:
        said["observations"] = body.observations
        result = _corrected(service, run, kept, body.observations)
    else:
        said["score"] = _checked(run, body.score)
    at = now().isoformat(timespec="seconds")
    annotator = body.annotator.replace("\0", " ")
    made = StoredLabel(row=place, annotator=annotator, at=at, payload=said, result=result)
    service.store.label(run, made)
    shown = json.loads(result if result is not None else kept.line)
    return {"result": shown, "labels": [label_view(one) for one in service.store.labels(run, place)]}


def _corrected(service: AppState, run: Run, kept: StoredResult, given: dict[str, Any]) -> bytes:
    if is_council(run.plan.judge):
        return relabelled_council(kept, run.plan.options, given, service.store.case(run, kept.row))
    spec = judge_spec(run.plan.judge)
    try:
        case = service.store.case(run, kept.row)
        return dump(relabelled_result(kept.line, spec, run.plan.options, given, case))
    except InputError as error:
        where = error.where or "observations"
        raise InputError(error.what, where=where, hint=error.hint) from None


def _checked(run: Run, score: float | dict[str, float] | None) -> float | dict[str, float] | None:
    """A score within the scale of what it is for."""
    if score == {}:
        raise Problem(422, "is empty; give a score for a metric", field="score")
    for name, value in scores_of({"score": score}).items():
        top = max_score_of(run.plan.judge, name) if name in (*run.plan.metrics, OVERALL) else 0.0
        if name not in (*run.plan.metrics, OVERALL):
            raise Problem(422, f"the metrics are {', '.join(run.plan.metrics)}", field=f"score.{name}")
        if not 0 <= value <= top:
            raise Problem(422, f"is not from 0 to {top:g}", field="score")
    return score


@router.get("/v1/runs/{id}/agreement")
def agreeing(id: str, service: ServiceOf) -> PeopleAgreement:  # noqa: A002
    """How the judge agrees with the people who labelled results of a run."""
    run = service.run(id)
    return annotator_agreement(service.store.labels(run), service.store.labelled(run))
