"""The committed build is what the sources give, and it says nothing about the machine it was made on."""

from __future__ import annotations

import gzip
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.page.serving import ROOT

WEB, BUILT = ROOT / "web", ROOT / "src" / "jurat" / "server" / "page"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def npm(*arguments: str) -> None:
    """Run npm of the development packages, which brings its own Node."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    command = [str(Path(sys.executable).with_name("npm")), *arguments]
    done = subprocess.run(command, cwd=WEB, capture_output=True, text=True, env={**os.environ, "PATH": path})
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("script", ["types", "lint", "test"])
def test_the_sources_pass(script: str) -> None:
    npm("run", script)


def test_the_committed_build_is_what_the_sources_give(tmp_path: Path) -> None:
    npm("run", "build", "--", "--outDir", str(tmp_path / "page"), "--emptyOutDir")
    made, kept = files(tmp_path / "page"), files(BUILT)
    assert sorted(made) == sorted(kept), "build it: make web"
    assert [name for name in made if made[name] != kept[name]] == [], "build it: make web"


def test_the_build_has_nothing_inline_no_map_and_no_path_of_a_machine() -> None:
    built = files(BUILT)
    page = built["index.html"].decode("utf-8")
    assert re.findall(r"<script(?![^>]* src=)|<style|\son\w+=|style=|https?://", page) == []
    assert [name for name in built if name.endswith(".map")] == []
    for name, body in built.items():
        assert str(ROOT).encode() not in body, name
        assert b"sourceMappingURL" not in body, name


def test_the_types_are_what_the_server_describes(tmp_path: Path) -> None:
    described = subprocess.run([sys.executable, ROOT / "tools" / "page_types.py"], capture_output=True)
    (tmp_path / "schemas.json").write_bytes(described.stdout)
    npm("run", "wire", "--", str(tmp_path / "schemas.json"), "-o", str(tmp_path / "wire.d.ts"))
    kept = (WEB / "src" / "wire.d.ts").read_text(encoding="utf-8")
    assert (tmp_path / "wire.d.ts").read_text(encoding="utf-8") == kept, "make them: make web"


def test_the_lock_names_no_registry() -> None:
    assert '"resolved"' not in (WEB / "package-lock.json").read_text(encoding="utf-8")


def test_the_page_stays_small() -> None:
    """Scripts and styles, compressed; with a chart library the page had 253,000 bytes."""
    parts = [path for path in (BUILT / "assets").iterdir() if path.suffix in (".js", ".css")]
    assert sum(len(gzip.compress(path.read_bytes(), 9)) for path in parts) < 130_000
