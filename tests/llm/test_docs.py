"""The how-to page: its YAML is read, its names are names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from jurat.llm.model_names import parse_model
from jurat.settings import read_model_settings

if TYPE_CHECKING:
    pass

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "use-a-model.md"


def test_the_settings_of_the_page_are_read(tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    path = tmp_path / "jurat.yaml"
    path.write_text(text, encoding="utf-8")
    read = read_model_settings(path)
    assert (read.use, read.votes) == ("llm:house", 3)
    assert list(read.models) == ["house"]


def test_the_names_of_the_page_are_names() -> None:
    names = re.findall(r"^\| `([^`]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    models = [name for name in names if ":" in name and not name.startswith("--")]
    assert len(models) == 6
    assert all(str(parse_model(name)) == name for name in models)
