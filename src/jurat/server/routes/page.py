"""The page: built ahead, shipped with the package, served for every path that the API does not take."""

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
_MISSING = "The page is not built. Build it: make web. The API is at /v1, described at /v1/openapi.json.\n"


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
    """A file of the page; the page itself for every other path, which it shows by itself."""
    if path.startswith(("v1/", "metrics/")) or path == "v1":
        raise Problem(404, "there is nothing here; see /v1/openapi.json")
    found = assets()
    if path in found and path != "index.html":
        kind = KINDS.get(PurePath(path).suffix, "application/octet-stream")
        headers = {"cache-control": IMMUTABLE if path.startswith("assets/") else "no-cache"}
        return Response(found[path], media_type=kind, headers=headers)
    if path.startswith("assets/"):
        raise Problem(404, "there is no such file")
    if "index.html" not in found:
        return PlainTextResponse(_MISSING, 404)
    return Response(found["index.html"], media_type="text/html", headers={"cache-control": "no-cache"})
