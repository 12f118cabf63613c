"""No input within the documented limits takes more than 500 MB above the idle process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest
from pydantic import ValidationError

from jurat.cases import MAX_CASE_CHARACTERS, MAX_JSON_PARTS, SummaryCase, has_many_parts
from jurat.data import read_rows
from jurat.data.load import read_cases
from jurat.data.rows import MAX_ROW_BYTES, BadRow
from jurat.errors import InputError
from jurat.judges.label_wire import parse_labels
from jurat.server.request_models import Body, CouncilBody, JudgeBody, LabelBody, NotesBody

MOST_MEGABYTES = 500
STATUS = Path("/proc/self/status")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not STATUS.exists(), reason="the peak of memory is read from /proc"),
]
MEASURE = """
import sys
def resident(name):
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith(name)) // 1024
{setup}
idle = resident("VmRSS")
{work}
print(resident("VmHWM") - idle)
"""
READ = """
from jurat.cases import ResponseCase
from jurat.data import BadRow, read_cases
from jurat.errors import InputError
import pyarrow.parquet, pyarrow.compute
"""
ROWS = """
try:
    for row in read_cases(sys.argv[1], ResponseCase).cases:
        pass
except InputError as error:
    print(error, file=sys.stderr)
"""


def peak(setup: str, work: str, *arguments: str, seconds: float = 1200) -> int:
    """How many megabytes a fresh process takes for some work above what it takes idle."""
    code = MEASURE.format(setup=dedent(setup), work=dedent(work))
    command = [sys.executable, "-c", code, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
    assert done.returncode == 0, done.stderr[-2000:]
    return int(done.stdout.split()[-1])


def parquet(path: Path, columns: str) -> Path:
    """A Parquet file that a process of its own writes: what it takes is nobody else's."""
    code = "import sys, pyarrow as pa, pyarrow.parquet as pq; big = 'x ' * 15_000_000\n"
    code += (
        f"table, options = pa.table({columns}), dict(compression='zstd', dictionary_pagesize_limit=2**28)\n"
    )
    code += "pq.write_table(table, sys.argv[1], **options)"
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)
    return path


@pytest.mark.parametrize(
    "columns",
    [
        "{'query': ['q'] * 256, 'response': pa.DictionaryArray.from_arrays([0] * 256, [big])}",
        "{'query': ['q'] * 40, 'response': pa.array([big[:8_000_000]] * 40)}",
        "{'query': ['q'] * 40, 'response': ['r'] * 40, 'contexts': [[big[:4_000_000]] * 3] * 40}",
        "{'query': ['q'] * 64, 'response': [f'{n}' + big[:9_000_000] for n in range(64)]}",
        "{'query': ['q'], 'contexts': pa.array([[None] * 25_000_000], pa.list_(pa.string()))}",
    ],
    ids=["dictionary type", "dictionary encoded", "nested dictionary", "distinct", "values without end"],
)
def test_a_small_parquet_file_does_not_unpack_without_bound(tmp_path: Path, columns: str) -> None:
    path = parquet(tmp_path / "rows.parquet", columns)
    assert path.stat().st_size < 5_000_000
    assert peak(READ, ROWS, str(path)) < MOST_MEGABYTES


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("rows.jsonl", b"1\n" * 1_000_000),
        ("rows.csv", b"," * 50_000_000),
        ("rows.csv", b"a,b\n" + b"," * 50_000_000),
        ("rows.jsonl", b'{"query": [' + b"{}," * 5_000_000 + b"1]}\n"),
        ("rows.jsonl", (b'{"query": [' + b"[]," * 300_000 + b'1], "response": "r"}\n') * 12),
        ("rows.jsonl", b'{"query": "q", "response": "' + "😀".encode() * 3_900_000 + b'"}\n'),
        ("rows.json", b'{"query": "q", "response": "' + b"x" * 30_000_000 + "😀".encode() + b'"}'),
        ("rows.json", b"[" + b"1," * 1_000_000 + b"1]"),
    ],
    ids=["no objects", "columns", "cells", "objects", "lists", "wide", "document", "list of numbers"],
)
def test_rows_are_read_within_bounds(tmp_path: Path, name: str, data: bytes) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    assert peak(READ, ROWS, str(path)) < MOST_MEGABYTES


