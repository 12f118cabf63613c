"""A client of `jurat serve`, typed, on the standard library alone.

>>> client = Client("http://127.0.0.1:8321", token="…")
>>> client.url
'http://127.0.0.1:8321'
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from pathlib import Path
from typing import Any, Literal, cast
from urllib.parse import quote, urlencode, urlsplit
from warnings import warn

from jurat.errors import InputError, JuratError
from jurat.judges.label_wire import load
from jurat.outcomes import CouncilResult, Failure, Outcome, Result

TIMEOUT = 150.0
ATTEMPTS = 5
_JSON = "application/json"


class ServerError(JuratError):
    """The server rejected a request or is unreachable: status, message and the invalid field."""

    def __init__(
        self, status: int, detail: str, field: str | None = None, retry: float | None = None
    ) -> None:
        self.status, self.detail, self.field, self.retry = status, detail, field, retry
        super().__init__(f"{field}: {detail}" if field else detail)

    @property
    def retryable(self) -> bool:  # type: ignore[override]
        """Return whether the same request may succeed later."""
        return self.status in (0, 429, 503)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeInfo:
    """A judge of the server: its case type, its metrics with their scales, options and observers."""

    name: str
    case: Literal["summary", "response", "council"]
    metrics: tuple[str, ...]
    top: float
    scales: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    overall: float | None = None
    options: tuple[str, ...] = ()
    observers: tuple[str, ...] = ()


def _judge_info(given: Mapping[str, Any]) -> JudgeInfo:
    """Return what is known of a judge; a newer server may tell more."""
    known: dict[str, Any] = {name: given[name] for name in JudgeInfo.__dataclass_fields__ if name in given}
    for name in ("metrics", "options", "observers"):
        if name in known:
            known[name] = tuple(known[name])
    return JudgeInfo(**known)


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """What fails the safety gate in a text, and the personal data in it."""

    passes: bool
    findings: tuple[Mapping[str, Any], ...]
    personal_data: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInfo:
    """A run stored on the server."""

    id: str
    judge: str
    observer: str
    signature: str
    started: str
    finished: str | None
    seconds: float
    rows: int
    data: str
    summary: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """Progress of a run; the last one has its end or error."""

    done: int
    total: int | None = None
    ended: bool = False
    error: str | None = None
    summary: Mapping[str, Any] = field(default_factory=dict, repr=False)


class Client:
    """One connection to a server; do not share it between threads."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:8321",
        *,
        token: str | None = None,
        timeout: float = TIMEOUT,
        attempts: int = ATTEMPTS,
    ) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError("is not a server address", where="url", hint="write http://HOST:PORT")
        self.url, self._token, self._timeout, self._attempts = url.rstrip("/"), token, timeout, attempts
        self._parts = parts
        self._open: HTTPConnection | None = None

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection."""
        if self._open is not None:
            self._open.close()
            self._open = None

    def judges(self) -> list[JudgeInfo]:
        """Return the judges of the server."""
        found = self._json("GET", "/v1/judges")["judges"]
        return [_judge_info(one) for one in found]

    def judge(
        self, judge: str, case: Mapping[str, Any], options: Mapping[str, Any] | None = None
    ) -> Result | CouncilResult:
        """Judge one case and return its result."""
        body = {"judge": judge, "case": dict(case), **_given(options=options)}
        return cast("Result | CouncilResult", self._outcome("/v1/judge", body))

    def judge_batch(
        self, judge: str, cases: Sequence[Mapping[str, Any]], options: Mapping[str, Any] | None = None
    ) -> list[Result | Failure]:
        """Judge several cases and return their results in order; a case that fails gives a `Failure`."""
        body = {"judge": judge, "cases": [dict(case) for case in cases], **_given(options=options)}
        found = self._json("POST", "/v1/judge/batch", body)["results"]
        return [cast("Result | Failure", load(json.dumps(one))) for one in found]

    def score_labels(self, labels: Mapping[str, Any]) -> Result | CouncilResult:
        """Score labels made by people or other tools."""
        return cast("Result | CouncilResult", self._outcome("/v1/tally", dict(labels)))

    def tally(self, labels: Mapping[str, Any]) -> Result | CouncilResult:
        """Return `score_labels(labels)`, its name since 0.2."""
        warn("Client.tally is deprecated, use Client.score_labels", DeprecationWarning, stacklevel=2)
        return self.score_labels(labels)

    def council(
        self,
        query: str,
        candidates: Mapping[str, str],
        reviews: Sequence[Mapping[str, Any]] = (),
        options: Mapping[str, Any] | None = None,
    ) -> CouncilResult:
        """Rank candidates by their reviews; without reviews the rules review them."""
        body = {"query": query, "candidates": dict(candidates), "reviews": [dict(one) for one in reviews]}
        return cast("CouncilResult", self._outcome("/v1/council", {**body, **_given(options=options)}))

    def safety(self, text: str) -> Safety:
        """Return what fails the safety gate in a text."""
        found = self._json("POST", "/v1/safety", {"text": text})
        lists = {name: tuple(found[name]) for name in ("findings", "personal_data")}
        return Safety(passes=found["passes"], **lists)

    def start(self, judge: str, data: str | Path | bytes, filename: str | None = None) -> str:
        """Upload a file, or bytes under a name, start a run over it and return the run's id."""
        body = data if isinstance(data, bytes) else Path(data).read_bytes()
        name = filename or ("data.jsonl" if isinstance(data, bytes) else Path(data).name)
        query = urlencode({"judge": judge, "filename": name})
        answer = self._send("POST", f"/v1/runs?{query}", body, "application/octet-stream")
        return str(json.loads(answer)["id"])

    def follow(self, run: str) -> Iterator[Progress]:
        """Yield the progress of a run until it ends."""
        answer = self._request("GET", f"/v1/runs/{quote(run, safe='')}/events", None, "")
        try:
            for name, data in _events(answer):
                if name == "progress":
                    yield Progress(done=data["done"], total=data["total"], summary=data["summary"])
                elif name == "end":
                    yield Progress(done=data["done"], ended=True, error=data["error"])
                    return
        finally:
            self.close()

    def runs(self, judge: str | None = None, before: str | None = None, limit: int = 50) -> list[RunInfo]:
        """Return runs, newest first; `before` is the last id of the previous page."""
        query = urlencode(_given(judge=judge, before=before, limit=limit))
        return [_run(one) for one in self._json("GET", f"/v1/runs?{query}")["runs"]]

    def run(self, run: str) -> RunInfo:
        """Return one run."""
        return _run(self._json("GET", f"/v1/runs/{quote(run, safe='')}"))

    def rows(self, run: str, **wanted: str | float) -> Iterator[Mapping[str, Any]]:
        """Yield all matching rows of a run in brief, page by page."""
        after: str | None = None
        while True:
            page = self.page(run, **wanted, **_given(after=after))
            yield from page["rows"]
            after = page["next"]
            if after is None:
                return

    def page(self, run: str, **wanted: str | float) -> Mapping[str, Any]:
        """Return one page of a run's rows, their number, and whether `offset` is supported."""
        query = urlencode(wanted)
        found: Mapping[str, Any] = self._json("GET", f"/v1/runs/{quote(run, safe='')}/rows?{query}")
        return found

    def row(self, run: str, row: int) -> Mapping[str, Any]:
        """Return one row with its texts, its result and its human labels."""
        found: Mapping[str, Any] = self._json("GET", f"/v1/runs/{quote(run, safe='')}/rows/{row}")
        return found

    def label(
        self,
        run: str,
        row: int,
        annotator: str,
        *,
        observations: Mapping[str, Any] | None = None,
        score: float | Mapping[str, float] | None = None,
        note: str | None = None,
    ) -> Mapping[str, Any]:
        """Correct the labels of a row or the reviews of a council, or score it; return the new result."""
        said = _given(annotator=annotator, observations=observations, score=score, note=note)
        path = f"/v1/runs/{quote(run, safe='')}/rows/{row}/labels"
        found: Mapping[str, Any] = self._json("POST", path, said)["result"]
        return found

    def agreement(self, run: str) -> Mapping[str, Any]:
        """Return the agreement of the judge with the people who labelled rows of a run."""
        found: Mapping[str, Any] = self._json("GET", f"/v1/runs/{quote(run, safe='')}/agreement")
        return found

    def compare(self, before: str, after: str, *, force: bool = False) -> Mapping[str, Any]:
        """Compare two runs over the same cases."""
        query = urlencode({"a": before, "b": after, "force": str(force).lower()})
        found: Mapping[str, Any] = self._json("GET", f"/v1/compare?{query}")
        return found

    def delete(self, run: str) -> None:
        """Delete a run with all its results."""
        self._send("DELETE", f"/v1/runs/{quote(run, safe='')}", None, "")

    def _outcome(self, path: str, body: Mapping[str, Any]) -> Outcome:
        return load(self._send("POST", path, json.dumps(body).encode("ascii"), _JSON))

    def _json(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
        given = None if body is None else json.dumps(body).encode("ascii")
        return json.loads(self._send(method, path, given, _JSON))

    def _send(self, method: str, path: str, body: bytes | None, kind: str) -> bytes:
        return self._request(method, path, body, kind).read()

    def _request(self, method: str, path: str, body: bytes | None, kind: str) -> HTTPResponse:
        """Send a request; retry as the server asks when its queue is full."""
        for attempt in range(1, self._attempts + 1):
            answer = self._answer(method, path, body, kind)
            if answer.status < 400:
                return answer
            error = _refusal(answer)
            if error.status != 429 or attempt == self._attempts:
                raise error
            time.sleep(error.retry or 1.0)
        raise AssertionError

    def _answer(self, method: str, path: str, body: bytes | None, kind: str) -> HTTPResponse:
        headers = {"Content-Type": kind} if body is not None else {}
        if self._token is not None:
            headers["Authorization"] = f"Bearer {self._token}"
        for fresh in (self._open is None, True):
            try:
                connection = self._connected(fresh=fresh)
                connection.request(method, self._parts.path.rstrip("/") + path, body, headers)
                return connection.getresponse()
            except (OSError, HTTPException) as error:
                self.close()
                if fresh:
                    raise ServerError(0, f"{self.url} cannot be reached: {error}") from error
        raise AssertionError

    def _connected(self, *, fresh: bool) -> HTTPConnection:
        """Return the open connection, or a new one if the server has closed it."""
        if fresh or self._open is None:
            self.close()
            kind = HTTPSConnection if self._parts.scheme == "https" else HTTPConnection
            self._open = kind(str(self._parts.hostname), self._parts.port, timeout=self._timeout)
        return self._open


def _given(**values: Any) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}


def _run(given: Mapping[str, Any]) -> RunInfo:
    return RunInfo(**{name: given[name] for name in RunInfo.__dataclass_fields__})


def _refusal(answer: HTTPResponse) -> ServerError:
    try:
        said = json.loads(answer.read())
        detail, at = str(said["detail"]), said.get("field")
    except (ValueError, KeyError, TypeError):
        detail, at = f"{answer.status} {answer.reason}", None
    wait = answer.headers.get("Retry-After", "")
    return ServerError(answer.status, detail, at, float(wait) if wait.isdigit() else None)


def _events(answer: HTTPResponse) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the server-sent events of a response as they arrive."""
    name = ""
    while line := answer.readline():
        key, _, value = line.decode("utf-8").rstrip("\n").partition(": ")
        if key == "event":
            name = value
        elif key == "data":
            yield name, json.loads(value)
