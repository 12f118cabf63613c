"""`jurat mcp`: tools for agents, over standard input and output or HTTP."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from jurat.cli.dispatch import FINE
from jurat.cli.flags.store_flags import StoreFlag, store_named
from jurat.cli.listening import checked_token, listening, shown_address
from jurat.errors import MissingExtraError


def command(
    *,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP instead of stdio.")] = False,
    host: Annotated[str, typer.Option("--host", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="Port (0 = any free port).")] = 8322,
    store: StoreFlag = None,
    token: Annotated[
        str | None,
        typer.Option(
            "--token",
            envvar="JURAT_TOKEN",
            help="Bearer token that HTTP requests must send; - reads it from standard input.",
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", "-w", min=1, max=64, help="Worker processes.")] = 1,
    name: Annotated[
        list[str] | None,
        typer.Option("--name", metavar="HOST", help="Host name of the server (repeatable)."),
    ] = None,
) -> int:
    """Serve tools for agents (Model Context Protocol): judge, check claims, hold councils, inspect runs.

    No tool changes anything or calls a model. Over HTTP only this machine can connect by default; another
    address requires a token of at least 16 characters.
    """
    try:
        import uvicorn

        from jurat.mcp import PATH, http_app, make_pool, mcp_server
        from jurat.server.server_limits import Serving
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("jurat"):
            raise
        raise MissingExtraError("The MCP server", extra="mcp") from None
    if not http:
        where = store_named(store)
        with make_pool(Serving(store=where).limits, workers) as pool:
            mcp_server(where, pool).run()
        return FINE
    secret = checked_token(token, host)
    serving = Serving(
        store=store_named(store), host=host, port=port, token=secret, workers=workers, names=tuple(name or ())
    )
    with listening(host, port) as bound, make_pool(serving.limits, workers) as pool:
        app = http_app(mcp_server(serving.store, pool), serving)
        config = uvicorn.Config(
            app, log_level="warning", server_header=False, proxy_headers=False, timeout_graceful_shutdown=5
        )
        sys.stderr.write(f"serving MCP at {shown_address(host, bound)}{PATH}\n")
        sys.stderr.flush()
        uvicorn.Server(config).run(sockets=[bound])
    return FINE
