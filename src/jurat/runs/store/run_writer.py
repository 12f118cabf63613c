"""Writing of results to a run: a batch and the new summary in one transaction."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sqlalchemy import insert, update

from jurat.engines.judging_work import Batch, Judged
from jurat.outcomes import Failure
from jurat.runs.store.milestones import set_milestones
from jurat.runs.store.packed_lines import choose_dictionary, pack
from jurat.runs.store.run_ids import now
from jurat.runs.store.store_errors import StoreError
from jurat.runs.store.stored_texts import CasePacker, keep_texts
from jurat.runs.store.table_schema import marks, results, runs, scores

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from jurat.runs.run_summary import RunSummary
    from jurat.runs.store.run_records import Run
    from jurat.runs.store.store import Store


class RunWriter:
    """The only writer of a run; it ends when another process resumes or deletes the run."""

    def __init__(self, store: Store, run: Run, token: str) -> None:
        self.run, self.summary, self.done = run, run.summary, run.done
        self._store, self._token = store, token
        self._dictionary = run.dictionary
        self._packer = CasePacker()
        self._seconds, self._since = run.seconds, time.monotonic()

    def write(self, batch: Sequence[Judged], cases: Batch = ()) -> None:
        """Store a batch of outcomes in one transaction, durable on return.

        The texts of the cases are stored too, if given.
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
        """Store the summary so far of a run whose results are in parts."""
        self.summary = summary
        with self._store.writing() as connection:
            self._claim(connection, done=summary.rows)
        self.done = summary.rows

    def finish(self) -> None:
        """Mark the run as finished."""
        self._store.refresh_statistics()
        with self._store.writing() as connection:
            self._claim(connection, done=self.done, finished=now().isoformat(timespec="seconds"))
        set_milestones(self._store, replace(self.run, done=self.done), self._token)

    def _claim(self, connection: Connection, **values: Any) -> None:
        """Update the run's figures and lock its row until the transaction ends."""
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
