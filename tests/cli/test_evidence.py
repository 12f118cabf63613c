"""Findings are marked in the text where they stand, also when they overlap or the text is hostile."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from jurat.cases import ResponseCase
from jurat.cli.render.evidence import marked, render_evidence
from jurat.judges.claim_lock import score_response
from jurat.observations import Anchor, Anchors, ResponseObservations
from jurat.options import Options
from jurat.runs.results.result_findings import ResultFinding, findings
from jurat.spans import Span

TEXT = "Google bought Fitbit in 2021."


def finding(start: int, end: int, label: str = "supported", text: str = TEXT) -> ResultFinding:
    span = Span("response", start, end, text[start:end])
    return ResultFinding("hallucination", "claim", label, span, span.text, None, None)


@pytest.mark.parametrize(
    ("spans", "expected"),
    [
        ([], "Google bought Fitbit in 2021."),
        ([(24, 28)], "Google bought Fitbit in [2021](1)."),
        ([(0, 28), (24, 28)], "[Google bought Fitbit in [2021](2)](1)."),
        ([(0, 20), (14, 28)], "[Google bought [Fitbit](1) in 2021](2)."),
        ([(0, 6), (0, 20)], "[[Google](1) bought Fitbit](2) in 2021."),
        ([(0, 6), (7, 13)], "[Google](1) [bought](2) Fitbit in 2021."),
    ],
)
def test_marks_stand_where_the_findings_are(spans: list[tuple[int, int]], expected: str) -> None:
    marks = list(enumerate((finding(*span) for span in spans), start=1))
    assert marked(TEXT, marks, coloured=False).plain == expected


def test_the_worst_of_what_overlaps_decides_the_colour() -> None:
    text = marked(TEXT, [(1, finding(0, 28)), (2, finding(24, 28, "unsupported"))], coloured=True)
    assert text.plain == "[Google bought Fitbit in [2021](2)](1)."
    styles = {text.plain[span.start : span.end]: span.style for span in text.spans}
    assert styles["Google bought Fitbit in "] == "green underline"
    assert styles["2021"] == "bold red underline"


def test_control_characters_of_the_text_reach_no_terminal() -> None:
    hostile = "\x1b[2J\u202e5 [/red]"
    anchor = Anchor(
        kind="number",
        supported=False,
        text="5",
        span=Span("response", 5, 6, "5"),
        reason="not \x1b]0;x\x07there",
        evidence=Span("context", 0, 3, "\x9b31"),
    )
    observed = ResponseObservations(hallucination=Anchors(anchors=(anchor,), overlap=1.0))
    result = score_response(observed, Options(), case="a", observer="labels")
    out = io.StringIO()
    case = ResponseCase(query="q", response=hostile, contexts=("\x9b31",))
    Console(file=out, width=100).print(render_evidence(case, result, coloured=False))
    shown = out.getvalue()
    assert "\\x1b[2J\\u202e[5](1) [/red]" in shown
    assert "not \\x1b]0;x\\x07there" in shown
    assert "“\\x9b31” (context 0–3)" in shown
    assert not set(shown) & {"\x1b", "\x07", "\x9b", "\u202e"}


def test_a_result_without_findings_shows_the_text_alone() -> None:
    result = score_response(ResponseObservations(), Options(), case="a", observer="labels")
    assert findings(result) == []
    out = io.StringIO()
    case = ResponseCase(query="q", response="Paris.")
    Console(file=out, width=60).print(render_evidence(case, result, coloured=False))
    assert out.getvalue().split() == ["response", "Paris."]
