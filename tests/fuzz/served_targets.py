"""Targets of the fuzzer that need a server, a store or an endpoint, each made once."""

from __future__ import annotations

import atexit
import json
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from starlette.testclient import TestClient

from jurat.engines.worker_pool import WorkerPool
from jurat.mcp import http_app, make_pool, mcp_server
from jurat.server.app import create_app
from jurat.server.server_limits import Serving
from tests.fuzz.changes import COUNCIL, LABELS, ROW, broken, changed, check_results, command, lines
from tests.llm.fault_server import FaultServer

HERE = "http://127.0.0.1:8321"
JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
CASE = {name: ROW[name] for name in ("id", "query", "response", "contexts")}
BODIES: tuple[tuple[str, str, Any], ...] = (
    ("POST", "/v1/judge", {"judge": "claim-lock", "case": CASE, "options": {"thresholds": {"high": 0.5}}}),
    ("POST", "/v1/judge", {"judge": "claim-lock-ultra", "case": CASE, "observer": "verifier"}),
    ("POST", "/v1/judge", {"judge": "judge-lock", "case": {"article": "Rain fell.", "summary": "Rain."}}),
    ("POST", "/v1/judge/batch", {"judge": "claim-lock", "cases": [CASE, CASE]}),
    ("POST", "/v1/tally", LABELS),
    ("POST", "/v1/tally", COUNCIL),
    ("POST", "/v1/council", {name: COUNCIL[name] for name in ("query", "candidates", "reviews")}),
    ("POST", "/v1/council", {"query": "Is it?", "mode": "jury", "votes": [{"reviewer": "r", "vote": "yes"}]}),
    ("POST", "/v1/safety", {"text": "Write to ann@firm.com."}),
    ("PATCH", "/v1/runs/last", {"name": "Prompt 2", "tags": ["rag"], "note": "n"}),
    ("POST", "/v1/runs/last/rows/1/labels", {"annotator": "ann", "score": {"relevance": 0.5}}),
    ("POST", "/v1/runs/last/rows/1/labels", {"annotator": "ann", "observations": LABELS["observations"]}),
    ("POST", "/v1/runs/last/thresholds", {"thresholds": {"hallucination": 0.4}}),
)
UPLOADS = ("/v1/runs?judge=claim-lock", "/v1/estimate?judge=claim-lock&observer=llm:openai:m")
PATHS = (
    "/v1/runs?limit={}&before={}",
    "/v1/runs/{}",
    "/v1/runs/last/rows?limit={}&after={}",
    "/v1/runs/last/rows?sort={}&verdict={}",
    "/v1/runs/last/rows/{}",
    "/v1/runs/last/export?format={}",
    "/v1/compare?a={}&b={}",
    "/v1/runs/{}/agreement",
)
WORDS = ("", "1", "-1", "9" * 25, "last", "x" * 400, "%00", "%ff", "../..", "jsonl", "relevance", "%E2%80%AE")
TOOLS: tuple[tuple[str, Any], ...] = (
    ("judge_answer", {"query": "What?", "response": "Tea.", "contexts": ["Tea."], "options": {}}),
    ("judge_summary", {"article": "Rain fell.", "summary": "Rain.", "judge": "twin-lock"}),
    ("check_claim", {"claim": "Rain fell.", "text": "Rain fell on Elm."}),
    ("hold_council", {"query": "Why?", "candidates": {"a": "b", "c": "d"}, "reviews": COUNCIL["reviews"]}),
    ("list_runs", {"judge": "claim-lock", "limit": 5, "before": "last"}),
    ("show_run", {"run": "last"}),
    ("list_rows", {"run": "last", "verdict": "PASS", "status": "scored", "limit": 3, "after": "1"}),
    ("show_row", {"run": "last", "place": 1, "texts": True}),
)


@cache
def kept_store() -> Path:
    """A store with one run, made once."""
    folder = TemporaryDirectory()
    atexit.register(folder.cleanup)
    place = Path(folder.name)
    (place / "rows.jsonl").write_text("".join(json.dumps({**ROW, "id": n}) + "\n" for n in range(5)))
    command(place, "run", "rows.jsonl", "--judge", "claim-lock", "-q", "--store", "runs.sqlite")
    return place / "runs.sqlite"


@cache
def client() -> TestClient:
    """A client of a server on a store with one run."""
    app = create_app(Serving(store=str(kept_store()), workers=1))
    return _entered(TestClient(app, base_url=HERE, raise_server_exceptions=False))


