"""`jurat serve`: the server and the page, on this machine unless told otherwise."""

from __future__ import annotations

import os
import socket
import sys
from typing import Annotated

import typer

from jurat.cli.running import FINE
from jurat.cli.stores import StoreFlag, store_named
from jurat.cli.terminal import printable
from jurat.errors import MissingExtraError, OptionError

LEAST_TOKEN = 16


def command(
    *,
    host: Annotated[str, typer.Option("--host", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0 for any free one.")] = 8321,
    store: StoreFlag = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token", envvar="JURAT_TOKEN", help="What every request has to give; - to read a line."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=0, max=64, help="Processes that judge; 0 for one a core.")
    ] = 2,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="A name that the server is reached under; repeatable."),
    ] = None,
) -> int:
    """Serve the page and the API: judge, keep runs, look at the evidence.

    Only this machine is served. Another address needs a token of at least 16 characters.
    """
    try:
        import uvicorn

        from jurat.server.access import is_loopback
        from jurat.server.app import create_app
        from jurat.server.limits import Serving
        from jurat.server.memory import use_one_heap
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("jurat"):
            raise
        raise MissingExtraError("Servers", extra="server") from None
    secret = _token(token)
    if secret is None and not is_loopback(host):
        hint = "give a token with JURAT_TOKEN or --token, or leave --host out"
        raise OptionError(f"{host} can be reached by others", where="--host", hint=hint)
    serving = Serving(
        store=store_named(store),
        host=host,
        port=port,
        token=secret,
        workers=workers or os.cpu_count() or 1,
        names=tuple(name or ()),
    )
    use_one_heap()
    app = create_app(serving, lambda: server.should_exit)
    config = uvicorn.Config(
        app,
        log_level="warning",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=20,
        limit_concurrency=2000,
    )
    server = uvicorn.Server(config)
    with _listening(host, port) as listening:
        found = listening.getsockname()[1]
        sys.stderr.write(
            f"serving at http://{_shown(host)}:{found} from {printable(_plain(serving.store))}\n"
        )
        sys.stderr.flush()
        server.run(sockets=[listening])
    return FINE


def _listening(host: str, port: int) -> socket.socket:
    """A socket of that address, taken before anything is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        hint = "choose another with --port"
        raise OptionError(
            f"cannot be listened on ({error.strerror})", where=f"{host}:{port}", hint=hint
        ) from None


def _plain(store: str) -> str:
    """The store as people may read it."""
    from jurat.runs.store.connect import shown, store_url

    return shown(store_url(store))


def _token(given: str | None) -> str | None:
    """The token, read from standard input where that was asked for, so that no list of processes shows it."""
    token = sys.stdin.readline().strip() if given == "-" else given
    if token is not None and (len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable()):
        hint = "make one: python -c 'import secrets; print(secrets.token_urlsafe())'"
        raise OptionError(f"has fewer than {LEAST_TOKEN} plain characters", where="--token", hint=hint)
    return token


def _shown(host: str) -> str:
    return f"[{host}]" if ":" in host else host
