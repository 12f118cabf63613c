"""Runs that survive: whatever a server does, no row is lost, no call paid twice, no key written down."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from jurat.runs.store.store import open_store
from tests.cli.models import ROWS, Project, good_server, write_project
from tests.interrupts import HEARING
from tests.llm.fault_server import FaultServer

pytestmark = pytest.mark.slow

CANARY = "canary-77c1d04be2"
FAULTS = ["429+0.01 slow down", "500 no", "reset", "truncated", "garbage", "503+0 busy"]


@pytest.fixture
def project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> Project:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LOCAL_API_KEY", CANARY)
    monkeypatch.delenv("JURAT_STORE", raising=False)
    write_project(tmp_path)
    return Project(tmp_path, capfdbinary)


def local(server: FaultServer) -> str:
    return f"llm:local={server.url}:m"


def texts(server: FaultServer) -> list[str]:
    """What was asked and answered well, without the fences' marks and the mode."""
    return [json.dumps(json.loads(body)["messages"]) for body in server.paid]


def sound(project: Project, data: str, judge: str) -> list[dict[str, Any]]:
    """The results of a run that nothing disturbs."""
    with good_server() as server:
        name = f"llm:local={server.url}:m"
        results = project.run(data, judge, "--observer", name, "--no-store").results
    return [{**one, "signature": ""} for one in results]


def test_a_server_that_fails_half_of_the_time_loses_no_row_and_is_paid_once(project: Project) -> None:
    def plan(number: int, _: dict[str, Any]) -> str:
        return FAULTS[number // 2 % len(FAULTS)] if number % 2 else "ok"

    with good_server(plan) as server:
        flags = ("--observer", local(server), "--concurrency", "2", "--cache", "other.db")
        done = project.run("summaries.jsonl", "twin-lock", *flags)
    assert done.code == 0, done.told
    assert "retries" in done.told
    assert [{**one, "signature": ""} for one in done.results] == sound(
        project, "summaries.jsonl", "twin-lock"
    )
    assert len(server.paid) == len(set(texts(server)))


@pytest.mark.parametrize(
    ("fault", "reason"),
    [
        ("stall", "no reply in time"),
        ("drip", "no reply in time"),
        ("reset", "the endpoint failed: APIConnectionError: Connection error."),
        ("truncated", "the endpoint failed: APIConnectionError: Connection error."),
        ("500 no", "the endpoint failed (500): Error code: 500 - no"),
        ("429+3600 later", "asked too often (429): Error code: 429 - later"),
        ("400 no", "the endpoint refuses the request (400): Error code: 400 - no"),
    ],
)
def test_a_server_that_always_fails_ends_every_row_within_its_deadline(
    fault: str, reason: str, project: Project
) -> None:
    with good_server(lambda _, __: fault) as server:
        flags = ("--observer", local(server), "--deadline", "1.5", "--limit", "3")
        done = project.run("answers.jsonl", "claim-lock", *flags)
    assert done.code == 0, done.told
    found = [{one["metric"]: "value" in one for one in result["metrics"]} for result in done.results]
    assert found == [{"relevance": True, "completeness": True, "hallucination": False}] * 3
    reasons = {one["unscored"] for result in done.results for one in result["metrics"] if "unscored" in one}
    assert reasons <= {reason, "no reply in time"}  # a busy machine may reach the deadline first


@pytest.mark.parametrize("judge", ["claim-lock", "judge-lock"])
def test_a_run_that_a_wrong_key_stopped_goes_on_and_pays_for_nothing_twice(
    judge: str, project: Project
) -> None:
    data = "answers.jsonl" if judge == "claim-lock" else "summaries.jsonl"
    stop = 4 if judge == "claim-lock" else 20
    broken = True

    def plan(number: int, _: dict[str, Any]) -> str:
        return f"401 no such key {CANARY}" if broken and number > stop else "ok"

    with good_server(plan) as server:
        flags = ("--observer", local(server), "--concurrency", "2")
        cut = project("run", data, "--judge", judge, "-q", *flags)
        assert cut.code == 2
        assert "the endpoint refuses access (401)" in cut.told
        assert "was interrupted; resume it with: jurat run --resume" in cut.told
        with open_store(".jurat/runs.sqlite") as store:
            assert store.find("last").done < ROWS
        broken = False
        gone_on = project("run", "--resume", "last", "-q", "--concurrency", "3")
        assert gone_on.code == 0, gone_on.told
        assert len(server.paid) == len(set(texts(server))), "each request is answered once"
    results = project("runs", "export", "last", "-o", "-").results
    assert [{**one, "signature": ""} for one in results] == sound(project, data, judge)
    assert CANARY not in cut.told + gone_on.told


def test_a_run_goes_on_only_as_it_began(project: Project) -> None:
    with good_server(lambda number, _: "ok" if number < 3 else "401") as server:
        project("run", "answers.jsonl", "--judge", "claim-lock", "-q", "--observer", local(server))
        refused = project("run", "--resume", "last", "--votes", "3")
    assert (refused.code, "--resume cannot be combined with data or judge options" in refused.told) == (
        2,
        True,
    )


def kept() -> int:
    """How many rows of the last run are kept."""
    if not Path(".jurat/runs.sqlite").is_file():
        return 0
    with open_store(".jurat/runs.sqlite") as store:
        return store.runs()[0].done if store.runs() else 0


@pytest.mark.slow
def test_interrupted_by_hand_it_keeps_what_is_done_and_goes_on(project: Project) -> None:
    waiting = True

    def plan(number: int, _: dict[str, Any]) -> str:
        return "stall" if waiting and number > 4 else "ok"

    with good_server(plan) as server:
        flags = ["--judge", "claim-lock", "-q", "--observer", local(server), "--concurrency", "1"]
        with subprocess.Popen(
            [*HEARING, sys.executable, "-m", "jurat", "run", "answers.jsonl", *flags],
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        ) as process:
            while (len(server.bodies) < 5 or kept() < 4) and process.poll() is None:
                time.sleep(0.05)
            process.send_signal(signal.SIGINT)
            told = process.communicate()[1].decode()
        assert process.returncode == 130, told
        assert "was interrupted; resume it with" in told
        assert "5 calls" in told
        assert kept() == 4
        waiting = False
        assert project("run", "--resume", "last", "-q").code == 0
        assert len(server.paid) == len(set(texts(server))) == ROWS


@pytest.mark.parametrize("fault", ["ok", f"401 {CANARY}", f"400 Bearer {CANARY}", f"500 {CANARY}"])
def test_a_key_reaches_the_server_and_nothing_that_is_written(fault: str, project: Project) -> None:
    with good_server(lambda _, __: fault) as server:
        flags = ("--observer", local(server), "--deadline", "1", "--limit", "2")
        told = [project("run", "answers.jsonl", "--judge", "claim-lock", *flags)]
        told += [project("run", "answers.jsonl", "--judge", "claim-lock", "-o", "out.jsonl", *flags)]
        told += [project("check", "answers.jsonl", *flags[:4]), project("runs", "show", "last")]
        told += [project("report", "last", "-o", "report.html"), project("runs", "list", "--json")]
    assert any(CANARY in head for head in server.headers)
    assert all(CANARY not in one.printed + one.told for one in told)
    written = [path for path in project.folder.rglob("*") if path.is_file()]
    assert project.folder / ".jurat" / "replies.sqlite" in written
    assert [path for path in written if CANARY.encode() in path.read_bytes()] == []
