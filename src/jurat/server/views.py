"""Runs and rows as the API shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jurat.judges.observer_config import usable_observers
from jurat.judges.registry import declared_scale
from jurat.judges.spec import JudgeDescription, JudgeSpec
from jurat.llm.budget import Usage
from jurat.runs.results.deciding_reason import deciding_reason, shortened
from jurat.runs.results.sources import result_row
from jurat.runs.run_summary import BINS, MetricSummary, RunSummary
from jurat.runs.scales import scale_in, scale_of
from jurat.runs.stats.resampling import mean_interval
from jurat.runs.store.run_records import Run, StoredLabel, StoredResult
from jurat.server.response_models import (
    DistributionsAnswer,
    JudgeAnswer,
    MetricFigures,
    RowBrief,
    RunAnswer,
    RunFigures,
    Said,
    ScoreInterval,
    UsageAnswer,
)

EXCERPT = 280
"""So many characters of a text stand in a list of rows."""
LEAST_REVIEWS = 3
"""Below so many reviews no interval is given."""


def judge_view(judge: JudgeDescription) -> JudgeAnswer:
    """A judge: what it judges and what it gives."""
    return {
        "name": judge.name,
        "case": judge.kind,
        "metrics": list(judge.metric_names),
        "scales": judge.scales(),
        "tones": {name: _tones(judge.name, name) for name in judge.metric_names},
        "overall": judge.overall,
        "observers": usable_observers(judge) if isinstance(judge, JudgeSpec) else [],
        "models": isinstance(judge, JudgeSpec) and judge.model_task is not None,
        "top": judge.maximum,
    }


def _tones(judge: str, metric: str) -> tuple[float, float]:
    """Return from which share of the best value on a metric is fine and fair, with default thresholds."""
    scale = scale_of(judge, metric)
    return scale.fine, scale.fair


def usage_view(usage: Usage) -> UsageAnswer:
    """What models took."""
    return {
        "calls": usage.calls,
        "prompt_tokens": usage.prompt_tokens,
        "completion_tokens": usage.completion_tokens,
        "cost": None if usage.cost is None else f"{usage.cost:f}",
    }


def run_view(run: Run) -> RunAnswer:
    """A run with its figures."""
    plan = run.plan
    return {
        "id": run.id,
        "name": run.notes.name,
        "tags": list(run.notes.tags),
        "note": run.notes.note,
        "judge": plan.judge,
        "version": plan.version,
        "observer": plan.observer,
        "signature": plan.signature,
        "metrics": list(plan.metrics),
        "scales": {name: plan.scale(name) for name in plan.metrics},
        "overall": declared_scale(plan.judge, "overall")["maximum"],
        "parent": plan.parent,
        "started": run.started,
        "finished": run.finished,
        "seconds": round(run.seconds, 3),
        "rows": run.done,
        "data": plan.reading.data,
        "summary": summary_view(run.summary),
    }


def summary_view(summary: RunSummary) -> RunFigures:
    """A run in figures."""
    return {
        "scored": summary.scored,
        "unscored": summary.unscored,
        "failed": summary.failed,
        "verdicts": dict(summary.verdicts),
        "metrics": {one.name: _metric(one) for one in summary.metrics},
    }


def _metric(one: MetricSummary) -> MetricFigures:
    return {
        "mean": one.mean,
        "scored": one.scored,
        "unscored": one.unscored,
        "histogram": one.bins,
        "top": one.top,
    }


def distributions_view(run: Run) -> DistributionsAnswer:
    """How a run's values spread, and what was capped or left without a value, how often."""
    marks = run.summary.marks or {}
    return {
        "metrics": {
            one.name: {
                "top": one.top,
                "mean": one.mean,
                "scale": scale_in(run.plan.scales, run.plan.judge, one.name, run.plan.signature),
                "edges": [one.top * step / BINS for step in range(BINS + 1)],
                "counts": one.bins,
                "scored": one.scored,
                "unscored": one.unscored,
            }
            for one in run.summary.metrics
        },
        "verdicts": dict(run.summary.verdicts),
        "caps": dict(marks.get("cap", {})),
        "unscored": dict(marks.get("unscored", {})),
    }


def row_view(kept: StoredResult, case: Mapping[str, Any] | None) -> RowBrief:
    """A result in brief, as a table shows it, with the beginning of its texts."""
    result = json.loads(kept.line)
    row = result_row(result, kept.line)
    metrics = result.get("metrics", ())
    scored = (*metrics, *result.get("candidates", {}).values())
    shown: RowBrief = {
        "place": kept.row,
        "id": row.id,
        "status": kept.status,
        "verdict": row.verdict,
        "overall": row.overall,
        "values": dict(row.values),
        "caps": list(dict.fromkeys(cap["reason"] for one in scored for cap in one.get("caps", ()))),
        "unscored": {one["metric"]: one["unscored"] for one in metrics if "unscored" in one},
        "given": excerpt(case, "query", "article"),
        "judged": excerpt(case, "response", "summary") or _winner(case, result),
        "reason": deciding_reason(result),
    }
    if "error" in result:
        shown["error"] = result["error"]
    return shown


def excerpt(case: Mapping[str, Any] | None, *fields: str) -> str | None:
    """The beginning of the first of some texts that a case has.

    >>> excerpt({"article": "Rain fell. " * 99}, "query", "article")[-13:]
    'n fell. Rain…'
    """
    found = next((case[name] for name in fields if case.get(name)), None) if case else None
    return None if found is None else shortened(found, EXCERPT)


def _winner(case: Mapping[str, Any] | None, result: Mapping[str, Any]) -> str | None:
    """The answer that a council ranks first."""
    ranking = result.get("ranking") or ()
    return excerpt((case or {}).get("candidates"), *ranking[:1])


def label_view(label: StoredLabel) -> Said:
    """What a person said of a result."""
    result = None if label.result is None else json.loads(label.result)
    return {
        "annotator": label.annotator,
        "at": label.at,
        "observations": label.payload.get("observations"),
        "score": label.payload.get("score"),
        "note": label.payload.get("note"),
        "result": result,
        "intervals": None if result is None else intervals_of(result),
    }


def intervals_of(result: Mapping[str, Any]) -> dict[str, ScoreInterval] | None:
    """The intervals of a council's result; another has none."""
    return intervals_view(result["candidates"]) if "candidates" in result else None


def intervals_view(candidates: Mapping[str, Any]) -> dict[str, ScoreInterval]:
    """Between which scores each candidate's mean lies if other reviewers like these had reviewed it.

    >>> given = [{"calibrated": 7.0}, {"calibrated": 7.0}, {"calibrated": 7.0}]
    >>> intervals_view({"a": {"score": 4.0, "reviews": given}, "b": {"score": 7.0, "reviews": given[:2]}})
    {'a': {'low': 7.0, 'high': 7.0, 'n': 3}}
    """
    made: dict[str, ScoreInterval] = {}
    for name, one in candidates.items():
        given = [review["calibrated"] for review in one["reviews"]]
        if one["score"] is not None and len(given) >= LEAST_REVIEWS:
            found = mean_interval(given)
            made[name] = {"low": found.low, "high": found.high, "n": len(given)}
    return made
