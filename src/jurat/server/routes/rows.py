"""The rows of a run: pages of them, one with its texts, and what people say of it."""

from __future__ import annotations

import json
from math import inf, isfinite
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from jurat.errors import OptionError
from jurat.runs.report.number_format import plural
from jurat.runs.store.run_records import Cursor, ResultPage, ResultQuery, Run, StoredResult
from jurat.server.app_state import AppState, ServiceOf
from jurat.server.problems import Problem
from jurat.server.response_models import RowAnswer, RowsAnswer
from jurat.server.views import intervals_of, label_view, row_view

router = APIRouter(tags=["rows"])
BIG = 2**62


@router.get("/v1/runs/{id}/rows")
def rows(
    id: str,  # noqa: A002
    service: ServiceOf,
    offset: Annotated[
        int | None, Query(ge=0, le=BIG, description="Rows to skip, if the previous page has `offsets`.")
    ] = None,
    after: Annotated[str | None, Query(description="`next` of the previous page.", max_length=100)] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 50,
    verdict: Literal["PASS", "WARN", "FAIL", "yes", "no", "deadlock"] | None = None,
    status: Literal["scored", "unscored", "failed"] | None = None,
    metric: Annotated[str | None, Query(description="Metric for low and high.")] = None,
    low: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    high: Annotated[float | None, Query(allow_inf_nan=False)] = None,
    cap: Annotated[str | None, Query(description="Only rows with this cap.", max_length=200)] = None,
    unscored: Annotated[
        str | None, Query(description="Only rows with this reason for an unscored metric.", max_length=200)
    ] = None,
    q: Annotated[str | None, Query(description="Text to search for.", max_length=200)] = None,
    order: Annotated[str, Query(description="place, a metric, or -metric for descending order.")] = "place",
) -> RowsAnswer:
    """A page of a run's results.

    While `next` is set there may be more, also where a page holds fewer rows than asked for: text is looked
    for in so many rows at a time. `total` is null where it is not quickly known; `offsets` says whether
    rows can be skipped by `offset`.
    """
    run = service.run(id)
    by = None if order == "place" else order.removeprefix("-")
    _known(run, metric, "metric")
    _known(run, by, "order")
    wanted = ResultQuery(
        verdict=verdict,
        status=status,
        metric=metric,
        low=-inf if low is None else low,
        high=inf if high is None else high,
        cap=cap and cap.replace("\0", " "),
        unscored=unscored and unscored.replace("\0", " "),
        text=q or None,
        order=by,
        descending=by is not None and order.startswith("-"),
    )
    total = service.store.count(run, wanted)
    offsets = total is not None and service.store.seekable(run, wanted)
    if offset is not None and not offsets:
        raise Problem(422, "is not supported with these filters; use after", field="offset")
    page = _page(service, run, wanted, _parsed(after), offset, limit)
    cases = service.store.cases(run, [kept.row for kept in page.results], contexts=False)
    return {
        "rows": [row_view(kept, cases.get(kept.row)) for kept in page.results],
        "next": None if page.after is None else str(page.after),
        "total": total,
        "offsets": offsets,
    }


def _page(
    service: AppState, run: Run, wanted: ResultQuery, after: Cursor | None, offset: int | None, limit: int
) -> ResultPage:
    """The page after a place, or after so many rows."""
    if after is None and offset:
        after = service.store.seek(run, wanted, offset)
        if after is None:
            return ResultPage([], None)
    return service.store.page(run, wanted, after=after, limit=limit)


def _known(run: Run, name: str | None, field: str) -> None:
    if name is not None and name not in (*run.plan.metrics, "overall"):
        raise Problem(422, f"the metrics are {', '.join(run.plan.metrics)}, overall", field=field)


def _parsed(after: str | None) -> Cursor | None:
    if after is None:
        return None
    try:
        place = Cursor.parse(after)
    except OptionError:
        raise Problem(422, "is not a position; copy `next` of the previous page", field="after") from None
    if abs(place.row) > BIG or (place.value is not None and not isfinite(place.value)):
        raise Problem(422, "is not a position", field="after")
    return place


@router.get("/v1/runs/{id}/rows/{place}")
def row(id: str, place: Annotated[int, Path(ge=1, le=BIG)], service: ServiceOf) -> RowAnswer:  # noqa: A002
    """One result whole, with the texts it was judged from and what people say of it."""
    run = service.run(id)
    result = json.loads(kept_at(service, run, place).line)
    return {
        "place": place,
        "rows": run.done,
        "case": service.store.case(run, place),
        "result": result,
        "intervals": intervals_of(result),
        "labels": [label_view(one) for one in service.store.labels(run, place)],
    }


def kept_at(service: AppState, run: Run, place: int) -> StoredResult:
    """The result at a place."""
    page = service.store.page(run, after=Cursor(place - 1), limit=1)
    if not page.results or page.results[0].row != place:
        raise Problem(404, f"the run has {plural(run.done, 'row')}", field="place")
    return page.results[0]
