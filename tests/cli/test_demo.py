"""`make demo` as a newcomer meets it: a short story with an end."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

DEMO = Path(__file__).parents[2] / "examples" / "demo.py"


def test_the_demo_tells_its_story_in_about_forty_lines_of_eighty_columns(tmp_path: Path) -> None:
    environment = {**os.environ, "COLUMNS": "80", "JURAT_STORE": str(tmp_path / "runs.sqlite")}
    done = subprocess.run(
        [sys.executable, str(DEMO)],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) <= 44
    assert [line for line in lines if line.startswith(("1.", "2."))] == [
        "1. One answer: it reads well, and its figure is wrong.",
        "2. A shop's assistant answered 40 questions: which contradict the catalogue?",
    ]
    assert "FAIL q04 unsupported: the context says 35 euros, the answer 48 euros" in done.stdout
    assert lines[-1].startswith("next: jurat serve, or: jurat runs show ")
    assert lines[-1].endswith(" --verdict FAIL")
