"""A real server on loopback over a real store, filled by real runs."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, sleep
from typing import Any

from tests.page.corpus import ALL, chair, council, responses, summary, write

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
JURAT = (sys.executable, "-m", "jurat")
STARTING_SECONDS = 120
EMOJI = {
    "id": "emoji 🍵",
    "query": "What does the 🍵 cost?",
    "contexts": ["👩‍🚀🚀 said: the price of the 🍵 is $5 today."],
    "response": "🍵🍵 The price of the 🍵 is $9 today.",
}


@dataclass(frozen=True, slots=True)
class Site:
    """Where the page is, and the runs behind it by what they are for."""

    url: str
    runs: dict[str, str]

    def at(self, path: str) -> str:
        """An address of the page; `{answers}` stands for the run of that name."""
        return f"{self.url}/{path.format(**self.runs)}"


def cases_of(name: str) -> Iterator[dict[str, Any]]:
    """The cases of an example file of labels, without the labels."""
    for line in (EXAMPLES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        yield {field: case[field] for field in ("id", "query", "context", "response") if field in case}


def many(copies: int) -> Iterator[dict[str, Any]]:
    """The same cases many times over, for a table that scrolls."""
    for copy in range(copies):
        for case in cases_of("before"):
            yield {**case, "id": f"{case['id']}-{copy}"}


def filled(folder: Path) -> dict[str, str]:
    """Runs in a store of this folder, by name."""
    data = {
        "answers": ("claim-lock", EXAMPLES / "answers.jsonl"),
        "summaries": ("judge-lock", EXAMPLES / "summaries.jsonl"),
        "before": ("claim-lock", write(folder / "before.jsonl", cases_of("before"))),
        "after": ("claim-lock", write(folder / "after.jsonl", cases_of("after"))),
        "many": ("claim-lock", write(folder / "town.jsonl", many(24))),
        "emoji": ("claim-lock", write(folder / "emoji.jsonl", [EMOJI])),
        "hostile": ("claim-lock", write(folder / "hostile.jsonl", responses())),
        "hostile_summary": (
            "judge-lock",
            write(folder / "<img src=x onerror=window.pwned=1>.jsonl", [summary()]),
        ),
    }
    member = f"scripted:{write(folder / '<iframe>-model.jsonl', chair())}"
    seats = ("--member", member, "--chair", member, "--reviewer", member, "--reviewer", "rules")
    councils = {
        "council": (str(EXAMPLES / "council.jsonl"),),
        "hostile_council": (str(write(folder / "hostile-council.jsonl", [council()])),),
        "hostile_chair": (ALL, *seats, "--candidate", f"other={ALL}"),
        "council_without_texts": (str(EXAMPLES / "council.jsonl"), "--no-texts"),
    }
    judged = {
        name: _run(folder, "run", str(path), "--judge", judge, "-q") for name, (judge, path) in data.items()
    }
    return judged | {name: _run(folder, "council", *given) for name, given in councils.items()}


def _run(folder: Path, *command: str) -> str:
    store = str(folder / "runs.sqlite")
    done = subprocess.run([*JURAT, *command, "--store", store], capture_output=True, text=True)
    told = done.stderr + done.stdout
    assert done.returncode in (0, 2), told
    return told.split("kept as run ")[1].split()[0]


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """A server over the store of this folder, on a port of its own, until the end of the block."""
    command = [
        *JURAT,
        "serve",
        "--port",
        "0",
        "--workers",
        "1",
        "--store",
        str(folder / "runs.sqlite"),
        *options,
    ]
    log = folder / "serve.log"
    with log.open("w", encoding="utf-8") as said:
        server = subprocess.Popen(command, stdout=said, stderr=said)
    try:
        yield _address(server, log)
    finally:
        server.terminate()
        server.wait(timeout=60)


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Where the server says that it is."""
    deadline = monotonic() + STARTING_SECONDS
    while "serving at " not in (said := log.read_text(encoding="utf-8")):
        assert server.poll() is None, said
        assert monotonic() < deadline, f"does not start: {said}"
        sleep(0.1)
    return said.split("serving at ")[1].split()[0]
