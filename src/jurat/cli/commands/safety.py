"""`jurat safety`: what fails the safety gate in a text or in the rows of a data file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from jurat.cases import check_length
from jurat.cli.dispatch import BAD_INPUT, FINE, GATE_FAILED
from jurat.cli.render.safety_output import Inspected, tables, write_json
from jurat.data.field_values import as_id, as_text
from jurat.data.formats import FORMATS, STANDARD_STREAM, format_of
from jurat.data.paths import look_up
from jurat.data.readers import check_readable, read_rows
from jurat.data.rows import MAX_ROW_BYTES, BadRow, Row, row_error
from jurat.errors import InputError
from jurat.safety import inspect
from jurat.safety.refusals import refusal

FIELDS = (
    "response",
    "output",
    "answer",
    "completion",
    "summary",
    "text",
    "content",
    "messages",
    "prompt",
    "query",
)
"""Where a row's text is looked for when no field is named."""


def command(
    file: Annotated[
        str,
        typer.Argument(help="Text file or data file (JSONL, JSON, CSV, TSV, Parquet); - for standard input."),
    ] = STANDARD_STREAM,
    *,
    text: Annotated[str | None, typer.Option("--text", help="Inspect this text instead of a file.")] = None,
    field: Annotated[
        str | None, typer.Option("--field", metavar="NAME", help="Field that holds the text.")
    ] = None,
    format: Annotated[  # noqa: A002
        str | None, typer.Option("--format", help=f"Read as a data file: {', '.join(FORMATS)}.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Write one JSON object per text.")] = False,
) -> int:
    """Show what fails the safety gate: dangerous instructions, weapons, malware, self-harm, personal data.

    The exit code is 0 if every text passes, 3 if one fails, 2 if one cannot be read or there is none.
    """
    show = write_json if as_json else tables()
    seen = failed = unread = False
    for one in _texts(file, text, field, format):
        seen = True
        unread = unread or isinstance(one, BadRow)
        outcome = one if isinstance(one, BadRow) else _inspected(*one)
        failed = failed or (isinstance(outcome, Inspected) and bool(outcome.findings))
        show(outcome)
    sys.stdout.flush()
    if not seen:
        raise InputError("has no rows", where=file, hint="nothing was inspected; check the file")
    return BAD_INPUT if unread else GATE_FAILED if failed else FINE


def _inspected(case: str | int, text: str) -> Inspected:
    refused = refusal(text)
    return Inspected(case, text, tuple(inspect(text)), None if refused is None else refused.degree)


def _texts(
    file: str, text: str | None, field: str | None, told: str | None
) -> Iterator[tuple[str | int, str] | BadRow]:
    """Yield the texts with their ids: the one given, a whole file, or one per row."""
    if text is not None:
        yield "text", _checked(text, "--text")
    elif _is_data(file, field, told):
        yield from (_row_text(file, row, field) for row in read_rows(file, told))
    else:
        yield file, _checked(_read(file), file)


def _checked(text: str, where: str) -> str:
    """Return a text that is not too long to be inspected."""
    try:
        check_length((text,))
    except InputError as error:
        raise InputError(error.what, where=where, hint=error.hint) from None
    return text


def _is_data(file: str, field: str | None, told: str | None) -> bool:
    """Return whether a file has rows: by a given format or field, or by its name."""
    if told is not None or field is not None:
        return True
    try:
        return file != STANDARD_STREAM and bool(format_of(file))
    except InputError:
        return False


def _row_text(file: str, row: Row | BadRow, field: str | None) -> tuple[str | int, str] | BadRow:
    if isinstance(row, BadRow):
        return row
    names = FIELDS if field is None else (field,)
    case: str | int = row.number
    value = next((found for name in names if (found := look_up(row.values, name)) is not None), None)
    try:
        case = as_id(row.values.get("id"), row.number)
        if value is None:
            raise InputError("no text found", hint="name the field that holds it with --field")
        text = as_text(value, "assistant")
        check_length((text,))
        return case, text
    except InputError as error:
        name = "standard input" if file == STANDARD_STREAM else file
        told = row_error(name, row.number, error.what, field=field or "", hint=error.hint)
        return BadRow(row.number, told, case)


def _read(file: str) -> str:
    """Return a text file; bytes that are not UTF-8 become replacement characters."""
    if file == STANDARD_STREAM:
        data = sys.stdin.buffer.read(MAX_ROW_BYTES + 1)
    else:
        check_readable(file)
        with Path(file).open("rb") as stream:
            data = stream.read(MAX_ROW_BYTES + 1)
    if len(data) > MAX_ROW_BYTES:
        raise InputError("is too long", where=file, hint=f"keep a text below {MAX_ROW_BYTES // 2**20} MiB")
    return data.decode("utf-8", errors="replace")
