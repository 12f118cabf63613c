"""Writers: what is written is there at once, reads back, and runs in no spreadsheet."""

from __future__ import annotations

import csv
import gzip
import io
import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from jurat.data import Row, open_writer, read_rows
from jurat.data.flatten import safe_cell, table_columns
from jurat.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from jurat.data.writers import Mode

SCORED: dict[str, object] = {
    "judge": "claim-lock",
    "version": "1",
    "id": "a1",
    "metrics": [
        {
            "metric": "relevance",
            "value": 4.0,
            "raw": 8.5,
            "caps": [{"limit": 4, "reason": "off_topic"}, {"limit": 4, "reason": "hallucination"}],
        },
        {"metric": "hallucination", "unscored": "no_context"},
    ],
    "verdict": "WARN",
    "overall": 6.25,
}
FAILED: dict[str, object] = {"id": 2, "error": "x.csv, row 2, field response: is null"}
COLUMNS = [
    *("id", "verdict", "overall", "error"),
    *("relevance", "relevance_raw", "relevance_caps", "relevance_unscored"),
    *("hallucination", "hallucination_raw", "hallucination_caps", "hallucination_unscored"),
    "result",
]


def lines_of(path: Path) -> list[dict[str, object]]:
    return [row.values for row in read_rows(path) if isinstance(row, Row)]


def test_jsonl_is_there_after_every_batch(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with open_writer(path) as writer:
        writer.write([SCORED])
        assert lines_of(path) == [SCORED]
        writer.write([FAILED, {"id": "é\u2028"}])
        assert lines_of(path) == [SCORED, FAILED, {"id": "é\u2028"}]
    assert path.read_bytes().endswith('{"id": "é\u2028"}\n'.encode())


def write_and_break_off(path: Path) -> None:
    with open_writer(path) as writer:
        writer.write([SCORED])
        raise KeyboardInterrupt


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.parquet", "out.jsonl.gz"])
def test_what_was_written_stays_when_the_run_is_broken_off(tmp_path: Path, name: str) -> None:
    with pytest.raises(KeyboardInterrupt):
        write_and_break_off(tmp_path / name)
    (values,) = lines_of(tmp_path / name)
    assert values["id"] == "a1"
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_compressed_results_are_the_same_bytes_every_time_and_readable_midway(tmp_path: Path) -> None:
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        with open_writer(tmp_path / name) as writer:
            writer.write([SCORED])
            rows = list(read_rows(tmp_path / name))
            assert rows[0] == Row(1, SCORED)
            writer.write([FAILED])
    assert (tmp_path / "a.jsonl.gz").read_bytes() == (tmp_path / "b.jsonl.gz").read_bytes()
    assert gzip.decompress((tmp_path / "a.jsonl.gz").read_bytes()).count(b"\n") == 2


def test_lone_surrogates_are_written_as_valid_json(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with open_writer(path) as writer:
        writer.write([{"id": "\ud800é"}])
    assert path.read_bytes() == b'{"id": "\\ud800\\u00e9"}\n'


def test_nan_is_never_written(tmp_path: Path) -> None:
    with (
        open_writer(tmp_path / "out.jsonl") as writer,
        pytest.raises(InputError, match="result 7: cannot be written as JSON"),
    ):
        writer.write([{"id": 7, "value": float("nan")}])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"", b""),
        (b'{"id": 1}\n', b'{"id": 1}\n'),
        (b'{"id": 1}\n{"id": 2, "tru', b'{"id": 1}\n'),
        (b'{"tru', b""),
        (b'{"id": 1}\n' + b"x" * 200_000, b'{"id": 1}\n'),
    ],
)
def test_append_goes_on_after_the_last_whole_line(tmp_path: Path, before: bytes, after: bytes) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(before)
    with open_writer(path, mode="append") as writer:
        writer.write([{"id": 9}])
    assert path.read_bytes() == after + b'{"id": 9}\n'


