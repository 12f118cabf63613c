"""Adding results to a run: a batch and the run's new figures in one transaction, or neither."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, update

from jurat.engines.judging import Batch, Judged
from jurat.outcomes import Failure
from jurat.runs.store.errors import StoreError
from jurat.runs.store.lines import choose_dictionary, pack
from jurat.runs.store.milestones import set_milestones
from jurat.runs.store.names import now
from jurat.runs.store.schema import marks, results, runs, scores
from jurat.runs.store.texts import CasePacker, keep_texts

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from jurat.runs.store.records import Run
    from jurat.runs.store.store import Store
    from jurat.runs.summary import RunSummary


class RunWriter:
    """The one writer of a run. Whoever takes the run over, or deletes it, ends this writer."""

    def __init__(self, store: Store, run: Run, token: str) -> None:
        self.run, self.summary, self.done = run, run.summary, run.done
        self._store, self._token = store, token
        self._dictionary = run.dictionary
        self._packer = CasePacker()
        self._seconds, self._since = run.seconds, time.monotonic()

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:
        """Keep a batch of outcomes; when this returns they are kept, when it raises none of them is.

        With the cases that were judged their texts are kept too.
        """
        if not batch:
            return
        packed = self._packed(cases) if cases else [None] * len(batch)
        self._dictionary = self._dictionary or choose_dictionary([one.line for one in batch])
        self.summary.add(one.brief for one in batch)
        with self._store.writing() as connection:
            self._claim(connection, done=self.done + len(batch))
            connection.execute(insert(results), list(self._results(batch, packed)))
            keep_texts(connection, self.run.number, self._packer.fresh)
            if values := list(self._scores(batch)):
                connection.execute(insert(scores), values)
            if found := list(self._marks(batch)):
                connection.execute(insert(marks), found)
        self._packer.settle()
        self.done += len(batch)

    def note(self, summary: RunSummary) -> None:
        """Keep what a run came to so far whose results stand in parts."""
        self.summary = summary
        with self._store.writing() as connection:
            self._claim(connection, done=summary.rows)
        self.done = summary.rows

    def finish(self) -> None:
        """Note that all rows are judged."""
        self._store.refresh_statistics()
        with self._store.writing() as connection:
            self._claim(connection, done=self.done, finished=now().isoformat(timespec="seconds"))
        set_milestones(self._store, replace(self.run, done=self.done), self._token)

    def _claim(self, connection: Connection, **values: Any) -> None:
        """Set the run's figures, and hold its row until the transaction ends."""
        figures = {
            "seconds": self._seconds + time.monotonic() - self._since,
            "summary": json.dumps(self.summary.to_json()),
            "dictionary": self._dictionary,
        }
        mine = (runs.c.number == self.run.number) & (runs.c.writer == self._token)
        if not connection.execute(update(runs).where(mine).values(**figures, **values)).rowcount:
            hint = "see jurat runs list"
            raise StoreError("another process has resumed or deleted it", where=self.run.id, hint=hint)

    def _packed(self, cases: Batch) -> list[bytes | None]:
        return [None if isinstance(case, Failure) else self._packer.pack(case) for case in cases]

    def _results(
        self, batch: Sequence[Judged], packed: Sequence[bytes | None]
    ) -> Iterator[dict[str, object]]:
        rows = zip(batch, packed, strict=True)
        for place, ((line, brief), texts) in enumerate(rows, start=self.done + 1):
            yield {
                "run": self.run.number,
                "place": place,
                "status": brief.status,
                "verdict": brief.verdict or "",
                "line": pack(line, self._dictionary),
                "texts": texts,
            }

    def _marks(self, batch: Sequence[Judged]) -> Iterator[dict[str, object]]:
        for place, (_, brief) in enumerate(batch, start=self.done + 1):
            for mark in brief.marks:
                yield {"run": self.run.number, "kind": mark.kind, "value": mark.value, "place": place}

    def _scores(self, batch: Sequence[Judged]) -> Iterator[dict[str, object]]:
        names = (*self.run.plan.metrics, "overall")
        for place, (_, brief) in enumerate(batch, start=self.done + 1):
            for name, value in zip(names, (*brief.values, brief.overall), strict=False):
                if value is not None:
                    yield {
                        "run": self.run.number,
                        "metric": name,
                        "verdict": brief.verdict or "",
                        "value": value,
                        "place": place,
                    }