JUDGE = """
from jurat.cases import MAX_CASE_CHARACTERS, ResponseCase, SummaryCase
from jurat.judges.registry import judge
import random
drawn = random.Random(1)
known = ["".join(drawn.choice("abcdefghij") for _ in range(drawn.randint(2, 9))) for _ in range(5000)]
def text(size):
    made = []
    while size > 0:
        sign = drawn.choice(("", " 😀", " $5"))
        made.append(" ".join(drawn.choice(known) for _ in range(12)).capitalize() + sign + ". ")
        size -= len(made[-1])
    return "".join(made)[:MAX_CASE_CHARACTERS // 2 - 50]
found = judge(sys.argv[1])
first, second = (text(MAX_CASE_CHARACTERS // 2) for _ in range(2))
case = (
    ResponseCase(query="What is tea?", response=first, contexts=(second,))
    if found.case_type is ResponseCase else SummaryCase(article=first, summary=second)
)
texts = {name: getattr(case, name) for name in case.__dataclass_fields__}
short = {name: text[:40] for name, text in texts.items() if isinstance(text, str)}
list(found.judge_batch([found.case_type(**short)]))
"""


@pytest.mark.parametrize(
    "judge", ["claim-lock", "claim-lock-ultra", "twin-lock", "judge-lock", "judge-lock-ultra"]
)
def test_the_longest_case_is_judged_within_bounds(judge: str) -> None:
    assert peak(JUDGE, "list(found.judge_batch([case]))", judge) < MOST_MEGABYTES


@pytest.mark.parametrize(
    "line",
    [
        b'{"judge": "council", "candidates": {"a": "b"}, "reviews": [' + b"1," * 4_000_000 + b"1]}",
        b'{"judge": "claim-lock", "observations": {}, "context": [' + b"1," * 4_000_000 + b"1]}",
        b"{" + b",".join(b'"%d":1' % number for number in range(600_000)) + b"}",
        b'{"judge": "council", "reviews": [' + b"1," * (MAX_JSON_PARTS - 20) + b"1]}",
    ],
    ids=["reviews", "contexts", "fields", "just allowed"],
)
def test_a_line_of_labels_is_refused_within_bounds(tmp_path: Path, line: bytes) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_bytes(line)
    setup = "from jurat.judges.label_scoring import score_labels"
    assert peak(setup, "print(list(score_labels(open(sys.argv[1], 'rb'))))", str(path)) < MOST_MEGABYTES


SERVE = """
import os, tempfile
from starlette.testclient import TestClient
from jurat.server.app import create_app
from jurat.server.server_limits import Serving
folder = tempfile.TemporaryDirectory()
app = create_app(Serving(store=os.path.join(folder.name, "runs.sqlite"), workers=1))
client = TestClient(app, base_url="http://127.0.0.1:8321")
client.__enter__()
body = open(sys.argv[1], "rb").read()
client.get("/v1/judges")
"""
ASK = """
method, _, route = sys.argv[2].rpartition(" ")
answer = client.request(method or "POST", route, content=body, headers={"content-type": "application/json"})
assert answer.status_code in (413, 422), answer.status_code
client.__exit__(None, None, None)
"""


