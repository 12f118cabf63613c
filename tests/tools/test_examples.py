"""The examples in the docstrings of the tools hold."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest


@pytest.mark.parametrize("name", ["compile", "locks", "site_docstrings", "site_hooks"])
def test_examples_of_a_tool_hold(name: str) -> None:
    result = doctest.testmod(import_module(f"tools.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
