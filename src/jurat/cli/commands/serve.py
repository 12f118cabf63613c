"""`jurat serve`: the server and the page, on this machine by default."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.flags.store_flags import StoreFlag, store_named
from jurat.cli.listening import checked_token, listening, shown_address
from jurat.cli.render.terminal import printable
from jurat.errors import MissingExtraError


def command(
    *,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port (0 = any free port).")] = 8321,
    store: StoreFlag = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            envvar="JURAT_TOKEN",
            help="Bearer token that requests must send; - reads it from standard input.",
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", "-w", min=0, max=64, help="Worker processes (0 = all cores).")
    ] = 2,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="Host name of the server (repeatable)."),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="Model that may be called over HTTP (repeatable; default: none)."),
    ] = None,
    council_calls: Annotated[
        int, typer.Option("--council-calls", min=1, help="Maximum calls of each model per request.")
    ] = 8,
    run_calls: Annotated[
        int, typer.Option("--run-calls", min=1, help="Maximum model calls per run over a file.")
    ] = 1000,
    prices: Annotated[
        Path | None, typer.Option("--prices", help="TOML file with prices per million tokens.")
    ] = None,
) -> int:
    """Serve the page and the API: judge, save runs, inspect evidence.

    By default only this machine can connect. Another address requires a token of at least 16 characters.
    """
    try:
        import uvicorn

        from jurat.server.app import create_app
        from jurat.server.heap import use_one_heap
        from jurat.server.server_limits import Serving
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("jurat"):
            raise
        raise MissingExtraError("The server", extra="server") from None
    secret = checked_token(token, host)
    serving = Serving(
        store=store_named(store),
        host=host,
        port=port,
        token=secret,
        workers=workers or os.cpu_count() or 1,
        names=tuple(name or ()),
        models=_checked_models(model or []),
        council_calls=council_calls,
        run_calls=run_calls,
        prices=_checked_prices(prices),
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
    with listening(host, port) as bound:
        sys.stderr.write(f"serving at {shown_address(host, bound)} from {printable(_plain(serving.store))}\n")
        sys.stderr.flush()
        server.run(sockets=[bound])
    return FINE


def _checked_models(names: list[str]) -> tuple[str, ...]:
    """Return the models that councils may call; one without its key is refused at the start."""
    from jurat.settings import model_here

    for name in names:
        model_here(name)
    return tuple(names)


def _checked_prices(path: Path | None) -> str | None:
    """Return where the prices are; a file that cannot be read is refused at the start."""
    from jurat.llm.budget import read_prices

    if path is None:
        return None
    read_prices(path)
    return str(path)


def _plain(store: str) -> str:
    """Return the store's location without its password."""
    from jurat.runs.store.connection import shown, store_url

    return shown(store_url(store))