@pytest.mark.parametrize(
    ("route", "body"),
    [
        ("/v1/judge/batch", b'{"judge": "claim-lock", "cases": [' + b"1," * 4_000_000 + b"1]}"),
        ("/v1/judge/batch", b'{"judge": "claim-lock", "cases": [' + b"{}," * 2_600_000 + b"1]}"),
        (
            "/v1/council",
            b'{"query": "q", "candidates": {"a": "b"}, "reviews": [' + b"1," * 4_000_000 + b"1]}",
        ),
        ("/v1/council", b'{"query": "q", "contexts": [' + b"1," * 100_000 + b"1]}"),
        ("/v1/judge", b"{" + b",".join(b'"%d":1' % number for number in range(90_000)) + b"}"),
        ("/v1/tally", b"[" * 8_000_000),
        ("PATCH /v1/runs/last", b"{" + b",".join(b'"%d":1' % number for number in range(700_000)) + b"}"),
        ("PATCH /v1/runs/last", b'{"tags": [' + b"{}," * 2_600_000 + b"1]}"),
        ("/v1/safety", b'{"text": "' + b"a b. " * 1_600_000 + b'"}'),
    ],
    ids=["cases", "objects", "reviews", "contexts", "fields", "depth", "notes", "tags", "text"],
)
def test_a_body_is_refused_within_bounds(tmp_path: Path, route: str, body: bytes) -> None:
    path = tmp_path / "body"
    path.write_bytes(body)
    assert peak(SERVE, ASK, str(path), route) < MOST_MEGABYTES


MANY = range(50_000)


@pytest.mark.parametrize(
    ("body", "given", "field"),
    [
        (CouncilBody, {"query": "q", "reviews": [1 for _ in MANY]}, ("reviews", 0)),
        (CouncilBody, {"query": "q", "contexts": [1 for _ in MANY]}, ("contexts", 0)),
        (CouncilBody, {"query": "q", "candidates": {str(n): n for n in MANY}}, ("candidates", "0")),
        (CouncilBody, {"query": "q", "options": {"weights": {str(n): "" for n in MANY}}}, ("options",)),
        (JudgeBody, {"judge": "j", "case": {}, **{str(n): n for n in MANY}}, ("0",)),
        (NotesBody, {"tags": [1 for _ in MANY]}, ("tags",)),
        (LabelBody, {"annotator": "a", "score": {str(n): "x" for n in MANY}}, ("score",)),
    ],
    ids=["reviews", "contexts", "candidates", "options", "fields", "tags", "score"],
)
def test_of_very_many_errors_in_a_body_one_is_told(
    body: type[Body], given: dict[str, Any], field: tuple[str | int, ...]
) -> None:
    with pytest.raises(ValidationError) as told:
        body.model_validate(given)
    (error,) = told.value.errors()
    assert error["loc"][: len(field)] == field
    assert error["msg"]


def test_texts_do_not_count_as_parts() -> None:
    assert not has_many_parts(b'{"a": "' + b",:[{" * 1000 + b'"}', 5)
    assert has_many_parts(b"[" + b"1," * 1000 + b"1]", 1000)
    assert not has_many_parts(b"[" + b"1," * 1000 + b"1]", 1001)


def test_a_line_over_the_limit_says_so() -> None:
    with pytest.raises(InputError, match="holds more than 300,000 values; split it"):
        parse_labels(b'{"judge": "council", "reviews": [' + b"1," * MAX_JSON_PARTS + b"1]}")


def test_texts_of_a_case_have_a_million_characters_at_most() -> None:
    half = "x" * (MAX_CASE_CHARACTERS // 2)
    assert len(SummaryCase(article=half, summary=half).article) == MAX_CASE_CHARACTERS // 2
    with pytest.raises(InputError, match="the texts have 1,000,001 characters together"):
        SummaryCase(article=half, summary=half + "x")


def test_a_file_that_begins_with_ten_thousand_bad_rows_is_none_of_ours(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"1\n" * 10_000)
    with pytest.raises(InputError, match="none of the first 10,000 rows can be read"):
        read_cases(path, SummaryCase)
    path.write_bytes(b"1\n" * 9_999 + b'{"article": "Rain fell.", "summary": "Rain."}\n' + b"2\n" * 10)
    rows = list(read_cases(path, SummaryCase).cases)
    assert (len(rows), isinstance(rows[9_999], BadRow)) == (10_010, False)


def test_a_row_with_too_many_values_is_one_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b'{"a": [' + b"1," * 1_000_001 + b'1]}\n{"a": 1}\n')
    bad, good = read_rows(path)
    assert isinstance(bad, BadRow)
    assert str(bad.error) == f"{path}, row 1: holds more than 1,000,000 values; split it"
    assert not isinstance(good, BadRow)
    assert MAX_ROW_BYTES == 16 * 2**20
