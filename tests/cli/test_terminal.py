"""What a terminal is shown: nothing that was judged can command it, and JSON stays the same JSON."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.builders import council_labels, holistic, response_labels

pytestmark = pytest.mark.slow

EVIL = "\x9b31m\u202eevil\x7f"
UNSEEN = {"\x7f", "\x9b", "\u202e"}
REQUIRED = ("-r", "relevance.mean>=0")
JSON = [
    ("score", "labels.jsonl"),
    ("council", "council.jsonl", "--json", "--no-store"),
    ("check", "rows.jsonl", "--json"),
    ("run", "rows.jsonl", "--judge", "claim-lock", "--no-store", "-o", "-"),
    ("runs", "show", "last", "--rows", "--json"),
    ("runs", "export", "last", "-o", "-"),
    ("compare", f"{EVIL}.jsonl", "results.jsonl", "--json"),
    ("gate", f"{EVIL}.jsonl", *REQUIRED, "--json"),
    ("safety", "rows.jsonl", "--json"),
]
TEXT = [
    ("score", "--pretty", "labels.jsonl"),
    ("council", "council.jsonl", "--no-store"),
    ("check", "rows.jsonl"),
    ("runs", "show", "last", "--rows"),
    ("compare", f"{EVIL}.jsonl", "results.jsonl"),
    ("gate", f"{EVIL}.jsonl", *REQUIRED),
    ("gate", f"{EVIL}.jsonl", *REQUIRED, "--junit", "-"),
    ("gate", f"{EVIL}.jsonl", *REQUIRED, "--markdown", "-"),
    ("safety", "rows.jsonl"),
]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with data, results and a kept run, all of which hold hostile text."""
    folder = tmp_path_factory.mktemp("project")
    rows = [
        {
            "id": f"{n}{EVIL}",
            "query": f"{EVIL} cost?",
            "context": "It is $5.",
            "response": f"It is $9 {EVIL}.",
        }
        for n in range(3)
    ]
    council = {**council_labels([holistic(EVIL, a=8, b=6)]), "id": EVIL}
    council["query"] = f"{EVIL}?"
    labels = [{**response_labels(), "id": EVIL}, council]
    for name, objects in {"rows": rows, "labels": labels, "council": [council]}.items():
        text = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in objects)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    for name in (EVIL, "results"):
        piped(folder, "run", "rows.jsonl", "--judge", "claim-lock", "-o", f"{name}.jsonl", "--quiet")
    return folder


def piped(folder: Path, *arguments: str) -> bytes:
    command = [sys.executable, "-m", "jurat", *arguments]
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, check=False).stdout


def on_a_terminal(folder: Path, *arguments: str) -> str:
    """What a command shows on a terminal of its own."""
    ours, its = pty.openpty()
    environment = {**os.environ, "COLUMNS": "200", "TERM": "xterm"}
    command = [sys.executable, "-m", "jurat", *arguments]
    with subprocess.Popen(command, cwd=folder, stdout=its, stderr=subprocess.DEVNULL, env=environment):
        os.close(its)
        shown = b""
        try:
            while part := os.read(ours, 2**16):
                shown += part
        except OSError:  # how Linux tells that the other end is closed
            pass
    os.close(ours)
    return shown.decode("utf-8").replace("\r\n", "\n")


@pytest.mark.parametrize("command", JSON, ids=" ".join)
def test_json_is_the_same_on_a_terminal_with_what_cannot_be_seen_spelled_out(
    project: Path, command: tuple[str, ...]
) -> None:
    shown, raw = on_a_terminal(project, *command), piped(project, *command).decode("utf-8")
    assert not set(shown) & UNSEEN
    assert "\\u009b31m\\u202eevil\\u007f" in shown
    decode = json.JSONDecoder().raw_decode
    assert decode(shown) == (decode(raw)[0], decode(shown)[1])
    assert len(shown.splitlines()) == len(raw.splitlines()) > 0


@pytest.mark.parametrize("command", TEXT, ids=" ".join)
def test_text_cannot_command_a_terminal(project: Path, command: tuple[str, ...]) -> None:
    shown = on_a_terminal(project, *command)
    assert not set(shown) & UNSEEN
    assert "evil" in shown
    assert "\x1b" in shown or command[-1] == "-", "our own colours stay"


def test_a_pipe_gets_json_as_it_is(project: Path) -> None:
    assert EVIL in piped(project, "score", "labels.jsonl").decode("utf-8")
