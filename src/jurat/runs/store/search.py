"""Search for results without an index: a limited number is scanned per page."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from jurat.engines.judging_work import MARK_CHARACTERS
from jurat.runs.run_summary import OTHER
from jurat.runs.store.milestones import count_values, known
from jurat.runs.store.paging import read_page
from jurat.runs.store.run_records import Cursor, ResultPage, ResultQuery, Run, StoredResult
from jurat.runs.store.stored_texts import own_texts

if TYPE_CHECKING:
    from sqlalchemy import Connection

SCANNED = 5000
"""So many results are looked through for one page at most; the next page goes on from there."""
_CHUNK = 250
_SAID = frozenset(
    (
        "id",
        "error",
        "text",
        "question",
        "answer",
        "expected",
        "reason",
        "intent",
        "stance",
        "theme",
        "unscored",
    )
)


def search(
    connection: Connection,
    run: Run,
    wanted: ResultQuery,
    after: Cursor | None,
    limit: int,
    scanned: int = SCANNED,
) -> ResultPage:
    """Return a page of results; without an index it can have fewer than asked for."""
    driven, rest = divided(run, wanted)
    read = partial(read_page, connection, run, driven)
    return read(after, limit) if rest is None else scan(read, rest, after, limit, scanned)


def scan(
    read: Callable[[Cursor | None, int], ResultPage],
    rest: ResultQuery,
    after: Cursor | None,
    limit: int,
    scanned: int = SCANNED,
) -> ResultPage:
    """Return a page of matching results; only a limited number is examined."""
    found: list[StoredResult] = []
    seen = 0
    while seen < scanned:
        page = read(after, min(_CHUNK, scanned - seen))
        for kept in page.results:
            seen += 1
            after = Cursor(kept.row, kept.value)
            if matches(kept, rest):
                found.append(kept)
            if len(found) == limit:
                return ResultPage(found, after)
        if page.after is None:
            return ResultPage(found, None)
    return ResultPage(found, after)


def divided(run: Run, wanted: ResultQuery) -> tuple[ResultQuery, ResultQuery | None]:
    """Return the part of a query an index answers, and the rest to check; None if there is no rest."""
    marked = run.summary.marks is not None and wanted.by is None
    driven = replace(wanted, text=wanted.text and "")
    rest = ResultQuery(text=wanted.text)
    if wanted.order not in (None, wanted.metric):
        rest = replace(rest, metric=wanted.metric, low=wanted.low, high=wanted.high)
        driven = replace(driven, metric=None)
    if not marked:
        rest = replace(rest, cap=wanted.cap, unscored=wanted.unscored)
        driven = replace(driven, cap=None, unscored=None)
    elif wanted.cap is not None or wanted.unscored is not None:
        both = wanted.cap is not None and wanted.unscored is not None
        rest = replace(rest, verdict=wanted.verdict, status=wanted.status)
        rest = replace(rest, unscored=wanted.unscored if both else None)
        driven = replace(driven, unscored=None if both else wanted.unscored)
    return driven, None if rest == ResultQuery() else rest


def matches(kept: StoredResult, wanted: ResultQuery) -> bool:
    """Return whether a result matches."""
    if wanted.verdict not in (None, kept.verdict) or wanted.status not in (None, kept.status):
        return False
    if wanted == ResultQuery(verdict=wanted.verdict, status=wanted.status):
        return True
    if wanted.text is not None and not _may_say(kept, wanted.text):
        return False
    result = json.loads(kept.line)
    return (
        _capped(result, wanted.cap)
        and _left(result, wanted.unscored)
        and _within(result, wanted)
        and (wanted.text is None or _says(kept, result, wanted.text.casefold()))
    )


def _capped(result: dict[str, Any], reason: str | None) -> bool:
    caps = (cap for one in result.get("metrics", ()) for cap in one.get("caps", ()))
    return reason is None or any(cap["reason"] == reason for cap in caps)


def _left(result: dict[str, Any], reason: str | None) -> bool:
    reasons = (one["unscored"] for one in result.get("metrics", ()) if "unscored" in one)
    return reason is None or any(one[:MARK_CHARACTERS] == reason for one in reasons)


def _within(result: dict[str, Any], wanted: ResultQuery) -> bool:
    if wanted.metric is None:
        return True
    values = {one["metric"]: one.get("value") for one in result.get("metrics", ())}
    value = {**values, "overall": result.get("overall")}.get(wanted.metric)
    return value is not None and wanted.low <= value <= wanted.high


def _may_say(kept: StoredResult, text: str) -> bool:
    """Return quickly whether a result may contain the text; field names can cause false positives only."""
    written = json.dumps(text, ensure_ascii=False)[1:-1].casefold()
    if written in kept.line.decode("utf-8").casefold():
        return True
    return kept.texts is not None and written in own_texts(kept.texts).decode("utf-8").casefold()


def _says(kept: StoredResult, result: dict[str, Any], text: str) -> bool:
    own = json.loads(own_texts(kept.texts)) if kept.texts is not None else {}
    own = {name: own[name] for name in ("query", "response", "summary", "candidates") if name in own}
    return any(text in said.casefold() for said in (*_strings(result, _SAID), *_strings(own, None)))


def _strings(value: Any, names: frozenset[str] | None) -> Iterator[str]:
    """Yield the searchable texts of a result: those under some names."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(inner, dict | list):
                yield from _strings(inner, names)
            elif (names is None or name in names) and isinstance(inner, str | int):
                yield str(inner)
    elif isinstance(value, list):
        for inner in value:
            if isinstance(inner, str) and names is not None:
                yield inner
            else:
                yield from _strings(inner, names)


def total(connection: Connection, run: Run, wanted: ResultQuery) -> int | None:
    """Return how many results match, if that is known or cheap."""
    plain = replace(wanted, order=None, descending=False)
    summary, marks = run.summary, run.summary.marks
    if wanted.order is not None and wanted.metric is None:
        plain = replace(plain, metric=wanted.order)
    if plain == ResultQuery():
        return run.done
    if plain == ResultQuery(verdict=plain.verdict):
        return summary.verdicts.get(plain.verdict or "", 0)
    if plain == ResultQuery(status=plain.status):
        counts = {"scored": summary.scored, "unscored": summary.unscored, "failed": summary.failed}
        return counts[plain.status or "failed"]
    if marks is not None and plain == ResultQuery(cap=plain.cap):
        return _counted(marks.get("cap", {}), plain.cap)
    if marks is not None and plain == ResultQuery(unscored=plain.unscored):
        return _counted(marks.get("unscored", {}), plain.unscored)
    scored = {one.name: one.scored for one in summary.metrics}
    if plain == ResultQuery(metric=plain.metric) and plain.metric in scored:
        return scored[plain.metric]
    if plain.metric is not None and seekable(connection, run, plain):
        return count_values(connection, run, plain)
    return None


def seekable(connection: Connection, run: Run, wanted: ResultQuery) -> bool:
    """Return whether a page can start anywhere: an index covers the query and its length is known."""
    if wanted == ResultQuery():
        return True
    return run.parts is None and divided(run, wanted)[1] is None and known(connection, run, wanted)


def _counted(counts: Mapping[str, int], name: str | None) -> int | None:
    """Return how often a mark was counted; None if it may be among those counted together."""
    return counts.get(name or "", None if OTHER in counts else 0)
