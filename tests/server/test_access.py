"""Nobody gets further than they may: Host, Origin, token, sizes, headers, and a decision on every route."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute
from starlette.testclient import TestClient

from jurat.server.access import ACCESS, HEADERS
from jurat.server.app import create_app
from jurat.server.server_limits import Serving
from tests.server.conftest import HERE, LIMITS

TOKEN = "a-token-of-enough-characters"
NAMES = {"id": "20260101-000000-abc", "place": "1", "path:path": "runs/1"}


@pytest.fixture(scope="module")
def app(store: str) -> FastAPI:
    return create_app(
        Serving(store=store, workers=1, token=TOKEN, names=("jurat.example.org",), limits=LIMITS)
    )


@pytest.fixture(scope="module")
def guarded(app: FastAPI) -> Iterator[TestClient]:
    """A server with a token."""
    with TestClient(app, base_url=HERE, raise_server_exceptions=False) as asked:
        yield asked


def routes(app: FastAPI) -> list[tuple[str, str]]:
    """Every method and path that the server answers."""
    found = [
        (method, route.path)
        for route in app.routes
        if isinstance(route, APIRoute)
        for method in sorted(route.methods or ())
    ]
    assert len(found) > 20
    return found


def test_every_route_has_a_decision(app: FastAPI) -> None:
    assert {path for _, path in routes(app)} == ACCESS.keys()
    others = [route for route in app.routes if not isinstance(route, APIRoute)]
    assert others == [], "a route of another kind would have no decision"


def test_what_needs_the_token_is_refused_without_it(app: FastAPI, guarded: TestClient) -> None:
    for method, path in routes(app):
        filled = path
        for name, value in NAMES.items():
            filled = filled.replace(f"{{{name}}}", value)
        answer = guarded.request(method, filled)
        assert (answer.status_code == 401) == (ACCESS[path] == "token"), (method, path, answer.status_code)


@pytest.mark.parametrize("path", ["/v1", "/v1/", "/v1/nothing", "/v1/../v1/runs", "/metrics/"])
def test_what_no_route_takes_gives_nothing_away(guarded: TestClient, path: str) -> None:
    answer = guarded.get(path)
    assert answer.status_code in (401, 404, 307)
    assert "runs" not in answer.text


@pytest.mark.parametrize(
    "header",
    [
        {"authorization": f"Bearer {TOKEN}"},
        {"authorization": f"bearer {TOKEN}"},
        {"cookie": f"jurat_token={TOKEN}"},
    ],
)
def test_the_token_opens(guarded: TestClient, header: dict[str, str]) -> None:
    assert guarded.get("/v1/runs", headers=header).status_code == 200


@pytest.mark.parametrize(
    "header",
    [
        {"authorization": f"Bearer {TOKEN}x"},
        {"authorization": "Bearer"},
        {"authorization": f"Basic {TOKEN}"},
        {"authorization": "Bearer \u00e9".encode()},
        {"cookie": "jurat_token=;;;=\x7f"},
        {"cookie": "jurat_token=wrong"},
    ],
)
def test_another_token_does_not(guarded: TestClient, header: dict[str, str]) -> None:
    answer = guarded.get("/v1/runs", headers=header)
    assert (answer.status_code, answer.json()["field"]) == (401, "Authorization")
    assert TOKEN not in answer.text


def test_a_browser_remembers_the_token_where_no_script_can_read_it(guarded: TestClient) -> None:
    answer = guarded.post("/v1/session", headers={"authorization": f"Bearer {TOKEN}"})
    said = answer.headers["set-cookie"]
    assert answer.status_code == 204
    assert "HttpOnly" in said
    assert "SameSite=strict" in said
    guarded.cookies.clear()


@pytest.mark.parametrize(
    ("origin", "secure"),
    [
        ({"origin": "https://jurat.example.org"}, True),
        ({"origin": "http://jurat.example.org"}, False),
        ({}, False),
    ],
    ids=["https", "http", "none"],
)
def test_the_cookie_of_a_page_that_came_by_https_never_goes_by_http(
    guarded: TestClient, origin: dict[str, str], secure: bool
) -> None:
    asked = {"authorization": f"Bearer {TOKEN}", "host": "jurat.example.org", **origin}
    answer = guarded.post("/v1/session", headers=asked)
    assert answer.status_code == 204
    assert ("Secure" in answer.headers["set-cookie"]) is secure
    guarded.cookies.clear()


@pytest.mark.parametrize("host", ["localhost:8321", "127.0.0.1", "[::1]:8321", "LOCALHOST"])
def test_our_own_names_are_served(client: TestClient, host: str) -> None:
    assert client.get("/v1/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8321", "127.0.0.1.evil.example", "a@127.0.0.1", "", "localhost/x"]
)
def test_a_foreign_host_is_refused_so_that_no_name_can_be_rebound(client: TestClient, host: str) -> None:
    answer = client.get("/v1/runs", headers={"host": host})
    assert (answer.status_code, answer.json()["field"]) == (421, "Host")


def test_a_name_that_was_told_is_served(guarded: TestClient) -> None:
    assert guarded.get("/v1/health", headers={"host": "jurat.example.org"}).status_code == 200


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://localhost:9999", "file://", "x", "http://["]
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_another_site_is_refused(client: TestClient, origin: str, method: str) -> None:
    answer = client.request(method, "/v1/runs", headers={"origin": origin})
    assert (answer.status_code, answer.json()["field"]) == (403, "Origin")


def test_our_own_page_is_served(client: TestClient) -> None:
    assert client.get("/v1/runs", headers={"origin": HERE}).status_code == 200
    answer = client.post("/v1/safety", json={"text": "x"}, headers={"sec-fetch-site": "cross-site"})
    assert answer.status_code == 403


@pytest.mark.parametrize("path", ["/", "/v1/health", "/v1/runs/nothing", "/assets/none.js"])
def test_every_answer_keeps_a_browser_strict(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert {name: answer.headers[name] for name in HEADERS} == HEADERS
    assert "'unsafe-inline'" not in HEADERS["content-security-policy"]
    assert "script-src 'self'" in HEADERS["content-security-policy"]


def test_a_refusal_is_strict_too(client: TestClient) -> None:
    answer = client.get("/", headers={"host": "evil.example"})
    assert answer.headers["x-frame-options"] == "DENY"


def test_a_body_is_bounded_whether_it_says_its_length_or_not(client: TestClient) -> None:
    big = b'{"text": "' + b"x" * LIMITS.body_bytes + b'"}'
    kind = {"content-type": "application/json"}
    assert client.post("/v1/safety", content=big, headers=kind).status_code == 413
    pieces = (big[start : start + 1000] for start in range(0, len(big), 1000))
    assert client.post("/v1/safety", content=pieces, headers=kind).status_code == 413
    assert client.post("/v1/judge", content=big, headers=kind).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/etc/passwd",
        "/assets/../../app.py",
        "/..%5c..%5capp.py",
        "/app.py",
    ],
)
def test_no_path_of_a_client_is_opened(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert "root:" not in answer.text
    assert "create_app" not in answer.text


def test_the_page_stands_at_the_root_alone_so_that_a_wrong_probe_fails(client: TestClient) -> None:
    assert client.get("/").headers["content-type"].startswith("text/html")
    for path in ("/healthz", "/docs", "/openapi.json", "/runs", "/v1", "/v1/nothing"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert "health at /v1/health" in answer.json()["detail"]
