"""Blocks give the rows that the whole file gives, with the same numbers, wherever it is cut."""

from __future__ import annotations

import gzip
import json
from itertools import chain
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.cases import ResponseCase
from jurat.data import BadRow, CaseRow, Row, read_cases, read_rows
from jurat.data.blocks import Block, limited, read_block, split_file
from jurat.data.locations import DataFile, find_data
from jurat.errors import InputError

SIZES = st.integers(1, 60)
LINES = st.lists(
    st.sampled_from(
        [b'{"id": 1}', b"", b"{broken", b'{"a": "\xc3\xa9"}', b"\xff", b'{"text": "long enough"}']
    )
)
CELLS = st.lists(
    st.sampled_from(["a", '"q,r"', '"two\nlines"', '5" disk', '"a""b"', '"open', "é", ""]), max_size=3
)


def seen(row: Row | BadRow) -> tuple[int, object]:
    return row.number, str(row.error) if isinstance(row, BadRow) else row.values


def in_blocks(path: Path, size: int, told: str | None = None) -> list[tuple[int, object]]:
    (file,) = find_data(str(path)).files
    blocks = split_file(file, told, size)
    return [seen(found.row) for block in blocks for found in read_block(block)]


def whole(path: Path) -> list[tuple[int, object]]:
    return [seen(row) for row in read_rows(path)]


@given(lines=LINES, size=SIZES, bom=st.booleans(), closed=st.booleans())
def test_jsonl_can_be_cut_anywhere(
    tmp_path_factory: pytest.TempPathFactory, lines: list[bytes], size: int, bom: bool, closed: bool
) -> None:
    path = tmp_path_factory.mktemp("cut") / "rows.jsonl"
    path.write_bytes((b"\xef\xbb\xbf" if bom else b"") + b"\n".join(lines) + (b"\n" if closed else b""))
    assert in_blocks(path, size) == whole(path)


@given(records=st.lists(CELLS), size=SIZES, delimiter=st.sampled_from([",", ";"]))
def test_csv_is_cut_between_records_also_where_quotes_are_wrong(
    tmp_path_factory: pytest.TempPathFactory, records: list[list[str]], size: int, delimiter: str
) -> None:
    path = tmp_path_factory.mktemp("cut") / "rows.csv"
    lines = [delimiter.join(("x", "y")), *(delimiter.join(cells) for cells in records)]
    path.write_text("\n".join(lines), encoding="utf-8")
    assert in_blocks(path, size) == whole(path)


def test_parquet_is_cut_between_row_groups(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    pq.write_table(pa.table({"id": list(range(50))}), path, row_group_size=7)
    (file,) = find_data(str(path)).files
    assert [(one.start, one.end, one.first) for one in split_file(file, None, 1)] == [
        (n, n + 1, 7 * n + 1) for n in range(8)
    ]
    assert in_blocks(path, 1) == in_blocks(path, 10**9) == whole(path)


def test_lines_are_counted_where_blocks_begin(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_text('{"a": 1}\n\n{"a": 2}\n{"a": 3}\n')
    file = find_data(str(path)).files[0]
    cut = split_file(file, None, 10)
    assert [(one.start, one.end, one.first) for one in cut] == [(0, 10, 1), (10, 28, 3)]


@pytest.mark.parametrize("name", ["rows.jsonl.gz", "rows.json"])
def test_what_cannot_be_entered_is_one_block(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    rows = [{"id": n} for n in range(9)]
    if name.endswith(".gz"):
        path.write_bytes(gzip.compress("\n".join(map(json.dumps, rows)).encode()))
    else:
        path.write_text(json.dumps(rows))
    (file,) = find_data(str(path)).files
    assert split_file(file, None, 1) == [
        Block(file=str(path), path=str(path), format="json" if name == "rows.json" else "jsonl")
    ]
    assert in_blocks(path, 1) == whole(path)


def test_a_folder_and_a_pattern_and_a_url_name_the_same_files(tmp_path: Path) -> None:
    for name in ("b.jsonl", "a.csv", "c.txt", ".hidden.jsonl", "_SUCCESS", "deep/d.jsonl"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("{}\n")
    folder = find_data(str(tmp_path))
    assert [Path(one.name).name for one in folder.files] == ["a.csv", "b.jsonl", "d.jsonl"]
    assert folder.several
    named = find_data(f"{tmp_path}/*.jsonl")
    assert [Path(one.name).name for one in named.files] == ["b.jsonl"]
    url = find_data(tmp_path.as_uri())
    assert [one.name for one in url.files] == [f"file://{one.name}" for one in folder.files]
    assert [one.name for one in find_data(f"{tmp_path.as_uri()}/*.csv").files] == [f"file://{tmp_path}/a.csv"]


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    for data in (str(tmp_path), f"{tmp_path}/*.csv", f"{tmp_path}/none.csv", f"{tmp_path.as_uri()}/none.csv"):
        with pytest.raises(InputError, match="there is no such file"):
            find_data(data)
    with pytest.raises(InputError, match=r"nowhere://x: cannot be reached .* s3"):
        find_data("nowhere://x")


def test_rows_of_several_files_are_named_by_their_file(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"query": "q", "response": "r"}\n{broken\n')
    (tmp_path / "b.csv").write_text("")
    (tmp_path / "c.jsonl").write_text(
        '{"question": "other schema"}\n{"id": 7, "query": "q", "response": "r"}\n'
    )
    stream = read_cases(tmp_path, ResponseCase)
    a, c = tmp_path / "a.jsonl", tmp_path / "c.jsonl"
    rows = list(stream.cases)
    ids = [row.case.id if isinstance(row, CaseRow) else row.label for row in rows]
    assert ids == [f"{a}:1", f"{a}:2", str(tmp_path / "b.csv"), f"{c}:1", 7]
    errors = [str(row.error) for row in rows if isinstance(row, BadRow)]
    assert errors[1] == f"{tmp_path / 'b.csv'}: is empty; give a header line with the names of the columns"
    assert errors[2].startswith(f"{c}, row 1, field query: is missing")


@given(counts=st.lists(st.integers(0, 5), min_size=1, max_size=4), limit=st.integers(0, 12), size=SIZES)
def test_a_limit_ends_in_the_block_that_holds_the_last_row(
    tmp_path_factory: pytest.TempPathFactory, counts: list[int], limit: int, size: int
) -> None:
    folder = tmp_path_factory.mktemp("limit")
    for number, count in enumerate(counts):
        lines = [json.dumps({"n": n, "keep": n % 2}) for n in range(count)]
        (folder / f"{number}.jsonl").write_text("\n".join(lines) + "\n\n")
    data = find_data(str(folder))
    blocks = list(chain.from_iterable(split_file(one, None, size) for one in data.files))
    for where in (None, "keep == 1"):
        rows = [found for block in blocks for found in read_block(block, where, several=True)]
        cut = limited(blocks, data, None, where, limit)
        assert [found for block in cut for found in read_block(block, where, several=True)] == rows[:limit]


def test_an_unreadable_parquet_file_is_one_block_that_says_so(tmp_path: Path) -> None:
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"no parquet")
    (block,) = split_file(DataFile(str(path), str(path), 10), None, 1)
    (found,) = read_block(block, several=True)
    assert isinstance(found.row, BadRow)
    assert "is not Parquet" in str(found.row.error)
