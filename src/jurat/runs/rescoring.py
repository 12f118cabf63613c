"""Scoring a kept run again with other options, from what was observed then."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.engines.judging import Brief, Judged, judged
from jurat.errors import InputError
from jurat.judges.judge import BATCH, Judge
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.outcomes import Result, Unscored
from jurat.runs.store.records import Kept, Run
from jurat.wire import observed

OBSERVATIONS: dict[type, Any] = {ResponseCase: ResponseObservations, SummaryCase: SummaryObservations}


def check_rescorable(run: Run, judge: Judge[Any, Any]) -> None:
    """Refuse a run that is not whole, or whose results do not hold what was observed."""
    if run.finished is None:
        raise InputError("is not finished", where=run.id, hint=f"go on: jurat run --resume {run.id}")
    if judge.case_type not in OBSERVATIONS:
        hint = "run the judge again instead"
        raise InputError(f"results of {judge.name} do not hold all they rest on", where=run.id, hint=hint)


def rescore(kept: Iterable[Kept], judge: Judge[Any, Any], observer: str) -> Iterator[list[Judged]]:
    """The results scored again, batch by batch, in order; a failure stays as it is."""
    source = iter(kept)
    while batch := list(islice(source, BATCH)):
        yield [_rescored(one, judge, observer) for one in batch]


def _rescored(kept: Kept, judge: Judge[Any, Any], observer: str) -> Judged:
    if kept.status == "failed":
        return Judged(kept.line, Brief(failed=True))
    observations = observed(kept.line, OBSERVATIONS[judge.case_type])
    before = json.loads(kept.line)
    result = judge.score(observations, judge.options, case=before["id"], observer=observer)
    return judged(with_reasons(result, before))


def with_reasons(result: Result, before: dict[str, Any]) -> Result:
    """The result; a metric that had no value then and has none now keeps the reason that was seen."""
    reasons = {one["metric"]: one["unscored"] for one in before["metrics"] if "unscored" in one}
    metrics = tuple(
        replace(one, unscored=reasons[one.metric])
        if isinstance(one, Unscored) and one.metric in reasons
        else one
        for one in result.metrics
    )
    return replace(result, metrics=metrics)
