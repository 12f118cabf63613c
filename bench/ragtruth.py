"""Rows of RAGTruth as cases with what people marked, split in two halves by source text."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from jurat.cases import ResponseCase

DATA = Path(__file__).parents[2] / "shared" / "bench"
TASKS = ("summary", "qa", "data2txt")

Half = Literal["dev", "report"]


@dataclass(frozen=True, slots=True)
class Row:
    """A response, whether people marked anything in it as hallucinated, and where."""

    case: ResponseCase
    task: str
    half: Half
    hallucinated: bool
    marked: tuple[tuple[int, int], ...]


def half_of(source: str) -> Half:
    """Return the half that a source text belongs to, with all its responses."""
    return "dev" if _digest(source) % 2 else "report"


def is_unseen(source: str) -> bool:
    """Whether a source of RAGTruth is in the half of the report half that the verifier was not trained on."""
    return _digest(source) % 4 == 0


def _digest(source: str) -> int:
    return hashlib.blake2b(source.encode("utf-8", "surrogatepass"), digest_size=4).digest()[0]


def read(folder: Path = DATA) -> Iterator[Row]:
    """All rows, in the order of the file."""
    with gzip.open(folder / "ragtruth.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            values = json.loads(line)
            query = values["query"] or "Summarise the text."
            yield Row(
                ResponseCase(
                    query=query, response=values["output"], contexts=(values["source"],), id=values["id"]
                ),
                values["task"],
                half_of(values["source"]),
                bool(values["labels"]["hallucinated"]),
                tuple((span[0], span[1]) for span in values["labels"]["spans"]),
            )


def sample(rows: Iterator[Row], half: Half, per_task: int) -> list[Row]:
    """Evenly spaced rows of one half, the same number of each task."""
    chosen: dict[str, list[Row]] = {task: [] for task in TASKS}
    for row in rows:
        if row.half == half and row.case.response.strip():
            chosen[row.task].append(row)
    return [row for task in TASKS for row in _spaced(chosen[task], per_task)]


def _spaced(rows: list[Row], count: int) -> list[Row]:
    count = min(count, len(rows))
    return [rows[index * len(rows) // count] for index in range(count)]
