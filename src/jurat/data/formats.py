"""Formats of files, by name or as given."""

from __future__ import annotations

from pathlib import PurePath
from typing import Literal, cast, get_args

from jurat.errors import InputError

Format = Literal["jsonl", "json", "csv", "tsv", "parquet"]
FORMATS: tuple[str, ...] = get_args(Format)
STANDARD_STREAM = "-"

_SUFFIXES: dict[str, Format] = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "json",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
}


def format_of(path: str, file_format: str | None = None) -> Format:
    """Return the given format, else that of the file name; ``-`` is JSONL.

    >>> format_of("rows.jsonl.gz"), format_of("-"), format_of("rows.txt", "tsv")
    ('jsonl', 'jsonl', 'tsv')
    """
    if file_format is not None:
        if file_format not in FORMATS:
            raise InputError(
                f"unknown format {file_format!r}", where=path, hint=f"use one of {', '.join(FORMATS)}"
            )
        return cast("Format", file_format)
    if path.lower().endswith(".eval"):
        hint = "convert it: inspect log convert --to json --output-dir FOLDER FILE"
        raise InputError("is a compressed log of Inspect", where=path, hint=hint)
    if (found := _by_name(path)) is None:
        hint = f"name the file *{', *'.join(_SUFFIXES)} or say the format: --format {'|'.join(FORMATS)}"
        raise InputError("unknown format", where=path, hint=hint)
    return found


def result_format(path: str, file_format: str | None = None) -> Format:
    """Return the format for results; a single JSON document is not supported.

    >>> result_format("results.csv"), result_format("-")
    ('csv', 'jsonl')
    """
    found = format_of(path, file_format) if file_format is not None else _by_name(path)
    if found is None or found == "json":
        names = [f"*{suffix}" for suffix, known in _SUFFIXES.items() if known != "json"]
        what = "results are not written as one JSON document" if found else "unknown format"
        raise InputError(what, where=path, hint=f"name the file {', '.join(names)}")
    return found


def _by_name(path: str) -> Format | None:
    if path == STANDARD_STREAM:
        return "jsonl"
    name = PurePath(path).name.lower().removesuffix(".gz")
    return _SUFFIXES.get(PurePath(name).suffix)


def is_gzip(path: str) -> bool:
    """Return whether the file name is that of a compressed file."""
    return path.lower().endswith(".gz")
