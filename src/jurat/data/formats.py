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
    if path == STANDARD_STREAM:
        return "jsonl"
    name = PurePath(path).name.lower().removesuffix(".gz")
    if (found := _SUFFIXES.get(PurePath(name).suffix)) is None:
        hint = f"name the file *{', *'.join(_SUFFIXES)} or say the format: --format {'|'.join(FORMATS)}"
        raise InputError("unknown format", where=path, hint=hint)
    return found


def is_gzip(path: str) -> bool:
    """Whether the name says that the file is compressed."""
    return path.lower().endswith(".gz")
