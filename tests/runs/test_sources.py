"""Results read back: from JSONL, compressed, and tables; what is no result is refused with its row."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from jurat.data import open_writer
from jurat.errors import InputError
from jurat.runs.results.sources import open_results
from tests.builders import council_labels, evaluation
from tests.runs.results import FAILED, responses, write_results


def test_a_file_says_what_made_it(tmp_path: Path) -> None:
    path = write_results(tmp_path / "a.jsonl", responses([0]))
    info = open_results(path).info
    assert (info.name, info.judge, info.observer) == (path, "claim-lock", "labels")
    assert info.signature == f"judge:claim-lock|version:{info.version}|observer:labels"


def test_rows_hold_values_verdicts_and_what_is_unscored(tmp_path: Path) -> None:
    source = open_results(write_results(tmp_path / "a.jsonl", responses([0, 6, None]), failures=[FAILED]))
    rows = list(source.rows())
    assert [row.id for row in rows] == ["case 0", "case 1", "case 2", "broken"]
    assert [row.values.get("hallucination") for row in rows] == [0.0, 0.6, None, None]
    assert [row.verdict for row in rows] == ["PASS", "FAIL", "WARN", None]
    assert [row.scored for row in rows] == [True, True, False, False]
    assert [row.failed for row in rows] == [False, False, False, True]
    assert json.loads(rows[1].line)["metrics"][2]["value"] == 0.6
    assert list(source.rows()) == rows


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl.gz", "a.parquet"])
def test_other_formats_hold_the_same_rows(tmp_path: Path, name: str) -> None:
    plain = open_results(write_results(tmp_path / "a.jsonl", responses([0, None])))
    with open_writer(tmp_path / name) as writer:
        writer.write_lines(row.line for row in plain.rows())
    other = open_results(str(tmp_path / name))
    assert [row.values for row in other.rows()] == [row.values for row in plain.rows()]
    assert other.info.signature == plain.info.signature


def test_the_values_of_a_council_are_its_candidates_scores(tmp_path: Path) -> None:
    review = {"reviewer": "r", "evaluations": {"a": evaluation(9, 9), "b": evaluation(7, 7)}}
    source = open_results(write_results(tmp_path / "a.jsonl", [council_labels([review])]))
    (row,) = source.rows()
    assert row.values == {"a": 9.0, "b": 7.0, "c": None}
    assert source.info.judge == "council"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("nope\n", "row 1: is not JSON"),
        ("[1]\n", "row 1: is a list, not an object"),
        (
            '{"id": 1, "question": "Where?"}\n',
            "row 1: is not a result of a judge; give a file that jurat run",
        ),
        (f'{FAILED}\n{{"id": 1}}\n', "row 2: is not a result of a judge"),
        ('{"id": 1, "metrics": [{"metric": "a", "value": "high"}]}\n', "row 1: is not a result of a judge"),
        ('{"id": 1, "metrics": [{"metric": 3, "value": 1}]}\n', "row 1: is not a result of a judge"),
        ('{"id": true, "metrics": []}\n', "row 1: is not a result of a judge"),
        ('{"id": 1, "metrics": [{"metric": "a", "value": NaN}]}\n', "is NaN or Infinity"),
        ('{"id": 1, "metrics": [{"metric": "a", "value": 1e999}]}\n', "is NaN or Infinity"),
    ],
)
def test_what_is_no_result_is_refused(tmp_path: Path, content: str, message: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(content)
    with pytest.raises(InputError) as caught:
        open_results(str(path))
    assert message in str(caught.value)


def test_a_table_that_is_no_table_of_results_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("id,question\n1,Where?\n")
    with pytest.raises(InputError, match="row 1: there is no column result"):
        open_results(str(path))


def test_what_cannot_be_read_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no such file"):
        open_results(str(tmp_path / "none.jsonl"))
    with pytest.raises(InputError, match="is not a regular file"):
        open_results("-")


def test_an_empty_file_holds_no_rows(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text("")
    source = open_results(str(tmp_path / "a.jsonl"))
    assert list(source.rows()) == []
    assert source.info.judge == ""


def test_a_cut_off_file_is_an_error(tmp_path: Path) -> None:
    line = Path(write_results(tmp_path / "b.jsonl", responses([1]))).read_bytes()
    whole = gzip.compress(line * 2000)
    (tmp_path / "a.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="cannot be read any further"):
        list(open_results(str(tmp_path / "a.jsonl.gz")).rows())