def test_standard_output_takes_jsonl_and_stays_open(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr("sys.stdout", out)
    with open_writer("-") as writer:
        writer.write([FAILED])
    assert not out.closed
    assert json.loads(out.buffer.getvalue()) == FAILED


def test_csv_has_the_flattened_columns(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    with open_writer(path) as writer:
        writer.write([FAILED])
        writer.write([SCORED])
    with path.open(newline="", encoding="utf-8") as file:
        header, failed, scored = csv.reader(file)
    assert header == COLUMNS
    assert failed == ["2", "", "", FAILED["error"], *[""] * 8, json.dumps(FAILED)]
    assert scored == [
        *("a1", "WARN", "6.25", ""),
        *("4.0", "8.5", "off_topic;hallucination", ""),
        *("", "", "", "no_context"),
        json.dumps(SCORED),
    ]


def test_the_columns_can_be_named_beforehand(tmp_path: Path) -> None:
    path = tmp_path / "out.tsv"
    with open_writer(path, metrics=["coverage"]) as writer:
        header = path.read_text(encoding="utf-8")
        writer.write([FAILED])
    assert header == "\t".join(table_columns(["coverage"])) + "\n"


def test_a_table_of_failures_alone_is_still_a_table(tmp_path: Path) -> None:
    for name in ("out.csv", "out.parquet"):
        with open_writer(tmp_path / name) as writer:
            writer.write([FAILED] * 3)
        rows = lines_of(tmp_path / name)
        assert [list(row) for row in rows] == [["id", "verdict", "overall", "error", "result"]] * 3


def test_a_council_table_has_its_ranking(tmp_path: Path) -> None:
    with open_writer(tmp_path / "out.csv") as writer:
        writer.write([{"id": 1, "ranking": ["m2", "m1"], "candidates": {}}])
    assert lines_of(tmp_path / "out.csv")[0]["ranking"] == "m2;m1"


HOSTILE = ["=1+1", "id", "result", "a", "a_raw", "a_caps", "score:a", "\ud800", ""]


@pytest.mark.parametrize("name", ["out.csv", "out.tsv", "out.parquet"])
def test_a_candidate_may_have_any_name_and_takes_no_other_column(tmp_path: Path, name: str) -> None:
    candidates = {one: {"score": float(place), "uncapped": 9.5} for place, one in enumerate(HOSTILE)}
    with open_writer(tmp_path / name) as writer:
        writer.write([{"id": "q1", "ranking": ["id"], "candidates": candidates}])
    (row,) = lines_of(tmp_path / name)
    own = [one.replace("\ud800", "\ufffd") for one in HOSTILE]
    parts = ("score", "uncapped", "caps", "unscored")
    scores = [f"{part}:{one}" for one in own for part in parts]
    assert list(row) == ["id", "verdict", "overall", "error", "ranking", *scores, "result"]
    assert row["id"] == "q1"
    assert [float(str(row[f"score:{one}"])) for one in own] == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert json.loads(str(row["result"]))["candidates"] == candidates


def test_a_heading_never_starts_a_formula(tmp_path: Path) -> None:
    with open_writer(tmp_path / "out.csv") as writer:
        writer.write([{"id": 1, "metrics": [{"metric": "=1+1", "value": 1}]}])
    assert list(lines_of(tmp_path / "out.csv")[0])[4:6] == ["'=1+1", "'=1+1_raw"]


CELLS: list[tuple[object, str]] = [
    ("=SUM(A1)", "'=SUM(A1)"),
    ("+1+1", "'+1+1"),
    ("-1+1", "'-1+1"),
    ("@cmd", "'@cmd"),
    ("\tx", "'\tx"),
    ("\rx", "'\rx"),
    ("-", "'-"),
    ("-1e", "'-1e"),
    ("−1", "−1"),
    ("-1", "-1"),
    ("+2.5e-3", "+2.5e-3"),
    (-0.5, "-0.5"),
    (3, "3"),
    (True, "true"),
    ("a=b", "a=b"),
    (" =1", " =1"),
    ("", ""),
    (None, ""),
    ("a\ud800", "a\ufffd"),
]


@pytest.mark.parametrize(("value", "expected"), CELLS)
def test_a_cell_never_starts_a_formula(value: object, expected: str) -> None:
    assert safe_cell(value) == expected


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.text() | st.text("=+-@\t\r\n\"',;0 1"), min_size=1))
@pytest.mark.parametrize("name", ["out.csv", "out.tsv"])
def test_any_texts_survive_a_table_but_for_the_quote_that_disarms_them(
    tmp_path: Path, name: str, texts: list[str]
) -> None:
    with open_writer(tmp_path / name) as writer:
        writer.write([{"id": text, "error": text, "metrics": []} for text in texts])
    rows = lines_of(tmp_path / name)
    expected = [safe_cell(text) for text in texts]
    assert [row["id"] for row in rows] == expected
    assert [row["error"] for row in rows] == expected
    assert [json.loads(str(row["result"]))["id"] for row in rows] == texts


