"""A project folder, a server on loopback that replies well, and the command line in between."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from jurat.cli import main
from tests.llm.fault_server import FaultServer
from tests.observers.llm.replies import ARTICLE, RESPONSE, SUMMARY, SUMMARY_QUOTES, good_replies

ROWS = 6


def reply(body: dict[str, Any]) -> str:
    """The good reply to what a request asks for."""
    asked = body["response_format"]["json_schema"]["name"]
    made: dict[str, Any] = good_replies()[asked]
    if asked == "answers" and ARTICLE not in body["messages"][1]["content"]:
        for answer, quote in zip(made["answers"], SUMMARY_QUOTES, strict=True):
            answer["evidence"] = quote
    if asked == "anchors" and "Row 2" in body["messages"][1]["content"]:
        made["anchors"][1].update(label="supported", evidence="nobody ever wrote this down")
    return json.dumps(made)


def well(_: int, __: dict[str, Any]) -> str:
    """No fault at all."""
    return "ok"


def good_server(plan: Callable[[int, dict[str, Any]], str] = well) -> FaultServer:
    """A model that always replies well, if the plan lets it."""
    return FaultServer(plan, reply)


def write_project(folder: Path, rows: int = ROWS) -> None:
    """Rows of both kinds."""
    texts = {"query": RESPONSE.query, "contexts": RESPONSE.contexts}
    answers = [{"id": f"r{n}", **texts, "response": f"{RESPONSE.response} Row {n}."} for n in range(rows)]
    summaries = [{"id": f"s{n}", "article": f"{ARTICLE} Row {n}.", "summary": SUMMARY} for n in range(rows)]
    for name, made in (("answers.jsonl", answers), ("summaries.jsonl", summaries)):
        (folder / name).write_text("".join(json.dumps(one) + "\n" for one in made), encoding="utf-8")


@dataclass(frozen=True, slots=True)
class Said:
    """How a command ended, what it printed and what it said beside."""

    code: int
    printed: str
    told: str

    @property
    def results(self) -> list[dict[str, Any]]:
        """The result lines that were printed."""
        return [json.loads(line) for line in self.printed.splitlines() if line.startswith("{")]


class Project:
    """The command line in a folder of its own."""

    def __init__(self, folder: Path, captured: pytest.CaptureFixture[bytes]) -> None:
        self.folder, self._captured = folder, captured

    def __call__(self, *arguments: str) -> Said:
        """Run a command."""
        code = main([*arguments])
        printed, told = self._captured.readouterr()
        return Said(code, printed.decode(), told.decode())

    def run(self, data: str, judge: str, *arguments: str) -> Said:
        """Judge a file, results on standard output; waits are short."""
        return self("run", data, "--judge", judge, "-o", "-", "-q", *arguments)
