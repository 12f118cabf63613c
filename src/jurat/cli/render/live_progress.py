"""Each model of a council on a line of its own as it starts and ends its part."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from jurat.cli.render.terminal import printable

if TYPE_CHECKING:
    from jurat.judges.council.room import SeatProgress


def live_progress(stream: TextIO) -> Callable[[SeatProgress], None]:
    """Return what writes a line for every model that starts, ends, fails or is not waited for.

    >>> import sys
    >>> from jurat.judges.council.room import SeatProgress
    >>> ended = SeatProgress(question=1, seat="a", stage="review", state="done", seconds=1.25)
    >>> live_progress(sys.stdout)(ended)
    1: a review done (1.2 s)
    """

    def told(one: SeatProgress) -> None:
        seconds = f" ({one.seconds:.1f} s)" if one.state in ("done", "failed") else ""
        stream.write(printable(f"{one.question}: {one.seat} {one.stage} {one.state}{seconds}") + "\n")
        stream.flush()

    return told
