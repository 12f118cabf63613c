"""Rescoring of a stored run with other options, from its observations."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any

from jurat.engines.judging_work import Judged, ResultBrief, judged
from jurat.errors import InputError
from jurat.judges.council.council_spec import JURY
from jurat.judges.judge import BATCH
from jurat.judges.label_wire import observed
from jurat.judges.registry import is_council, judge_spec
from jurat.judges.spec import JudgeSpec
from jurat.options import Options
from jurat.outcomes import Result, Unscored
from jurat.runs.council.kept_juries import recounted_verdict
from jurat.runs.council.kept_sessions import Texts, rescored_session
from jurat.runs.store.run_records import Run, StoredResult

Rescore = Callable[[StoredResult], Judged]


def scorer(run: Run, options: Options, texts: Texts) -> Rescore:
    """Return the function that rescores results; an unfinished run raises an error."""
    council, jury = is_council(run.plan.judge), run.plan.judge == JURY.name
    if run.finished is None:
        command = "jurat council" if council or jury else "jurat run"
        raise InputError("is not finished", where=run.id, hint=f"resume it with: {command} --resume {run.id}")
    if council:
        return partial(rescored_session, names=run.plan.metrics, options=options, texts=texts)
    if jury:
        return partial(recounted_verdict, options=options)
    spec = judge_spec(run.plan.judge)
    return partial(rescored, spec=spec, options=spec.checked_options(options), observer=run.plan.observer)


def rescore(kept: Iterable[StoredResult], score: Rescore) -> Iterator[list[Judged]]:
    """Yield the rescored results, batch by batch, in order; failures are unchanged.

    A result that was scored and would be unscored ends it with an error.
    """
    source = iter(kept)
    while batch := list(islice(source, BATCH)):
        yield [_checked(one, score(one)) for one in batch]


def _checked(before: StoredResult, after: Judged) -> Judged:
    """Return a rescored result; refuse one in which something has lost its value."""
    if before.status != "scored" or after.brief.status != "unscored":
        return after
    had, has = json.loads(before.line), json.loads(after.line)
    name, why = next(_lost(had, has), ("result", "it has no value any more"))
    hint = "judge the data again with these options, or rescore with others"
    raise InputError(f"{name} was scored and would be unscored ({why})", where=f"row {before.row}", hint=hint)


def _lost(had: dict[str, Any], has: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield the metrics, or the candidates of a council, that have lost their value, and why."""
    for before, after in zip(had.get("metrics", ()), has.get("metrics", ()), strict=False):
        if "unscored" in after and "unscored" not in before:
            yield after["metric"], after["unscored"]
    for name, after in has.get("candidates", {}).items():
        if after.get("score") is None and had.get("candidates", {}).get(name, {}).get("score") is not None:
            yield f"candidate {name}", after.get("unscored") or "no review is left"


def rescored(kept: StoredResult, spec: JudgeSpec[Any, Any], options: Options, observer: str) -> Judged:
    """Return a rescored result; a failure is unchanged."""
    if kept.status == "failed":
        return Judged(kept.line, ResultBrief(failed=True))
    before = json.loads(kept.line)
    result = spec.described(
        spec.score(observed(kept.line, spec), options, case=before["id"], observer=observer)
    )
    return judged(with_reasons(result, before))


def with_reasons(result: Result[Any], before: dict[str, Any]) -> Result[Any]:
    """Return the result; a metric that stays unscored keeps its original reason."""
    reasons = {one["metric"]: one["unscored"] for one in before["metrics"] if "unscored" in one}
    metrics = tuple(
        replace(one, unscored=reasons[one.metric])
        if isinstance(one, Unscored) and one.metric in reasons
        else one
        for one in result.metrics
    )
    return replace(result, metrics=metrics)
