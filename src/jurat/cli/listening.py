"""Where a server listens, and the token that it asks for."""

from __future__ import annotations

import socket
import sys

from jurat.errors import OptionError

LEAST_TOKEN = 16


def listening(host: str, port: int) -> socket.socket:
    """Return a socket bound to the address, before anything else is started."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        hint = "choose another with --port"
        raise OptionError(
            f"cannot listen on it ({error.strerror})", where=f"{host}:{port}", hint=hint
        ) from None


def checked_token(given: str | None, host: str) -> str | None:
    """Return the token; an address that other machines can reach requires one.

    A token given as - is read from standard input, so that it is not in the process list.
    """
    from jurat.server.access import is_loopback

    token = sys.stdin.readline().strip() if given == "-" else given
    if token is not None and (len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable()):
        hint = "generate one: python -c 'import secrets; print(secrets.token_urlsafe())'"
        raise OptionError(f"must have at least {LEAST_TOKEN} ASCII characters", where="--token", hint=hint)
    if token is None and not is_loopback(host):
        hint = "set JURAT_TOKEN or --token, or remove --host"
        raise OptionError(f"{host} is reachable from other machines", where="--host", hint=hint)
    return token


def shown_address(host: str, bound: socket.socket) -> str:
    """Return the URL of a socket, with the port that it was given."""
    return f"http://{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}"
