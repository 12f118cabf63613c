"""Whether the server lives and can serve, its counts, its description, and a browser's session."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.responses import Response

from jurat.runs.store.store_errors import StoreError
from jurat.server.access import COOKIE
from jurat.server.app_state import ServiceOf
from jurat.server.problems import Problem
from jurat.server.prometheus import MEDIA_TYPE
from jurat.version import __version__

router = APIRouter(tags=["state"])


@router.get("/v1/health")
async def health() -> dict[str, str]:
    """Whether the server lives."""
    return {"status": "ok", "version": __version__}


@router.get("/v1/ready")
def ready(service: ServiceOf) -> dict[str, Any]:
    """Whether the store answers and the processes can judge."""
    try:
        service.store.runs(limit=1)
    except StoreError:
        raise Problem(503, "the store is unavailable") from None
    if not service.worker_pool.ready:
        raise Problem(503, "worker processes are starting")
    return {"status": "ready", "workers": service.worker_pool.ready}


@router.get("/metrics")
def metrics(service: ServiceOf) -> Response:
    """Counts for Prometheus."""
    gauges = {
        "queue_length": service.worker_pool.waiting,
        "workers_ready": service.worker_pool.ready,
        "runs_under_way": service.uploads.under_way,
        "followers": service.followers,
    }
    return Response(service.meters.text(gauges), media_type=MEDIA_TYPE)


@router.get("/v1/openapi.json", include_in_schema=False)
def description(request: Request) -> dict[str, Any]:
    """The API described as OpenAPI."""
    found: dict[str, Any] = request.app.openapi()
    return found


@router.post("/v1/session", status_code=204)
def session(service: ServiceOf, request: Request) -> Response:
    """Have a browser remember the token it just gave, for what cannot send a header: downloads and events.

    The browser knows by which scheme it came, and says so as the Origin; we stand behind the end of TLS.
    """
    answer = Response(status_code=204)
    if service.serving.token is not None:
        secure = urlsplit(request.headers.get("origin", "")).scheme == "https"
        answer.set_cookie(COOKIE, service.serving.token, httponly=True, samesite="strict", secure=secure)
    return answer
