"""A row that kills its process or takes too long costs that row and not the run, also with one worker."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

JUDGES = """
import os, time
from dataclasses import replace
from jurat.judges.claim_lock import CLAIM_LOCK
from jurat.judges.observer_config import NamedObserver

def rules(options):
    made = CLAIM_LOCK.observers["rules"](options)
    def observe(cases):
        if any(case.response == "die" for case in cases):
            os._exit(9)
        if any(case.response == "stall" for case in cases):
            time.sleep(3600)
        return made.observe(cases)
    return NamedObserver("rules", observe)

DEADLY = replace(CLAIM_LOCK, name="deadly", observers={"rules": rules})
"""
KILLED = "the process that judged this row died twice over it (exit code 9)"
LATE = "the process that judged this row took longer than 8 s"
"""Long enough for any other row, also the first of a process on a busy machine."""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with a judge that kills its process, or sleeps, over some rows."""
    (tmp_path / "deadly_judge.py").write_text(JUDGES)
    info = tmp_path / "deadly-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[jurat.judges]\ndeadly = deadly_judge:DEADLY\n")
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def run(folder: Path, environment: dict[str, str], responses: dict[int, str], *flags: str) -> list[bytes]:
    """The lines of a run over five rows, of which some have another response."""
    rows = [
        {
            "id": n,
            "query": "What is tea?",
            "response": responses.get(n, f"Tea is hot {n}."),
            "context": "Tea.",
        }
        for n in range(1, 6)
    ]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = [sys.executable, "-m", "jurat", "run", "rows.jsonl", "--judge", "deadly", "-q", *flags]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == (2 if responses else 0), done.stderr
    assert "Traceback" not in done.stderr
    export = [sys.executable, "-m", "jurat", "runs", "export", "last", "-o", "-"]
    return subprocess.run(export, cwd=folder, env=environment, capture_output=True).stdout.splitlines()


@pytest.mark.slow
def test_a_row_that_kills_is_a_failure_and_the_others_are_judged(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    plain = run(tmp_path, environment, {})
    lines = run(tmp_path, environment, {2: "die"})
    assert json.loads(lines[1]) == {"id": 2, "error": KILLED}
    assert [*lines[:1], *lines[2:]] == [*plain[:1], *plain[2:]]


@pytest.mark.slow
@pytest.mark.parametrize("flags", [("--jobs", "1"), ("--jobs", "2"), ("--out", "parts/")], ids="-".join)
def test_a_row_that_takes_too_long_is_a_failure_and_the_others_are_judged(
    tmp_path: Path, environment: dict[str, str], flags: tuple[str, ...]
) -> None:
    plain = run(tmp_path, environment, {})
    lines = run(tmp_path, environment, {2: "stall", 4: "die"}, "--row-timeout", "8", *flags)
    assert [json.loads(lines[n]) for n in (1, 3)] == [{"id": 2, "error": LATE}, {"id": 4, "error": KILLED}]
    assert lines[0::2] == plain[0::2]


def test_a_time_limit_is_refused_where_a_model_judges(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text('{"query": "q", "response": "r", "context": "c"}\n')
    flags = ["--observer", "llm:local=http://127.0.0.1:9/v1:m", "--row-timeout", "2", "-o", "out.jsonl"]
    command = [sys.executable, "-m", "jurat", "run", "rows.jsonl", "--judge", "claim-lock", *flags]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 2
    told = "--row-timeout: does not apply to model observers; use --deadline, the time of a call"
    assert told in done.stderr
    assert not (tmp_path / ".jurat").exists()
