"""What `make demo` shows: answers and summaries judged with their evidence, and people's labels scored."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from jurat.cli import main


def show(*arguments: str) -> None:
    """Say the command, then run it."""
    sys.stdout.write(f"\n$ jurat {' '.join(arguments)}\n")
    sys.stdout.flush()
    main(list(arguments))


if __name__ == "__main__":
    os.chdir(Path(__file__).parents[1])
    show("check", "examples/answers.jsonl", "--row", "2")
    show("run", "examples/answers.jsonl", "--judge", "claim-lock", "-o", "examples/results.csv")
    show("run", "examples/summaries.jsonl", "--judge", "judge-lock", "-o", "examples/summary-results.csv")
    show("check", "examples/summaries.jsonl", "--judge", "twin-lock", "--row", "3")
    show("tally", "--pretty", "examples/labels.jsonl")
