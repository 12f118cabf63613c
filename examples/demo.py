"""The story of `make demo`: one answer with its evidence, then a file with its worst rows."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from jurat.cli import main

TEA = ("--query", "What does tea cost?", "--context", "Tea costs $5.", "--response", "Tea costs $9.")


def tell(text: str) -> None:
    """Print a line of the story."""
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def show(*arguments: str) -> None:
    """Print a command, then run it."""
    tell(f"$ jurat {shlex.join(arguments)}")
    main(list(arguments))


if __name__ == "__main__":
    os.chdir(Path(__file__).parents[1])
    tell("1. One answer: it reads well, and its figure is wrong.")
    show("check", *TEA)
    tell("\n2. A shop's assistant answered 40 questions: which contradict the catalogue?")
    show("run", "examples/support.jsonl")
