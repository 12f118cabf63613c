"""A run into parts is listed, shown, exported, compared, gated, reported and served like any other."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from jurat.cli import main
from jurat.errors import InputError
from jurat.runs.parts import part_run
from jurat.runs.store.store import open_store
from jurat.server.app import create_app
from jurat.server.server_limits import Serving

ROOT = Path(__file__).parents[3]
RUN = ["run", "rows.jsonl", "--judge", "claim-lock", "--quiet"]
ON_RAY = "--out: a run on Ray writes Parquet parts to a folder"
HERE = "http://127.0.0.1:8321"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with some rows, cut into several blocks."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(part_run, "LEAST_BYTES", 500)
    (tmp_path / ".jurat").mkdir()
    text = (ROOT / "examples" / "answers.jsonl").read_text(encoding="utf-8")
    (tmp_path / "rows.jsonl").write_text(text * 3, encoding="utf-8")
    return tmp_path


def said(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> str:
    capsys.readouterr()
    assert main(list(arguments)) == code
    return capsys.readouterr().out


def last(capsys: pytest.CaptureFixture[str]) -> dict[str, object]:
    found: dict[str, object] = json.loads(said(capsys, "runs", "list", "--json").splitlines()[0])
    return found


def rounded(value: object) -> object:
    """The value with its figures to twelve digits: blocks add them up in another order."""
    return json.loads(json.dumps(value), parse_float=lambda text: round(float(text), 12))


def test_a_run_into_parts_is_like_any_other(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, *RUN, "-o", "here.jsonl", code=2)
    here = last(capsys)
    said(capsys, *RUN, "-o", "parts/", code=2)
    there = last(capsys)
    assert len(list((place / "parts" / "parts").iterdir())) > 3
    assert there["rows"] == here["rows"] == 18
    assert rounded(there["summary"]) == rounded(here["summary"])
    assert there["finished"]
    said(capsys, "runs", "export", "last", "-o", "there.jsonl")
    assert (place / "there.jsonl").read_bytes() == (place / "here.jsonl").read_bytes()
    chosen = ["--verdict", "FAIL", "--metric", "relevance<0.3", "--json"]
    assert said(capsys, "runs", "show", str(there["id"]), *chosen) == said(
        capsys, "runs", "show", str(here["id"]), *chosen
    )
    compared = json.loads(said(capsys, "compare", str(here["id"]), str(there["id"]), "--json", "--force"))
    assert (compared["pairs"], compared["cases"]) == (18, [])
    said(capsys, "gate", str(there["id"]), "--require", "relevance.mean >= 0.2", "--require", "scored >= 0.5")
    said(capsys, "report", str(there["id"]), "--out", "report.html")
    assert (place / "report.html").stat().st_size > 1000
    said(capsys, "rescore", str(there["id"]), "--threshold", "relevance=0.26", "--quiet", code=2)
    assert last(capsys)["rows"] == 18


def test_the_server_reads_rows_from_parts(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, *RUN, "-o", "parts/", code=2)
    name = last(capsys)["id"]
    with TestClient(create_app(Serving(store=".jurat/runs.sqlite", workers=1)), base_url=HERE) as client:
        page = client.get(f"/v1/runs/{name}/rows", params={"verdict": "FAIL", "limit": 4}).json()
        assert [one["place"] for one in page["rows"]] == [2, 4, 8, 10]
        assert page["total"] == 6
        ordered = client.get(f"/v1/runs/{name}/rows", params={"order": "-relevance", "limit": 3}).json()
        assert [one["place"] for one in ordered["rows"]] == [17, 15, 11]
        one = client.get(f"/v1/runs/{name}/rows/2").json()
        assert one["case"]["response"].startswith("Google bought Fitbit for $21 billion")
        found = client.get(f"/v1/runs/{name}/rows", params={"q": "$21 BILLION"}).json()
        assert [one["place"] for one in found["rows"]] == [2, 8, 14]


def test_a_run_that_was_cut_off_goes_on_in_its_folder(
    place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said(capsys, *RUN, "-o", "parts/", code=2)
    whole = said(capsys, "runs", "show", "last", "--rows", "--json")
    name = str(last(capsys)["id"])
    with open_store(".jurat/runs.sqlite") as store, store.writing() as connection:
        connection.exec_driver_sql("UPDATE runs SET finished = NULL")
    (place / "parts" / "manifest.json").unlink()
    removed = sorted((place / "parts" / "parts").iterdir())[1]
    removed.unlink()
    said(capsys, "run", "--resume", "last", "--quiet", code=2)
    assert removed.exists()
    assert said(capsys, "runs", "show", name, "--rows", "--json") == whole
    removed.unlink()
    (place / "parts" / "manifest.json").unlink()
    said(capsys, *RUN, "-o", "parts/", code=2)
    assert removed.exists()
    assert len(said(capsys, "runs", "list", "--json").splitlines()) == 1, "the folder's run goes on"


def test_parts_that_are_gone_are_said(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said(capsys, *RUN, "-o", "parts/", code=2)
    shutil.rmtree(place / "parts")
    with open_store(".jurat/runs.sqlite") as store, pytest.raises(InputError, match="are missing"):
        store.page(store.find("last"))


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["-", "-o", "parts/"], "DATA: standard input cannot be cut into blocks; name a file"),
        (["rows.jsonl", "--engine", "ray"], "--out: a run on Ray writes Parquet parts to a folder"),
        (
            ["rows.jsonl", "--engine", "ray", "-o", "x.jsonl"],
            "--out: a run on Ray writes Parquet parts to a folder",
        ),
        (["rows.jsonl", "-o", "ftp://x/y"], "ftp://x/y: cannot be reached"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], error: str
) -> None:
    assert main(["run", *arguments, "--judge", "claim-lock"]) == 2
    assert error in capsys.readouterr().err.splitlines()[-1]


def test_without_ray_one_line_says_what_to_install(
    place: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    assert main([*RUN, "--engine", "ray", "-o", "parts/"]) == 2
    said_last = capsys.readouterr().err.splitlines()[-1]
    assert said_last == "jurat run: The Ray engine requires the extra 'ray': pip install 'jurat[ray]'"
    assert not (place / "parts").exists()
