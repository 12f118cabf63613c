"""The gate: every figure by hand, nothing passes by default, files that others can read."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.errors import OptionError
from jurat.runs.compare.comparison import compare
from jurat.runs.gate.checks import GateResult, check_gate
from jurat.runs.gate.gate_reports import gate_markdown, junit
from jurat.runs.gate.requirements import Requirement, figure, parse_requirement
from jurat.runs.report.markdown import cell
from jurat.runs.results.result_columns import ResultColumns, read_columns
from jurat.runs.results.sources import SourceInfo, open_results
from tests.runs.results import FAILED, responses, write_results

RISKS = [0, 1, 2, 3, 4, 6, 8, None]


@pytest.fixture
def run(tmp_path: Path) -> ResultColumns:
    return read_columns(
        open_results(write_results(tmp_path / "a.jsonl", responses(RISKS), failures=[FAILED]))
    )


@pytest.mark.parametrize(
    ("name", "value", "basis"),
    [
        ("hallucination.mean", 2.4 / 7, "7 scored, 2 not"),
        ("hallucination", 2.4 / 7, "7 scored, 2 not"),
        ("hallucination.median", 0.3, "7 scored, 2 not"),
        ("hallucination.min", 0.0, "7 scored, 2 not"),
        ("hallucination.max", 0.8, "7 scored, 2 not"),
        ("hallucination.p10", 0.06, "7 scored, 2 not"),
        ("hallucination.p90", 0.68, "7 scored, 2 not"),
        ("hallucination.scored", 7 / 9, "7 of 9 rows"),
        ("verdict.FAIL", 2 / 8, "2 of 8 judged rows"),
        ("verdict.WARN", 1 / 8, "1 of 8 judged rows"),
        ("scored", 7 / 9, "7 of 9 rows"),
        ("failed", 1 / 9, "1 of 9 rows"),
    ],
)
def test_figures_by_hand(run: ResultColumns, name: str, value: float, basis: str) -> None:
    found = figure(name, run)
    assert found.value == pytest.approx(value)
    assert found.basis == basis


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("halucination.mean", "'halucination.mean' is not a figure of this run; use relevance, completeness"),
        ("hallucination.average", "use mean, min, max, median, p10, scored"),
        ("verdict.fail", "use PASS, WARN, FAIL"),
        ("overall.mean", "'overall.mean' is not a figure of this run"),
    ],
)
def test_an_unknown_figure_is_an_error_not_a_pass(run: ResultColumns, name: str, message: str) -> None:
    with pytest.raises(OptionError) as caught:
        figure(name, run)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "mean",
        "a.mean>",
        "a.mean>=x",
        ">=1",
        "a.mean>=nan",
        "a.mean>=1e999",
        "a.mean=>1",
        "a=1",
        "a.mean>=--1",
    ],
)
def test_what_is_no_requirement_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match="is not FIGURE, comparison, number"):
        parse_requirement(text)


@given(st.text(max_size=40))
def test_any_text_is_a_requirement_or_refused(text: str) -> None:
    with suppress(OptionError):
        assert isinstance(parse_requirement(text), Requirement)


def gate(run: ResultColumns, *texts: str) -> GateResult:
    return check_gate(run, [parse_requirement(text) for text in texts])


@pytest.mark.parametrize(
    ("texts", "passed"),
    [
        (["scored>=0.7"], [True]),
        (["scored>=70%", "hallucination.mean<=0.3"], [True, False]),
        (["scored>0.7", "verdict.FAIL<=25%"], [True, True]),
        (["scored>0.7", "verdict.FAIL<25%"], [True, False]),
        (["hallucination.max<0.9"], [True, False]),
        (["scored>=0.7", "failed==0"], [True, False]),
    ],
)
def test_checks(run: ResultColumns, texts: list[str], passed: list[bool]) -> None:
    found = gate(run, *texts)
    assert [check.passed for check in found.checks] == passed
    assert found.passed == all(passed)


def test_rows_without_scores_close_the_gate_unless_allowed(run: ResultColumns) -> None:
    found = gate(run, "hallucination.mean<=1")
    assert [check.name for check in found.checks if not check.passed] == ["scored >= 0.99 (default)"]


def test_a_gate_that_requires_nothing_is_an_error(run: ResultColumns) -> None:
    with pytest.raises(OptionError, match="gate: no requirements given"):
        check_gate(run, [])


@pytest.mark.parametrize("text", ["hallucination.mean>=0", "verdict.FAIL<=1", "scored>=0", "failed<=1"])
def test_an_empty_run_passes_nothing(text: str) -> None:
    found = gate(ResultColumns(SourceInfo(name="empty")), text)
    assert not any(check.passed for check in found.checks)
    assert found.checks[0].reason == "no row has a value"


def test_a_metric_without_values_passes_nothing(tmp_path: Path) -> None:
    run = read_columns(open_results(write_results(tmp_path / "a.jsonl", responses([None]))))
    found = gate(run, "hallucination.mean>=0", "scored>=0")
    assert [check.passed for check in found.checks] == [False, True]


def against(tmp_path: Path, before: list[int | None], after: list[int | None]) -> GateResult:
    first = read_columns(open_results(write_results(tmp_path / "a.jsonl", responses(before))))
    second = read_columns(open_results(write_results(tmp_path / "b.jsonl", responses(after))))
    return check_gate(second, [parse_requirement("scored>=0")], compare(first, second))


def test_a_significant_drop_closes_the_gate(tmp_path: Path) -> None:
    found = against(tmp_path, [1] * 12, [4] * 12)
    assert [(c.name, c.reason) for c in found.checks if not c.passed] == [
        ("no drop of hallucination", "got worse")
    ]


@pytest.mark.parametrize(
    ("before", "after"), [([4] * 12, [1] * 12), ([1, 4, 2, 3], [2, 4, 2, 3]), ([1] * 12, [1] * 12)]
)
def test_better_or_unclear_leaves_it_open(
    tmp_path: Path, before: list[int | None], after: list[int | None]
) -> None:
    assert against(tmp_path, before, after).passed


def test_a_drop_that_cannot_be_seen_is_not_ruled_out(tmp_path: Path) -> None:
    found = against(tmp_path, [1, None], [None, 2])
    assert [check.reason for check in found.checks if not check.passed] == [
        "no case has a value in both runs"
    ]


def test_junit_has_a_test_case_per_check(run: ResultColumns) -> None:
    suite = ET.fromstring(junit(gate(run, "scored>=0.7", "hallucination.mean<=0.3")).encode())
    assert (suite.get("tests"), suite.get("failures")) == ("2", "1")
    failure = suite.find("testsuite/testcase/failure")
    assert failure is not None
    assert failure.get("message") == "0.3429 (7 scored, 2 not): requirement not met"


HOSTILE = [
    '<script>alert(1)</script>"',
    "a\x00\x1b[31m\ud800",
    "]]>&amp;'",
    "| a | b |\n# head\n[x](javascript:1)",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_stay_text(name: str) -> None:
    result = check_gate(ResultColumns(SourceInfo(name=name, judge=name)), [parse_requirement("scored>=0.5")])
    root = ET.fromstring(junit(result).encode("utf-8", "strict"))
    assert len(list(root.iter())) == 4
    lines = gate_markdown(result).encode("utf-8").decode().splitlines()
    assert len(lines) == 7


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a|b", "a\\|b"),
        ("<img src=x>", "\\<img src=x\\>"),
        ("**b** _i_ `c`", "\\*\\*b\\*\\* \\_i\\_ \\`c\\`"),
        ("![x](y)", "\\!\\[x\\]\\(y\\)"),
        ("https://a.b", "https\\://a.b"),
        ("www.a.b", "www\\.a.b"),
        ("@me and #12", "@\u200bme and #\u200b12"),
        ("- item", "\\- item"),
        ("1. item", "1\u200b. item"),
        ("# head", "\\# head"),
        ("two\n lines\x00", "two lines"),
        ("&lt;", "\\&lt;"),
        ("\\", "\\\\"),
    ],
)
def test_markdown_cells_show_text_as_it_is(text: str, shown: str) -> None:
    assert cell(text) == shown


def test_markdown_shows_what_failed_first(run: ResultColumns) -> None:
    lines = gate_markdown(gate(run, "scored>=0.7", "hallucination.mean<=0.3")).splitlines()
    assert lines[0] == "## ❌ Jurat gate failed"
    assert lines[6].startswith("| ❌ | hallucination.mean \\<= 0.3 | 0.3429 |")
    assert lines[7].startswith("| ✅ | scored \\>= 0.7 |")
