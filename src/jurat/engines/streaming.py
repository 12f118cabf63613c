"""Row by row in this process: for judges whose observer asks models, whose calls overlap by themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from jurat.engines.engine import Batch, Judged, judged
from jurat.judges.judge import Build


class Streaming:
    """Gives back each row once it and those before it are judged, so that a cut-off loses little."""

    def run(self, build: Build, batches: Iterable[Batch]) -> Iterator[list[Judged]]:
        """The outcomes of each row, in order."""
        rows = (row for batch in batches for row in batch)
        for outcome in build().judge_stream(rows):
            yield [judged(outcome)]
