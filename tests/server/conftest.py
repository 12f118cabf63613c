"""A server of our own with some kept runs, asked without a socket."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from jurat.cases import Case, ResponseCase, SummaryCase
from jurat.engines.judging_work import judge_batch
from jurat.judges.council.api import convene
from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Seats
from jurat.judges.registry import judge
from jurat.options import Options
from jurat.runs.council.kept_sessions import SessionKeeper, council_plan
from jurat.runs.recording import empty_summary, make_plan
from jurat.runs.store.run_records import RunInput
from jurat.runs.store.store import open_store
from jurat.server.app import create_app
from jurat.server.server_limits import ServerLimits, Serving

PATIENCE = 300
EXAMPLES = Path(__file__).parents[2] / "examples"
HERE = "http://127.0.0.1:8321"
LIMITS = ServerLimits(body_bytes=200_000, upload_bytes=300_000, upload_rows=40, batch_cases=10, queue=50)
EVIL = "<script>alert(1)</script>\"'><img src=x onerror=alert(2)> \u202e \x1b[31m ' OR 1=1 --"
ARTICLE = (
    "The town of Elm opened a new bridge on Monday. It cost 12 million dollars and took three years. "
    "Mayor Ann Reed said the bridge would shorten the way to school for 400 children. Some neighbours had "
    "protested against the noise of the works, and the council paid for new windows."
)


def responses() -> list[Case]:
    """Answers that pass, warn, fail, lack a context, and hold what a page must never run."""
    made: list[Case] = []
    for number in range(30):
        price = 5 if number % 3 else 9
        made.append(
            ResponseCase(
                query="What does the tea cost in the shop?",
                response=f"The tea costs ${price} in the shop, says buyer {number}.",
                contexts=()
                if number % 10 == 4
                else (f"In the shop the tea costs $5. Buyer {number} says so.",),
                id=f"tea-{number}",
            )
        )
    made.append(ResponseCase(query=EVIL, response=EVIL, contexts=(EVIL,), id=EVIL))
    return made


def summaries() -> list[Case]:
    """One faithful summary and one that lies."""
    faithful = "Elm opened a new bridge on Monday that cost 12 million dollars, said Mayor Ann Reed."
    liar = "Elm closed its bridge on Friday after it had cost 90 million dollars. Bananas are cheap in Peru."
    return [
        SummaryCase(article=ARTICLE, summary=faithful, id="faithful"),
        SummaryCase(article=ARTICLE, summary=liar, id="liar"),
    ]


def keep(store: str, name: str, cases: list[Case], options: Options | None = None) -> str:
    """A run of a judge over some cases; its id."""
    made = judge(name, options)
    with open_store(store, make=True) as opened:
        plan = make_plan(made, RunInput(data="rows.jsonl", folder="/"), None)
        writer = opened.begin(plan, empty_summary(plan))
        writer.write(judge_batch(made, cases), cases)
        writer.finish()
        return writer.run.id


def keep_councils(store: str) -> str:
    """A run over the example councils; its id."""
    sessions = list(convene(BytesIO((EXAMPLES / "council.jsonl").read_bytes()), made := Council(Seats())))
    plan = council_plan(made, sessions, RunInput(data="council.jsonl", folder="/"), None, texts=True)
    with open_store(store, make=True) as opened:
        keeper = SessionKeeper(lambda _: opened.begin(plan, empty_summary(plan)), batch=1)
        list(keeper.kept(sessions))
        assert keeper.keeping is not None
        return keeper.keeping.run.id


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Where the runs are kept."""
    return str(tmp_path_factory.mktemp("served") / "runs.sqlite")


@pytest.fixture(scope="session")
def kept(store: str) -> str:
    """The id of a run of Claim-Lock."""
    return keep(store, "claim-lock", responses())


@pytest.fixture(scope="session")
def kept_summaries(store: str) -> str:
    """The id of a run of Judge-Lock."""
    return keep(store, "judge-lock", summaries())


@pytest.fixture(scope="session")
def client(store: str) -> Iterator[TestClient]:
    """A server without a token, asked from this machine."""
    app = create_app(Serving(store=store, workers=1, limits=LIMITS))
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as asked:
        yield asked


def rows_of(path: Path, count: int) -> Path:
    """A file of answers."""
    lines = [
        json.dumps({"id": n, "query": "What is it?", "response": f"It is {n}.", "context": f"It is {n}."})
        for n in range(count)
    ]
    path.write_text("\n".join(lines) + "\n")
    return path


@contextmanager
def serving(folder: Path, token: str | None = None, *options: str) -> Iterator[str]:
    """A server in a process of its own, as people start it: its address; at the end it stops by itself."""
    command = [sys.executable, "-m", "jurat", "serve", "--port", "0", "--workers", "1", *options]
    environment = {**os.environ, "JURAT_TOKEN": token} if token else dict(os.environ)
    with subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr is not None
        said = process.stderr.readline()
        found = re.match(r"serving at (http://127\.0\.0\.1:\d+) from ", said)
        try:
            assert found, said
            yield found[1]
        finally:
            process.terminate()
            said = process.stderr.read()
            assert (process.wait(PATIENCE), said) in ((0, ""), (-signal.SIGTERM, ""))