def test_parquet_appears_whole_and_in_row_groups(tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    path = tmp_path / "out.parquet"
    with open_writer(path) as writer:
        for start in range(0, 2500, 100):
            writer.write([{**SCORED, "id": f"r{n}"} for n in range(start, start + 100)])
        assert not path.exists()
        assert (tmp_path / "out.parquet.partial").exists()
    with pq.ParquetFile(path) as file:
        assert [file.metadata.row_group(n).num_rows for n in range(file.num_row_groups)] == [1000, 1000, 500]
        assert file.schema_arrow.names == COLUMNS
    rows = lines_of(path)
    assert [row["id"] for row in rows] == [f"r{n}" for n in range(2500)]
    assert {**rows[7], "result": None} == {
        **dict.fromkeys(COLUMNS),
        "id": "r7",
        "verdict": "WARN",
        "overall": 6.25,
        "relevance": 4.0,
        "relevance_raw": 8.5,
        "relevance_caps": "off_topic;hallucination",
        "hallucination_unscored": "no_context",
    }
    assert json.loads(str(rows[7]["result"])) == {**SCORED, "id": "r7"}


TARGETS: list[tuple[str, str | None, Mode, str]] = [
    ("in.jsonl", "in.jsonl", "replace", "is the file that is read; write the results to another file"),
    ("link.jsonl", "in.jsonl", "replace", "is the file that is read"),
    ("in.jsonl", None, "create", "is there already; choose another name"),
    ("directory.jsonl", None, "replace", "is a directory; give the name of a file"),
    ("gone/out.jsonl", None, "replace", "its directory is not there; make it: mkdir -p"),
    (
        "out.txt",
        None,
        "replace",
        r"unknown format; name the file \*.jsonl, \*.ndjson, \*.csv, \*.tsv, \*.parquet$",
    ),
    ("out.json", None, "replace", r"results are not written as one JSON document; name the file \*.jsonl"),
    ("out.csv", None, "append", "a table cannot be appended to"),
    ("out.jsonl.gz", None, "append", "a compressed file cannot be appended to"),
    ("out.parquet", None, "append", "Parquet is written to a plain new file only"),
]


@pytest.mark.parametrize(("name", "source", "mode", "expected"), TARGETS)
def test_a_target_that_would_lose_something_is_refused(
    tmp_path: Path, name: str, source: str | None, mode: Mode, expected: str
) -> None:
    (tmp_path / "in.jsonl").write_text('{"id": 1}\n')
    (tmp_path / "link.jsonl").symlink_to(tmp_path / "in.jsonl")
    (tmp_path / "directory.jsonl").mkdir()
    with pytest.raises(InputError, match=expected):
        open_writer(tmp_path / name, source=None if source is None else tmp_path / source, mode=mode)
    assert (tmp_path / "in.jsonl").read_text() == '{"id": 1}\n'


def test_parquet_does_not_go_to_standard_output() -> None:
    with pytest.raises(InputError, match="Parquet is written to a plain new file only"):
        open_writer("-", "parquet")
