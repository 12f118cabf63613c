"""Kept runs: start one on data that is sent, follow it, list, look at, export, compare, delete."""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response, StreamingResponse
from starlette.types import Receive, Scope, Send

from jurat.data import open_writer
from jurat.errors import InputError
from jurat.runs.store.run_records import Run
from jurat.server.app_state import AppState, ServiceOf, judging
from jurat.server.problems import Problem
from jurat.server.request_models import BoundedRoute, NotesBody
from jurat.server.response_models import (
    ComparisonAnswer,
    DistributionsAnswer,
    EstimateAnswer,
    RunAnswer,
    RunsAnswer,
)
from jurat.server.upload_runs import data_name
from jurat.server.views import distributions_view, run_view, summary_view, usage_view
from jurat.server.worker_tasks import CompareTask, compare_task

router = APIRouter(tags=["runs"], route_class=BoundedRoute)
EXPORTS = {
    "jsonl": "application/x-ndjson",
    "csv": "text/csv; charset=utf-8",
    "parquet": "application/vnd.apache.parquet",
}
POLL_SECONDS = 0.3
UNDO_SECONDS = 60.0
"""So long a deleted run can be restored."""
BEAT_SECONDS = 15.0
_PIECE = 2**16
ROWS_BODY = {
    "requestBody": {
        "required": True,
        "content": {
            "application/octet-stream": {
                "schema": {"type": "string", "format": "binary"},
                "example": '{"query": "What does tea cost?", "response": "$9.", "context": "Tea is $5."}\n',
            }
        },
    }
}


@router.post("/v1/runs", status_code=202, openapi_extra=ROWS_BODY)
async def start(
    request: Request,
    service: ServiceOf,
    judge: Annotated[str, Query(examples=["claim-lock"])],
    filename: Annotated[str, Query(examples=["rows.jsonl"], max_length=500)] = "data.jsonl",
    observer: Annotated[
        str | None,
        Query(max_length=500, description="`rules`, `verifier`, or `llm:MODEL` with a model of the server."),
    ] = None,
) -> dict[str, str]:
    """Judge the rows of a file that is sent (JSONL, JSON, CSV, TSV or Parquet) and keep the results.

    Models are asked only if the server was started with them (`jurat serve --model`).
    """
    observing = service.observing(observer, service.serving.run_calls)
    known, work = judging(judge, None, observing)
    name = data_name(filename)
    with service.uploads.slot():
        path = await _received(request, service.uploads.folder, Path(name).suffix)
        try:
            begin = partial(service.uploads.start, known, work, path, name, observing)
            return {"id": await run_in_threadpool(begin)}
        except BaseException:
            path.unlink(missing_ok=True)
            raise


@router.post("/v1/estimate", openapi_extra=ROWS_BODY)
async def estimate(
    request: Request,
    service: ServiceOf,
    judge: Annotated[str, Query(examples=["claim-lock"])],
    observer: Annotated[str, Query(max_length=500, examples=["llm:openai:gpt-4o-mini"])],
    filename: Annotated[str, Query(examples=["rows.jsonl"], max_length=500)] = "data.jsonl",
) -> EstimateAnswer:
    """What a run over a file that is sent takes of a model, at least; nothing is judged, no model called."""
    max_calls = service.serving.run_calls
    observing = service.observing(observer, max_calls)
    if observing is None or not observing.asks_models:
        raise Problem(422, f"observer: {observer!r} calls no model", field="observer")
    known, _ = judging(judge, None, observing)
    name = data_name(filename)
    with service.uploads.slot():
        path = await _received(request, service.uploads.folder, Path(name).suffix)
        try:
            rows, usage = await run_in_threadpool(service.uploads.estimate, known, observing, path, name)
        finally:
            path.unlink(missing_ok=True)
    told = usage_view(usage)
    return {
        "rows": rows,
        "calls": told["calls"],
        "prompt_tokens": told["prompt_tokens"],
        "cost": told["cost"],
        "max_calls": max_calls,
    }


