"""Records of the store: plans, runs, results, queries and labels."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from jurat.errors import OptionError
from jurat.judges.observer_config import ObserverConfig
from jurat.judges.registry import declared_scale, is_council
from jurat.judges.spec import MetricScale
from jurat.options import Options
from jurat.runs.run_summary import RunSummary

NAME_LENGTH, TAG_LENGTH, TAG_COUNT, NOTE_LENGTH = 200, 50, 20, 10_000
"""Limits on what people call a run and write about it."""
Status = Literal["scored", "unscored", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RunInput:
    """The data of a run and how it was read, so that it can be read again."""

    data: str
    folder: str
    fingerprint: str | None = None
    format: str | None = None
    maps: tuple[str, ...] = ()
    where: str | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPlan:
    """Everything that decides a run's results, and its output file."""

    judge: str
    version: str
    observer: str
    signature: str
    metrics: tuple[str, ...]
    options: Options
    reading: RunInput
    out: str | None = None
    parent: str | None = None
    observing: ObserverConfig = field(default_factory=ObserverConfig)
    texts: bool = True
    scales: Mapping[str, MetricScale] = field(default_factory=dict)
    """The scales as the judge declared them, so that a run can be read where the judge is not installed."""

    @property
    def known_metrics(self) -> tuple[str, ...]:
        """Return the metrics known in advance; those of a council come with its results."""
        return () if is_council(self.judge) else self.metrics

    def scale(self, metric: str) -> MetricScale:
        """Return the scale of a metric as it was recorded, or as the judge declares it now."""
        return self.scales.get(metric) or declared_scale(self.judge, metric)

    def to_json(self) -> str:
        """Return the plan as ASCII JSON, as a path can contain what databases reject."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> RunPlan:
        """Return the plan of a JSON text."""
        values = json.loads(text)
        reading = {**values["reading"], "maps": tuple(values["reading"]["maps"])}
        made = {
            "metrics": tuple(values["metrics"]),
            "options": Options(**values["options"]),
            "reading": RunInput(**reading),
            "observing": _observer_config(values.get("observing", {})),
        }
        return cls(**{**values, **made})


def _observer_config(values: Mapping[str, Any]) -> ObserverConfig:
    """Read who observed; runs of 0.1 have `samples` for `votes`."""
    return ObserverConfig(**{"votes" if name == "samples" else name: one for name, one in values.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class RunNotes:
    """What people call a run and write about it."""

    name: str = ""
    tags: tuple[str, ...] = ()
    note: str = ""

    def edited(
        self, *, name: str | None = None, tags: Iterable[str] | None = None, note: str | None = None
    ) -> RunNotes:
        """Return the notes with some replaced, each without blanks around it; every tag once, no empty tag.

        >>> RunNotes(name="Prompt 2").edited(tags=["rag", " rag "])
        RunNotes(name='Prompt 2', tags=('rag',), note='')
        """
        return RunNotes(
            name=self.name if name is None else _stripped(name),
            tags=self.tags if tags is None else tuple(dict.fromkeys(filter(None, map(_stripped, tags)))),
            note=self.note if note is None else _stripped(note),
        )


def _stripped(text: str) -> str:
    """Return a text without NUL, which PostgreSQL rejects, and without blanks around it."""
    return text.replace("\0", " ").strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A stored run, finished or not."""

    number: int
    id: str
    plan: RunPlan
    started: str
    finished: str | None
    seconds: float
    done: int
    summary: RunSummary
    dictionary: bytes = field(repr=False, default=b"")
    parts: str | None = None
    notes: RunNotes = field(default_factory=RunNotes)

    def to_json(self) -> dict[str, Any]:
        """Return the run as JSON values."""
        plan = json.loads(self.plan.to_json())
        times = {"started": self.started, "finished": self.finished, "seconds": round(self.seconds, 3)}
        notes = {"name": self.notes.name, "tags": list(self.notes.tags), "note": self.notes.note}
        figures = {"rows": self.done, "summary": self.summary.to_json()}
        return {"id": self.id, **notes, **plan, **times, **figures}


class Cursor(NamedTuple):
    """The end of a page: the last result's row, and its value if results are ordered by one."""

    row: int
    value: float | None = None

    def __str__(self) -> str:
        return str(self.row) if self.value is None else f"{self.row}:{self.value!r}"

    @classmethod
    def parse(cls, text: str) -> Cursor:
        """Parse a cursor.

        >>> Cursor.parse("117"), str(Cursor.parse("117:0.25"))
        (Cursor(row=117, value=None), '117:0.25')
        """
        place, colon, value = text.partition(":")
        try:
            return cls(int(place), float(value) if colon else None)
        except ValueError:
            hint = "copy it from the previous page"
            raise OptionError(f"{text!r} is not a position", where="--after", hint=hint) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultQuery:
    """A query for results; all conditions must match.

    With a metric, or one to order by, results are ordered by its value, ascending by default; else by row.
    """

    verdict: str | None = None
    status: Status | None = None
    metric: str | None = None
    low: float = float("-inf")
    high: float = float("inf")
    cap: str | None = None
    unscored: str | None = None
    text: str | None = None
    order: str | None = None
    descending: bool = False

    @property
    def by(self) -> str | None:
        """Return the metric that results are ordered by."""
        return self.order or self.metric


class StoredResult(NamedTuple):
    """A stored result: its row, its line, the value it was found by, and its texts if wanted."""

    row: int
    status: str
    verdict: str
    line: bytes
    value: float | None = None
    texts: bytes | None = None


@dataclass(frozen=True, slots=True)
class ResultPage:
    """Some results, and where the next page starts."""

    results: list[StoredResult]
    after: Cursor | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredLabel:
    """A person's label of a result, and the result scored from it, if any."""

    row: int
    annotator: str
    at: str
    payload: dict[str, Any]
    result: bytes | None = None
