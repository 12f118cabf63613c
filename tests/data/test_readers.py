"""Readers: rows in order, bad rows in their place, bounded memory."""

from __future__ import annotations

import gzip
import io
import json
import tracemalloc
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.data import BadRow, Row, read_rows
from jurat.data.json_document import read_json
from jurat.data.jsonl import read_jsonl
from jurat.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable


def shown(rows: Iterable[Row | BadRow]) -> list[tuple[int, object]]:
    """Numbers with values, or with what the error says where, but for the directory and the hint."""
    return [
        (
            row.number,
            row.values if isinstance(row, Row) else f"{Path(row.error.where).name}: {row.error.what}",
        )
        for row in rows
    ]


def written(directory: Path, name: str, data: bytes) -> Path:
    path = directory / name
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


JSON_LINES = [
    (b'{"a": 1}\n{"a": 2}\n', [(1, {"a": 1}), (2, {"a": 2})]),
    (b"", []),
    (b"\n \n", []),
    (b'\xef\xbb\xbf{"a": 1}\n\n{"a": 2}', [(1, {"a": 1}), (3, {"a": 2})]),
    (b'{"a": 1}\r\n{"a": "\xe2\x80\xa8"}\r\n', [(1, {"a": 1}), (2, {"a": "\u2028"})]),
    (b'{"a": "\\u0000"}', [(1, {"a": "\0"})]),
    (b'{"a": "b', [(1, "x.jsonl, row 1: is not JSON (Unterminated string starting at character 7)")]),
    (b'{"a": "\\ud83d\\ude00"}', [(1, {"a": "😀"})]),
    (
        b'{"a": 1}\n{"a": \xff}\n{"a": 3}\n',
        [
            (1, {"a": 1}),
            (2, "x.jsonl, row 2: is not UTF-8 (byte 0xff at byte 7)"),
            (3, {"a": 3}),
        ],
    ),
    (
        b'{"a": 1\n[1]\n"a"\nnull\n7\n{"a": 6}\n',
        [
            (
                1,
                "x.jsonl, row 1: is not JSON (Expecting ',' delimiter at character 9)",
            ),
            (2, "x.jsonl, row 2: is a list, not an object"),
            (3, "x.jsonl, row 3: is text, not an object"),
            (4, "x.jsonl, row 4: is null, not an object"),
            (5, "x.jsonl, row 5: is a number, not an object"),
            (6, {"a": 6}),
        ],
    ),
    (
        b'{"s": {"x": [0, NaN]}}\n{"t": 1e999}\n{"a": -Infinity}\n',
        [
            (
                1,
                "x.jsonl, row 1, field s.x.1: is NaN or Infinity, which JSON does not have",
            ),
            (
                2,
                "x.jsonl, row 2, field t: is NaN or Infinity, which JSON does not have",
            ),
            (
                3,
                "x.jsonl, row 3, field a: is NaN or Infinity, which JSON does not have",
            ),
        ],
    ),
    (b'{"a": ' + b"[" * 100_000, [(1, "x.jsonl, row 1: is nested too deeply")]),
    (
        b'{"a": ' + b"9" * 5000 + b"}",
        [(1, "x.jsonl, row 1: holds a number that is too long")],
    ),
]


@pytest.mark.parametrize(("data", "expected"), JSON_LINES)
def test_jsonl_rows_are_numbered_by_line_and_bad_ones_stay_in_their_place(
    tmp_path: Path, data: bytes, expected: list[tuple[int, object]]
) -> None:
    assert shown(read_rows(written(tmp_path, "x.jsonl", data))) == expected


def test_every_bad_row_says_what_to_do(tmp_path: Path) -> None:
    data = b'[]\n{"a": NaN}\n\xff\n{"a": ' + b"[" * 100_000
    hints = [
        row.error.hint for row in read_rows(written(tmp_path, "x.jsonl", data)) if isinstance(row, BadRow)
    ]
    assert hints == [
        "write one JSON object a line",
        "write null instead",
        "save the file as UTF-8",
        "flatten it",
    ]
    rows = read_rows(written(tmp_path, "x.csv", b'a,b\n1\n1,"2"3\n1,\xff\n'))
    assert [row.error.hint for row in rows if isinstance(row, BadRow)] == [
        "quote cells that hold the delimiter, a quote or a newline",
        'close every quote and double the quotes inside ("")',
        "save the file as UTF-8",
    ]


