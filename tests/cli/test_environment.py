"""What the machine, its files or a settings file refuse is one line and exit code 2, never a traceback."""

from __future__ import annotations

import os
import resource
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROW = '{"query": "What does tea cost?", "response": "Tea costs $5.", "context": "Tea is $5."}\n'


def jurat(folder: Path, *arguments: str, files: int | None = None) -> subprocess.CompletedProcess[str]:
    def limited() -> None:
        if files is not None:
            resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))

    command = [sys.executable, "-m", "jurat", *arguments]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, timeout=600, preexec_fn=limited
    )


def assert_one_line(done: subprocess.CompletedProcess[str], what: str) -> None:
    assert done.returncode == 2, done.stderr
    assert "Traceback" not in done.stderr
    assert what in done.stderr
    assert len(done.stderr.strip().splitlines()) <= 8  # typer draws a frame around its own


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "rows.jsonl").write_text(ROW)
    return tmp_path


RUN = ("run", "rows.jsonl", "--judge", "claim-lock", "--no-store")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("run", "x" * 300 + ".jsonl", "--judge", "claim-lock"), "too long"),
        ((*RUN, "-o", "y" * 300 + ".jsonl"), "too long"),
        ((*RUN, "-o", "loop.jsonl"), "loop.jsonl"),
        (("run", "loop.jsonl", "--judge", "claim-lock"), "loop.jsonl"),
        (("run", "socket.jsonl", "--judge", "claim-lock"), "socket.jsonl"),
        (("run", "/dev/null", "--judge", "claim-lock"), "/dev/null"),
        ((*RUN, "--limit", "99999999999999999999"), "--limit"),
        ((*RUN, "--jobs", "100000"), "--jobs"),
        (("runs", "list", "--limit", "99999999999999999999"), "--limit"),
        (("runs", "list", "--store", "postgresql://nowhere.invalid/runs"), "user"),
    ],
)
def test_odd_paths_and_numbers_are_refused_in_one_line(
    folder: Path, arguments: tuple[str, ...], what: str
) -> None:
    (folder / "loop.jsonl").symlink_to("loop.jsonl")
    with socket.socket(socket.AF_UNIX) as bound:
        before = Path.cwd()
        os.chdir(folder)
        try:
            bound.bind("socket.jsonl")
        finally:
            os.chdir(before)
        assert_one_line(jurat(folder, *arguments), what)


@pytest.mark.slow
def test_few_file_descriptors_are_one_line(folder: Path) -> None:
    assert_one_line(jurat(folder, *RUN, "-o", "out.jsonl", "--jobs", "20", files=24), "--jobs")


SETTINGS = {
    "deep": "a: " + "[" * 5000,
    "long and deep": "a: " + "[" * 900_000,
    "deep blocks": "\n".join(" " * n + "a:" for n in range(1500)),
    "impossible date": "observer: {votes: 2024-13-45}",
    "impossible day": "observer: {votes: 2023-02-30}",
    "many digits": "observer: {votes: " + "9" * 5000 + "}",
    "hexadecimal": "observer: {votes: 0x" + "f" * 5000 + "}",
    "council hexadecimal": "council: {quorum: 0x" + "f" * 5000 + "}",
    "council digits": "council: {seed: " + "9" * 4500 + "}",
    "aliases": "a: &a [x]\nb: &b [*a, *a]\nc: [*b, *b]",
    "infinite": "observer: {deadline: .inf}",
    "not a number": "gate: {alpha: .nan}",
    "binary": "observer: {votes: !!binary aGk=}",
    "object": "observer: !!python/object:os.system {}",
    "set": "? a\n? b",
    "list": "- a",
    "empty name": "'': 1",
    "tab": "a:\t- b",
    "null byte": "a: \0",
    "long": "a: " + "x" * 1_000_001,
}


@pytest.mark.parametrize("kind", SETTINGS)
def test_odd_settings_are_refused_in_one_line(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from jurat.cli import main

    (tmp_path / "jurat.yaml").write_text(SETTINGS[kind])
    (tmp_path / "rows.jsonl").write_text(ROW)
    (tmp_path / "questions.jsonl").write_text('{"query": "q", "candidates": {"a": "b"}}\n')
    monkeypatch.chdir(tmp_path)
    for arguments in (
        ["run", "rows.jsonl", "--judge", "claim-lock"],
        ["council", "questions.jsonl"],
        ["gate", "rows.jsonl"],
        ["runs", "list"],
    ):
        code = main(arguments)
        said = capsys.readouterr().err
        assert code in (0, 2, 3), said
        assert "Traceback" not in said
        assert all(len(line) < 500 for line in said.splitlines())
