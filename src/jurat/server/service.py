"""What all requests share: the store, the processes that judge, the runs under way, and the counts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Annotated, Any

from fastapi import Depends, Request

from jurat.engines.judging import Judging
from jurat.engines.standing import Standing
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.judges.registry import judge, judge_names
from jurat.options import OptionChanges, Options
from jurat.runs.store.errors import StoreError
from jurat.runs.store.names import LAST
from jurat.runs.store.records import Run
from jurat.runs.store.store import Store
from jurat.server.limits import Limits, Serving
from jurat.server.meters import Meters
from jurat.server.problems import Problem
from jurat.server.uploads import Uploads

_RUN = re.compile(r"last|\d{8}-\d{6}-[a-z]{1,8}")


@dataclass(slots=True)
class Service:
    """The server at work."""

    serving: Serving
    store: Store
    standing: Standing
    uploads: Uploads
    meters: Meters = field(default_factory=Meters)
    followers: int = 0
    ending: Callable[[], bool] = lambda: False

    @property
    def limits(self) -> Limits:
        """How far anybody may go."""
        return self.serving.limits

    async def work(self, work: Any, given: Any) -> Any:
        """Have something done in one of the processes."""
        return await asyncio.wrap_future(self.standing.submit(work, given))

    def run(self, name: str) -> Run:
        """The run of exactly that id, or the last."""
        if not _RUN.fullmatch(name):
            raise Problem(404, f"no run is named {name[:60]!r}", field="id")
        if name == LAST and not self.store.runs(limit=1):
            raise Problem(404, "no run is kept yet", field="id")
        try:
            found = self.store.find(name)
        except StoreError:
            raise
        except InputError:  # it would tell strangers where the store is
            raise Problem(404, f"no run is named {name!r}", field="id") from None
        if name not in (found.id, LAST):
            raise Problem(404, f"no run is named {name!r}", field="id")
        return found


def of_request(request: Request) -> Service:
    """The service that a request is for."""
    found: Service = request.app.state.service
    return found


ServiceOf = Annotated[Service, Depends(of_request)]


def judging(name: str, changes: OptionChanges | None) -> tuple[Judge[Any, Any], Judging]:
    """A judge to ask about, and the same as work for a process; wrong options are an error at once."""
    options = Options().changed(changes) if changes else Options()
    if name not in judge_names():
        hint = ", ".join(judge_names())
        raise Problem(422, f"no judge is named {name!r}; the judges are {hint}", field="judge")
    if changes:
        return judge(name, options), Judging(partial(judge, name, options))
    return _plain(name)


@lru_cache(maxsize=32)
def _plain(name: str) -> tuple[Judge[Any, Any], Judging]:
    return judge(name), Judging(partial(judge, name, Options()))
