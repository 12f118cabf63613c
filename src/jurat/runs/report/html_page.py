"""The report as one HTML page: no script, no other file, nothing loaded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.resources import files

from jurat.runs.report.html import Child, Html, element, join
from jurat.runs.report.html_tables import cell_figure, cell_text, html_table
from jurat.runs.report.number_format import plural, share, value
from jurat.runs.report.page_cases import (
    case_details,
    council_details,
    failures_table,
    jury_details,
    standings_table,
)
from jurat.runs.report.page_comparison import agreement_section, comparison_section
from jurat.runs.report.report_data import CapCount, MetricPart, Report
from jurat.runs.report.svg import histogram, share_bar
from jurat.runs.results.signatures import describe_signature
from jurat.version import __version__

POLICY = "default-src 'none'; style-src 'unsafe-inline'"
OPENED = 3
"""So many cases stand open from the start."""
_KINDS = {"PASS": "good", "WARN": "half", "FAIL": "bad"}


def page(report: Report) -> str:
    """Return the whole page."""
    title = f"{report.info.judge or 'no judge'} · {report.info.name}"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"Jurat: {title}"),
        element("style", _style()),
    )
    return f"<!DOCTYPE html>\n{element('html', head, element('body', *_body(report)), lang='en')}\n"


def _style() -> Html:
    return Html((files("jurat.runs.report") / "report.css").read_text(encoding="utf-8"))


def _body(report: Report) -> list[Html]:
    parts = [_head(report)]
    if report.metrics:
        parts.append(_section("Scores", element("div", *map(_metric, report.metrics), class_="grid")))
    if report.standings:
        parts.append(_section("Candidates", standings_table(report.standings)))
    if report.comparison is not None:
        parts.append(_section("Comparison with the baseline", comparison_section(report.comparison)))
    if report.agreement is not None:
        parts.append(_section("Agreement with people", agreement_section(report.agreement)))
    if report.caps:
        parts.append(_section("Caps", _caps(report.caps, report.rows)))
    if report.worst:
        shown = [case_details(one, opened=n < OPENED) for n, one in enumerate(report.worst)]
        parts.append(_section("Worst cases", *shown))
    if report.councils:
        asked = [council_details(one, opened=n < OPENED) for n, one in enumerate(report.councils)]
        parts.append(_section("Questions", *asked))
    if report.juries:
        asked = [jury_details(one, opened=n < OPENED) for n, one in enumerate(report.juries)]
        parts.append(_section("Questions", *asked))
    if report.failures:
        parts.append(_section("Failed rows", failures_table(report.failures, report.failed)))
    return [*parts, _foot(report)]


def _section(title: str, *children: Child) -> Html:
    return element("section", element("h2", title), *children)


def _head(report: Report) -> Html:
    info = report.info
    chips: list[tuple[str, int, str]] = [
        ("rows", report.rows, ""),
        ("scored", report.scored, ""),
        ("unscored", report.unscored, "half" if report.unscored else ""),
        ("failed", report.failed, "bad" if report.failed else ""),
    ]
    shown = [
        element("li", element("b", f"{count:,}", class_=kind or None), f" {name}")
        for name, count, kind in chips
    ]
    notes = [element("p", note, class_="warn") for note in report.notes]
    return element(
        "header",
        element("h1", info.judge or "no judge"),
        element("p", info.name, class_="sub"),
        element("p", " · ".join(describe_signature(info.signature)), class_="sub")
        if info.signature
        else None,
        element("ul", *shown, class_="chips"),
        _verdicts(report) if report.verdicts else None,
        *notes,
    )


def _verdicts(report: Report) -> Html:
    total = sum(report.verdicts.values()) or 1
    parts = [(name, count, _KINDS.get(name, "flat")) for name, count in report.verdicts.items()]
    legend = [
        element("span", f"{name} {count:,} ({share(count / total)})", class_=f"dot {kind}")
        for name, count, kind in parts
    ]
    return element("div", share_bar(parts), element("div", *legend, class_="legend"), class_="card verdicts")


def _metric(part: MetricPart) -> Html:
    centre = value(part.mean, part.scale)
    kind = part.scale.tone(part.mean) if part.mean is not None else "half"
    return element(
        "article",
        element("header", element("h3", part.name), element("b", centre, class_=kind)),
        histogram(part),
        *(element("p", line) for line in _lines(part)),
        *(element("p", line, class_="warn") for line in _missing(part)),
        class_="card metric",
    )


def _lines(part: MetricPart) -> Iterable[str]:
    if part.interval is not None:
        low, high = value(part.interval.low, part.scale), value(part.interval.high, part.scale)
        yield f"mean of {plural(part.scored, 'row')}, 95 % interval {low} to {high}"
        yield f"median {value(part.median, part.scale)} · 10th percentile {value(part.p10, part.scale)}"
    if part.scale.better == "lower":
        yield "a risk: lower is better"
    if part.before:
        yield "dashed: the baseline"


def _missing(part: MetricPart) -> Iterable[str]:
    if part.unscored:
        yield f"unscored (not in the mean): {part.unscored:,}"
    for reason, count in part.reasons:
        yield f"{count:,} × {reason}"


def _caps(caps: Sequence[CapCount], rows: int) -> Html:
    shown = [
        [
            cell_text(one.reason),
            cell_text(one.metric),
            cell_figure(f"{one.rows:,}"),
            cell_figure(share(one.rows / rows)),
            cell_figure(f"{one.lowered:,}"),
        ]
        for one in caps
    ]
    return html_table(["cap", "metric", "rows", "of all", "scores lowered"], shown, figures=(2, 3, 4))


def _foot(report: Report) -> Html:
    signature = element("p", f"signature: {report.info.signature}") if report.info.signature else None
    made = element("p", f"Created by Jurat {__version__}. This page loads nothing and runs no script.")
    return element("footer", join(signature, made))
