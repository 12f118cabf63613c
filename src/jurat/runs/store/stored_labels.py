"""Labels of people, stored with results; nothing is overwritten."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from jurat.runs.store.packed_lines import stored_bytes
from jurat.runs.store.run_records import Run, StoredLabel
from jurat.runs.store.table_schema import labels

if TYPE_CHECKING:
    from sqlalchemy import Connection


def add_label(connection: Connection, run: Run, label: StoredLabel) -> None:
    """Store a label."""
    values: dict[str, Any] = {
        "run": run.number,
        "place": label.row,
        "annotator": label.annotator,
        "at": label.at,
        "said": json.dumps(label.payload),
        "result": None if label.result is None else zlib.compress(label.result),
    }
    connection.execute(insert(labels).values(**values))


def read_labels(connection: Connection, run: Run, row: int | None = None) -> Iterator[StoredLabel]:
    """Yield the labels of a run, or of one row, in the order they were given."""
    query = select(labels).where(labels.c.run == run.number).order_by(labels.c.place, labels.c.number)
    if row is not None:
        query = query.where(labels.c.place == row)
    for found in connection.execute(query):
        result = None if found.result is None else zlib.decompress(stored_bytes(found.result))
        yield StoredLabel(
            row=found.place,
            annotator=found.annotator,
            at=found.at,
            payload=_payload(found.said),
            result=result,
        )


def _payload(said: object) -> dict[str, Any]:
    """Return what a label says; in a damaged store it may be anything."""
    found = json.loads(said) if isinstance(said, str) else None
    if not isinstance(found, dict):
        raise zlib.error("the label is no object")
    return found
