"""Kept runs over HTTP: lists, pages, filters, orders, search, export, comparison."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from starlette.testclient import TestClient

from jurat.options import Options
from tests.server.conftest import EVIL, keep, responses

COUNT = 31


def rows(client: TestClient, run: str, **wanted: Any) -> list[dict[str, Any]]:
    """All rows that are wanted, page by page."""
    found: list[dict[str, Any]] = []
    after: dict[str, Any] = {}
    while True:
        page = client.get(f"/v1/runs/{run}/rows", params={"limit": 4, **wanted, **after}).json()
        found += page["rows"]
        if page["next"] is None:
            return found
        after = {"after": page["next"]}


def places(client: TestClient, run: str, **wanted: Any) -> list[int]:
    return [row["place"] for row in rows(client, run, **wanted)]


def test_all_rows_come_page_by_page_in_order(client: TestClient, kept: str) -> None:
    assert places(client, kept) == list(range(1, COUNT + 1))


def test_an_offset_is_a_place(client: TestClient, kept: str) -> None:
    page = client.get(f"/v1/runs/{kept}/rows", params={"offset": 20, "limit": 3}).json()
    assert ([row["place"] for row in page["rows"]], page["next"], page["total"]) == (
        [21, 22, 23],
        "23",
        COUNT,
    )
    answer = client.get(f"/v1/runs/{kept}/rows", params={"offset": 2, "q": "tea"})
    assert (answer.status_code, answer.json()["field"]) == (422, "offset")


FILTERS: list[dict[str, Any]] = [
    {"verdict": "FAIL"},
    {"status": "unscored"},
    {"metric": "hallucination", "low": 0.5, "high": 1.0},
    {"metric": "hallucination", "low": 0.5, "verdict": "FAIL"},
    {"unscored": "no context was given, so nothing can be checked against it"},
    {"unscored": "no context was given, so nothing can be checked against it", "verdict": "WARN"},
    {"q": "BUYER 7"},
    {"q": "buyer", "verdict": "FAIL"},
    {"order": "-hallucination"},
    {"order": "relevance", "metric": "hallucination", "high": 0.4},
    {"order": "-relevance", "metric": "relevance", "low": 0.2},
    {"cap": "none such"},
]


def holds(row: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a row is what is wanted, told the slow way."""
    value = row["values"].get(wanted.get("metric") or wanted.get("order", "").removeprefix("-"))
    ranged = not {"metric", "order"} & wanted.keys() or (
        value is not None and wanted.get("low", 0) <= value <= wanted.get("high", 1)
    )
    return (
        wanted.get("verdict") in (None, row["verdict"])
        and wanted.get("status") in (None, row["status"])
        and ("unscored" not in wanted or wanted["unscored"] in row["unscored"].values())
        and ("cap" not in wanted or wanted["cap"] in row["caps"])
        and (
            "q" not in wanted or row["id"] == "tea-7" or (wanted["q"] == "buyer" and "tea" in str(row["id"]))
        )
        and ranged
    )


@pytest.mark.parametrize("wanted", FILTERS, ids=json.dumps)
def test_a_filter_gives_the_rows_it_holds_for(client: TestClient, kept: str, wanted: dict[str, Any]) -> None:
    found = rows(client, kept, **wanted)
    expected = [row for row in rows(client, kept) if holds(row, wanted)]
    assert sorted(row["place"] for row in found) == [row["place"] for row in expected]
    by = wanted.get("order", wanted.get("metric"))
    if by is not None:
        values = [row["values"][by.removeprefix("-")] for row in found]
        assert values == sorted(values, reverse=by.startswith("-"))
    total = client.get(f"/v1/runs/{kept}/rows", params=wanted).json()["total"]
    assert total in (None, len(expected))
    assert (total is None) == ("q" in wanted or len(wanted.keys() - {"low", "high", "metric"}) == 2)


