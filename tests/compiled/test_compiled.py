"""The compiled engine is the one these tests run on, and judges to the same bytes as the Python one."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from jurat.version import compiled
from tools.compile import LEFT_OUT, ROOT, SUFFIX, TREE, modules, up_to_date

pytestmark = [pytest.mark.compiled, pytest.mark.slow]

JUDGING = Path(__file__).with_name("judging.py")


def origin(name: str) -> str:
    found = find_spec(f"jurat.{name}")
    assert found is not None
    assert found.origin is not None
    return found.origin


def run(package: Path, *command: str | Path) -> bytes:
    """What a command of this interpreter prints with the package of one folder."""
    env = {**os.environ, "PYTHONPATH": str(package)}
    return subprocess.run([sys.executable, *command], capture_output=True, check=True, env=env).stdout


def test_these_tests_run_on_the_compiled_modules() -> None:
    assert up_to_date()
    assert compiled()
    built = {name: Path(origin(name)) for name in modules()}
    assert [name for name, path in built.items() if not path.name.endswith(SUFFIX)] == []
    assert all(path.is_relative_to(TREE) for path in built.values())
    assert all(origin(name).endswith(".py") for name in LEFT_OUT)


def test_the_version_says_which_build_it_is() -> None:
    assert run(TREE, "-m", "jurat", "--version") == b"jurat 0.1.0 (compiled)\n"
    assert run(ROOT / "src", "-m", "jurat", "--version") == b"jurat 0.1.0\n"


def test_compiled_and_python_judge_to_the_same_bytes() -> None:
    ours, plain = (run(package, JUDGING).splitlines() for package in (TREE, ROOT / "src"))
    assert len(plain) > 1000
    whole = (b'{"judge":', b"Hallucination(claims=")
    assert all(line.startswith(whole) for line in plain), "a failure would hide what differs"
    assert [number for number, pair in enumerate(zip(ours, plain, strict=True)) if pair[0] != pair[1]] == []
