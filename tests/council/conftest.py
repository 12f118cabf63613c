"""The command line in a folder of its own."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from jurat.cli import main

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Run:
    """Any command in a folder of its own, no council set in the environment: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    for name in list(os.environ):
        if name.startswith(("LLM_COUNCIL", "JURAT")):
            monkeypatch.delenv(name)

    def go(*arguments: str) -> tuple[int, str, str]:
        code = main(list(arguments))
        out, err = capfdbinary.readouterr()
        return code, out.decode(), err.decode()

    return go