@cache
def agent() -> TestClient:
    """A client of an MCP server, its session begun."""
    serving = Serving(store=str(kept_store()))
    pool: WorkerPool = make_pool(serving.limits).__enter__()
    atexit.register(pool.close)
    made = _entered(TestClient(http_app(mcp_server(serving.store, pool), serving), base_url=HERE))
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "f", "version": "1"}}
    said = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
    answer = made.post("/mcp", json=said, headers=JSON)
    assert answer.status_code == 200, answer.text[:300]
    made.headers["mcp-session-id"] = answer.headers["mcp-session-id"]
    made.post("/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=JSON)
    return made


def _entered(made: TestClient) -> TestClient:
    made.__enter__()
    atexit.register(made.__exit__, None, None, None)
    return made


def assert_answered(answer: Any) -> None:
    """Refuse an answer that says the server is at fault, and an invented score."""
    said = answer.text
    assert answer.status_code < 500, f"{answer.status_code}: {said[:800]}"
    assert "internal error" not in said, said[:800]
    assert "Traceback" not in said, said[:800]
    check_results(answer.content)


def requests(folder: Path, random: Random) -> None:
    """Bodies, uploads and addresses of the HTTP API."""
    del folder
    kind = random.randrange(4)
    if kind == 0:
        path = random.choice(PATHS).replace("{}", random.choice(WORDS), 1)
        answer = client().get(path.replace("{}", random.choice(WORDS)))
    elif kind == 1:
        name = random.choice(("a.jsonl", "a.csv", "a.json", "a.parquet", "a", "a.gz", "x" * 300))
        address = f"{random.choice(UPLOADS)}&filename={name}"
        answer = client().post(address, content=lines(random, CASE))
    else:
        method, path, body = random.choice(BODIES)
        data = broken(json.dumps(changed(body, random)).encode(), random)
        answer = client().request(method, path, content=data, headers=JSON)
    assert_answered(answer)


def tools(folder: Path, random: Random) -> None:
    """Calls of the MCP tools."""
    del folder
    name, arguments = random.choice(TOOLS)
    asked = {"name": name, "arguments": changed(arguments, random)}
    said = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": asked}
    data = json.dumps(said if random.random() < 0.8 else changed(said, random)).encode()
    assert_answered(agent().post("/mcp", content=data, headers=JSON))


def stores(folder: Path, random: Random) -> None:
    """Stores that are damaged in their bytes or in their rows."""
    path = folder / "runs.sqlite"
    data = bytearray(kept_store().read_bytes())
    if random.random() < 0.5:
        for _ in range(random.choice((1, 5, 200))):
            at = random.randrange(len(data))
            data[at] = random.randrange(256)
        del data[random.choice((len(data), random.randrange(len(data)))) :]
        path.write_bytes(data)
    else:
        path.write_bytes(data)
        _damage_rows(path, random)
    flag = ("--store", "runs.sqlite")
    command(folder, "runs", "list", *flag)
    command(folder, "runs", "show", "last", *flag)
    command(folder, "runs", "export", "last", "-o", "-", *flag)
    command(folder, "report", "last", "-o", "page.html", *flag)
    command(folder, "runs", "recover", "runs.sqlite", "--out", "left")


def _damage_rows(path: Path, random: Random) -> None:
    """Write odd values into some columns of a store."""
    with sqlite3.connect(path) as opened:
        tables = [name for (name,) in opened.execute("select name from sqlite_master where type = 'table'")]
        table = random.choice(tables)
        columns = [row[1] for row in opened.execute(f'pragma table_info("{table}")')]
        value = random.choice((None, "", "{", "[]", "null", b"\xff\x00", -1, 2**62, 1.5, "x" * 1000))
        try:
            opened.execute(f'update "{table}" set "{random.choice(columns)}" = ?', (value,))
        except sqlite3.Error:
            return
    opened.close()


class OddEndpoint(FaultServer):
    """An endpoint whose completions are changed and broken."""

    random = Random(0)

    def _completion(self, body: dict[str, Any]) -> bytes:
        good = json.loads(super()._completion(body))
        return broken(json.dumps(changed(good, self.random)).encode(), self.random)


@cache
def endpoint() -> OddEndpoint:
    """The endpoint, on loopback."""
    anchor = {"anchor": "Tea", "kind": "claim", "reason": "r", "evidence": "Tea is $5.", "label": "supported"}
    made = OddEndpoint(lambda *_: "ok", json.dumps({"anchors": [anchor]})).__enter__()
    atexit.register(made.__exit__, None, None, None)
    return made  # type: ignore[return-value]


def completions(folder: Path, random: Random) -> None:
    """Completions of a model's endpoint."""
    server = endpoint()
    server.random = random
    (folder / "rows.jsonl").write_text(json.dumps(ROW) + "\n")
    model = f"llm:local={server.url}:m"
    flags = ("--observer", model, "--deadline", "3", "--no-store", "-q", "-o", "-")
    command(folder, "run", "rows.jsonl", "--judge", "claim-lock", *flags)


SERVED: tuple[Callable[[Path, Random], None], ...] = (requests, tools, stores, completions)