@pytest.mark.parametrize("wanted", [*FILTERS, {}], ids=json.dumps)
def test_a_page_may_start_in_the_middle_where_it_is_said(
    client: TestClient, kept: str, wanted: dict[str, Any]
) -> None:
    found = rows(client, kept, **wanted)
    page = client.get(f"/v1/runs/{kept}/rows", params=wanted).json()
    other = {"order", "metric"} <= wanted.keys() and wanted["order"].removeprefix("-") != wanted["metric"]
    assert page["offsets"] == (page["total"] is not None and not other)
    for offset in (0, 1, len(found) // 2, len(found), len(found) + 5):
        answer = client.get(f"/v1/runs/{kept}/rows", params={**wanted, "offset": offset, "limit": 3})
        if page["offsets"]:
            assert answer.json()["rows"] == found[offset : offset + 3]
        else:
            assert answer.status_code == 422


def test_caps_are_found_by_their_reason(client: TestClient, kept_summaries: str) -> None:
    caps = client.get(f"/v1/runs/{kept_summaries}/distributions").json()["caps"]
    assert caps["hallucination"] == 1
    for reason, count in caps.items():
        page = client.get(f"/v1/runs/{kept_summaries}/rows", params={"cap": reason}).json()
        assert (len(page["rows"]), page["total"]) == (count, count)
        assert all(reason in row["caps"] for row in page["rows"])
    both = {"cap": "hallucination", "order": "-coverage"}
    assert [row["id"] for row in rows(client, kept_summaries, **both)] == ["liar"]


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        ({"metric": "beauty"}, "metric"),
        ({"order": "-beauty"}, "order"),
        ({"after": "x"}, "after"),
        ({"after": "1:nan"}, "after"),
        ({"limit": 501}, "limit"),
        ({"low": "nan"}, "low"),
    ],
)
def test_a_filter_that_is_none_is_refused(
    client: TestClient, kept: str, wanted: dict[str, str], field: str
) -> None:
    answer = client.get(f"/v1/runs/{kept}/rows", params=wanted)
    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_a_row_has_its_texts_and_its_result(client: TestClient, kept: str) -> None:
    row = client.get(f"/v1/runs/{kept}/rows/31").json()
    assert row["case"] == {"query": EVIL, "contexts": [EVIL], "response": EVIL}
    assert (row["place"], row["result"]["id"], row["labels"]) == (31, EVIL, [])
    assert client.get(f"/v1/runs/{kept}/rows/5").json()["case"]["contexts"] == []
    missing = client.get(f"/v1/runs/{kept}/rows/32")
    assert (missing.status_code, missing.json()["detail"]) == (404, "the run has 31 rows")


def test_a_run_shows_its_figures(client: TestClient, kept: str) -> None:
    run = client.get(f"/v1/runs/{kept}").json()
    assert (run["id"], run["judge"], run["rows"], run["data"]) == (kept, "claim-lock", COUNT, "rows.jsonl")
    spread = client.get(f"/v1/runs/{kept}/distributions").json()
    assert spread["metrics"]["hallucination"]["edges"][5] == 0.5
    for name, one in spread["metrics"].items():
        assert sum(one["counts"]) == one["scored"] == run["summary"]["metrics"][name]["scored"]
    assert sum(spread["verdicts"].values()) == COUNT
    assert spread["unscored"] == {"no context was given, so nothing can be checked against it": 3}


def test_runs_are_listed_newest_first_and_paged(client: TestClient, store: str, kept: str) -> None:
    newer = keep(store, "claim-lock", responses()[:2])
    page = client.get("/v1/runs", params={"limit": 1}).json()
    assert ([run["id"] for run in page["runs"]], page["next"]) == ([newer], newer)
    later = client.get("/v1/runs", params={"before": newer, "judge": "claim-lock"}).json()
    assert kept in [run["id"] for run in later["runs"]]
    assert client.delete(f"/v1/runs/{newer}").status_code == 204
    assert client.get(f"/v1/runs/{newer}").status_code == 404


@pytest.mark.parametrize("name", ["nothing", "2026", "..%2F..%2Fetc", "%00", "x" * 300])
def test_a_run_is_found_by_its_whole_id_alone(client: TestClient, kept: str, name: str) -> None:
    assert kept
    assert client.get(f"/v1/runs/{name}").status_code == 404