def test_gzip_reads_the_same(tmp_path: Path) -> None:
    data = b'{"a": 1}\nno\n{"a": 3}\n'
    rows = shown(read_rows(written(tmp_path, "x.jsonl.gz", data)))
    assert [number for number, _ in rows] == [1, 2, 3]
    assert rows[0][1] == {"a": 1}
    assert rows[2][1] == {"a": 3}


@pytest.mark.parametrize(("name", "start"), [("x.jsonl.gz", b""), ("x.csv.gz", b"a\n"), ("x.json.gz", b"[")])
def test_a_compressed_file_that_is_cut_off_gives_what_is_there_and_a_bad_row(
    tmp_path: Path, name: str, start: bytes
) -> None:
    random = Random(1)
    items = [b'{"a": "%s"}' % random.randbytes(100).hex().encode() for _ in range(500)]
    joined = b",".join(items) if start == b"[" else b"\n".join(items)
    path = written(tmp_path, name, start + joined)
    path.write_bytes(path.read_bytes()[:-6000])
    *rows, last = read_rows(path)
    assert len(rows) > 400
    assert [row.number for row in rows] == list(range(rows[0].number, rows[0].number + len(rows)))
    assert isinstance(last, BadRow)
    assert last.number == rows[-1].number + 1
    assert "cannot be read any further" in str(last.error)


def test_a_file_that_is_not_gzip_gives_one_bad_row(tmp_path: Path) -> None:
    for name in ("x.jsonl.gz", "x.json.gz"):
        (tmp_path / name).write_bytes(b'{"a": 1}\n')
        (row,) = read_rows(tmp_path / name)
        assert isinstance(row, BadRow)
        assert "Not a gzipped file" in str(row.error)


def test_lone_surrogates_become_replacement_characters_and_are_noted(tmp_path: Path) -> None:
    data = b'{"a": "x\\ud800y", "b": ["\\udfff"], "c": "\\ud83d\\ude00", "\\ud800": 1}'
    (row,) = read_rows(written(tmp_path, "x.jsonl", data))
    assert row == Row(1, {"a": "x\ufffdy", "b": ["\ufffd"], "c": "😀", "\ufffd": 1}, ("a", "b"))


def test_standard_input_is_jsonl_unless_told(monkeypatch: pytest.MonkeyPatch) -> None:
    for told, data in ((None, b'{"a": "1"}\n{'), ("csv", b"a\n1\n")):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        rows = list(read_rows("-", told))
        assert isinstance(rows[0], Row)
        assert rows[0].values == {"a": "1"}
        if told is None:
            assert isinstance(rows[1], BadRow)
            assert str(rows[1].error).startswith("standard input, row 2: is not JSON")


CSV_FILES = [
    ("x.csv", b"id,text\n1,a\n2,b\n", [(1, {"id": "1", "text": "a"}), (2, {"id": "2", "text": "b"})]),
    ("x.csv", b"\xef\xbb\xbfid,text\r\n1, a \r\n", [(1, {"id": "1", "text": " a "})]),
    (
        "x.csv",
        b'id,text\n1,"two\nlines, ""q"""\n2,b\n',
        [(1, {"id": "1", "text": 'two\nlines, "q"'}), (2, {"id": "2", "text": "b"})],
    ),
    ("x.csv", b"id;text\n1;a,b\n", [(1, {"id": "1", "text": "a,b"})]),
    ("x.tsv", b"id\ttext\n1\ta,b;c\n", [(1, {"id": "1", "text": "a,b;c"})]),
    ("x.csv", b",a, b \n0,1,2\n", [(1, {"column 1": "0", "a": "1", "b": "2"})]),
    ("x.csv", b"\n\na\n\n1\n", [(1, {"a": "1"})]),
    ("x.csv", b'"a\nb"\n1\n', [(1, {"a\nb": "1"})]),
    ("x.csv", b"a\n", []),
    (
        "x.csv",
        b"a,b\n1\n1,2,3\n4,5\n",
        [
            (
                1,
                "x.csv, row 1: has 1 cells where the header has 2",
            ),
            (
                2,
                "x.csv, row 2: has 3 cells where the header has 2",
            ),
            (3, {"a": "4", "b": "5"}),
        ],
    ),
    (
        "x.csv",
        b"a,b\n1,\xff\n4,5\n",
        [(1, "x.csv, row 1, field b: is not UTF-8"), (2, {"a": "4", "b": "5"})],
    ),
    (
        "x.csv",
        b'a,b\n1,"2"3\n4,5\n6,"7\n8,9\n',
        [
            (
                1,
                "x.csv, row 1: is not CSV (',' expected after '\"')",
            ),
            (2, {"a": "4", "b": "5"}),
            (
                3,
                "x.csv, row 3: is not CSV (unexpected end of data)",
            ),
        ],
    ),
]


