"""`jurat calibrate` on files, and the options of judges in jurat.yaml that other commands use."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from jurat.cli import main
from tests.builders import response_labels


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JURAT_STORE", raising=False)
    lines = []
    for n in range(40):
        labels: dict[str, Any] = response_labels(supported=4 - n % 4, unsupported=n % 4)
        lines.append(json.dumps({**labels, "id": f"r{n}"}))
    (tmp_path / "in.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def scored(capsys: pytest.CaptureFixture[str], *flags: str) -> list[dict[str, Any]]:
    assert main(["score", "in.jsonl", *flags]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_results_that_hold_labels_are_calibrated_and_the_file_is_used(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    results = scored(capsys)
    assert sum(one["verdict"] == "FAIL" for one in results) == 10
    labelled = [{**one, "label": "wrong" if n % 4 else "right"} for n, one in enumerate(results)]
    (project / "out.jsonl").write_text("\n".join(map(json.dumps, labelled)), encoding="utf-8")
    assert main(["calibrate", "out.jsonl", "--json"]) == 0
    told = capsys.readouterr()
    assert json.loads(told.out)["thresholds"] == {"hallucination": 0.1}
    assert told.err == "written to jurat.yaml\n"
    assert sum(one["verdict"] == "FAIL" for one in scored(capsys)) == 30
    assert sum(one["verdict"] == "FAIL" for one in scored(capsys, "--threshold", "hallucination=0.5")) == 10


def test_nothing_gained_is_an_error_and_nothing_is_written(
    project: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    labelled = [{**one, "label": "wrong" if n % 4 == 3 else "right"} for n, one in enumerate(scored(capsys))]
    (project / "out.jsonl").write_text("\n".join(map(json.dumps, labelled)), encoding="utf-8")
    assert main(["calibrate", "out.jsonl"]) == 2
    told = capsys.readouterr()
    assert told.err == (
        "jurat calibrate: nothing is gained: fitted thresholds are not better than the defaults "
        "on rows held out (+0.000); the defaults stay\n"
    )
    assert "balanced accuracy" in told.out
    assert not (project / "jurat.yaml").exists()


def test_results_without_labels_are_refused(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (project / "out.jsonl").write_text("\n".join(map(json.dumps, scored(capsys))), encoding="utf-8")
    assert main(["calibrate", "out.jsonl"]) == 2
    assert "out.jsonl: no column is a label; name it with --label" in capsys.readouterr().err
