"""Rows in batches, bad ones in their place; a summary that counts each row once."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jurat.cases import Case, ResponseCase
from jurat.data import BadRow, CaseRow, Row, read_cases
from jurat.data.parquet import arrow
from jurat.data.row_count import count_rows
from jurat.engines.judging_work import ResultBrief
from jurat.errors import InputError
from jurat.outcomes import Failure
from jurat.runs import runner
from jurat.runs.run_summary import RunSummary
from tests.engines.toys import build


def row(number: int, response: str = "fine") -> CaseRow:
    return CaseRow(Row(number, {}), ResponseCase(id=number, query="q", response=response))


def sizes(batches: list[list[Case | Failure]]) -> list[int]:
    return [len(batch) for batch in batches]


def test_batches_hold_the_rows_in_order() -> None:
    batches = list(runner.batches(map(row, range(7)), 3))
    assert sizes(batches) == [3, 3, 1]
    assert [case.id for batch in batches for case in batch] == list(range(7))
    assert list(runner.batches([], 3)) == []


def test_long_texts_close_a_batch_early() -> None:
    long = "x" * runner.BATCH_CHARACTERS
    assert sizes(list(runner.batches([row(1), row(2, long), row(3), row(4)], 64))) == [2, 2]


def test_a_bad_row_is_a_failure_in_its_place() -> None:
    bad = BadRow(2, InputError("is not JSON", where="a.jsonl, row 2"))
    rows: list[CaseRow | BadRow] = [row(1), bad, row(3)]
    (done,) = runner.run(rows, build)
    assert json.loads(done[1].line) == {"id": 2, "error": "a.jsonl, row 2: is not JSON"}
    assert [one.brief.failed for one in done] == [False, True, False]


def test_a_summary_counts_each_row_once_and_averages_only_what_is_scored() -> None:
    summary = RunSummary.of({"a": 10, "b": 10})
    summary.add(
        [
            ResultBrief((10.0, 0.0), "PASS"),
            ResultBrief((None, 2.5), "WARN"),
            ResultBrief((9.0, None), "PASS"),
            ResultBrief(failed=True),
        ]
    )
    assert (summary.rows, summary.scored, summary.unscored, summary.failed) == (4, 1, 2, 1)
    assert summary.verdicts == {"PASS": 2, "WARN": 1}
    a, b = summary.metrics
    assert (a.mean, a.scored, a.unscored, a.bins) == (9.5, 2, 1, [0, 0, 0, 0, 0, 0, 0, 0, 0, 2])
    assert (b.mean, b.bins) == (1.25, [1, 0, 1, 0, 0, 0, 0, 0, 0, 0])
    assert RunSummary.of({"a": 1}).metrics[0].mean is None


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        ("a.jsonl", '{"a": 1}\n{"a": 2}\n', 2),
        ("a.jsonl", '{"a": 1}\n{"a": 2}', 2),
        ("a.csv", "a,b\n1,2\n3,4\n", 2),
        ("a.csv", "", 0),
        ("a.json", "[{}]", None),
        ("a.jsonl.gz", "", None),
    ],
)
def test_rows_are_counted_where_that_is_cheap(tmp_path: Path, name: str, text: str, rows: int | None) -> None:
    (tmp_path / name).write_text(text)
    assert count_rows(str(tmp_path / name)) == rows
    assert count_rows("-") is None


def test_rows_of_parquet_are_counted(tmp_path: Path) -> None:
    pyarrow, parquet = arrow()
    parquet.write_table(pyarrow.table({"query": ["a", "b"], "response": ["c", "d"]}), tmp_path / "a.parquet")
    assert count_rows(str(tmp_path / "a.parquet")) == 2
    assert len(list(read_cases(tmp_path / "a.parquet", ResponseCase).cases)) == 2