@pytest.mark.parametrize(("name", "data", "expected"), CSV_FILES)
def test_csv_rows_are_numbered_without_the_header(
    tmp_path: Path, name: str, data: bytes, expected: list[tuple[int, object]]
) -> None:
    assert shown(read_rows(written(tmp_path, name, data))) == expected


def test_a_cell_over_the_csv_modules_own_limit_is_read_and_that_limit_stays(tmp_path: Path) -> None:
    import csv

    before = csv.field_size_limit()
    cell = "x" * (before + 1)
    (row,) = read_rows(written(tmp_path, "x.csv", f"a\n{cell}\n".encode()))
    assert isinstance(row, Row)
    assert row.values == {"a": cell}
    assert csv.field_size_limit() == before


JSON_FILES = [
    (b"[]", []),
    (b"", []),
    (b' [\n {"a": 1},\n {"a": "]},[\\""} ]\n', [(1, {"a": 1}), (2, {"a": ']},["'})]),
    (b'\xef\xbb\xbf[{"a": {"b": [1, {"c": 2}]}}]', [(1, {"a": {"b": [1, {"c": 2}]}})]),
    (
        b'[{"a": 1}, 7, {"a" 2}, {"a": 3}]',
        [
            (1, {"a": 1}),
            (
                2,
                "x.json, row 2: is a number, not an object",
            ),
            (
                3,
                "x.json, row 3: is not JSON (Expecting ':' delimiter at character 7)",
            ),
            (4, {"a": 3}),
        ],
    ),
    (
        b'[{"a": 1}, {"a"',
        [(1, {"a": 1}), (2, "x.json, row 2: the file ends inside the list")],
    ),
    (
        b'[{"a": 1}] {"b": 2}',
        [
            (1, {"a": 1}),
            (
                2,
                "x.json, row 2: text follows the end of the list",
            ),
        ],
    ),
    (
        b'{"a": 1}\n{"a": 2}\nx\n',
        [
            (1, {"a": 1}),
            (2, {"a": 2}),
            (3, "x.json, row 3: is not JSON (Expecting value at character 1)"),
        ],
    ),
    (b'{\n "a": 1\n}\n', [(1, {"a": 1})]),
    (
        b'{"version": 3, "results": {"results": [{"a": 1}, 5]}}',
        [
            (1, {"a": 1}),
            (
                2,
                "x.json, row 2: is a number, not an object",
            ),
        ],
    ),
    (b'{"test_cases": [{"a": 1}]}', [(1, {"a": 1})]),
    (
        b'{"a"',
        [
            (
                1,
                "x.json, row 1: is not JSON (Expecting ':' delimiter at character 5)",
            )
        ],
    ),
]


@pytest.mark.parametrize(("data", "expected"), JSON_FILES)
def test_json_documents_are_read_by_element(
    tmp_path: Path, data: bytes, expected: list[tuple[int, object]]
) -> None:
    assert shown(read_rows(written(tmp_path, "x.json", data))) == expected


plain_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.lists(st.dictionaries(st.text(), plain_json, max_size=3)),
    st.integers(1, 7),
    st.sampled_from([None, 1]),
)
def test_a_list_of_objects_comes_back_wherever_the_bytes_are_cut(
    records: list[dict[str, object]], step: int, indent: int | None
) -> None:
    from jurat.data.json_document import _Splitter

    data = json.dumps(records, indent=indent).encode()
    splitter = _Splitter(10_000)
    pieces = [data[at : at + step] for at in range(0, len(data), step)]
    elements = [element for piece in pieces for element in splitter.feed(piece)]
    assert [json.loads(element or b"") for element in elements] == records


@given(st.lists(st.dictionaries(st.text(), plain_json, max_size=3)))
def test_any_records_survive_jsonl(records: list[dict[str, object]]) -> None:
    data = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
    rows = list(read_jsonl(io.BytesIO(data), "x.jsonl", 10_000))
    assert rows == [Row(number, record) for number, record in enumerate(records, 1)]


