"""Thresholds of verdicts: what follows from them in a run, and saving them to the project's settings."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.concurrency import run_in_threadpool

from jurat.errors import InputError
from jurat.options import OptionChanges
from jurat.runs.calibration.calibrated_judges import calibrated_judge
from jurat.server.app_state import ServiceOf, forget_project_options
from jurat.server.problems import Problem
from jurat.server.request_models import BoundedRoute, ThresholdsBody
from jurat.server.response_models import SavedThresholds, ThresholdsAnswer
from jurat.server.worker_tasks import SignalsTask, signals_task
from jurat.settings import project_file
from jurat.settings_writer import write_judge_options

router = APIRouter(tags=["thresholds"], route_class=BoundedRoute)


@router.get("/v1/runs/{id}/thresholds")
async def thresholds(id: str, service: ServiceOf) -> ThresholdsAnswer:  # noqa: A002
    """What a run's verdicts follow from: rules, thresholds, and the signals of up to 5,000 rows."""
    run = await run_in_threadpool(service.run, id)
    calibrated_judge(run.plan.judge)
    found: ThresholdsAnswer = await service.work(signals_task, SignalsTask(service.serving.store, run.id))
    return found


@router.post("/v1/runs/{id}/thresholds")
def save(id: str, body: ThresholdsBody, service: ServiceOf) -> SavedThresholds:  # noqa: A002
    """Save thresholds of the run's judge to the `jurat.yaml` of the folder that the server was started in."""
    judge = service.run(id).plan.judge
    known = [rule.threshold for rule in calibrated_judge(judge).rules]
    for name in body.thresholds:
        if name not in known:
            what = f"the thresholds of {judge} are {', '.join(known)}"
            raise Problem(422, what, field=f"thresholds.{name}")
    path = project_file(Path.cwd())
    changes: OptionChanges = {"thresholds": body.thresholds}
    try:
        write_judge_options(path, judge, changes, "chosen on the page")
    except (InputError, OSError) as error:
        why = error.what if isinstance(error, InputError) else error.strerror
        raise Problem(409, f"{path.name} cannot be written: {why}") from None
    forget_project_options()
    return {
        "file": path.name,
        "judge": judge,
        "thresholds": {str(name): value for name, value in body.thresholds.items()},
    }
