"""Parquet: streamed, with values as JSON has them, and only with pyarrow."""

from __future__ import annotations

import ast
import subprocess
import sys
from datetime import UTC, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from jurat.data import BadRow, Row, open_writer, read_rows
from jurat.errors import InputError, MissingExtraError

if TYPE_CHECKING:
    from pathlib import Path


def test_rows_come_in_order_with_plain_values(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    columns = {
        "id": [1, 2],
        "text": ["é", None],
        "contexts": [["a", "b"], []],
        "answers": [{"text": ["t"]}, None],
        "score": [0.5, float("nan")],
        "when": [datetime(2024, 3, 5, tzinfo=UTC), None],
        "price": [Decimal("1.50"), None],
        "raw": [b"ab", b"\xff"],
        "map": pa.array([[("k", 1)], []], pa.map_(pa.string(), pa.int64())),
    }
    pq.write_table(pa.table(columns), path)
    assert list(read_rows(path)) == [
        Row(
            1,
            {
                "id": 1,
                "text": "é",
                "contexts": ["a", "b"],
                "answers": {"text": ["t"]},
                "score": 0.5,
                "when": "2024-03-05T00:00:00+00:00",
                "price": "1.50",
                "raw": "ab",
                "map": {"k": 1},
            },
        ),
        Row(
            2,
            {
                "id": 2,
                "text": None,
                "contexts": [],
                "answers": None,
                "score": None,
                "when": None,
                "price": None,
                "raw": "\ufffd",
                "map": [],
            },
        ),
    ]


WITHOUT_PANDAS = """
import sys
class NoPandas:
    def find_spec(self, name, path=None, target=None):
        if name == "pandas":
            raise ImportError(name)
sys.meta_path.insert(0, NoPandas())
from jurat.data import read_rows
print([row.values for row in read_rows(sys.argv[1])])
"""


def test_times_are_the_same_text_with_and_without_pandas(tmp_path: Path) -> None:
    pytest.importorskip("pandas")
    path = tmp_path / "x.parquet"
    columns = {
        "when": pa.array([1_000, 1_001], pa.timestamp("ns")),
        "span": pa.array([90_000_000_001_000, 7], pa.duration("ns")),
        "clock": pa.array([1_000, 2_000], pa.time64("ns")),
    }
    pq.write_table(pa.table(columns), path)
    rows = [
        {"when": "1970-01-01T00:00:00.000001", "span": "1 day, 1:00:00.000001", "clock": "00:00:00.000001"},
        {"when": "1970-01-01 00:00:00.000001001", "span": "7", "clock": "00:00:00.000002"},
    ]
    assert [row.values for row in read_rows(path) if isinstance(row, Row)] == rows
    done = subprocess.run([sys.executable, "-c", WITHOUT_PANDAS, path], capture_output=True, text=True)
    assert ast.literal_eval(done.stdout) == rows, done.stderr


def test_one_large_row_group_is_read_in_small_batches(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    texts = [f"{n:05}" * 400 for n in range(20_000)]
    pq.write_table(
        pa.table({"text": texts}), path, row_group_size=20_000, use_dictionary=False, compression="none"
    )
    size = path.stat().st_size
    before, peak, count = pa.total_allocated_bytes(), 0, 0
    for row in read_rows(path):
        assert isinstance(row, Row)
        assert row.values["text"] == texts[count]
        count += 1
        peak = max(peak, pa.total_allocated_bytes() - before)
    assert count == 20_000
    assert size > 38_000_000
    assert peak < size / 4


def test_a_row_over_the_limit_is_a_bad_row_and_the_rest_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    pq.write_table(pa.table({"text": ["a", "b" * 5000, "c"]}), path)
    rows = list(read_rows(path, max_bytes=1000))
    assert rows[0] == Row(1, {"text": "a"})
    assert isinstance(rows[1], BadRow)
    assert rows[1].error.what == "takes more than 1,000 bytes"
    assert rows[2] == Row(3, {"text": "c"})


def test_text_that_is_not_utf8_is_a_bad_row_that_names_the_column(tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    broken = pa.Array.from_buffers(pa.string(), 3, pa.array([b"a", b"\xff\xfe", b"c"]).buffers())
    pq.write_table(pa.table({"id": [1, 2, 3], "text": broken}), path)
    rows = list(read_rows(path))
    assert rows[0] == Row(1, {"id": 1, "text": "a"})
    assert isinstance(rows[1], BadRow)
    assert str(rows[1].error) == f"{path}, row 2, field text: is not UTF-8; write the column as UTF-8 text"
    assert rows[2] == Row(3, {"id": 3, "text": "c"})


def test_a_file_that_is_not_parquet_is_an_error(tmp_path: Path) -> None:
    for data in (b"", b"PAR1 nothing"):
        (tmp_path / "x.parquet").write_bytes(data)
        with pytest.raises(InputError, match=r"x\.parquet: is not Parquet"):
            list(read_rows(tmp_path / "x.parquet"))


def test_without_pyarrow_the_extra_is_named_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x.parquet"
    pq.write_table(pa.table({"a": [1]}), path)
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    message = r"Parquet support requires the extra 'data': pip install 'jurat\[data\]'"
    with pytest.raises(MissingExtraError, match=message):
        read_rows(path)
    with pytest.raises(MissingExtraError, match=message):
        open_writer(tmp_path / "out.parquet")
