"""The reference page of Claim-Lock: its snippets run."""

from __future__ import annotations

import doctest
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "judges" / "claim-lock.md"


def test_the_snippets_of_the_page_run() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted >= 4
    assert result.failed == 0
