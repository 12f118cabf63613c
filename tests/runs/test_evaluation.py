"""Evaluations in memory: every kind of data, the same bytes as files, and what can be done with them."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest

import jurat
from jurat.runs.run_progress import RunCancelledError

ROWS: list[dict[str, Any]] = [
    {
        "question": "What is the price of the tea?",
        "contexts": ["The price of the tea is $5."],
        "answer": f"The price of the tea is ${price}.",
    }
    for price in (5, 9, 5)
]
JUDGE = "claim-lock"


class PolarsLike:
    """What is used of a polars DataFrame."""

    def iter_rows(self, *, named: bool) -> Iterator[dict[str, Any]]:
        assert named
        return iter(ROWS)


class PandasLike:
    """What is used of a pandas DataFrame."""

    def __init__(self, columns: list[Any], rows: list[tuple[Any, ...]]) -> None:
        self.columns, self._rows = columns, rows

    def itertuples(self, *, index: bool, name: None) -> Iterator[tuple[Any, ...]]:
        assert (index, name) == (False, None)
        return iter(self._rows)


class ArrayLike:
    """What is used of a NumPy array."""

    def __init__(self, values: list[Any]) -> None:
        self._values = values

    def tolist(self) -> list[Any]:
        return self._values


def pandas_like() -> PandasLike:
    rows = [(row["question"], ArrayLike(row["contexts"]), row["answer"]) for row in ROWS]
    return PandasLike(["question", "contexts", "answer"], rows)


def cases() -> list[jurat.ResponseCase]:
    return [
        jurat.ResponseCase(query=row["question"], response=row["answer"], contexts=row["contexts"])
        for row in ROWS
    ]


@pytest.fixture(scope="module")
def evaluation() -> jurat.Evaluation:
    return jurat.evaluate(ROWS, judge=JUDGE)


@pytest.mark.parametrize(
    "data",
    [lambda: iter(ROWS), lambda: tuple(ROWS), PolarsLike, pandas_like, cases],
    ids=["generator", "tuple", "polars", "pandas", "cases"],
)
def test_all_kinds_of_data_give_the_same_results(
    data: Callable[[], object], evaluation: jurat.Evaluation
) -> None:
    assert jurat.evaluate(data(), judge=JUDGE).lines == evaluation.lines


def test_a_file_gives_the_bytes_that_a_run_writes(
    tmp_path: Path, evaluation: jurat.Evaluation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    jurat.run("rows.jsonl", judge=JUDGE, out="results.jsonl", save=False)
    written = Path("results.jsonl").read_bytes().splitlines()
    assert list(jurat.evaluate(path, judge=JUDGE).lines) == written == list(evaluation.lines)
    assert list(jurat.evaluate(ROWS, judge=JUDGE, jobs=1).lines) == written


def test_results_come_in_order_with_a_summary(evaluation: jurat.Evaluation) -> None:
    assert [one.verdict for one in evaluation if isinstance(one, jurat.Result)] == ["PASS", "FAIL", "PASS"]
    assert repr(evaluation) == "Evaluation(claim-lock: 3 rows, 2 PASS, 1 FAIL)"
    assert (len(evaluation), evaluation.summary.scored, evaluation.notes) == (3, 3, ())
    assert [row["id"] for row in evaluation.to_dicts()] == [1, 2, 3]
    assert [row["hallucination"] for row in evaluation.to_dicts()] == [0.0, 1.0, 0.0]
    assert "result" not in evaluation.to_dicts()[0]


def test_the_worst_rows_come_first(evaluation: jurat.Evaluation) -> None:
    assert [one.id for one in evaluation.worst(1)] == [2]


def test_a_gate_checks_figures_and_a_baseline(evaluation: jurat.Evaluation) -> None:
    assert evaluation.gate("verdict.FAIL<=0.5").passed
    assert not evaluation.gate("verdict.FAIL<=0.1").passed
    assert evaluation.gate(baseline=evaluation).passed
    with pytest.raises(jurat.OptionError, match="no requirements given"):
        evaluation.gate()


def test_evaluations_are_compared_by_case(evaluation: jurat.Evaluation) -> None:
    better = jurat.evaluate([ROWS[0]] * 3, judge=JUDGE)
    (change,) = [one for one in better.compare(evaluation).changes if one.name == "hallucination"]
    assert (change.wins, change.losses, change.ties) == (1, 0, 2)


@pytest.mark.parametrize("name", ["report.html", "report.md", "report.json"])
def test_a_report_holds_the_texts(tmp_path: Path, evaluation: jurat.Evaluation, name: str) -> None:
    evaluation.report(tmp_path / name)
    assert "$9" in (tmp_path / name).read_text(encoding="utf-8")


def test_a_report_of_another_format_is_refused(tmp_path: Path, evaluation: jurat.Evaluation) -> None:
    with pytest.raises(jurat.InputError, match="is not a report format"):
        evaluation.report(tmp_path / "report.pdf")


def test_an_extra_column_and_a_wrong_type_are_reported_once() -> None:
    rows = [{**row, "answer": 7 if n else row["answer"], "topic": "tea"} for n, row in enumerate(ROWS)]
    with pytest.warns(UserWarning, match="2 rows failed") as seen:
        made = jurat.evaluate(rows, judge=JUDGE)
    failed = (
        "2 rows failed: records, field response (column answer): is a number, not text; give the text"
        " (ids 2, 3)"
    )
    assert [str(one.message) for one in seen] == [failed]
    assert list(made.notes) == ["columns not used: topic", failed]
    assert (made.summary.failed, len(made)) == (2, 3)
    assert not made.gate("verdict.FAIL<=0.9").passed  # too few rows are scored


def test_missing_values_of_a_frame_are_null() -> None:
    frame = PandasLike(["question", "answer"], [("Where?", "In Rome."), ("Where?", float("nan"))])
    with pytest.warns(UserWarning, match=r"1 row failed: .*is null; give the text \(id 2\)"):
        jurat.evaluate(frame, judge=JUDGE)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"train": ROWS}, r"records: is one dict, not records; choose one of its parts \(train\)"),
        ([], "records: hold no row; give at least one"),
        (7, "records: is int; give a data frame"),
        (b"rows", "records: is bytes; give a data frame"),
        (PandasLike(["a", "a"], [("x", "y")]), "records: column a occurs several times; rename all but one"),
        ([{"a": 1}], "records: no column for query"),
    ],
)
def test_what_is_no_data_is_refused(data: object, error: str) -> None:
    with pytest.raises(jurat.InputError, match=error):
        jurat.evaluate(data, judge=JUDGE)


def test_an_evaluation_can_be_followed_and_cancelled() -> None:
    steps: list[jurat.RunStep] = []
    jurat.evaluate(ROWS, judge=JUDGE, progress=steps.append)
    assert sum(step.rows for step in steps) == 3
    cancel = Event()
    cancel.set()
    with pytest.raises(RunCancelledError):
        jurat.evaluate(ROWS, judge=JUDGE, cancel=cancel)


def test_the_page_of_a_notebook_escapes_every_text() -> None:
    rows = [{**ROWS[1], "id": "<script>alert(1)</script>", "<b>": 1}, {**ROWS[0], "id": "x" * 500}]
    made = jurat.evaluate(rows, judge=JUDGE)
    page = made._repr_html_()
    assert "&lt;script&gt;alert(1)" in page
    assert "columns not used: &lt;b&gt;" in page
    assert "<script" not in page
    assert "<b>" not in page.replace("<b>claim-lock</b>", "")
    assert len(page) < 4000


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_frames_out_hold_the_rows(library: str, evaluation: jurat.Evaluation) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pytest.importorskip(library)
    frame = getattr(evaluation, f"to_{library}")()
    assert list(frame["verdict"]) == ["PASS", "FAIL", "PASS"]
    assert jurat.evaluate(getattr(frame, "__class__")(ROWS), judge=JUDGE).lines == evaluation.lines  # noqa: B009
