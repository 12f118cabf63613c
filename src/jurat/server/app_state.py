"""What all requests share: the store, the processes that judge, the runs under way, and the counts."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Annotated, Any

from fastapi import Depends, Request

from jurat.engines.judging_work import JudgingWork
from jurat.engines.worker_pool import WorkerPool
from jurat.errors import InputError
from jurat.judges.judge import Judge
from jurat.judges.observer_config import LLM, RULES, VERIFIER, ObserverConfig
from jurat.judges.project_options import project_options
from jurat.judges.registry import judge, judge_names, offered_judge_names
from jurat.options import OptionChanges, Options
from jurat.runs.service import judge_builder
from jurat.runs.store.run_ids import LAST
from jurat.runs.store.run_records import Run
from jurat.runs.store.store import Store
from jurat.runs.store.store_errors import StoreError
from jurat.server.problems import Problem
from jurat.server.prometheus import RequestCounts
from jurat.server.server_limits import ServerLimits, Serving
from jurat.server.upload_runs import UploadRuns

_RUN = re.compile(r"last|\d{8}-\d{6}-[a-z]{1,8}")


@dataclass(slots=True)
class AppState:
    """The server at work."""

    serving: Serving
    store: Store
    worker_pool: WorkerPool
    uploads: UploadRuns
    meters: RequestCounts = field(default_factory=RequestCounts)
    followers: int = 0
    exports: int = 0
    ending: Callable[[], bool] = lambda: False

    @property
    def limits(self) -> ServerLimits:
        """How far anybody may go."""
        return self.serving.limits

    async def work(self, work: Any, given: Any) -> Any:
        """Have something done in one of the processes."""
        return await asyncio.wrap_future(self.worker_pool.submit(work, given))

    def observing(self, name: str | None, max_calls: int) -> ObserverConfig | None:
        """Who observes, as a request names it: the judge's own, the verifier, or a model of the server."""
        if name is None:
            return None
        if name.startswith(LLM):
            if name.removeprefix(LLM) not in self.serving.models:
                what = "the server was not started with this model; choose another, or none"
                raise Problem(403, what, field="observer")
            return ObserverConfig(observer=name, max_calls=max_calls, prices=self.serving.prices)
        if name not in (RULES, VERIFIER):
            what = f"unknown observer {name[:60]!r}; use {RULES}, {VERIFIER} or {LLM}MODEL"
            raise Problem(422, what, field="observer")
        return ObserverConfig(observer=name)

    def run(self, name: str) -> Run:
        """The run of exactly that id, or the last."""
        if not _RUN.fullmatch(name):
            raise Problem(404, f"unknown run {name[:60]!r}", field="id")
        if name == LAST and not self.store.runs(limit=1):
            raise Problem(404, "no saved runs", field="id")
        try:
            found = self.store.find(name)
        except StoreError:
            raise
        except InputError:  # it would tell strangers where the store is
            raise Problem(404, f"unknown run {name!r}", field="id") from None
        if name not in (found.id, LAST):
            raise Problem(404, f"unknown run {name!r}", field="id")
        return found


def of_request(request: Request) -> AppState:
    """The service that a request is for."""
    found: AppState = request.app.state.service
    return found


ServiceOf = Annotated[AppState, Depends(of_request)]


def judging(
    name: str, changes: OptionChanges | None, observing: ObserverConfig | None = None
) -> tuple[Judge[Any, Any], JudgingWork]:
    """A judge to ask about, and the same as work for a process; wrong options are an error at once."""
    if name not in judge_names():
        hint = ", ".join(offered_judge_names())
        raise Problem(422, f"unknown judge {name!r}; the judges are {hint}", field="judge")
    if changes or observing:
        build = judge_builder(name, _project(name).merge(changes or {}), observing)
        return build(), JudgingWork(build)
    return _plain(name)


@lru_cache(maxsize=32)
def _plain(name: str) -> tuple[Judge[Any, Any], JudgingWork]:
    options = _project(name)
    return judge(name, options), JudgingWork(partial(judge, name, options))


@lru_cache(maxsize=32)
def _project(name: str) -> Options:
    """Return the options of a judge in the project's `jurat.yaml`, read once."""
    return Options().merge(project_options(name))


def forget_project_options() -> None:
    """Read `jurat.yaml` again when a judge is next asked for."""
    _plain.cache_clear()
    _project.cache_clear()
