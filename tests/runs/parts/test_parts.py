"""Runs into parts on this machine: the same lines as any run, exactly once, read back page by page."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from jurat.engines.engine import InProcess
from jurat.engines.local_engine import LocalEngine
from jurat.errors import InputError
from jurat.runs.parts import part_run
from jurat.runs.parts.folder import Folder
from jurat.runs.parts.part import Part
from jurat.runs.run_summary import RunSummary
from jurat.runs.store.run_records import Cursor, ResultQuery, Run, StoredResult
from jurat.scoring.claim_lock import NO_CONTEXT
from tests.engines.toys import build
from tests.runs.parts.making import lines_of, local_lines, make_parts, opened, planned, row, write_lines

pytestmark = pytest.mark.slow

ROWS: list[object] = [
    *(row(n, "x" * (n % 90 + 1), keep=n % 3) for n in range(1, 400)),
    "{broken",
    "",
    row(400, "stumble"),
    {"query": "no id, no response"},
    {"query": "no id", "response": "r"},
]


@pytest.fixture(autouse=True)
def small_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(part_run, "LEAST_BYTES", 2000)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    return write_lines(tmp_path / "rows.jsonl", ROWS)


def as_csv(rows: Path) -> Path:
    path = rows.with_suffix(".csv")
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["id", "query", "response", "context", "keep"])
        writer.writeheader()
        writer.writerows(one for one in ROWS if isinstance(one, dict))
    return path


def as_parquet(rows: Path) -> Path:
    path = rows.with_suffix(".parquet")
    table = pa.Table.from_pylist([row(n, "x" * (n % 90 + 1), keep=n % 3) for n in range(300)])
    pq.write_table(table, path, row_group_size=40)
    return path


@pytest.mark.parametrize("form", [lambda rows: rows, as_csv, as_parquet], ids=["jsonl", "csv", "parquet"])
@pytest.mark.parametrize(
    "reading",
    [
        {},
        {"limit": 120},
        {"where": "keep == 1 or keep == '1'"},
        {"where": "keep != 1", "limit": 33},
        {"limit": 0},
    ],
    ids=["all", "limit", "where", "both", "none"],
)
def test_parts_hold_the_lines_that_a_run_here_gives(
    rows: Path, tmp_path: Path, form: object, reading: dict[str, Any]
) -> None:
    data = form(rows)  # type: ignore[operator]
    parts = make_parts(data, tmp_path / "out", **reading)
    assert lines_of(tmp_path / "out") == local_lines(data, **reading)
    assert len(parts) > 1 or reading.get("limit") in (0, 33)


def test_maps_hold_in_parts_too(tmp_path: Path) -> None:
    data = write_lines(tmp_path / "rows.jsonl", [{"a": "q", "b": "r", "c": n} for n in range(50)])
    maps: dict[str, Any] = {"maps": ("query=a", "response=b", "id=c")}
    make_parts(data, tmp_path / "out", **maps)
    assert lines_of(tmp_path / "out") == local_lines(data, **maps)


def test_a_folder_of_files_is_one_run(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()
    write_lines(folder / "a.jsonl", ROWS)
    write_lines(folder / "b.jsonl", [])
    write_lines(folder / "c.jsonl", [{"other": "schema"}, row("c")])
    (folder / "d.csv").write_text("query,response\nq,r\n")
    (folder / "e.parquet").write_bytes(b"torn")
    for data in (folder, f"{folder}/*", folder.as_uri()):
        out = tmp_path / f"out{len(str(data))}"
        make_parts(data, out)
        assert lines_of(out) == local_lines(data)
    ids = [json.loads(line)["id"] for line in lines_of(tmp_path / f"out{len(str(folder))}")]
    assert ids[-4:] == [f"{folder}/c.jsonl:1", "c", f"{folder}/d.csv:1", f"{folder}/e.parquet"]


def test_a_rerun_makes_only_what_is_missing(rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    make_parts(rows, out)
    whole = lines_of(out)
    names = sorted(path.name for path in (out / "parts").iterdir())
    (out / "manifest.json").unlink()
    (out / "parts" / names[1]).unlink()
    torn = out / "parts" / names[2]
    torn.write_bytes(torn.read_bytes()[:50])
    (out / "parts" / f".{names[0]}.1234.partial").write_bytes(b"left by a killed worker")
    untouched = {name: (out / "parts" / name).stat().st_mtime_ns for name in (names[0], *names[3:])}
    asked: list[int] = []

    class Watching(InProcess):
        def run(self, work, items):  # type: ignore[no-untyped-def]
            asked.extend(item.number for item in items)
            return super().run(work, items)

    make_parts(rows, out, Watching())
    assert asked == [1, 2]
    assert lines_of(out) == whole
    assert untouched == {name: (out / "parts" / name).stat().st_mtime_ns for name in untouched}


def test_another_run_is_kept_out_of_the_folder(rows: Path, tmp_path: Path) -> None:
    make_parts(rows, tmp_path / "out")
    with pytest.raises(InputError, match="contains the parts of a different run"):
        make_parts(rows, tmp_path / "out", limit=5)
    write_lines(rows, [row(1)])
    with pytest.raises(InputError, match="contains the parts of a different run"):
        make_parts(rows, tmp_path / "out")
    with pytest.raises(InputError, match="contains files that are not parts of a run"):
        make_parts(rows, tmp_path)


@pytest.mark.slow
def test_a_row_that_kills_its_worker_is_a_failed_row_of_its_part(tmp_path: Path) -> None:
    killing = [row(n, "die" if n == 31 else "fine") for n in range(60)]
    data = write_lines(tmp_path / "rows.jsonl", killing)
    make_parts(data, tmp_path / "out", LocalEngine(2))
    assert lines_of(tmp_path / "out") == local_lines(data, engine=LocalEngine(1))


def test_an_error_that_is_no_row_ends_the_run_and_leaves_no_half_part(tmp_path: Path) -> None:
    data = write_lines(tmp_path / "rows.jsonl", [row(n) for n in range(300)])
    out = tmp_path / "out"
    make_parts(data, out, limit=1)
    (part,) = (out / "parts").iterdir()
    part.unlink()
    (out / "manifest.json").unlink()
    (out / "parts").rmdir()
    (out / "parts").write_text("no folder")
    for engine in (InProcess(), LocalEngine(1)):
        with pytest.raises((InputError, OSError, Exception), match=r"(?i)not a directory|parts"):
            make_parts(data, out, engine, limit=1)


def run_of(out: Path, rows: Path) -> Run:
    summary = RunSummary.from_json({"metrics": [], "scored": 0, "unscored": 0, "failed": 0, "verdicts": {}})
    plan = planned(rows, out)
    return Run(number=1, id="r", plan=plan, started="", finished=None, seconds=0, done=0, summary=summary)


WANTED = [
    ResultQuery(),
    ResultQuery(verdict="FAIL"),
    ResultQuery(status="failed"),
    ResultQuery(status="unscored"),
    ResultQuery(metric="relevance"),
    ResultQuery(metric="relevance", low=0.3, high=0.5),
    ResultQuery(metric="relevance", verdict="FAIL", status="scored"),
    ResultQuery(order="relevance", descending=True),
    ResultQuery(order="completeness", metric="relevance", high=0.4),
    ResultQuery(unscored=NO_CONTEXT),
    ResultQuery(text="XXXX", verdict="PASS"),
]


@pytest.mark.parametrize("wanted", WANTED, ids=str)
@pytest.mark.parametrize("limit", [7, 500])
def test_pages_hold_what_a_look_through_all_lines_finds(
    rows: Path, tmp_path: Path, wanted: ResultQuery, limit: int
) -> None:
    make_parts(rows, tmp_path / "out")
    run, shelf, found = run_of(tmp_path / "out", rows), opened(tmp_path / "out"), []
    page = shelf.page(run, wanted, None, limit)
    found += page.results
    while page.after is not None:
        page = shelf.page(run, wanted, Cursor.parse(str(page.after)), limit)
        found += page.results
    bare = [one._replace(texts=None) for one in found]
    assert bare == looked_through(lines_of(tmp_path / "out"), wanted)
    assert found == list(shelf.results(run, wanted))
    assert found


def looked_through(lines: list[bytes], wanted: ResultQuery) -> list[StoredResult]:
    found = []
    for place, line in enumerate(lines, start=1):
        result = json.loads(line)
        values = {one["metric"]: one.get("value") for one in result.get("metrics", ())}
        reasons = [one.get("unscored") for one in result.get("metrics", ())]
        status = "failed" if not values else "unscored" if None in values.values() else "scored"
        held, value = values.get(wanted.metric or ""), values.get(wanted.by or "")
        fits = wanted.status in (None, status) and wanted.verdict in (None, result.get("verdict"))
        fits = fits and (wanted.unscored is None or wanted.unscored in reasons)
        fits = fits and (wanted.metric is None or (held is not None and wanted.low <= held <= wanted.high))
        fits = fits and (wanted.by is None or value is not None)
        fits = fits and (wanted.text is None or (status == "scored" and place % 90 + 1 >= len(wanted.text)))
        if fits:
            found.append(StoredResult(place, status, result.get("verdict") or "", line, value))
    if wanted.by is None:
        return found
    return sorted(found, key=lambda one: (one.value, one.row), reverse=wanted.descending)


def test_results_are_found_by_their_places(rows: Path, tmp_path: Path) -> None:
    make_parts(rows, tmp_path / "out")
    lines = lines_of(tmp_path / "out")
    places = [2, 3, len(lines)]
    found = [(one.row, one.line) for one in opened(tmp_path / "out").at(places)]
    assert found == [(place, lines[place - 1]) for place in places]


def test_pages_of_an_unfinished_run_show_the_parts_that_are_there(rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    parts: list[Part] = make_parts(rows, out)
    (out / "manifest.json").unlink()
    (out / "parts" / parts[0].name).unlink()
    assert lines_of(out) == local_lines(rows)[parts[0].rows :]


def test_the_case_of_a_result_is_read_from_its_part(rows: Path, tmp_path: Path) -> None:
    make_parts(rows, tmp_path / "out")
    shelf = opened(tmp_path / "out")
    case = {"query": "q", "response": "x" * 8, "contexts": ["c"]}
    assert shelf.cases([97]) == {97: case}
    assert shelf.cases([400]) == {}


def test_parts_say_their_rows_and_summary_in_their_footer(rows: Path, tmp_path: Path) -> None:
    parts = make_parts(rows, tmp_path / "out")
    manifest = Folder(str(tmp_path / "out")).read("manifest.json")
    assert manifest is not None
    assert manifest["rows"] == sum(part.rows for part in parts) == len(local_lines(rows)) == 403
    table = pq.read_table(tmp_path / "out" / "parts" / parts[0].name)
    assert table.schema.names[:5] == ["id", "verdict", "overall", "error", "relevance"]
    assert table.schema.names[-4:] == ["status", "marks", "case", "result"]


def test_summaries_do_not_depend_on_blocks_or_workers(rows: Path, tmp_path: Path) -> None:
    summary = RunSummary.of(dict.fromkeys(build().metrics, 10.0))
    for part in make_parts(rows, tmp_path / "out", LocalEngine(2)):
        summary.merge(part.summary)
    assert (summary.scored, summary.unscored, summary.failed) == (399, 1, 3)
