"""Completion: real shells complete commands, sub-commands, flags and file names."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from jurat.cli import COMMANDS, main
from jurat.cli.render.completion_scripts import completion_script, completion_words

WORDS = completion_words()


def completed(line: str, folder: Path) -> list[str]:
    """What bash offers for the last word of a line."""
    words = line.split(" ")
    script = (
        f"{completion_script('bash', WORDS)}\n"
        f"COMP_WORDS=({' '.join(repr(word) for word in words)}); COMP_CWORD={len(words) - 1}\n"
        "_jurat; printf '%s\\n' \"${COMPREPLY[@]}\""
    )
    done = subprocess.run(["bash", "-c", script], cwd=folder, capture_output=True, text=True, check=True)
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("jurat ru", ["run", "runs"]),
        ("jurat runs ex", ["export"]),
        ("jurat runs export --te", ["--texts"]),
        ("jurat run --jud", ["--judge"]),
        ("jurat council fi", ["fit"]),
        ("jurat run row", ["rows.jsonl"]),
        ("jurat nonsense --x", []),
    ],
)
def test_bash_completes(line: str, offered: list[str], tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").touch()
    assert completed(line, tmp_path) == offered


def test_every_command_is_offered(tmp_path: Path) -> None:
    assert set(completed("jurat ", tmp_path)) == set(COMMANDS)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_command_prints_a_script_that_its_shell_can_read(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert "--judge" in script or "-l judge" in script
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script, text=True, check=True)


def test_an_unknown_shell_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "cmd"]) == 2
    assert "bash" in capsys.readouterr().err
