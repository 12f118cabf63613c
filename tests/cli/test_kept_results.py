"""Commands that work on results take a kept run as they take a file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from jurat.cli import main

ROWS = [
    {"id": n, "query": "Who won?", "response": f"Ann won {n} games.", "context": "Ann won 3 games."}
    for n in range(2, 5)
]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A store with two runs over the same rows."""
    monkeypatch.chdir(tmp_path)
    Path("rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    for number in (1, 2):
        flags = ["--judge", "claim-lock", "--store", "runs.sqlite", "-o", f"out{number}.jsonl", "-q"]
        assert main(["run", "rows.jsonl", *flags]) == 0
    return "runs.sqlite"


@pytest.mark.parametrize("command", ["compare", "gate", "report"])
def test_a_kept_run_and_its_file_say_the_same(
    command: str, store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for run in ("last", "out2.jsonl"):
        arguments = {
            "compare": ["out1.jsonl", run, "--json"],
            "gate": [run, "--require", "hallucination.mean<=0.9", "--json"],
            "report": [run, "-o", "report.json"],
        }[command]
        capsys.readouterr()
        assert main([command, *arguments, "--store", store]) == 0
        shown = Path("report.json").read_text() if command == "report" else capsys.readouterr().out
        said.append(figures(json.loads(shown)))
    assert said[0] == said[1]
    assert said[0]


def figures(shown: object) -> list[float]:
    """All numbers of some JSON, in order."""
    if isinstance(shown, dict):
        return [number for value in shown.values() for number in figures(value)]
    if isinstance(shown, list):
        return [number for value in shown for number in figures(value)]
    return [shown] if isinstance(shown, float) else []


def test_a_run_that_is_not_kept_is_an_error_that_says_so(
    store: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gate", "1999", "--require", "scored>=0", "--store", store]) == 2
    assert "1999" in capsys.readouterr().err


def test_the_report_of_a_kept_run_shows_the_judged_texts_with_marks(store: str) -> None:
    assert main(["report", "last", "-o", "kept.html", "--store", store]) == 0
    assert main(["report", "out2.jsonl", "--data", "rows.jsonl", "-o", "file.html"]) == 0
    kept, file = (Path(name).read_text(encoding="utf-8") for name in ("kept.html", "file.html"))
    assert kept.count("<mark") == file.count("<mark") > 0


def test_a_run_without_texts_is_reported_without_marks(store: str) -> None:
    flags = ["--judge", "claim-lock", "--store", store, "-q", "--no-texts"]
    assert main(["run", "rows.jsonl", *flags]) == 0
    assert main(["report", "last", "-o", "bare.html", "--store", store]) == 0
    assert "<mark" not in Path("bare.html").read_text(encoding="utf-8")
