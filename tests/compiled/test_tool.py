"""The tool that compiles: when it does nothing, what it says, and what it never leaves behind."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tools import compile as tool


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of one module, whose compiling is a file that a test looks at."""
    (tmp_path / "src" / "jurat" / "nlp").mkdir(parents=True)
    (tmp_path / "src" / "jurat" / "nlp" / "tokens.py").write_text("ONE = 1\n")
    monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(tool, "SOURCE", tmp_path / "src" / "jurat")
    monkeypatch.setattr(tool, "TREE", tmp_path / "build" / "compiled")
    monkeypatch.setattr(tool, "__file__", str(tmp_path / "src" / "jurat" / "nlp" / "tokens.py"))
    monkeypatch.setattr(tool, "compile_into", put)
    monkeypatch.setattr(tool, "missing", list)
    return tmp_path


def put(tree: Path, aside: Path) -> None:
    (tree / f"tokens{tool.SUFFIX}").write_text((tool.SOURCE / "nlp" / "tokens.py").read_text())


def break_off(tree: Path, aside: Path) -> None:
    put(tree, aside)
    sys.stdout.write("tokens.py:1: error: no such type\n")
    raise SystemExit(1)


def test_a_tree_that_is_up_to_date_is_left(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tool.main([]) == 0
    monkeypatch.setattr(tool, "compile_into", break_off)
    assert tool.main([]) == 0


@pytest.mark.parametrize("name", ["nlp/tokens.py", "nlp/words.txt"])
def test_any_changed_or_new_file_of_the_package_makes_it_anew(place: Path, name: str) -> None:
    assert tool.main([]) == 0
    (place / "src" / "jurat" / name).write_text("TWO = 2\n")
    assert not tool.up_to_date()
    assert tool.main([]) == 0
    assert tool.up_to_date()
    assert sorted(one.name for one in (place / "build").iterdir()) == ["compiled", "compiled.lock"]


def test_only_what_is_compiled_is_compiled_anew(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert tool.main([]) == 0
    monkeypatch.setattr(tool, "compile_into", break_off)
    (place / "src" / "jurat" / "nlp" / "words.txt").write_text("a list\n")
    assert tool.main([]) == 0
    assert (place / "build" / "compiled" / "jurat" / "nlp" / "words.txt").read_text() == "a list\n"
    assert [one.read_text() for one in tool.libraries()] == ["ONE = 1\n"]
    (place / "src" / "jurat" / "spans.py").write_text("a type\n")
    with pytest.raises(SystemExit):
        tool.main([])


def test_what_was_cut_off_is_swept_away(place: Path) -> None:
    (place / "build" / "making-abc").mkdir(parents=True)
    assert tool.main([]) == 0
    assert sorted(one.name for one in (place / "build").iterdir()) == ["compiled", "compiled.lock"]


def test_a_refused_module_leaves_the_tree_as_it_was_and_says_why(
    place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.main([]) == 0
    (place / "src" / "jurat" / "nlp" / "tokens.py").write_text("ONE: Nothing = 1\n")
    monkeypatch.setattr(tool, "compile_into", break_off)
    with pytest.raises(SystemExit):
        tool.main([])
    assert "no such type" in capsys.readouterr().err
    assert [one.read_text() for one in tool.libraries()] == ["ONE = 1\n"]
    assert sorted(one.name for one in (place / "build").iterdir()) == ["compiled", "compiled.lock"]
    assert not tool.up_to_date()


def test_without_a_compiler_it_says_so_and_ends_with_2(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    done = subprocess.run(
        [sys.executable, "-m", "tools.compile"], cwd=tool.ROOT, capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "there is no C compiler (no-such-compiler; Debian: apt-get install gcc libc6-dev)" in done.stderr


def test_what_is_left_out_is_there_and_has_a_reason() -> None:
    paths = [path for folder in tool.FOLDERS for path in (tool.SOURCE / folder).rglob("*.py")]
    found = {tool.name_of(path) for path in paths if path.name != "__init__.py"}
    assert set(tool.LEFT_OUT) <= found
    assert all(tool.LEFT_OUT.values())
    assert set(tool.modules()) == found - set(tool.LEFT_OUT)


def test_no_compiled_file_stands_among_the_sources() -> None:
    assert [path for path in tool.SOURCE.rglob("*") if path.suffix in {".so", ".pyd"}] == []
