"""The application: routes, checks and all that they share, put together."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial

import anyio.to_thread
from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool

from jurat.engines.worker_pool import WorkerPool
from jurat.runs.store.store import open_store
from jurat.server.access import AccessGate
from jurat.server.app_state import AppState
from jurat.server.openapi import describe
from jurat.server.problems import add_handlers
from jurat.server.prometheus import CountRequests, RequestCounts
from jurat.server.routes import health, judging, labels, page, rows, runs, thresholds
from jurat.server.server_limits import Serving
from jurat.server.upload_runs import UploadRuns
from jurat.version import __version__

THREADS = 12
"""How many requests use the store at the same time; the database has a connection for each."""


def create_app(serving: Serving, ending: Callable[[], bool] = lambda: False) -> FastAPI:
    """The server as an ASGI application; its processes live as long as it serves.

    What follows a run asks ``ending`` whether the server is about to end.
    """
    meters = RequestCounts()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = THREADS
        limits = serving.limits
        store = await run_in_threadpool(open_store, serving.store, make=True)
        standing = WorkerPool(serving.workers, queue=limits.queue, seconds=limits.judging_seconds)
        uploads = UploadRuns(store, standing, limits)
        with store, standing:
            app.state.service = AppState(serving, store, standing, uploads, meters, ending=ending)
            yield
            await run_in_threadpool(uploads.stop)

    app = FastAPI(
        title="Jurat",
        summary="Judges what language models write, with evidence.",
        version=__version__,
        lifespan=lifespan,
        openapi_url=None,
    )
    for part in (health, judging, runs, rows, labels, thresholds, page):
        app.router.routes.extend(part.router.routes)
    add_handlers(app)
    app.openapi = partial(describe, app)  # type: ignore[method-assign]
    app.add_middleware(AccessGate, serving=serving)
    app.add_middleware(CountRequests, meters=meters)
    return app
