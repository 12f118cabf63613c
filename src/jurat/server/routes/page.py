"""The page: built ahead, shipped with the package, served beside the API."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import PurePath

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from jurat.server.problems import Problem

router = APIRouter()
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".js": "text/javascript",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".woff2": "font/woff2",
}
IMMUTABLE = "public, max-age=31536000, immutable"
INDEX = "index.html"
_NOTHING = "not found; the page is at /, the API at /v1/openapi.json, health at /v1/health"
_MISSING = (
    "The page is not built. Build it with: make web. The API is at /v1, described at /v1/openapi.json.\n"
)


@lru_cache(maxsize=1)
def assets() -> dict[str, bytes]:
    """All files of the page by their paths, so that a path from a client is looked up and never opened."""
    return dict(_found(files("jurat.server") / "page", ""))


def _found(folder: Traversable, prefix: str) -> list[tuple[str, bytes]]:
    found: list[tuple[str, bytes]] = []
    for one in folder.iterdir() if folder.is_dir() else ():
        if one.is_dir():
            found += _found(one, f"{prefix}{one.name}/")
        elif not one.name.startswith("."):
            found.append((f"{prefix}{one.name}", one.read_bytes()))
    return found


@router.get("/{path:path}", include_in_schema=False)
async def page(path: str) -> Response:
    """A file of the page; the page itself at the root alone, for its views stand behind the #."""
    found, name = assets(), path or INDEX
    if name in found:
        kind = KINDS.get(PurePath(name).suffix, "application/octet-stream")
        headers = {"cache-control": IMMUTABLE if name.startswith("assets/") else "no-cache"}
        return Response(found[name], media_type=kind, headers=headers)
    if name == INDEX:
        return PlainTextResponse(_MISSING, 404)
    raise Problem(404, _NOTHING)
