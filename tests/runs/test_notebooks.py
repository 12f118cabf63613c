"""What notebooks show: escaped, marked, in the colours of the notebook; and a bar while rows are judged."""

from __future__ import annotations

import io
import re
import sys
from html.parser import HTMLParser
from typing import Any

import pytest
from rich.console import Console

import jurat
from jurat.judges.results import score_council, score_jury
from jurat.runs.report.notebook_html import notebook_style

HOSTILE = "<script>alert(1)</script>\x1b[31m\u202e</style>"
CASE = {
    "query": "What is the price of the tea?",
    "contexts": ["The price of the tea is $5."],
    "response": "The price of the tea is $9.",
}
ROW = {"question": CASE["query"], "contexts": CASE["contexts"], "answer": CASE["response"]}


class Tags(HTMLParser):
    """The elements of a page, and whether each is closed."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.open: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def without_style(page: str) -> str:
    return re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)


def test_a_result_shows_its_findings_with_evidence_marked() -> None:
    page = jurat.judge("claim-lock").judge(CASE)._repr_html_()
    assert '<span class="pill bad">FAIL</span>' in page
    assert '<q class="evidence">The price of the tea is $5.</q>' in page
    assert Tags(page).open == []


def test_an_evaluation_shows_the_worst_rows_with_their_texts_marked() -> None:
    page = jurat.evaluate([ROW], judge="claim-lock")._repr_html_()
    assert '<mark class="bad">$9<sup>' in page
    assert '<mark class="evidence">The price of the tea is $5.<sup>' in page
    assert Tags(page).open == []


def test_every_kind_of_value_escapes_every_text() -> None:
    hostile = {"query": HOSTILE, "response": HOSTILE, "contexts": [HOSTILE], "id": HOSTILE}
    shown: list[Any] = [
        jurat.ResponseCase(**hostile),  # type: ignore[arg-type]
        jurat.SummaryCase(article=HOSTILE, summary=HOSTILE),
        jurat.CouncilCase(query=HOSTILE, candidates={HOSTILE: HOSTILE}),
        jurat.judge("claim-lock").judge(hostile),
        jurat.judge("judge-lock").judge({"article": HOSTILE, "summary": HOSTILE, "id": HOSTILE}),
        jurat.Failure(id=HOSTILE, error=HOSTILE),
        score_jury(
            [jurat.Vote(reviewer=HOSTILE, vote="yes", reason=HOSTILE)],
            jurat.Options(),
            case=1,
            observer="people",
        ),
        score_council(
            {HOSTILE: 9},
            [jurat.Review(reviewer=HOSTILE, holistic={HOSTILE: 7})],
            {},
            jurat.Options(),
            case=1,
            observer="people",
        ),
        jurat.evaluate([{**ROW, "answer": HOSTILE, "id": HOSTILE, HOSTILE: 1}], judge="claim-lock"),
    ]
    for value in shown:
        page = value._repr_html_()
        assert "script" not in Tags(page).names
        assert page.count("</style>") == 1
        assert "\x1b" not in page
        assert "\u202e" not in page
        assert "&lt;script&gt;alert(1)" in page


def test_the_style_applies_to_our_elements_alone_and_knows_dark_and_light() -> None:
    style = str(notebook_style())
    selectors = [one.strip() for part in re.findall(r"([^{}]+)\{", style) for one in part.split(",")]
    outside = [one for one in selectors if ".jurat" not in one]
    assert outside == ["@media (prefers-color-scheme: dark)"]
    assert "[data-jp-theme-light=false] .jurat" in selectors
    assert "[data-jp-theme-light=true] .jurat" in selectors
    light, dark = ("--paper: #fbfaf7", "--paper: #12151b")
    assert (style.count(light), style.count(dark)) == (2, 2)


def test_what_is_neither_result_nor_case_is_refused() -> None:
    from jurat.runs.report.notebook_html import render

    with pytest.raises(jurat.InputError, match="notebook: is int; give a result or a case"):
        render(7)


def test_a_terminal_shows_a_bar_and_removes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    seen = Terminal()
    monkeypatch.setattr(sys, "stderr", seen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    jurat.evaluate([ROW, ROW], judge="claim-lock")
    assert "2/2" in seen.getvalue()
    assert Console(file=seen).is_terminal
    seen.truncate(0)
    jurat.evaluate([ROW], judge="claim-lock", progress=False)
    assert seen.getvalue().strip("\0") == ""


def test_nothing_is_written_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    jurat.evaluate([ROW], judge="claim-lock")
    assert capsys.readouterr() == ("", "")


@pytest.mark.slow
def test_a_notebook_shows_bar_and_results_and_awaits_judges() -> None:
    from jupyter_client.manager import start_new_kernel

    manager, client = start_new_kernel(kernel_name="python3")
    outputs: list[dict[str, Any]] = []
    code = (
        "import jurat\n"
        f"row, case = {ROW!r}, {CASE!r}\n"
        "judge = jurat.judge('claim-lock')\n"
        "verdicts = [(await judge.ajudge(case)).verdict]\n"
        "verdicts += [one.verdict async for one in judge.ajudge_many([case, case])]\n"
        "verdicts += [one.verdict for one in judge.judge_many([case])]\n"
        "print(verdicts)\n"
        "jurat.evaluate([row] * 3, judge='claim-lock')\n"
    )
    try:
        client.execute_interactive(code, timeout=600, output_hook=outputs.append)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)
    kinds = [one["msg_type"] for one in outputs]
    assert "error" not in kinds, outputs
    printed = "".join(one["content"]["text"] for one in outputs if one["msg_type"] == "stream")
    assert printed == "['FAIL', 'FAIL', 'FAIL', 'FAIL']\n"
    bars = [one["content"]["data"]["text/html"] for one in outputs if "display_data" in one["msg_type"]]
    assert bars[0] == '<progress value="0" max="3"></progress> 0 of 3 rows'
    assert bars[-1] == ""
    (shown,) = [one["content"]["data"] for one in outputs if one["msg_type"] == "execute_result"]
    assert shown["text/plain"] == "Evaluation(claim-lock: 3 rows, 3 FAIL)"
    assert "claim-lock" in without_style(shown["text/html"])
