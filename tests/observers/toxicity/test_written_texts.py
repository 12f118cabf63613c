"""Insults, threats, stereotypes and loaded wording as summaries have them, beside reports and quotations."""

from __future__ import annotations

from pathlib import Path

import pytest

from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity

ROWS = [
    line.split("\t")
    for line in (Path(__file__).parent / "written_texts.tsv").read_text(encoding="utf-8").splitlines()
    if line[0] != "#"
]


@pytest.mark.parametrize(("verdict", "text"), ROWS)
def test_a_written_text_is_flagged_or_clean(verdict: str, text: str) -> None:
    issues = observe_bias_toxicity(text).issues or ()
    assert bool(issues) == (verdict == "flag")
    assert all(one.span and one.span.text == one.text for one in issues)
