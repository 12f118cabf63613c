"""What a store holds of a run, and how its results are asked for."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, NamedTuple

from jurat.errors import OptionError
from jurat.judges.observing import Observing
from jurat.options import Options
from jurat.runs.summary import RunSummary

Status = Literal["scored", "unscored", "failed"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a run's data file was read, so that it is read the same way again."""

    data: str
    folder: str
    fingerprint: str | None = None
    format: str | None = None
    maps: tuple[str, ...] = ()
    where: str | None = None
    limit: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """All that decides a run's results, and where they are written beside the store."""

    judge: str
    version: str
    observer: str
    signature: str
    metrics: tuple[str, ...]
    options: Options
    reading: Reading
    out: str | None = None
    parent: str | None = None
    observing: Observing = field(default_factory=Observing)
    texts: bool = True

    @property
    def known_metrics(self) -> tuple[str, ...]:
        """The metrics whose columns are known before any result is; a council's results name theirs."""
        return () if self.judge == "council" else self.metrics

    def to_json(self) -> str:
        """The plan as text; ASCII, because a path may hold what no database takes."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Plan:
        """The plan that a text holds."""
        values = json.loads(text)
        reading = {**values["reading"], "maps": tuple(values["reading"]["maps"])}
        made = {
            "metrics": tuple(values["metrics"]),
            "options": Options(**values["options"]),
            "reading": Reading(**reading),
            "observing": Observing(**values.get("observing", {})),
        }
        return cls(**{**values, **made})


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A run that is kept, finished or not."""

    number: int
    id: str
    plan: Plan
    started: str
    finished: str | None
    seconds: float
    done: int
    summary: RunSummary
    dictionary: bytes = field(repr=False, default=b"")
    parts: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The run as plain values, for people's programs."""
        plan = json.loads(self.plan.to_json())
        times = {"started": self.started, "finished": self.finished, "seconds": round(self.seconds, 3)}
        return {"id": self.id, **plan, **times, "rows": self.done, "summary": self.summary.to_json()}


class Place(NamedTuple):
    """Where a page ended: the last result's place, and its value where results are ordered by one."""

    place: int
    value: float | None = None

    def __str__(self) -> str:
        return str(self.place) if self.value is None else f"{self.place}:{self.value!r}"

    @classmethod
    def parse(cls, text: str) -> Place:
        """The place that a text names.

        >>> Place.parse("117"), str(Place.parse("117:0.25"))
        (Place(place=117, value=None), '117:0.25')
        """
        place, colon, value = text.partition(":")
        try:
            return cls(int(place), float(value) if colon else None)
        except ValueError:
            hint = "copy what the page before printed"
            raise OptionError(f"{text!r} is no place", where="--after", hint=hint) from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which results are wanted: all, or those that all of these hold for.

    With a metric, or one to order by, results come by its value, lowest first unless descending; else in the
    order of the run.
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
        """The metric whose values results are ordered by."""
        return self.order or self.metric


class Kept(NamedTuple):
    """A result in the store: its place in the run, its line, the value it was found by, and its own texts
    where they were asked for."""

    place: int
    status: str
    verdict: str
    line: bytes
    value: float | None = None
    texts: bytes | None = None


@dataclass(frozen=True, slots=True)
class Page:
    """Some results, and where the next page starts if there may be one."""

    results: list[Kept]
    after: Place | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """What a person said of a result, and what it comes to where the labels were scored."""

    place: int
    annotator: str
    at: str
    said: dict[str, Any]
    result: bytes | None = None
