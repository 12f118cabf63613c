"""What `make demo` tells: one answer with its evidence, a file with its worst rows, and the next step."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from jurat.cli import main

TEA = ("--query", "What does tea cost?", "--context", "Tea costs $5.", "--response", "Tea costs $9.")


def tell(text: str) -> None:
    """Say something between two commands."""
    sys.stdout.write(f"\n{text}\n")
    sys.stdout.flush()


def show(*arguments: str) -> None:
    """Say the command, then run it."""
    sys.stdout.write(f"$ jurat {shlex.join(arguments)}\n")
    sys.stdout.flush()
    main(list(arguments))


if __name__ == "__main__":
    os.chdir(Path(__file__).parents[1])
    tell("1. One answer: it reads well, and its figure is wrong.")
    show("check", *TEA)
    tell("2. A file of answers: its columns choose the judge, and the worst rows come with reasons.")
    show("run", "examples/answers.jsonl", "-o", "examples/results.csv")
    tell("3. Every claim in its text, beside the evidence: jurat serve, then open the address.")