@given(st.binary(max_size=200))
def test_any_bytes_give_rows_and_never_an_exception_but_input_errors(data: bytes) -> None:
    for read in (read_jsonl, read_json):
        try:
            rows = list(read(io.BufferedReader(io.BytesIO(data)), "x", 50))
        except InputError as error:
            assert "UTF-16" in str(error)  # noqa: PT017
        else:
            assert all(isinstance(row, Row | BadRow) for row in rows)


LONG = 30 * 2**20
LONG_FILES = [
    ("x.jsonl", b'{"a": 1}\n', b'{"a": "', b'"}\n', b'{"a": 3}\n', 2),
    ("x.json", b'[{"a": 1},', b'{"a": "', b'"},', b'{"a": 3}]', 2),
    ("x.csv", b"a\n1\n", b'"', b'"\n', b"3\n", 2),
    ("x.csv", b"a\n1\n", b'"\n\n', b'\n"\n', b"3\n", 2),
    ("x.csv", b"a\n1\n", b"", b"\n", b"3\n", 2),
]


@pytest.mark.parametrize(("name", "before", "start", "end", "after", "number"), LONG_FILES)
def test_a_row_over_the_limit_is_reported_and_never_held_in_memory(
    tmp_path: Path, name: str, before: bytes, start: bytes, end: bytes, after: bytes, number: int
) -> None:
    limit = 2**20
    with (tmp_path / name).open("wb") as file:
        file.write(before + start)
        for _ in range(LONG // 2**20):
            file.write(b"x" * (2**20 - 1) + (b"\n" if b"\n" in start else b"x"))
        file.write(end + after)
    tracemalloc.start()
    try:
        rows = list(read_rows(tmp_path / name, max_bytes=limit))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [type(row) for row in rows] == [Row, BadRow, Row]
    assert rows[1].number == number
    assert "takes more than 1,048,576 bytes" in str(rows[1].error)  # type: ignore[union-attr]
    assert peak < 12 * limit


def test_many_rows_take_no_more_memory_than_few(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, 10_000):
        path = tmp_path / f"{count}.jsonl"
        path.write_bytes(b'{"a": "%s"}\n' % (b"x" * 1000) * count)
        tracemalloc.start()
        try:
            assert sum(1 for _ in read_rows(path)) == count
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] < 1.5 * peaks[0]


def test_a_row_of_exactly_the_limit_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, "x.jsonl", b'{"a": 12}\n{"a": 123}\n{"a": 12}')
    assert [type(row) for row in read_rows(path, max_bytes=9)] == [Row, BadRow, Row]


REFUSED = [
    ("none.jsonl", None, None, "there is no such file; check the path"),
    ("", None, None, "unknown format"),
    ("x.txt", b"", None, "unknown format"),
    ("x.csv", b"", "xml", "unknown format 'xml'; use one of jsonl, json, csv, tsv, parquet"),
    ("x.parquet.gz", b"", None, "Parquet is read from a plain file only"),
]


@pytest.mark.parametrize(("name", "data", "told", "expected"), REFUSED)
def test_a_file_that_cannot_be_read_is_an_error_at_once(
    tmp_path: Path, name: str, data: bytes | None, told: str | None, expected: str
) -> None:
    if data is not None:
        (tmp_path / name).write_bytes(data)
    with pytest.raises(InputError, match=expected):
        read_rows(tmp_path / name, told)


def test_a_directory_is_an_error_at_once(tmp_path: Path) -> None:
    (tmp_path / "d.jsonl").mkdir()
    with pytest.raises(InputError, match=r"d.jsonl: is a directory; give one file"):
        read_rows(tmp_path / "d.jsonl")


HEADERS = [
    (b"", "is empty; give a header line"),
    (b"\n\n", "is empty; give a header line"),
    (b"a,b,a\n1,2,3\n", "has columns of the same name: a; rename them"),
    (b"\xff\xfea\x00", "is UTF-16, not UTF-8; save it as UTF-8"),
    (b"a,\xff\n", "is not UTF-8"),
    (b'"a\n1\n', "has no header that can be read"),
]


@pytest.mark.parametrize(("data", "expected"), HEADERS)
def test_a_csv_without_a_usable_header_is_an_error(tmp_path: Path, data: bytes, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        list(read_rows(written(tmp_path, "x.csv", data)))
