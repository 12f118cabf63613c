"""Which format a file has, by its name or as told."""

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


def format_of(path: str, told: str | None = None) -> Format:
    """The format that was told, else that of the name; ``-`` is JSONL.

    >>> format_of("rows.jsonl.gz"), format_of("-"), format_of("rows.txt", "tsv")
    ('jsonl', 'jsonl', 'tsv')
    """
    if told is not None:
        if told not in FORMATS:
            raise InputError(f"unknown format {told!r}", where=path, hint=f"use one of {', '.join(FORMATS)}")
        return cast("Format", told)
    if (found := _by_name(path)) is None:
        hint = f"name the file *{', *'.join(_SUFFIXES)} or say the format: --format {'|'.join(FORMATS)}"
        raise InputError("unknown format", where=path, hint=hint)
    return found


def result_format(path: str, told: str | None = None) -> Format:
    """The format in which results are written; one JSON document is none of them.

    >>> result_format("results.csv"), result_format("-")
    ('csv', 'jsonl')
    """
    found = format_of(path, told) if told is not None else _by_name(path)
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
    """Whether the name says that the file is compressed."""
    return path.lower().endswith(".gz")
