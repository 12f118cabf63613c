"""The case of `jurat check`: from texts on the command line, or a row of a file."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

from jurat.cases import Case, ResponseCase, SummaryCase
from jurat.cli.flags.judge_flags import case_type_of
from jurat.data import CaseRow, read_cases
from jurat.errors import InputError


def read_text(value: str, flag: str) -> str:
    """Return a text given literally, as @FILE, or as - for standard input."""
    if value == "-":
        return sys.stdin.buffer.read().decode("utf-8", "replace")
    if not value.startswith("@"):
        return value
    if value == "@":
        raise InputError("no file name given", where=flag, hint="name a text file after the @")
    try:
        return Path(value[1:]).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        what = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        hint = "name a text file after the @"
        raise InputError(f"{value[1:]} cannot be read: {what}", where=flag, hint=hint) from None


def find_case(
    given: dict[str, str], passages: tuple[str, ...], file: str | None, row: int, judge: str | None
) -> Case:
    """Return the case given by options or by a file."""
    if file is None and not given:
        hint = "give --query, --context and --response, or --article and --summary, or a file"
        raise InputError("nothing to judge", hint=hint)
    if file is not None and (given or passages):
        raise InputError("a file and texts were given", hint="give one or the other")
    wanted = None if judge is None else case_type_of(judge)
    if file is not None:
        return from_file(file, row, wanted)
    summarised = {"article", "summary"} & given.keys()
    return from_texts(given, passages, wanted or (SummaryCase if summarised else ResponseCase))


def from_texts(given: dict[str, str], passages: tuple[str, ...], case_type: type[Case]) -> Case:
    """Return the case given by options."""
    needed = ("article", "summary") if case_type is SummaryCase else ("query", "response")
    for name in needed:
        if name not in given:
            raise InputError("is missing", where=f"--{name}", hint="give the text, @FILE or -")
    allowed = needed if case_type is SummaryCase else (*needed, "reference")
    for name in (*given, *(("context",) if passages and case_type is SummaryCase else ())):
        if name not in allowed:
            hint = f"give {', '.join(needed)}"
            raise InputError("is not a field of this judge's case", where=f"--{name}", hint=hint)
    if case_type is SummaryCase:
        return SummaryCase(article=given["article"], summary=given["summary"])
    texts = (given["query"], given["response"])
    return ResponseCase(
        query=texts[0], response=texts[1], contexts=passages, reference=given.get("reference")
    )


def from_file(file: str, row: int, case_type: type[Case] | None) -> Case:
    """Return one case of a file; without a judge, its fields decide the case type."""
    try:
        stream = read_cases(file, case_type or ResponseCase, limit=row)
    except InputError:
        if case_type is not None or file == "-":
            raise
        stream = read_cases(file, SummaryCase, limit=row)
    found = next(islice(stream.cases, row - 1, None), None)
    if found is None:
        raise InputError(f"does not have a row {row}", where=file, hint="choose another with --row")
    if not isinstance(found, CaseRow):
        raise found.error
    return found.case
