"""Runs and rows as the API shows them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from jurat.cases import CouncilCase, ResponseCase, SummaryCase
from jurat.judges.judge import Judge
from jurat.runs.sources import result_row
from jurat.runs.statistics.resampling import mean_interval
from jurat.runs.store.records import Kept, Label, Run
from jurat.runs.summary import BINS, MetricSummary, RunSummary
from jurat.server.answers import (
    DistributionsAnswer,
    JudgeAnswer,
    MetricFigures,
    RowBrief,
    RunAnswer,
    RunFigures,
    Said,
    ScoreInterval,
)

CASES = {SummaryCase: "summary", ResponseCase: "response", CouncilCase: "council"}
LEAST_REVIEWS = 3
"""Below so many reviews no interval is given."""


def judge_view(judge: Judge[Any, Any]) -> JudgeAnswer:
    """A judge: what it judges and what it gives."""
    top = 1 if judge.name == "claim-lock" else 10
    kind: str = CASES[judge.case_type]
    return {"name": judge.name, "case": kind, "metrics": list(judge.metrics), "top": top}


def run_view(run: Run) -> RunAnswer:
    """A run with its figures."""
    plan = run.plan
    return {
        "id": run.id,
        "judge": plan.judge,
        "version": plan.version,
        "observer": plan.observer,
        "signature": plan.signature,
        "metrics": list(plan.metrics),
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


def row_view(kept: Kept) -> RowBrief:
    """A result in brief, as a table shows it."""
    result = json.loads(kept.line)
    row = result_row(result, kept.line)
    metrics = result.get("metrics", ())
    scored = (*metrics, *result.get("candidates", {}).values())
    shown: RowBrief = {
        "place": kept.place,
        "id": row.id,
        "status": kept.status,
        "verdict": row.verdict,
        "overall": row.overall,
        "values": dict(row.values),
        "caps": list(dict.fromkeys(cap["reason"] for one in scored for cap in one.get("caps", ()))),
        "unscored": {one["metric"]: one["unscored"] for one in metrics if "unscored" in one},
    }
    if "error" in result:
        shown["error"] = result["error"]
    return shown


def label_view(label: Label) -> Said:
    """What a person said of a result."""
    result = None if label.result is None else json.loads(label.result)
    return {
        "annotator": label.annotator,
        "at": label.at,
        "observations": label.said.get("observations"),
        "score": label.said.get("score"),
        "note": label.said.get("note"),
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
