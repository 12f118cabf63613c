"""The report as Markdown, and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from jurat.outcomes import Score
from jurat.runs.agreement.label_agreement import LabelAgreement
from jurat.runs.compare.comparison import Comparison
from jurat.runs.report.markdown import bars, cell, heading, table
from jurat.runs.report.number_format import chance, plural, share, value
from jurat.runs.report.report_data import CaseView, Report
from jurat.runs.results.result_findings import findings
from jurat.runs.results.signatures import describe_signature
from jurat.wire import dump

_QUOTE = 160


def markdown_page(report: Report) -> str:
    """Return the whole report as Markdown."""
    return "\n\n".join(part for part in _parts(report) if part) + "\n"


def _parts(report: Report) -> Iterator[str]:
    yield heading(f"{cell(report.info.judge or 'no judge')}: {cell(report.info.name)}", 1)
    counts = f"{report.scored:,} scored, {report.unscored:,} unscored, {report.failed:,} failed"
    yield f"{plural(report.rows, 'row')}: {counts}"
    yield cell(" · ".join(describe_signature(report.info.signature)))
    if report.verdicts:
        total = sum(report.verdicts.values()) or 1
        yield ", ".join(f"{cell(name)} {n:,} ({share(n / total)})" for name, n in report.verdicts.items())
    yield from (cell(note) for note in report.notes)
    if report.metrics:
        yield heading("Scores")
        yield _metrics(report)
    if report.standings:
        yield heading("Candidates")
        yield _standings(report)
    if report.comparison is not None:
        yield heading("Comparison with the baseline")
        yield comparison_table(report.comparison)
    if report.agreement is not None:
        yield heading("Agreement with people")
        yield agreement_table(report.agreement)
    if report.caps:
        yield heading("Caps")
        rows = [[cell(c.reason), cell(c.metric), f"{c.rows:,}", f"{c.lowered:,}"] for c in report.caps]
        yield table(["cap", "metric", "rows", "lowered"], rows, figures=(2, 3))
    if report.worst:
        yield heading("Worst cases")
        yield "\n\n".join(map(_case, report.worst))
    if report.juries:
        yield heading("Questions")
        yield _juries(report)
    if report.failures:
        yield heading("Failed rows")
        yield table(["id", "error"], [[cell(name), cell(error, _QUOTE)] for name, error in report.failures])


def _metrics(report: Report) -> str:
    rows = [
        [
            cell(one.name) + (" ↓" if one.scale.better == "lower" else ""),
            value(one.mean, one.scale),
            "–"
            if one.interval is None
            else f"{value(one.interval.low, one.scale)} … {value(one.interval.high, one.scale)}",
            value(one.median, one.scale),
            value(one.p10, one.scale),
            f"{one.scored:,}",
            f"{one.unscored:,}",
            f"`{bars(one.bins)}`",
        ]
        for one in report.metrics
    ]
    columns = ["metric", "mean", "95 % interval", "median", "p10", "scored", "unscored", "distribution"]
    return table(columns, rows, figures=range(1, 7))


def _standings(report: Report) -> str:
    rows = [
        [
            cell(one.name),
            "–" if one.mean is None else f"{one.mean:.2f}",
            f"{one.first:,}",
            f"{one.scored:,}",
            f"{one.questions - one.scored:,}",
        ]
        for one in report.standings
    ]
    columns = ["candidate", "mean score", "ranked first", "scored", "unscored"]
    return table(columns, rows, figures=range(1, 5))


def comparison_table(comparison: Comparison) -> str:
    """Return a comparison as a table."""
    rows = [
        [
            cell(one.name) + (" ↓" if one.scale.better == "lower" else ""),
            value(one.before, one.scale),
            value(one.after, one.scale),
            value(one.difference, one.scale, signed=True),
            "–"
            if one.low is None
            else f"{value(one.low, one.scale, signed=True)} … {value(one.high, one.scale, signed=True)}",
            cell(chance(one.adjusted)),
            {"better": "✅ better", "worse": "❌ worse", "unclear": "no difference shown"}[one.outcome],
            f"{one.unscored[0]:,}, {one.unscored[1]:,}",
        ]
        for one in comparison.changes
    ]
    columns = ["metric", "before", "after", "difference", "95 % interval", "p (Holm)", "", "unscored"]
    notes = "".join(f"\n\nalthough {cell(note)}" for note in comparison.notes)
    shown = table(columns, rows, figures=(1, 2, 3, 4, 5, 7))
    return f"{plural(comparison.pairs, 'case')} in both{notes}\n\n{shown}"


def agreement_table(agreement: LabelAgreement) -> str:
    """Return agreement as a table, one metric per row."""
    names = list(dict.fromkeys(figure.name for metric in agreement.metrics for figure in metric.figures))
    rows = []
    for metric in agreement.metrics:
        found = {figure.name: figure.value for figure in metric.figures}
        shown = ["–" if (v := found.get(name)) is None else f"{v:.3f}" for name in names]
        rows.append([cell(metric.name), f"{metric.pairs:,}", *shown])
    return table(["metric", "cases", *names], rows, figures=range(1, len(names) + 2))


def _case(view: CaseView) -> str:
    result = view.result
    scores = ", ".join(
        f"{one.metric} {one.value:g}" if isinstance(one, Score) else f"{one.metric} unscored"
        for one in result.metrics
    )
    verdict = f" {result.verdict}" if result.verdict else ""
    lines = [f"**{cell(str(result.id))}**{verdict}: {cell(scores)}"]
    for one in findings(result):
        if one.tint != "good":
            why = f" ({cell(one.reason, _QUOTE)})" if one.reason else ""
            lines.append(f"- {cell(one.title)}: {cell(one.text, _QUOTE)}{why}")
    for outcome in result.metrics:
        lowering = [cap for cap in getattr(outcome, "caps", ()) if cap.after < cap.before]
        lines += [f"- {cell(outcome.metric)}: at most {cap.limit:g}, {cell(cap.reason)}" for cap in lowering]
    return "\n".join([lines[0], "", *lines[1:]] if len(lines) > 1 else lines)


def _juries(report: Report) -> str:
    rows = [
        [
            cell(str(one.id)),
            one.verdict or f"no verdict: {cell(one.unscored or '')}",
            *map(str, (one.yes, one.no, one.abstained)),
            cell(", ".join(one.dissent), _QUOTE),
        ]
        for one in report.juries
    ]
    return table(["question", "verdict", "yes", "no", "abstained", "dissent"], rows, figures=(2, 3, 4))


def json_page(report: Report) -> str:
    """Return the whole report as JSON, with results as in their file."""
    made: dict[str, Any] = asdict(report)
    made["worst"] = [json.loads(dump(view.result)) for view in report.worst]
    made["councils"] = [json.loads(dump(one)) for one in report.councils]
    made["juries"] = [json.loads(dump(one)) for one in report.juries]
    if report.comparison is not None:
        for change, shown in zip(report.comparison.changes, made["comparison"]["changes"], strict=True):
            shown["outcome"] = change.outcome
    return json.dumps(made, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
