"""The reference page: its snippets run, and it names every pattern, excuse and kind of personal data."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import get_args

from jurat.cli.commands.safety import FIELDS
from jurat.safety import PATTERNS
from jurat.safety.patterns import ALL_EXCUSES
from jurat.safety.pii import Kind

PAGE = Path(__file__).parents[2] / "docs" / "judges" / "safety.md"


def test_the_snippets_of_the_page_run() -> None:
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 8
    assert result.failed == 0


def test_the_page_names_what_there_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [name for name in (*PATTERNS, *get_args(Kind), *FIELDS) if f"`{name}`" not in text] == []
    assert [name for name in ALL_EXCUSES if name not in text] == []
