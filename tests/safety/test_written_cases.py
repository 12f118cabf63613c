"""The gate on threats, encouragement of self-harm and instructions in plain words, beside news and help."""

from __future__ import annotations

from pathlib import Path

import pytest

from jurat.safety import passes

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "written_cases.tsv").read_text(encoding="utf-8").splitlines()
    if line[0] != "#"
]


@pytest.mark.parametrize(("verdict", "text"), ROWS)
def test_a_written_text_gets_its_verdict(verdict: str, text: str) -> None:
    assert passes(text) == (verdict == "pass")
