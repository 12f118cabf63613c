"""A judge from another package is treated like one of ours, from its labels to the page."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

import jurat
from jurat.cli import main
from jurat.judges import registry
from jurat.runs.scales import scale_in
from jurat.server.app import create_app
from jurat.server.server_limits import Serving
from tests.contract.plugin import NAME, forget

pytestmark = pytest.mark.usefixtures("plugin")
LONG = "Basically, of course, " + "tea " * 38
ROWS = [
    {"id": "short", "query": "What is tea?", "response": "A drink."},
    {"id": "long", "query": "What is tea?", "response": LONG},
    {"id": "worse", "query": "What is tea?", "response": "Actually, of course, basically a drink."},
]
SCALES = {
    "length": {"maximum": 5, "higher_is_better": True},
    "filler": {"maximum": 1.0, "higher_is_better": False},
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty project with three rows."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".jurat").mkdir()
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    (tmp_path / "better.jsonl").write_text(
        "".join(json.dumps({**row, "response": "Tea."}) + "\n" for row in ROWS)
    )
    return tmp_path


def results(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def judged(project: Path, data: str = "rows.jsonl", out: str = "out.jsonl") -> list[dict[str, Any]]:
    assert main(["run", data, "--judge", NAME, "-q", "-o", out]) == 0
    return results(project / out)


def values(result: dict[str, Any]) -> list[float]:
    return [one["value"] for one in result["metrics"]]


@pytest.mark.slow
def test_it_passes_the_contract_of_all_judges(plugin_folder: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", NAME]
    done = subprocess.run(
        [*command, "tests/contract/test_judges.py"],
        capture_output=True,
        text=True,
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": str(plugin_folder)},
    )
    assert done.returncode == 0, done.stdout
    assert "6 passed" in done.stdout


def test_it_is_listed_with_its_scales(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["judges", "--json"]) == 0
    listed = {one["name"]: one for one in map(json.loads, capsys.readouterr().out.splitlines())}
    assert listed[NAME]["scales"] == SCALES
    assert (listed[NAME]["case"], listed[NAME]["observers"]) == ("response", ["rules"])
    assert main(["judges"]) == 0
    assert "length 0–5, filler 0–1 (lower is better)" in capsys.readouterr().out


def test_a_run_of_it_has_values_and_carries_its_scales(project: Path) -> None:
    short, long, worse = judged(project)
    assert [values(one) for one in (short, long, worse)] == [[5.0, 0.0], [2.44, 0.5], [5.0, 0.75]]
    assert [one["verdict"] for one in (short, long, worse)] == ["PASS", "PASS", "FAIL"]
    carried = {
        one["metric"]: {name: one[name] for name in ("maximum", "higher_is_better")}
        for one in short["metrics"]
    }
    assert carried == SCALES


def test_a_result_of_our_own_judges_carries_no_scale() -> None:
    line = jurat.dump(jurat.judge("claim-lock").judge({"query": "Where?", "response": "In Rome."}))
    assert b"higher_is_better" not in line
    assert b'"maximum"' not in line


def test_its_histogram_reaches_to_its_own_maximum(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged(project)
    capsys.readouterr()
    assert main(["runs", "show", "last", "--json"]) == 0
    run = json.loads(capsys.readouterr().out)
    assert {one["name"]: one["top"] for one in run["summary"]["metrics"]} == {"length": 5, "filler": 1.0}
    assert run["scales"] == SCALES


def test_its_labels_are_scored_and_wrong_ones_are_named(project: Path) -> None:
    good = {"judge": NAME, "id": 1, "observations": {"length": {"words": 40}, "filler": {"phrases": []}}}
    bad = {"judge": NAME, "id": 2, "observations": {"length": {"word": 40}}}
    lines = "\n".join(map(json.dumps, (good, bad))).encode()
    first, second = jurat.score_labels(BytesIO(lines))
    assert isinstance(first, jurat.Result)
    assert [one.value for one in first.metrics if isinstance(one, jurat.Score)] == [2.5, 0.0]
    assert second == jurat.Failure(
        id=2, error="observations.length.word: is not a known field; remove it or correct its name"
    )


def test_a_span_of_its_labels_that_is_not_in_the_text_is_dropped() -> None:
    span = {"source": "response", "start": 0, "end": 9, "text": "actually!"}
    labels = {
        "judge": NAME,
        "response": "A drink.",
        "observations": {"filler": {"phrases": [{"label": "filler", "span": span}]}},
    }
    (result,) = jurat.score_labels(BytesIO(json.dumps(labels).encode()))
    assert isinstance(result, jurat.Result)
    filler = result["filler"]
    assert isinstance(filler, jurat.Score)
    details: Any = filler.details
    assert details.phrases[0].span is None


def test_its_results_come_back_from_json_as_they_were() -> None:
    result = jurat.judge(NAME).judge({"query": "What?", "response": LONG, "id": 7})
    assert jurat.load(jurat.dump(result)) == result


def test_a_saved_run_is_scored_again_to_the_same_bytes(project: Path) -> None:
    before = judged(project)
    assert main(["rescore", "last", "-q", "-o", "again.jsonl"]) == 0
    assert results(project / "again.jsonl") == before


def test_a_comparison_knows_which_way_is_better(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judged(project)
    judged(project, "better.jsonl", "better-out.jsonl")
    capsys.readouterr()
    assert main(["compare", "out.jsonl", "better-out.jsonl", "--json"]) == 0
    changes = {one["name"]: one for one in json.loads(capsys.readouterr().out)["changes"]}
    assert changes["filler"]["scale"]["better"] == "lower"
    assert (changes["filler"]["wins"], changes["filler"]["losses"]) == (2, 0)
    assert changes["length"]["scale"]["top"] == 5


def test_a_gate_holds_its_metrics_to_requirements(project: Path) -> None:
    judged(project)
    assert main(["gate", "out.jsonl", "--require", "length.mean>=4"]) == 0
    assert main(["gate", "out.jsonl", "--require", "filler.mean<=0.1"]) == 3


def test_a_report_shows_its_metrics_on_their_scales(project: Path) -> None:
    judged(project)
    for name in ("report.html", "report.md", "report.json"):
        assert main(["report", "out.jsonl", "-o", name, "--data", "rows.jsonl"]) == 0
    metrics = {one["name"]: one for one in json.loads((project / "report.json").read_text())["metrics"]}
    assert (metrics["length"]["scale"]["top"], metrics["length"]["scale"]["better"]) == (5, "higher")
    assert (metrics["filler"]["scale"]["top"], metrics["filler"]["scale"]["better"]) == (1.0, "lower")
    page = (project / "report.html").read_text()
    assert "filler 0.750" in page
    assert "~ phrase" in page


def test_results_are_read_on_their_scales_where_the_judge_is_not_installed(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged(project)
    monkeypatch.setattr(sys, "path", [one for one in sys.path if "plugin" not in one])
    forget()
    assert NAME not in registry.judge_names()
    assert main(["report", "out.jsonl", "-o", "report.json"]) == 0
    metrics = {one["name"]: one for one in json.loads((project / "report.json").read_text())["metrics"]}
    assert {name: one["scale"]["top"] for name, one in metrics.items()} == {"length": 5.0, "filler": 1.0}
    assert scale_in({}, NAME, "length").top == 10.0
    line = (project / "out.jsonl").read_bytes().splitlines()[0]
    assert jurat.dump(jurat.load(line)) == line


def test_the_pages_api_knows_it(project: Path) -> None:
    judged(project)
    with TestClient(
        create_app(Serving(store=".jurat/runs.sqlite", workers=1)), base_url="http://localhost"
    ) as api:
        listed = {one["name"]: one for one in api.get("/v1/judges").json()["judges"]}
        assert listed[NAME]["scales"] == SCALES
        run = api.get("/v1/runs/last").json()
        assert run["scales"] == SCALES
        body = {"judge": NAME, "case": {"query": "What?", "response": "Tea."}}
        assert values(api.post("/v1/judge", json=body).json()) == [5.0, 0.0]
        labels = {"judge": NAME, "observations": {"length": {"words": 40}}}
        assert api.post("/v1/tally", json=labels).json()["metrics"][0]["value"] == 2.5
        correction = {"annotator": "ann", "observations": {"length": {"words": 40}}}
        corrected = api.post("/v1/runs/last/rows/1/labels", json=correction)
        assert values(corrected.json()["result"]) == [2.5, 0.0]
        score = {"annotator": "ann", "score": {"length": 6}}
        assert api.post("/v1/runs/last/rows/1/labels", json=score).status_code == 422
        assert "from 0 to 5" in api.post("/v1/runs/last/rows/1/labels", json=score).text
