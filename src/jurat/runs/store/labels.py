"""What people say of results, kept beside them; nothing that was said is overwritten."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, select

from jurat.runs.store.records import Label, Run
from jurat.runs.store.schema import labels

if TYPE_CHECKING:
    from sqlalchemy import Connection


def add_label(connection: Connection, run: Run, label: Label) -> None:
    """Keep what a person said."""
    values: dict[str, Any] = {
        "run": run.number,
        "place": label.place,
        "annotator": label.annotator,
        "at": label.at,
        "said": json.dumps(label.said),
        "result": None if label.result is None else zlib.compress(label.result),
    }
    connection.execute(insert(labels).values(**values))


def read_labels(connection: Connection, run: Run, place: int | None = None) -> Iterator[Label]:
    """What was said of a run, or of one of its results, in the order it was said."""
    query = select(labels).where(labels.c.run == run.number).order_by(labels.c.place, labels.c.number)
    if place is not None:
        query = query.where(labels.c.place == place)
    for row in connection.execute(query):
        result = None if row.result is None else zlib.decompress(bytes(row.result))
        yield Label(
            place=row.place, annotator=row.annotator, at=row.at, said=json.loads(row.said), result=result
        )
