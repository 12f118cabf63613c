"""What people say of results: corrected labels, scores, and how the judge agrees with them."""

from __future__ import annotations

import json
from typing import Annotated, Any

from fastapi import APIRouter, Path

from jurat.correcting import corrected, corrected_council
from jurat.errors import InputError
from jurat.judges.registry import judge
from jurat.runs.councils import NAME as COUNCIL
from jurat.runs.people import OVERALL, PeopleAgreement, agreement, scores_of, top_of
from jurat.runs.store.names import now
from jurat.runs.store.records import Kept, Label, Run
from jurat.server.answers import LabelledAnswer
from jurat.server.bodies import LabelBody
from jurat.server.problems import Problem
from jurat.server.routes.rows import BIG, kept_at
from jurat.server.service import Service, ServiceOf
from jurat.server.views import label_view
from jurat.wire import dump

router = APIRouter(tags=["labels"])


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
    made = Label(place=place, annotator=annotator, at=at, said=said, result=result)
    service.store.label(run, made)
    shown = json.loads(result if result is not None else kept.line)
    return {"result": shown, "labels": [label_view(one) for one in service.store.labels(run, place)]}


def _corrected(service: Service, run: Run, kept: Kept, given: dict[str, Any]) -> bytes:
    if run.plan.judge == COUNCIL:
        return corrected_council(kept, run.plan.options, given, service.store.case(run, kept.place))
    made = judge(run.plan.judge, run.plan.options)
    try:
        return dump(corrected(kept.line, made, given, service.store.case(run, kept.place)))
    except InputError as error:
        where = error.where or "observations"
        raise InputError(error.what, where=where, hint=error.hint) from None


def _checked(run: Run, score: float | dict[str, float] | None) -> float | dict[str, float] | None:
    """A score within the scale of what it is for."""
    for name, value in scores_of({"score": score}).items():
        if name not in (*run.plan.metrics, OVERALL):
            raise Problem(422, f"the metrics are {', '.join(run.plan.metrics)}", field=f"score.{name}")
        if not 0 <= value <= (top := top_of(run.plan.judge, name)):
            raise Problem(422, f"is not from 0 to {top:g}", field="score")
    return score


@router.get("/v1/runs/{id}/agreement")
def agreeing(id: str, service: ServiceOf) -> PeopleAgreement:  # noqa: A002
    """How the judge agrees with the people who labelled results of a run."""
    run = service.run(id)
    return agreement(service.store.labels(run), service.store.labelled(run))
