"""With one worker, the default, a row that kills its process costs that row and not the run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

JUDGES = """
import os
from jurat.judges.claim_lock import claim_lock as made
from dataclasses import replace

def deadly(options, *, observer="rules"):
    found = made(options, observer=observer)
    return replace(found, name="deadly", observer=Observer(found.observer))

class Observer:
    def __init__(self, inner):
        self.inner, self.name = inner, inner.name
    def observe(self, cases):
        if any("die" in case.response for case in cases):
            os._exit(9)
        return self.inner.observe(cases)
"""


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An environment with a judge that kills its process over some rows."""
    (tmp_path / "deadly_judge.py").write_text(JUDGES)
    info = tmp_path / "deadly-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: deadly\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[jurat.judges]\ndeadly = deadly_judge:deadly\n")
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


@pytest.mark.slow
def test_a_row_that_kills_is_a_failure_and_the_others_are_judged(
    tmp_path: Path, environment: dict[str, str]
) -> None:
    rows = [
        {"id": n, "query": "What is tea?", "response": "die" if n == 2 else "Tea is hot.", "context": "Tea."}
        for n in range(1, 5)
    ]
    (tmp_path / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    command = [
        sys.executable,
        "-m",
        "jurat",
        "run",
        "rows.jsonl",
        "--judge",
        "deadly",
        "-o",
        "out.jsonl",
    ]
    done = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    lines = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [line["id"] for line in lines] == list(range(1, 5))
    assert [line["id"] for line in lines if "error" in line] == [2]
    assert "died twice over it (exit code 9)" in lines[1]["error"]
