"""One part: the results of one block as a Parquet file, described in its footer."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import PurePath
from typing import Any

from jurat.cases import Case
from jurat.data.blocks import Block
from jurat.data.flatten import flatten, is_score, table_columns
from jurat.data.parquet import arrow, open_parquet
from jurat.engines.judging_work import Batch, Judged
from jurat.outcomes import Failure
from jurat.runs.parts.folder import PARTS, Folder
from jurat.runs.run_summary import RunSummary

GROUP_ROWS = 1000
GROUP_BYTES = 8 * 2**20
FOOTER = b"jurat"
STATUS, MARKS, CASE, LINE = "status", "marks", "case", "result"
_ODD = re.compile(r"[^A-Za-z0-9._-]+")


@dataclass(frozen=True, slots=True)
class Part:
    """An existing part, or why it could not be written."""

    number: int
    name: str
    rows: int
    summary: RunSummary
    lost: str = ""

    def to_json(self) -> dict[str, Any]:
        """Return its entry in the manifest."""
        return {"name": self.name, "rows": self.rows, "summary": self.summary.to_json()}


def part_name(block: Block) -> str:
    """Return the name of a block's part: its number, its file and its start.

    >>> part_name(Block(number=7, file="data/May rows.jsonl", path="", format="jsonl", start=4096))
    '000007-May_rows.jsonl-4096.parquet'
    """
    return f"{block.number:06d}-{_ODD.sub('_', PurePath(block.file).name)[:60]}-{block.start}.parquet"


def read_part(folder: Folder, block: Block) -> Part | None:
    """Return the part of a block; None if it is incomplete or of another block."""
    try:
        with open_parquet(folder.part(part_name(block))) as file:
            footer = json.loads((file.metadata.metadata or {})[FOOTER])
            rows = int(file.metadata.num_rows)
    except (OSError, ValueError, KeyError):
        return None
    if footer["block"] != asdict(block):
        return None
    return Part(block.number, part_name(block), rows, RunSummary.from_json(footer["summary"]))


@contextmanager
def part_writer(
    folder: Folder, block: Block, metrics: Sequence[str], summary: RunSummary
) -> Iterator[PartWriter]:
    """Open a writer of a part; the part exists only if the block ends without an error."""
    pyarrow, parquet = arrow()
    schema = _schema(metrics)
    footer = {"block": asdict(block)}
    with (
        folder.committed(f"{PARTS}/{part_name(block)}") as stream,
        parquet.ParquetWriter(stream, schema, compression="zstd") as file,
    ):
        writer = PartWriter(file, pyarrow, schema, summary)
        yield writer
        writer.flush()
        file.add_key_value_metadata({FOOTER: json.dumps({**footer, "summary": summary.to_json()})})


class PartWriter:
    """Writes a block's outcomes, one row group at a time."""

    def __init__(self, file: Any, pyarrow: Any, schema: Any, summary: RunSummary) -> None:
        self.rows, self.summary = 0, summary
        self._file, self._pyarrow, self._schema = file, pyarrow, schema
        self._held: list[dict[str, object]] = []
        self._size = 0

    def write(self, outcomes: Sequence[Judged], cases: Batch) -> None:
        """Add a batch, with the texts of its cases if given."""
        self.summary.add(one.brief for one in outcomes)
        self.rows += len(outcomes)
        for row in _rows(outcomes, cases or [None] * len(outcomes)):
            self._held.append(row)
            self._size += len(str(row[LINE])) + len(str(row[CASE] or ""))
            if len(self._held) >= GROUP_ROWS or self._size >= GROUP_BYTES:
                self.flush()

    def flush(self) -> None:
        """Write the pending rows as a row group."""
        if self._held:
            self._file.write_table(self._pyarrow.Table.from_pylist(self._held, schema=self._schema))
            self._held, self._size = [], 0


def _schema(metrics: Sequence[str]) -> Any:
    pyarrow, _ = arrow()
    text, real = pyarrow.string(), pyarrow.float64()
    *columns, _ = table_columns(metrics)
    fields = [(name, real if is_score(name) else text) for name in columns]
    marks = (MARKS, pyarrow.list_(text))
    return pyarrow.schema([*fields, (STATUS, text), marks, (CASE, text), (LINE, text)])


def _rows(outcomes: Sequence[Judged], cases: Iterable[Any]) -> Iterator[dict[str, object]]:
    for (line, brief), case in zip(outcomes, cases, strict=True):
        cells = flatten(json.loads(line))
        texts = None if case is None or isinstance(case, Failure) else json.dumps(_texts(case))
        marks = [f"{mark.kind}:{mark.value}" for mark in brief.marks]
        own = {"id": str(cells["id"]), STATUS: brief.status, MARKS: marks, CASE: texts, LINE: line.decode()}
        yield {**cells, **own}


def _texts(case: Case) -> dict[str, object]:
    return {name: value for name, value in asdict(case).items() if name != "id" and value is not None}
