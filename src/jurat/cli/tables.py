"""Results as tables for a person: score, raw, each cap and why."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import ceil
from typing import Literal

from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text

from jurat.cli.terminal import printable
from jurat.data.flatten import flatten
from jurat.observations import Anchors, Completeness, ResponseRelevance
from jurat.outcomes import Cap, CouncilResult, Failure, Outcome, Result, Score, Unscored
from jurat.runs.store.records import Kept, Run
from jurat.runs.summary import RunSummary

_NUMERIC = frozenset(
    ("score", "raw", "uncapped", "accuracy", "borda", "rank", "mean", "scored", "unscored", "rows", "failed")
)
_VERDICT_STYLE = {"PASS": "bold green", "WARN": "bold yellow", "FAIL": "bold red"}


def show(outcome: Outcome, console: Console | None = None) -> None:
    """Print one outcome as a table."""
    (console or Console(highlight=False)).print(render(outcome))


def render(outcome: Outcome) -> RenderableType:
    """One outcome as something rich can print."""
    if isinstance(outcome, Failure):
        return _text(f"{outcome.id}  error: {outcome.error}", "red")
    return _council_table(outcome) if isinstance(outcome, CouncilResult) else _metrics_table(outcome)


def _metrics_table(result: Result) -> Table:
    capped = result.judge != "claim-lock"
    table = _table(_title(result), "metric", "score", *(["raw"] if capped else []), "why")
    for outcome in result.metrics:
        table.add_row(
            *(
                _scored(outcome, result.judge)
                if isinstance(outcome, Score)
                else _missing(outcome, capped=capped)
            )
        )
    if result.overall is not None:
        table.add_section()
        table.add_row(_text("overall", "bold"), _text(_number(result.overall), "bold"), _text(""), _text(""))
    return table


def _missing(outcome: Unscored, *, capped: bool) -> list[Text]:
    cells = [_text(outcome.metric), _text("unscored", "yellow"), _text(""), _text(outcome.unscored)]
    return cells if capped else [*cells[:2], cells[3]]


def _scored(score: Score, judge: str) -> list[Text]:
    head = [_text(score.metric), _text(_number(score.value), _heat(score.value, judge))]
    if judge == "claim-lock":
        return [*head, _text(made_of(score))]
    return [*head, _text(_number(score.raw), "dim"), _text("\n".join(map(_cap_line, score.caps)))]


def made_of(score: Score) -> str:
    """What one of Claim-Lock's figures is made of, in words."""
    match score.details:
        case ResponseRelevance() as near:
            cosine = "no cosine" if near.cosine is None else f"cosine {near.cosine:.2f}"
            aware = near.answer is not None and "answer_aware" in (near.computed or {})
            answer = f", as an answer {near.answer:.2f}" if aware else ""
            return f"{cosine}, Jaccard {near.jaccard:.2f}{answer}"
        case Completeness(keywords=asked, found=found):
            lacking = [word for word in asked or () if word not in (found or ())]
            return f"missing: {', '.join(lacking)}" if lacking else "all keywords are taken up"
        case Anchors(anchors=anchors):
            bad = sum(not anchor.supported for anchor in anchors or ())
            return f"{bad} of {len(anchors or ())} anchors without support"
        case _:
            return ""


def _title(result: Result) -> Text:
    title = _text(f"{result.judge} · {result.id}" if result.id != "" else result.judge)
    if result.verdict is not None:
        title += _text("  ") + _text(result.verdict, _VERDICT_STYLE[result.verdict])
        title += _text(f"  {', '.join(result.reasons or ())}", "dim")
    if result.error is not None:
        title += _text(f"  {result.error}", "red")
    return title


def _council_table(result: CouncilResult) -> Table:
    table = _table(
        _text(f"council · {result.id}"), "rank", "candidate", "score", "uncapped", "accuracy", "borda", "why"
    )
    unranked = [name for name in result.candidates if name not in result.ranking]
    for place, name in enumerate((*result.ranking, *unranked), start=1):
        one = result.candidates[name]
        table.add_row(
            _text(str(place) if one.score is not None else "–"),
            _text(name),
            _text(_number(one.score), "bold" if one.score is not None else "yellow"),
            _text(_number(one.uncapped), "dim"),
            _text(_number(one.accuracy)),
            _text(_number(one.borda)),
            _text(one.unscored or "\n".join(map(_cap_line, one.caps))),
        )
    for name, reviewer in result.reviewers.items():
        notes = [f"{problem.candidate}: {problem.action}, {problem.reason}" for problem in reviewer.problems]
        notes += [f"states {a} before {b}, scores them the other way" for a, b in reviewer.order_conflicts]
        if notes:
            table.add_section()
            table.add_row(
                _text(""), _text(f"review by {name}"), *[_text("")] * 4, _text("\n".join(notes), "yellow")
            )
    return table


