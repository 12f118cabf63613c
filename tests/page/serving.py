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
PATIENCE = 300
"""Seconds until a server that does not start, or does not end, is given up."""
EACH = """
import io, json, sys
from contextlib import redirect_stderr, redirect_stdout
from jurat.cli import main

told = []
for command in json.load(sys.stdin):
    said = io.StringIO()
    with redirect_stdout(said), redirect_stderr(said):
        code = main(command)
    told.append((code, said.getvalue()))
print(json.dumps(told), end="")
"""
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


RUBRIC = ("accuracy", "relevance", "completeness", "conciseness", "clarity")


def two_rounds() -> dict[str, Any]:
    """A question whose first reviewer revised its scores, and whose second one failed to."""
    first = {"a": dict.fromkeys(RUBRIC, 6), "b": dict.fromkeys(RUBRIC, 7)}
    last = {"a": dict.fromkeys(RUBRIC, 9), "b": dict.fromkeys(RUBRIC, 7)}
    return {
        "id": "revised",
        "query": "Why did the ferry stop?",
        "candidates": {"a": "The river froze.", "b": "The crew struck."},
        "reviews": [
            {"reviewer": "r1", "evaluations": last, "first_round": {"evaluations": first}},
            {"reviewer": "r2", "evaluations": last, "first_round": {"failed": "no reply in time"}},
        ],
    }


def jury(text: str = "cars cross it") -> dict[str, Any]:
    """A yes/no question with three votes."""
    votes = [
        {"reviewer": name, "vote": vote, "confidence": 0.75, "reason": text} for name, vote in VOTES.items()
    ]
    return {"mode": "jury", "id": "open", "query": f"Is the bridge open? {text}", "votes": votes}


VOTES = {"ann": "yes", "bo": "yes", "cy": "no"}


def filled(folder: Path) -> dict[str, str]:
    """Runs in a store of this folder, by name; hostile ones are the oldest and stand last in lists."""
    data = {
        "answers": ("claim-lock", EXAMPLES / "answers.jsonl"),
        "summaries": ("judge-lock", EXAMPLES / "summaries.jsonl"),
        "ultra": ("claim-lock-ultra", EXAMPLES / "answers.jsonl"),
        "before": ("claim-lock", write(folder / "before.jsonl", cases_of("before"))),
        "after": ("claim-lock", write(folder / "after.jsonl", cases_of("after"))),
        "many": ("claim-lock", write(folder / "town.jsonl", many(8))),
        "emoji": ("claim-lock", write(folder / "emoji.jsonl", [EMOJI])),
        "hostile": ("claim-lock", write(folder / "hostile.jsonl", responses())),
        "hostile_ultra": ("claim-lock-ultra", write(folder / "ultra.jsonl", list(responses())[-3:])),
        "hostile_again": ("claim-lock", write(folder / "again.jsonl", responses(price=5))),
        "hostile_others": ("claim-lock", write(folder / "others.jsonl", responses(price=5, other_ids=5))),
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
        "hostile_chair": (ALL, *seats, "--candidate", f"other={ALL}", "--context", ALL),
        "council_without_texts": (str(EXAMPLES / "council.jsonl"), "--no-texts"),
        "council_rounds": (str(write(folder / "rounds.jsonl", [two_rounds()])),),
        "jury": (str(write(folder / "votes.jsonl", [jury()])), "--mode", "jury"),
        "hostile_jury": (str(write(folder / "hostile-votes.jsonl", [jury(ALL)])), "--mode", "jury"),
    }
    commands = {name: ["run", str(path), "--judge", judge, "-q"] for name, (judge, path) in data.items()}
    commands |= {name: ["council", *given] for name, given in councils.items()}
    commands = dict(sorted(commands.items(), key=lambda one: not one[0].startswith(("hostile", "council_"))))
    told = _run([[*given, "--store", str(folder / "runs.sqlite")] for given in commands.values()])
    return {
        name: said.split("saved as run ")[1].split()[0] for name, said in zip(commands, told, strict=True)
    }


def _run(commands: list[list[str]]) -> list[str]:
    """What some commands say, all of them run in one process, which starts but once."""
    done = subprocess.run(
        [sys.executable, "-c", EACH], input=json.dumps(commands), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    told: list[list[Any]] = json.loads(done.stdout.rpartition("\n")[2])
    assert all(code in (0, 2) for code, _ in told), told
    return [said for _, said in told]


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[str]:
    """A server in this folder, over the store in it, on a port of its own, until the end of the block."""
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
        server = subprocess.Popen(command, cwd=folder, stdout=said, stderr=said)
    try:
        yield _address(server, log)
    finally:
        server.terminate()
        server.wait(timeout=PATIENCE)


def _address(server: subprocess.Popen[bytes], log: Path) -> str:
    """Where the server says that it is."""
    deadline = monotonic() + PATIENCE
    while "serving at " not in (said := log.read_text(encoding="utf-8")):
        assert server.poll() is None, said
        assert monotonic() < deadline, f"does not start: {said}"
        sleep(0.1)
    return said.split("serving at ")[1].split()[0]
