"""Errors as problem+json (RFC 9457), with the field at fault."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from jurat.cases import MAX_JSON_PARTS
from jurat.engines.worker_pool import QueueFullError, WorkerLostError
from jurat.errors import InputError, JuratError
from jurat.runs.store.store_errors import StoreError

LOG = logging.getLogger("jurat.server")
MEDIA_TYPE = "application/problem+json"
RETRY_SECONDS = 1
MANY_VALUES = f"the body holds more than {MAX_JSON_PARTS:,} values; send less at once"
_FIELD = re.compile(r"([\w.\[\]-]{1,200}): ")
_UNKNOWN_RUN = "unknown run"
_LOST = "another process"


_FOR_THE_PAGE = (
    (re.compile(r"name it: --map (\S+)=COLUMN"), r"name the column \1 in the file"),
    (re.compile(r" or say the format: --format \S+"), ""),
    (re.compile(r" with --where"), ""),
    (re.compile(r"or use --force"), "or compare them anyway"),
    (re.compile(r"(list the runs: |see )jurat runs list"), "go back to the list of runs"),
    (re.compile(r"create a run first: jurat run DATA --judge NAME"), "judge a file first"),
    (re.compile(r"resume it with: jurat .*"), "wait until it is finished"),
)
_COMMAND = re.compile(r"(^|\s)(--[a-z]|jurat [a-z])")


def page_hint(hint: str) -> str:
    """Return a hint in words of the page; one that only a command line can follow is left out.

    >>> page_hint("name it: --map query=COLUMN"), page_hint("use fewer --jobs"), page_hint("give the text")
    ('name the column query in the file', '', 'give the text')
    """
    said = page_words(hint)
    return "" if _COMMAND.search(said) else said


def page_words(text: str) -> str:
    """Return an error with the flags that it names put in words of the page.

    >>> page_words("the signatures differ; compare runs of one judge, or use --force")
    'the signatures differ; compare runs of one judge, or compare them anyway'
    """
    for pattern, said in _FOR_THE_PAGE:
        text = pattern.sub(said, text)
    return text


def in_page_words(error: InputError) -> InputError:
    """Return an error whose hint can be followed on the page."""
    return type(error)(error.what, where=error.where, hint=page_hint(error.hint))


class Problem(HTTPException):
    """A request that cannot be answered as asked, and the field that is at fault."""

    def __init__(self, status: int, detail: str, *, field: str | None = None) -> None:
        super().__init__(status, detail)
        self.field = field


def problem(status: int, detail: str, *, field: str | None = None, retry: int | None = None) -> Response:
    """An answer that says what is wrong."""
    said: dict[str, Any] = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
    }
    if field:
        said["field"] = field
    headers = {} if retry is None else {"Retry-After": str(retry)}
    body = json.dumps(said).encode("ascii")
    return Response(body, status, headers=headers, media_type=MEDIA_TYPE)


def field_in(error: str) -> str | None:
    """The field that an error of ours begins with.

    >>> field_in("case.query: is empty; give the text"), field_in("the line is too long")
    ('case.query', None)
    """
    found = _FIELD.match(error)
    return found[1] if found else None


def add_handlers(app: FastAPI) -> None:
    """Have every error answered as a problem."""
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(JuratError, _ours)


def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)  # noqa: S101
    answer = problem(error.status_code, str(error.detail), field=getattr(error, "field", None))
    answer.headers.update(error.headers or {})
    return answer


def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)  # noqa: S101
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return problem(422, not_json(str(error.body), first["loc"][1], first["ctx"]["error"]))
    kind = request.headers.get("content-type", "")
    if first["loc"] == ("body",) and "json" not in kind:
        said = f"is {kind[:60]!r}" if kind else "is missing"
        return problem(415, f"the header Content-Type {said}; send Content-Type: application/json")
    where = field_path(first)
    return problem(422, f"{where}: {first['msg']}" if where else str(first["msg"]), field=where or None)


def not_json(body: str, at: int, why: str) -> str:
    """Where a body stops to be JSON, and why.

    >>> not_json('{"judge": "claim-lock",\\n "case": }', 33, "Expecting value")
    'the body is not JSON: Expecting value at line 2, column 10'
    """
    line, column = body.count("\n", 0, at) + 1, at - body.rfind("\n", 0, at)
    return f"the body is not JSON: {why.removesuffix(' at')} at line {line}, column {column}"


def field_path(problem: Mapping[str, Any]) -> str:
    """Where in a request something is wrong, without saying whether in the body or the query.

    >>> field_path({"loc": ("body", "cases", 2, "query")})
    'cases[2].query'
    """
    path = ""
    for part in problem["loc"][1:]:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else str(part)
    return path


def public(error: JuratError) -> str:
    """What may be told of an error: where the store is, and what its database said, stays in the log.

    >>> public(StoreError("cannot be reached (connect to db.internal:5432)", where="postgresql://db.internal"))
    'the store: cannot be reached; see the server log'
    """
    if not isinstance(error, StoreError):
        return str(in_page_words(error) if isinstance(error, InputError) else error)
    what = error.what.partition(" (")[0].partition(":")[0]
    return f"the store: {what}; see the server log"


def _ours(_: Request, error: Exception) -> Response:
    if isinstance(error, QueueFullError):
        return problem(429, f"queue full; retry after the given seconds ({error})", retry=RETRY_SECONDS)
    if isinstance(error, StoreError):
        if error.what.startswith(_LOST):
            return problem(409, error.what)
        LOG.warning("store: %s", error)
        return problem(503, public(error), retry=RETRY_SECONDS)
    if isinstance(error, WorkerLostError):
        return problem(422, f"cannot be judged: {error}")
    if isinstance(error, InputError):
        status = 404 if error.what.startswith(_UNKNOWN_RUN) else 422
        hint = page_hint(error.hint)
        return problem(status, f"{error.what}; {hint}" if hint else error.what, field=error.where)
    status = 500 if str(error).startswith("internal error") else 422
    return problem(status, page_words(str(error)), field=field_in(str(error)))
