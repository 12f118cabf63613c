"""Ctrl-C: no traceback from anybody, what is done is kept, and the run goes on as if nothing had happened."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from jurat.runs.store.store import open_store
from tests.interrupts import HEARING
from tests.runs.store.rows import write_rows

PATIENCE = 300.0
ROWS = 4000


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_is_clean_and_the_run_goes_on(tmp_path: Path, toys: dict[str, str], jobs: str) -> None:
    write_rows(tmp_path / "rows.jsonl", ROWS, tmp_path / "gate")
    (tmp_path / ".jurat").mkdir()
    command = [sys.executable, "-m", "jurat"]
    begin = [*command, "run", "rows.jsonl", "--judge", "toy", "-o", "out.jsonl", "--jobs", jobs]
    running = started(begin, tmp_path, toys)
    wait_for_rows(tmp_path / "out.jsonl")
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: all processes get it
    _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Traceback" not in said
    assert "was interrupted; resume it with: jurat run --resume" in said
    with open_store(str(tmp_path / ".jurat" / "runs.sqlite")) as store:
        (run,) = store.runs()
        assert 0 < run.done < ROWS
    (tmp_path / "gate").touch()
    go_on = [*command, "run", "--resume", "last", "--quiet", "--jobs", jobs]
    assert subprocess.run(go_on, cwd=tmp_path, env=toys, capture_output=True).returncode == 2
    whole = [*command, "run", "rows.jsonl", "--judge", "toy", "-o", "whole.jsonl", "--quiet", "--no-store"]
    assert subprocess.run(whole, cwd=tmp_path, env=toys, capture_output=True).returncode == 2
    assert (tmp_path / "out.jsonl").read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.slow
def test_ctrl_c_while_processes_start_is_clean_too(tmp_path: Path, toys: dict[str, str]) -> None:
    write_rows(tmp_path / "rows.jsonl", ROWS, tmp_path / "gate")
    (tmp_path / ".jurat").mkdir()
    begin = [sys.executable, "-m", "jurat", "run", "rows.jsonl", "--judge", "toy", "--jobs", "2"]
    running = started(begin, tmp_path, toys)
    wait_for((tmp_path / ".jurat" / "runs.sqlite").exists, "the run has begun")
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert "Traceback" not in said


def started(command: list[str], folder: Path, environment: dict[str, str]) -> subprocess.Popen[str]:
    """Start a command that hears Ctrl-C, in a session of its own."""
    return subprocess.Popen(
        [*HEARING, *command],
        cwd=folder,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def wait_for_rows(path: Path) -> None:
    wait_for(lambda: path.exists() and path.stat().st_size > 10_000, "some rows are written")


def wait_for(happened: object, what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not happened():  # type: ignore[operator]
        assert time.monotonic() < end, what
        time.sleep(0.02)
