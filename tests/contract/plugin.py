"""Installs the judge of tests/plugin_judge into a folder, as pip would for anybody."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from jurat.judges import label_wire, registry
from jurat.runs import scales

PACKAGE = Path(__file__).parents[1] / "plugin_judge"
NAME = "brevity"


def install(folder: Path) -> Path:
    """Build and install the package; nothing is fetched."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-build-isolation", "--no-index"]
    done = subprocess.run([*pip, "--target", str(folder), str(PACKAGE)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return folder


def forget() -> None:
    """Have the judges looked up again, because those that are installed have changed."""
    for known in (registry._found, registry._loaded, label_wire._label_forms, scales.scale_of):
        known.cache_clear()
