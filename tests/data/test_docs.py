"""The reference page: its snippets run, and it names every family."""

from __future__ import annotations

import doctest
from pathlib import Path
from typing import TYPE_CHECKING

from jurat.data.field_aliases import alias_table

if TYPE_CHECKING:
    import pytest

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "data.md"


def test_the_snippets_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.attempted > 15
    assert result.failed == 0


def test_the_page_lists_every_family_and_every_id() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert [f.name for f in alias_table().families if f"| {f.name} |" not in text] == []
    assert [name for name in alias_table().ids if f"`{name}`" not in text] == []
