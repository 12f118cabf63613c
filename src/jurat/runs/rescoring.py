"""Scoring a kept run again with other options, from what was observed then."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.engines.judging import Brief, Judged, judged
from jurat.errors import InputError
from jurat.judges.judge import BATCH, Judge
from jurat.judges.registry import judge
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.options import Options
from jurat.outcomes import Result, Unscored
from jurat.runs.councils import NAME as COUNCIL
from jurat.runs.councils import Texts, rescored_session
from jurat.runs.store.records import Kept, Run
from jurat.wire import observed

OBSERVATIONS: dict[type, Any] = {ResponseCase: ResponseObservations, SummaryCase: SummaryObservations}
Rescore = Callable[[Kept], Judged]


def scorer(run: Run, options: Options, texts: Texts) -> Rescore:
    """What scores the results of a run again; one that is not whole, or does not hold what it rests on, is
    refused."""
    council = run.plan.judge == COUNCIL
    if run.finished is None:
        command = "jurat council" if council else "jurat run"
        raise InputError("is not finished", where=run.id, hint=f"go on: {command} --resume {run.id}")
    if council:
        return partial(rescored_session, names=run.plan.metrics, options=options, texts=texts)
    made = judge(run.plan.judge, options)
    if made.case_type not in OBSERVATIONS:
        hint = "run the judge again instead"
        raise InputError(f"results of {made.name} do not hold all they rest on", where=run.id, hint=hint)
    return partial(rescored, judge=made, observer=run.plan.observer)


def rescore(kept: Iterable[Kept], score: Rescore) -> Iterator[list[Judged]]:
    """The results scored again, batch by batch, in order; a failure stays as it is."""
    source = iter(kept)
    while batch := list(islice(source, BATCH)):
        yield [score(one) for one in batch]


def rescored(kept: Kept, judge: Judge[Any, Any], observer: str) -> Judged:
    """A result scored again; a failure stays as it is."""
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