def run_table(judge: str, summary: RunSummary) -> RenderableType:
    """A run in figures: rows by what became of them, verdicts, each metric's mean and histogram."""
    counts = f"{summary.rows:,} rows: {summary.scored:,} scored, {summary.unscored:,} unscored, "
    title = _text(f"{judge} · {counts}") + _text(
        f"{summary.failed:,} failed", "red" if summary.failed else ""
    )
    for verdict, style in _VERDICT_STYLE.items():
        if summary.verdicts:
            title += _text(f"  {verdict} {summary.verdicts[verdict]:,}", style)
    table = _table(title, "metric", "mean", "scored", "unscored", "histogram")
    for metric in summary.metrics:
        cells = (metric.name, _number(metric.mean, 4), f"{metric.scored:,}", f"{metric.unscored:,}")
        table.add_row(*map(_text, cells), _text(f"0 {_bars(metric.bins)} {metric.top:g}"))
    return table


def runs_table(runs: Sequence[Run]) -> RenderableType:
    """Runs that are kept, one a line."""
    table = _table(_text(""), "run", "judge", "data", "rows", "failed", "verdicts", "state")
    for run in runs:
        counts = run.summary.verdicts
        verdicts = " ".join(f"{name} {counts[name]:,}" for name in _VERDICT_STYLE if counts[name])
        data = run.plan.reading.data if run.plan.parent is None else f"from {run.plan.parent}"
        state = "done" if run.finished else "unfinished"
        figures = (f"{run.done:,}", f"{run.summary.failed:,}", verdicts)
        table.add_row(*map(_text, (run.id, run.plan.judge, data, *figures, state)))
    return table


def results_table(run: Run, results: Sequence[Kept]) -> RenderableType:
    """A page of a run's results: each metric's value, or what went wrong."""
    names = run.plan.metrics
    table = _table(_text(f"{run.plan.judge} · {run.id}"), "row", "id", "verdict", *names, "overall", "error")
    for one in results:
        cells = flatten(json.loads(one.line))
        values = [_cell(cells.get(name)) for name in (*names, "overall")]
        row = (str(one.place), _cell(cells["id"]), one.verdict, *values, _cell(cells["error"]))
        table.add_row(*map(_text, row))
    return table


def _cell(value: object) -> str:
    return "" if value is None else str(value)


def _bars(bins: Sequence[int]) -> str:
    """Counts as a row of bars; any row that is there can be seen.

    >>> _bars([0, 1, 8, 4])
    ' ▁█▄'
    """
    most = max((*bins, 1))
    return "".join(" ▁▂▃▄▅▆▇█"[ceil(8 * count / most)] for count in bins)


def _table(title: Text, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="")
    for name in columns:
        justify: Literal["left", "right"] = "right" if name in _NUMERIC else "left"
        table.add_column(name, justify=justify, overflow="fold", no_wrap=name == "run")
    return table


def _cap_line(cap: Cap) -> str:
    change = f"{_number(cap.before)} → {_number(cap.after)}" if cap.before != cap.after else "not lowered"
    return f"≤ {cap.limit:g} {cap.reason} ({change})"


def _number(value: float | None, places: int | None = None) -> str:
    """A figure with as many decimals as asked, or at least two; nothing where there is none."""
    if value is None:
        return ""
    if places is None:
        places = 2 if round(value, 2) == value else 4
    return f"{value:.{places}f}"


def _heat(value: float, judge: str) -> str:
    if judge == "claim-lock":
        return "bold"
    return "bold green" if value >= 8 else "bold yellow" if value >= 5 else "bold red"


def _text(text: str, style: str = "") -> Text:
    return Text(printable(text), style=style)
