"""What `make demo` shows: answers judged against their contexts, and people's labels turned into scores."""

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
    show("tally", "--pretty", "examples/labels.jsonl")
