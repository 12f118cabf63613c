"""The judge of another package, installed for the tests that ask for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.contract.plugin import forget, install


@pytest.fixture(scope="session")
def plugin_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the judge is installed."""
    return install(tmp_path_factory.mktemp("plugin"))


@pytest.fixture
def plugin(plugin_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The judge installed for this test and all processes that it starts."""
    monkeypatch.syspath_prepend(str(plugin_folder))
    path = os.pathsep.join(filter(None, [str(plugin_folder), os.environ.get("PYTHONPATH")]))
    monkeypatch.setenv("PYTHONPATH", path)
    forget()
    yield plugin_folder
    monkeypatch.undo()
    forget()