async def _received(request: Request, folder: str, suffix: str) -> Path:
    """What is sent, in a file of our own."""
    with tempfile.NamedTemporaryFile(dir=folder, suffix=suffix, delete=False) as file:
        path = Path(file.name)
        try:
            async for piece in request.stream():
                await run_in_threadpool(file.write, piece)
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    return path


@router.get("/v1/runs")
def runs(
    service: ServiceOf,
    judge: Annotated[str | None, Query(pattern=r"^[\w.-]{1,100}$")] = None,
    before: Annotated[str | None, Query(description="`next` of the previous page.")] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> RunsAnswer:
    """Runs, the newest first."""
    service.store.purge(UNDO_SECONDS)
    last = None if before is None else service.run(before)
    found = service.store.runs(judge=judge, before=last, limit=limit)
    return {"runs": [run_view(run) for run in found], "next": found[-1].id if len(found) == limit else None}


@router.get("/v1/runs/{id}")
def run(id: str, service: ServiceOf) -> RunAnswer:  # noqa: A002
    """One run."""
    found = service.run(id)
    upload = service.uploads.known.get(found.id)
    usage = upload.usage if upload else None
    return {
        **run_view(found),
        "error": upload.error if upload else None,
        "usage": usage_view(usage) if usage else None,
    }


@router.patch("/v1/runs/{id}")
def annotate(id: str, body: NotesBody, service: ServiceOf) -> RunAnswer:  # noqa: A002
    """Name a run, tag it, or write a note about it."""
    found = service.run(id)
    service.store.annotate(found, found.notes.edited(**body.model_dump(exclude_none=True)))
    return run_view(service.run(found.id))


@router.delete("/v1/runs/{id}", status_code=204)
def delete(id: str, service: ServiceOf) -> Response:  # noqa: A002
    """Delete a run with all its results; one under way is ended by that. For a minute it can be restored."""
    service.store.purge(UNDO_SECONDS)
    service.store.hide(service.run(id))
    return Response(status_code=204)


@router.post("/v1/runs/{id}/restore")
def restore(id: str, service: ServiceOf) -> RunAnswer:  # noqa: A002
    """Undo the deletion of a run, within a minute of it."""
    service.store.purge(UNDO_SECONDS)
    if not service.store.restore(id):
        raise Problem(404, f"no deleted run {id[:60]!r}; a deletion can be undone for a minute", field="id")
    return run_view(service.run(id))


@router.get("/v1/runs/{id}/distributions")
def distributions(id: str, service: ServiceOf) -> DistributionsAnswer:  # noqa: A002
    """How the values of a run spread, and how often each cap held."""
    return distributions_view(service.run(id))


@router.get("/v1/runs/{id}/events", response_class=StreamingResponse)
async def events(id: str, service: ServiceOf) -> StreamingResponse:  # noqa: A002
    """Follow a run as server-sent events: `progress` as it goes on, `end` when it is over."""
    if service.followers >= service.limits.followers:
        raise Problem(429, f"{service.followers} event streams are open")
    service.followers += 1  # before anything is awaited, so that many at once do not all find room
    try:
        found = await run_in_threadpool(service.run, id)
    except BaseException:
        service.followers -= 1
        raise
    release = partial(_release, service, "followers")
    return ReleasingResponse(_events(service, found), release, media_type="text/event-stream")


class ReleasingResponse(StreamingResponse):
    """A stream that gives its place back when it is over, also where it never began."""

    def __init__(self, content: Any, release: Callable[[], None], **more: Any) -> None:
        super().__init__(content, **more)
        self._release = release

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send what there is, then give the place back."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self._release()


def _release(service: AppState, name: Literal["followers", "exports"]) -> None:
    setattr(service, name, getattr(service, name) - 1)


async def _events(service: AppState, run: Run) -> AsyncIterator[bytes]:
    """The events of a run; they end where the run is deleted."""
    try:
        async for one in _followed(service, run):
            yield one
    except InputError:
        yield event("end", {"status": "deleted", "error": "the run was deleted", "done": 0})


async def _followed(service: AppState, run: Run) -> AsyncIterator[bytes]:
    told, quiet, waited, still = -1, 0.0, 0.0, 0.0
    while waited < service.limits.run_seconds and not service.ending():
        run = await run_in_threadpool(service.store.find, run.id)
        upload = service.uploads.known.get(run.id)
        if run.done != told:
            told, quiet, still = run.done, 0.0, 0.0
            yield event("progress", _progress(run, upload.total if upload else None))
        if run.finished is not None or (upload is not None and upload.ended):
            error = upload.error if upload else None
            yield event(
                "end", {"status": "failed" if error else "finished", "error": error, "done": run.done}
            )
            return
        if upload is None and still >= service.limits.stalled_seconds:
            why = f"no progress for {still:.0f} s; the process that judged it may have ended"
            yield event("end", {"status": "stalled", "error": why, "done": run.done})
            return
        if quiet >= BEAT_SECONDS:
            quiet = 0.0
            yield b": still here\n\n"
        await asyncio.sleep(POLL_SECONDS)
        quiet, waited, still = quiet + POLL_SECONDS, waited + POLL_SECONDS, still + POLL_SECONDS


def _progress(run: Run, total: int | None) -> dict[str, Any]:
    whole = run.done if run.finished is not None else total
    return {"done": run.done, "total": whole, "summary": summary_view(run.summary)}


def event(name: str, data: dict[str, Any]) -> bytes:
    """A server-sent event.

    >>> event("end", {"status": "finished"})
    b'event: end\\ndata: {"status": "finished"}\\n\\n'
    """
    return f"event: {name}\ndata: {json.dumps(data)}\n\n".encode("ascii")


@router.get("/v1/runs/{id}/export", response_class=Response)
async def export(
    id: str,  # noqa: A002
    service: ServiceOf,
    format: Literal["jsonl", "csv", "parquet"] = "jsonl",  # noqa: A002
) -> Response:
    """All results of a run, as a file."""
    if service.exports >= service.limits.exports:
        raise Problem(429, f"{service.exports} exports are in progress; try again later")
    service.exports += 1
    try:
        found = await run_in_threadpool(service.run, id)
    except BaseException:
        service.exports -= 1
        raise
    headers = {"content-disposition": f'attachment; filename="{found.id}.{format}"'}
    pieces = _lines(service, found) if format == "jsonl" else _table(service, found, format)
    release = partial(_release, service, "exports")
    return ReleasingResponse(pieces, release, media_type=EXPORTS[format], headers=headers)


def _lines(service: AppState, run: Run) -> Iterator[bytes]:
    piece = bytearray()
    for kept in service.store.results(run):
        piece += kept.line + b"\n"
        if len(piece) >= _PIECE:
            yield bytes(piece)
            piece.clear()
    yield bytes(piece)


def _table(service: AppState, run: Run, kind: str) -> Iterator[bytes]:
    """A table is written to a file of our own first, then sent from there."""
    with tempfile.TemporaryDirectory(dir=service.uploads.folder) as folder:
        path = Path(folder) / f"results.{kind}"
        with open_writer(path, metrics=run.plan.known_metrics) as writer:
            batch: list[bytes] = []
            for kept in service.store.results(run):
                batch.append(kept.line)
                if len(batch) == 500:
                    writer.write_lines(batch)
                    batch = []
            writer.write_lines(batch)
        with path.open("rb") as file:
            while piece := file.read(_PIECE):
                yield piece


@router.get("/v1/compare")
async def comparison(
    service: ServiceOf,
    a: Annotated[str, Query(description="The run before.")],
    b: Annotated[str, Query(description="The run after.")],
    force: Annotated[bool, Query(description="Compare even if judges or cases differ.")] = False,
) -> ComparisonAnswer:
    """Two runs over the same cases: what changed, by how much, and the cases that changed most."""
    first, second = [await run_in_threadpool(service.run, name) for name in (a, b)]
    if max(first.done, second.done) > service.limits.compared_rows:
        limit = service.limits.compared_rows
        raise Problem(413, f"more than {limit:,} rows; compare them with: jurat compare {a} {b}")
    asked = CompareTask(service.serving.store, first.id, second.id, force=force)
    found: ComparisonAnswer = await service.work(compare_task, asked)
    return found
