"""The rows of a run: pages of them, one with its texts, and what people say of it."""

from __future__ import annotations

import json
from math import inf
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query

from jurat.runs.store.records import Place, Run, Wanted
from jurat.server.problems import Problem
from jurat.server.service import ServiceOf
from jurat.server.views import row_view

router = APIRouter(tags=["rows"])
BIG = 2**62


@router.get("/v1/runs/{id}/rows")
def rows(
    id: str,  # noqa: A002
    service: ServiceOf,
    offset: Annotated[
        int | None, Query(ge=0, le=BIG, description="Without filters: how many to skip.")
    ] = None,
    after: Annotated[str | None, Query(description="The next of the page before.", max_length=100)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    verdict: Literal["PASS", "WARN", "FAIL"] | None = None,
    status: Literal["scored", "unscored", "failed"] | None = None,
    metric: Annotated[str | None, Query(max_length=100)] = None,
    low: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    high: Annotated[float | None, Query(allow_inf_nan=False)] = None,
) -> dict[str, Any]:
    """A page of a run's results."""
    run = service.run(id)
    wanted = Wanted(
        verdict=verdict,
        status=status,
        metric=metric,
        low=-inf if low is None else low,
        high=inf if high is None else high,
    )
    start = Place.parse(after) if after is not None else None if offset is None else Place(offset)
    page = service.store.page(run, wanted, after=start, limit=limit)
    return {
        "rows": [row_view(kept) for kept in page.results],
        "next": None if page.after is None else str(page.after),
        "total": _total(run, wanted),
    }


def _total(run: Run, wanted: Wanted) -> int | None:
    return run.done if wanted == Wanted() else None


@router.get("/v1/runs/{id}/rows/{place}")
def row(id: str, place: Annotated[int, Path(ge=1, le=BIG)], service: ServiceOf) -> dict[str, Any]:  # noqa: A002
    """One result whole, with the texts it was judged from and what people say of it."""
    run = service.run(id)
    page = service.store.page(run, after=Place(place - 1), limit=1)
    if not page.results or page.results[0].place != place:
        raise Problem(404, f"the run has {run.done:,} rows", field="place")
    result = json.loads(page.results[0].line)
    return {"place": place, "case": service.store.case(run, place), "result": result, "labels": []}
