"""How far the server lets anybody go, and how it was asked to serve."""

from __future__ import annotations

from dataclasses import dataclass, field

MEGABYTE = 2**20


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerLimits:
    """Bounds on what one request may ask for."""

    body_bytes: int = 8 * MEGABYTE
    upload_bytes: int = 256 * MEGABYTE
    upload_rows: int = 1_000_000
    body_seconds: float = 60.0
    upload_seconds: float = 600.0
    run_seconds: float = 6 * 3600.0
    runs_at_once: int = 2
    followers: int = 64
    exports: int = 4
    stalled_seconds: float = 120.0
    batch_cases: int = 256
    page_rows: int = 500
    scanned_rows: int = 5000
    compared_rows: int = 200_000
    queue: int = 256
    judging_seconds: float = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Serving:
    """How the server was started."""

    store: str
    host: str = "127.0.0.1"
    port: int = 8321
    token: str | None = None
    workers: int = 2
    names: tuple[str, ...] = ()
    models: tuple[str, ...] = ()
    council_calls: int = 8
    run_calls: int = 1000
    prices: str | None = None
    limits: ServerLimits = field(default_factory=ServerLimits)
