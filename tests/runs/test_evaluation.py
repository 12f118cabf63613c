"""Evaluations in memory: every kind of data, the same bytes as files, and what can be done with them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import datasets
import numpy as np
import pandas as pd
import polars as pl
import pytest

import jurat
from jurat.errors import InputError
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
    [
        lambda: iter(ROWS),
        lambda: tuple(ROWS),
        lambda: pd.DataFrame(ROWS),
        lambda: pd.DataFrame(ROWS, index=[7, 8, 9]),
        lambda: pd.DataFrame({**pd.DataFrame(ROWS), "contexts": [np.array(r["contexts"]) for r in ROWS]}),
        lambda: pl.DataFrame(ROWS),
        lambda: datasets.Dataset.from_list(ROWS),
        lambda: datasets.Dataset.from_list(ROWS).with_format("numpy"),
        lambda: datasets.Dataset.from_list(ROWS).to_iterable_dataset(),
        cases,
    ],
    ids=[
        "generator",
        "tuple",
        "pandas",
        "pandas with another index",
        "pandas with arrays",
        "polars",
        "datasets",
        "datasets with arrays",
        "a stream of datasets",
        "cases",
    ],
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


def test_a_result_is_taken_by_its_place(evaluation: jurat.Evaluation) -> None:
    assert evaluation[1] == evaluation.results[1]
    assert evaluation[-1].id == 3


@pytest.mark.parametrize("maps", ["response=said", ["response=said"], {"response": "said"}])
def test_columns_are_named_by_a_text_a_list_or_a_mapping(maps: Any, evaluation: jurat.Evaluation) -> None:
    renamed = [{**{k: v for k, v in row.items() if k != "answer"}, "said": row["answer"]} for row in ROWS]
    found = jurat.evaluate(renamed, judge=JUDGE, maps=maps)
    assert found.lines == evaluation.lines
    assert found.plan.reading.maps == ("response=said",)


def test_errors_on_records_name_the_argument_and_not_a_flag() -> None:
    with pytest.raises(InputError, match=r'name it: maps=\["response=COLUMN"\]$'):
        jurat.evaluate([{"question": "Who?", "said": "Ada."}], judge=JUDGE)
    with pytest.raises(InputError, match=r'^records: maps=\["query=zz"\]: there is no column zz;'):
        jurat.evaluate(ROWS, judge=JUDGE, maps={"query": "zz"})
    with pytest.raises(InputError, match=r"^records, row 1: is a number, not an object; give a data frame"):
        jurat.evaluate([1, 2], judge=JUDGE)


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


@pytest.mark.parametrize("missing", [None, float("nan"), pd.NA, pd.NaT], ids=str)
def test_missing_values_of_a_frame_are_null(missing: object) -> None:
    frame = pd.DataFrame({"question": ["Where?"] * 2, "answer": ["In Rome.", missing]})
    with pytest.warns(UserWarning, match=r"1 row failed: .*is null; give the text \(id 2\)"):
        jurat.evaluate(frame, judge=JUDGE)


@pytest.mark.parametrize(
    ("data", "error"),
    [
        ({"train": ROWS}, r"records: is one dict, not records; choose one of its parts \(train\)"),
        ([], "records: hold no row; give at least one"),
        (7, "records: is int; give a data frame"),
        (b"rows", "records: is bytes; give a data frame"),
        (pl.LazyFrame(ROWS), r"records: is LazyFrame; call its method collect\(\) first"),
        (
            datasets.DatasetDict({"train": datasets.Dataset.from_list(ROWS)}),
            r"records: is one DatasetDict, not records; choose one of its parts \(train\)",
        ),
        (
            pd.DataFrame([("x", "y")], columns=["a", "a"]),
            "records: column a occurs several times; rename all but one",
        ),
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


def test_an_index_with_a_name_is_a_column() -> None:
    frame = pd.DataFrame([{**row, "id": f"tea-{n}"} for n, row in enumerate(ROWS)]).set_index("id")
    assert [one.id for one in jurat.evaluate(frame, judge=JUDGE)] == ["tea-0", "tea-1", "tea-2"]


def test_a_pandas_frame_has_the_same_types_whatever_is_missing(evaluation: jurat.Evaluation) -> None:
    frame = evaluation.to_pandas()
    assert list(frame["verdict"]) == ["PASS", "FAIL", "PASS"]
    assert {name: str(frame[name].dtype) for name in ("id", "overall", "hallucination")} == {
        "id": "int64",
        "overall": "float64",
        "hallucination": "float64",
    }
    assert list(evaluation.to_pandas(texts=True)["response"]) == [row["answer"] for row in ROWS]


def test_a_polars_frame_has_the_same_types_whatever_is_missing(evaluation: jurat.Evaluation) -> None:
    frame = evaluation.to_polars()
    assert frame["hallucination"].to_list() == [0.0, 1.0, 0.0]
    assert {name: frame.schema[name] for name in ("id", "overall", "error")} == {
        "id": pl.Int64,
        "overall": pl.Float64,
        "error": pl.String,
    }
    assert evaluation.to_polars(texts=True)["contexts"].to_list() == [row["contexts"] for row in ROWS]


def test_ids_of_mixed_types_are_text_in_polars() -> None:
    made = jurat.evaluate([{**ROWS[0], "id": "a"}, {**ROWS[0], "id": 2}], judge=JUDGE)
    assert made.to_polars()["id"].to_list() == ["a", "2"]
    assert list(made.to_pandas()["id"]) == ["a", 2]


def test_results_can_be_joined_to_their_frame(evaluation: jurat.Evaluation) -> None:
    frame = pd.DataFrame(ROWS).join(evaluation.to_pandas()[["verdict", "hallucination"]])
    assert list(frame[frame["verdict"] == "FAIL"]["answer"]) == ["The price of the tea is $9."]


def test_a_judge_can_be_given_as_it_is(evaluation: jurat.Evaluation) -> None:
    judge = jurat.judge(JUDGE, {"thresholds": {"hallucination": 1.0}})
    assert jurat.evaluate(ROWS, judge=judge).summary.verdicts == {"PASS": 3}
    with pytest.raises(jurat.OptionError, match="options: cannot be combined with a judge"):
        jurat.evaluate(ROWS, judge=judge, options={})
    with pytest.raises(jurat.OptionError, match="jobs: cannot be combined with a judge"):
        jurat.evaluate(ROWS, judge=judge, jobs=2)


def test_the_libraries_are_loaded_by_nobody_but_the_caller() -> None:
    code = (
        "import sys, jurat; made = jurat.evaluate([{'question': 'a?', 'answer': 'b.'}], judge='claim-lock');"
        "made._repr_html_();"
        "print(sorted({'pandas', 'polars', 'datasets', 'numpy', 'IPython'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
