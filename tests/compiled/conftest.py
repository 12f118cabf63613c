"""Tests of the compiled build are for where it was made: make test-compiled makes it."""

from __future__ import annotations

import pytest

from tools.compile import TREE


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("compiled") and not TREE.exists():
        pytest.skip("make test-compiled makes the compiled build first")