def test_exports_hold_every_result(client: TestClient, kept: str) -> None:
    lines = client.get(f"/v1/runs/{kept}/export").text.splitlines()
    assert [json.loads(line)["id"] for line in lines][:2] == ["tea-0", "tea-1"]
    table = list(csv.DictReader(io.StringIO(client.get(f"/v1/runs/{kept}/export?format=csv").text)))
    assert (len(lines), len(table), table[0]["id"]) == (COUNT, COUNT, "tea-0")
    answer = client.get(f"/v1/runs/{kept}/export?format=parquet")
    from pyarrow import parquet

    assert parquet.read_table(io.BytesIO(answer.content)).num_rows == COUNT
    assert answer.headers["content-disposition"] == f'attachment; filename="{kept}.parquet"'


def test_two_runs_are_compared_case_by_case(client: TestClient, store: str, kept: str) -> None:
    other = keep(store, "claim-lock", responses(), Options(relevance="answer_aware"))
    refused = client.get("/v1/compare", params={"a": kept, "b": other})
    assert (refused.status_code, "the signatures differ" in refused.json()["detail"]) == (422, True)
    found = client.get("/v1/compare", params={"a": kept, "b": other, "force": True}).json()
    assert (found["pairs"], found["before"]["name"]) == (COUNT, kept)
    assert {"relevance", "verdict.PASS"} <= {one["name"] for one in found["changes"]}
    first = found["cases"][0]
    assert first["places"][0] == first["places"][1]
    assert client.get(f"/v1/runs/{kept}/rows/{first['places'][0]}").json()["result"]["id"] == first["id"]
    client.delete(f"/v1/runs/{other}")


def test_a_run_is_named_tagged_and_annotated(client: TestClient, store: str) -> None:
    run = keep(store, "claim-lock", responses()[:1])
    said = {"name": " Prompt 2 ", "tags": ["rag", "rag", " "], "note": "a\0b"}
    found = client.patch(f"/v1/runs/{run}", json=said).json()
    assert (found["name"], found["tags"], found["note"]) == ("Prompt 2", ["rag"], "a b")
    found = client.patch(f"/v1/runs/{run}", json={"name": ""}).json()
    assert (found["name"], found["tags"]) == ("", ["rag"])
    refused = client.patch(f"/v1/runs/{run}", json={"name": "x" * 201})
    assert (refused.status_code, refused.json()["field"]) == (422, "name")
    assert client.patch("/v1/runs/20200101-000000-bcd", json={}).status_code == 404


def test_a_deletion_is_undone_within_a_minute_and_final_after_it(
    client: TestClient, store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = keep(store, "claim-lock", responses()[:1])
    assert client.post(f"/v1/runs/{run}/restore").status_code == 404
    client.delete(f"/v1/runs/{run}")
    assert run not in [one["id"] for one in client.get("/v1/runs").json()["runs"]]
    assert client.post(f"/v1/runs/{run}/restore").json()["id"] == run
    assert len(client.get(f"/v1/runs/{run}/rows").json()["rows"]) == 1
    client.delete(f"/v1/runs/{run}")
    monkeypatch.setattr("jurat.server.routes.runs.UNDO_SECONDS", 0.0)
    client.get("/v1/runs")
    refused = client.post(f"/v1/runs/{run}/restore")
    assert (refused.status_code, "for a minute" in refused.json()["detail"]) == (404, True)


def test_errors_speak_of_the_page_and_not_of_flags(client: TestClient, store: str, kept: str) -> None:
    other = keep(store, "claim-lock", responses()[:1])
    refused = client.get("/v1/compare", params={"a": kept, "b": other, "force": False}).json()["detail"]
    sent = client.post("/v1/runs", params={"judge": "claim-lock"}, content=b'{"a": 1}').json()["detail"]
    assert "--" not in refused + sent
    assert sent.endswith("name the column query in the file")
    client.delete(f"/v1/runs/{other}")
