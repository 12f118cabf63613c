"""Runs from Python: started, followed, cancelled, resumed; the same bytes as the command line."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event

import pytest

import jurat
from jurat.cli import main
from jurat.runs.store.store import open_store

ROWS = 150
JUDGE = "claim-lock"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a file of rows, of which one has no response."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("JURAT_STORE", raising=False)
    rows = [
        {"query": "What is the price?", "contexts": [f"It is ${n}."], "response": f"It is ${n % 7}."}
        for n in range(ROWS)
    ]
    rows[3]["response"] = ""
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def stored(name: str) -> list[bytes]:
    with open_store(".jurat/runs.sqlite") as store:
        return [one.line for one in store.results(store.find(name))]


def test_python_and_the_command_line_write_the_same_bytes(data: Path) -> None:
    made = jurat.run("rows.jsonl", judge=JUDGE, out="python.jsonl")
    code = main(["run", "rows.jsonl", "--judge", JUDGE, "-o", "command.jsonl", "-q"])
    assert code == 2  # one row failed
    assert Path("python.jsonl").read_bytes() == Path("command.jsonl").read_bytes()
    assert stored(made.id) == stored("last")
    assert (made.done, made.summary.failed, made.finished is not None) == (ROWS, 1, True)


def test_progress_counts_every_row_once(data: Path) -> None:
    steps: list[jurat.RunStep] = []
    jurat.run(data, judge=JUDGE, progress=steps.append)
    assert sum(step.rows for step in steps) == ROWS
    assert sum(step.failed for step in steps) == 1
    assert all(len(step.cases) == len(step.outcomes) == step.rows for step in steps[1:])


def test_a_cancelled_run_keeps_its_rows_and_is_resumed_to_the_same_bytes(data: Path) -> None:
    cancel = Event()

    def stop(step: jurat.RunStep) -> None:
        if step.outcomes:
            cancel.set()

    with pytest.raises(jurat.RunCancelledError, match="the run was cancelled"):
        jurat.run("rows.jsonl", judge=JUDGE, out="cut.jsonl", progress=stop, cancel=cancel)
    kept = len(stored("last"))
    assert 0 < kept < ROWS
    steps: list[jurat.RunStep] = []
    made = jurat.run(resume="last", progress=steps.append)
    assert (steps[0].rows, made.done) == (kept, ROWS)
    jurat.run("rows.jsonl", judge=JUDGE, out="whole.jsonl")
    assert Path("cut.jsonl").read_bytes() == Path("whole.jsonl").read_bytes()


def test_an_error_of_the_callback_ends_the_run_which_can_be_resumed(data: Path) -> None:
    def fail(step: jurat.RunStep) -> None:
        if step.outcomes:
            raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        jurat.run("rows.jsonl", judge=JUDGE, progress=fail)
    assert jurat.run(resume="last").done == ROWS


def test_an_unsaved_run_needs_an_output_file_and_leaves_no_store(data: Path) -> None:
    with pytest.raises(jurat.OptionError, match="out: is missing; name an output file, or save the run"):
        jurat.run("rows.jsonl", judge=JUDGE, save=False)
    made = jurat.run("rows.jsonl", judge=JUDGE, out="results.jsonl", save=False, limit=5)
    assert (made.id, made.done, made.summary.failed) == ("", 5, 1)
    assert len(Path("results.jsonl").read_bytes().splitlines()) == 5
    assert not Path(".jurat").exists()


def test_a_run_into_a_folder_writes_parts(data: Path) -> None:
    made = jurat.run("rows.jsonl", judge=JUDGE, out="parts/")
    assert (made.done, made.parts is not None) == (ROWS, True)
    assert stored(made.id) == stored(jurat.run("rows.jsonl", judge=JUDGE).id)


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({}, "data: is missing; name a file"),
        ({"data": "rows.jsonl"}, "judge: is missing; choose one of"),
        ({"resume": "last", "judge": JUDGE}, "resume: cannot be combined with data or judge options"),
        ({"resume": "last", "observer": "llm:m"}, "resume: cannot be combined with data or judge options"),
        ({"data": "rows.jsonl", "judge": "nobody"}, "judge: unknown judge 'nobody'"),
    ],
)
def test_a_wrong_call_is_refused(data: Path, given: dict[str, str], error: str) -> None:
    with pytest.raises(jurat.OptionError, match=error):
        jurat.run(**given)  # type: ignore[arg-type]
