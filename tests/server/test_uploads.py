"""Runs over data that is sent: started, followed, bounded, and nothing left behind."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.conftest import LIMITS, keep, responses, rows_of


def followed(client: TestClient, run: str) -> list[tuple[str, dict[str, Any]]]:
    """The events of a run until it ends."""
    with client.stream("GET", f"/v1/runs/{run}/events") as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        text = "".join(answer.iter_text())
    found = []
    for block in filter(None, text.split("\n\n")):
        if block.startswith("event: "):
            name, data = block.removeprefix("event: ").split("\ndata: ")
            found.append((name, json.loads(data)))
    return found


def sent(client: TestClient, body: bytes, name: str = "rows.jsonl", judge: str = "claim-lock") -> str:
    answer = client.post("/v1/runs", params={"judge": judge, "filename": name}, content=body)
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def test_rows_that_are_sent_are_judged_and_kept_with_their_texts(client: TestClient, tmp_path: Path) -> None:
    run = sent(client, rows_of(tmp_path / "rows.jsonl", 35).read_bytes(), "../up/my rows.jsonl")
    events = followed(client, run)
    assert events[-1] == ("end", {"status": "finished", "error": None, "done": 35})
    progress = [data for name, data in events if name == "progress"]
    assert progress[-1]["done"] == progress[-1]["total"] == 35
    assert [data["done"] for data in progress] == sorted(data["done"] for data in progress)
    found = client.get(f"/v1/runs/{run}").json()
    assert (found["rows"], found["data"], found["error"]) == (35, "my rows.jsonl", None)
    assert found["finished"]
    case = client.get(f"/v1/runs/{run}/rows/3").json()["case"]
    assert case == {"query": "What is it?", "contexts": ["It is 2."], "response": "It is 2."}
    assert not list(Path(tempfile.gettempdir()).glob(f"jurat-*{run}*"))


@pytest.mark.parametrize("name", ["rows.csv", "rows.tsv", "rows.parquet", "rows.json"])
def test_every_format_can_be_sent(client: TestClient, tmp_path: Path, name: str) -> None:
    row = {"query": "What is it?", "response": "It is 2.", "context": "It is 2."}
    path = tmp_path / name
    if name.endswith(".parquet"):
        import pyarrow as pa
        from pyarrow import parquet

        parquet.write_table(pa.Table.from_pylist([row]), path)
    elif name.endswith(".json"):
        path.write_text(json.dumps([row]))
    else:
        comma = "," if name.endswith("csv") else "\t"
        path.write_text(comma.join(row) + "\n" + comma.join(row.values()) + "\n")
    run = sent(client, path.read_bytes(), name)
    assert followed(client, run)[-1][1]["status"] == "finished"
    assert client.get(f"/v1/runs/{run}").json()["summary"]["scored"] == 1


def test_a_bad_row_is_a_failure_that_names_the_file_as_its_sender_knows_it(client: TestClient) -> None:
    run = sent(client, b'{"query": "a?", "response": "b", "context": "c"}\n{nonsense\n', "mine.jsonl")
    assert followed(client, run)[-1][1]["status"] == "finished"
    failed = client.get(f"/v1/runs/{run}/rows", params={"status": "failed"}).json()["rows"]
    assert [row["place"] for row in failed] == [2]
    assert failed[0]["error"].startswith("mine.jsonl, row 2:")


def test_more_rows_than_allowed_are_kept_up_to_the_bound_and_said(client: TestClient, tmp_path: Path) -> None:
    body = rows_of(tmp_path / "rows.jsonl", LIMITS.upload_rows + 5).read_bytes()
    end = followed(client, sent(client, body))[-1][1]
    assert (end["status"], end["done"]) == ("failed", LIMITS.upload_rows)
    assert end["error"] == "has more than 40 rows; send fewer rows at once"


def test_more_bytes_than_allowed_are_refused(client: TestClient) -> None:
    query = {"judge": "claim-lock"}
    assert client.post("/v1/runs", params=query, content=b"x" * 300_001).status_code == 413
    pieces = (b"x" * 1000 for _ in range(301))
    assert client.post("/v1/runs", params=query, content=pieces).status_code == 413


@pytest.mark.parametrize(
    ("query", "body", "detail"),
    [
        ({"judge": "nobody"}, b"{}", "unknown judge 'nobody'"),
        ({"judge": "claim-lock", "filename": "rows.docx"}, b"{}", "unknown format"),
        ({"judge": "claim-lock", "filename": "rows.jsonl.gz"}, b"{}", "is compressed"),
        ({"judge": "claim-lock", "filename": "rows.parquet"}, b"no parquet", "rows.parquet"),
        ({"judge": "claim-lock"}, b'{"a": 1}\n', "query"),
    ],
)
def test_what_cannot_be_read_is_refused(
    client: TestClient, query: dict[str, str], body: bytes, detail: str
) -> None:
    before = len(client.get("/v1/runs", params={"limit": 200}).json()["runs"])
    answer = client.post("/v1/runs", params=query, content=body)
    said = answer.json()
    assert (answer.status_code, detail in said["detail"] + str(said.get("field"))) == (422, True), said
    assert tempfile.gettempdir() not in answer.text
    assert len(client.get("/v1/runs", params={"limit": 200}).json()["runs"]) == before


def test_only_so_many_runs_are_under_way(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    app: Any = client.app
    monkeypatch.setattr(app.state.service.uploads, "receiving", LIMITS.runs_at_once)
    answer = client.post("/v1/runs", params={"judge": "claim-lock"}, content=b"{}")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")


def test_who_follows_a_run_that_is_deleted_is_told(
    client: TestClient, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from jurat.runs.store.store import open_store

    run = keep(store, "claim-lock", responses()[:1])
    with open_store(store) as opened:
        found = opened.find(run)
    monkeypatch.setattr("jurat.server.app_state.AppState.run", lambda self, name: found)
    client.delete(f"/v1/runs/{run}")
    assert followed(client, run)[-1][1]["status"] == "deleted"


def test_a_run_of_another_process_can_be_followed(client: TestClient, kept: str) -> None:
    names = [name for name, _ in followed(client, kept)]
    assert names == ["progress", "end"]
