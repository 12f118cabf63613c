"""A run that is killed goes on as if nothing had happened."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.runs.store.conftest import fresh_database
from tests.runs.store.rows import write_rows

ROWS = 260


def kill_and_resume(
    place: Path, toys: dict[str, str], out: str, kills: int, *urls: str, seed: int = 20
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """What an uninterrupted run left, and what each run left that was killed."""
    data = write_rows(place / "rows.jsonl", ROWS)
    arguments = [str(place), str(data), out, str(kills), str(seed), *urls]
    done = subprocess.run(
        [sys.executable, "-m", "tests.runs.store.killing", *arguments],
        env=toys,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    whole, *others = map(json.loads, done.stdout.splitlines())
    return whole, others


def check(whole: dict[str, Any], others: list[dict[str, Any]], kills: int) -> None:
    assert whole["rows"] == ROWS
    assert len(others) == kills
    assert sum(one.pop("deaths") for one in others) > kills, "most were killed, some of them twice"
    assert [one for one in others if one != whole] == []


@pytest.mark.slow
def test_fifty_kills_at_random_points_lose_and_double_no_row(tmp_path: Path, toys: dict[str, str]) -> None:
    check(*kill_and_resume(tmp_path, toys, "out.jsonl", 50), 50)


@pytest.mark.slow
@pytest.mark.parametrize("out", ["out.csv", "out.parquet", "out.jsonl.gz"])
def test_files_that_cannot_be_appended_to_are_whole_too(
    tmp_path: Path, toys: dict[str, str], out: str
) -> None:
    check(*kill_and_resume(tmp_path, toys, out, 3, seed=3), 3)


@pytest.mark.slow
def test_runs_in_postgresql_go_on_too(tmp_path: Path, toys: dict[str, str], postgres: str) -> None:
    urls = [fresh_database(postgres) for _ in range(7)]
    check(*kill_and_resume(tmp_path, toys, "out.jsonl", 6, *urls, seed=4), 6)


@pytest.mark.slow
def test_a_run_of_several_processes_goes_on_after_a_kill(tmp_path: Path, toys: dict[str, str]) -> None:
    gate = tmp_path / "gate"
    data = write_rows(tmp_path / "rows.jsonl", 3000, gate)
    gate.touch()
    command = [sys.executable, "-m", "jurat", "run", str(data), "--judge", "toy", "-q"]
    whole = tmp_path / "whole.jsonl"
    subprocess.run([*command, "-o", str(whole), "--no-store"], env=toys, cwd=tmp_path, capture_output=True)
    gate.unlink()
    out = tmp_path / "out.jsonl"
    cut = subprocess.Popen(
        [*command, "-o", str(out), "-j", "2"], env=toys, cwd=tmp_path, stderr=subprocess.DEVNULL
    )
    while not out.exists() or not out.stat().st_size:
        time.sleep(0.005)
    cut.kill()
    assert cut.wait() == -signal.SIGKILL
    gate.touch()
    again = [sys.executable, "-m", "jurat", "run", "--resume", "last", "-j", "2", "-q"]
    done = subprocess.run(again, env=toys, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2, done.stderr
    assert out.read_bytes() == whole.read_bytes()


@pytest.mark.slow
def test_eight_processes_write_to_one_store_at_once(tmp_path: Path, toys: dict[str, str]) -> None:
    rows = 1000
    data = write_rows(tmp_path / "rows.jsonl", rows)
    command = [sys.executable, "-m", "jurat", "run", str(data), "--judge", "toy", "-q"]
    running = [
        subprocess.Popen(command, env=toys, cwd=tmp_path, stderr=subprocess.PIPE, text=True) for _ in range(8)
    ]
    said = [process.communicate()[1] for process in running]
    assert [process.returncode for process in running] == [2] * 8, said
    assert not any("locked" in one or "Traceback" in one for one in said)
    listed = subprocess.run(
        [sys.executable, "-m", "jurat", "runs", "list", "--json"],
        env=toys,
        cwd=tmp_path,
        capture_output=True,
        text=True,
    )
    runs = [json.loads(line) for line in listed.stdout.splitlines()]
    assert [run["rows"] for run in runs] == [rows] * 8
    assert all(run["finished"] for run in runs)
    assert len({json.dumps(run["summary"]) for run in runs}) == 1
