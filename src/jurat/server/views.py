"""Runs and rows as the API shows them."""

from __future__ import annotations

import json
from typing import Any

from jurat.cases import CouncilCase, ResponseCase, SummaryCase
from jurat.judges.judge import Judge
from jurat.runs.sources import result_row
from jurat.runs.store.records import Kept, Label, Run
from jurat.runs.summary import BINS, MetricSummary, RunSummary

CASES = {SummaryCase: "summary", ResponseCase: "response", CouncilCase: "council"}


def judge_view(judge: Judge[Any, Any]) -> dict[str, Any]:
    """A judge: what it judges and what it gives."""
    top = 1 if judge.name == "claim-lock" else 10
    kind: str = CASES[judge.case_type]
    return {"name": judge.name, "case": kind, "metrics": list(judge.metrics), "top": top}


def run_view(run: Run) -> dict[str, Any]:
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


def summary_view(summary: RunSummary) -> dict[str, Any]:
    """A run in figures."""
    return {
        "scored": summary.scored,
        "unscored": summary.unscored,
        "failed": summary.failed,
        "verdicts": dict(summary.verdicts),
        "metrics": {one.name: _metric(one) for one in summary.metrics},
    }


def _metric(one: MetricSummary) -> dict[str, Any]:
    return {
        "mean": one.mean,
        "scored": one.scored,
        "unscored": one.unscored,
        "histogram": one.bins,
        "top": one.top,
    }


def distributions_view(run: Run) -> dict[str, Any]:
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


def row_view(kept: Kept) -> dict[str, Any]:
    """A result in brief, as a table shows it."""
    result = json.loads(kept.line)
    row = result_row(result, kept.line)
    metrics = result.get("metrics", ())
    scored = (*metrics, *result.get("candidates", {}).values())
    shown: dict[str, Any] = {
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


def label_view(label: Label) -> dict[str, Any]:
    """What a person said of a result."""
    result = None if label.result is None else json.loads(label.result)
    said = {"observations": None, "score": None, "note": None, **label.said}
    return {"annotator": label.annotator, "at": label.at, **said, "result": result}
