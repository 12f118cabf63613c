"""The main path needs nothing that only POSIX has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

STUB = """
import multiprocessing, os, signal, sys
for name in ("fcntl", "grp", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"):
    sys.modules[name] = None  # importing it raises ImportError, as on Windows
for name in ("fork", "forkpty", "getuid", "geteuid", "getgid", "killpg", "setsid", "sched_getaffinity"):
    if hasattr(os, name):
        delattr(os, name)
for name in ("pthread_sigmask", "SIGKILL", "SIGHUP", "SIGUSR1", "SIGALRM", "setitimer"):
    if hasattr(signal, name):
        delattr(signal, name)
"""
JUDGING = """
import jurat
from jurat.cli import main
assert jurat.evaluate("rows.jsonl", judge="claim-lock").summary.rows == 2
assert main(["check", "rows.jsonl"]) == 0
assert main(["judges"]) == 0
jurat.evaluate("rows.jsonl", judge="claim-lock").report("report.html")
run = jurat.run("rows.jsonl", judge="claim-lock", out="out.jsonl", store="runs.sqlite", save=True, jobs=None)
"""
ROW = '{"query": "What is the price?", "response": "It is $5.", "contexts": ["The price is $5."]}\n'


def run_stubbed(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "rows.jsonl").write_text(ROW * 2)
    command = [sys.executable, "-c", STUB + code]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)


def test_every_public_name_loads_without_posix(tmp_path: Path) -> None:
    code = "import jurat, jurat.cli.dispatch\nfor name in jurat.__all__: getattr(jurat, name)\nprint('fine')"
    done = run_stubbed(code, tmp_path)
    assert (done.stdout, done.stderr) == ("fine\n", "")


def test_every_command_loads_without_posix(tmp_path: Path) -> None:
    code = (
        "from importlib import import_module\nfrom jurat.cli import COMMANDS\n"
        "for name in COMMANDS: import_module(f'jurat.cli.commands.{name}')\nprint('fine')"
    )
    done = run_stubbed(code, tmp_path)
    assert (done.stdout, done.stderr) == ("fine\n", "")


def test_a_stub_that_hides_too_little_would_be_noticed(tmp_path: Path) -> None:
    assert "ModuleNotFoundError" in run_stubbed("import fcntl", tmp_path).stderr


@pytest.mark.slow
def test_cases_files_and_runs_are_judged_without_posix(tmp_path: Path) -> None:
    done = run_stubbed(JUDGING + "print(run.done)", tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("2\n")
