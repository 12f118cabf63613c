"""What the server answers about runs, rows, labels and comparisons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NotRequired

from typing_extensions import TypedDict

from jurat.judges.spec import MetricScale
from jurat.outcomes import CouncilResult
from jurat.runs.compare.comparison import Outcome
from jurat.runs.results.sources import SourceInfo
from jurat.runs.scales import Scale


class ScoreInterval(TypedDict):
    """Between which scores the mean of so many reviews lies in 95 of 100 resamples of the reviewers."""

    low: float
    high: float
    n: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CouncilAnswer(CouncilResult):
    """A council's result, and the intervals of the candidates that have enough reviews for one."""

    intervals: Mapping[str, ScoreInterval]


class JudgeAnswer(TypedDict):
    """A judge: what it judges and what it gives."""

    name: str
    case: str
    metrics: list[str]
    scales: dict[str, MetricScale]
    tones: dict[str, tuple[float, float]]
    overall: float | None
    observers: list[str]
    models: bool
    """Whether a model can observe for it."""
    top: float


class CallableModel(TypedDict):
    """A model that the server may call for a council: its name, and the short one that results show."""

    name: str
    shown: str


class JudgesAnswer(TypedDict):
    """The judges there are, and the models that a council or a jury may call."""

    judges: list[JudgeAnswer]
    models: list[CallableModel]


class MetricFigures(TypedDict):
    """A metric of a run in figures; the histogram has ten equal bins up to the top."""

    mean: float | None
    scored: int
    unscored: int
    histogram: list[int]
    top: float


class RunFigures(TypedDict):
    """A run in figures."""

    scored: int
    unscored: int
    failed: int
    verdicts: dict[str, int]
    metrics: dict[str, MetricFigures]


class UsageAnswer(TypedDict):
    """What models took; the cost is none where the price is not known."""

    calls: int
    prompt_tokens: int
    completion_tokens: int
    cost: str | None


class EstimateAnswer(TypedDict):
    """What a run over a file takes at least, replies not included, and how many calls are granted."""

    rows: int
    calls: int
    prompt_tokens: int
    cost: str | None
    max_calls: int


class RunAnswer(TypedDict):
    """A run with its figures; `error` and `usage` are of one that this server made."""

    id: str
    name: str
    tags: list[str]
    note: str
    judge: str
    version: str
    observer: str
    signature: str
    metrics: list[str]
    scales: dict[str, MetricScale]
    overall: float
    parent: str | None
    started: str
    finished: str | None
    seconds: float
    rows: int
    data: str
    summary: RunFigures
    error: NotRequired[str | None]
    usage: NotRequired[UsageAnswer | None]


class RunsAnswer(TypedDict):
    """A page of runs."""

    runs: list[RunAnswer]
    next: str | None


class Distribution(TypedDict):
    """How the values of a metric spread, and from which values on they are fine, fair or bad."""

    top: float
    mean: float | None
    scale: Scale
    edges: list[float]
    counts: list[int]
    scored: int
    unscored: int


class DistributionsAnswer(TypedDict):
    """How a run's values spread, and what was capped or left without a value, how often."""

    metrics: dict[str, Distribution]
    verdicts: dict[str, int]
    caps: dict[str, int]
    unscored: dict[str, int]


class RowBrief(TypedDict):
    """A result in brief, as a table shows it: what was given and judged, shortened, and why it is so."""

    place: int
    id: str | int
    status: str
    verdict: str | None
    overall: float | None
    values: dict[str, float | None]
    caps: list[str]
    unscored: dict[str, str]
    given: str | None
    judged: str | None
    reason: str
    error: NotRequired[str]


class RowsAnswer(TypedDict):
    """A page of rows."""

    rows: list[RowBrief]
    next: str | None
    total: int | None
    offsets: bool


class Said(TypedDict):
    """What a person said of a result, and the result as scored from it; intervals only of a council's."""

    annotator: str
    at: str
    observations: dict[str, Any] | None
    score: float | dict[str, float] | None
    note: str | None
    result: dict[str, Any] | None
    intervals: dict[str, ScoreInterval] | None


class RowAnswer(TypedDict):
    """One result whole, of how many rows; intervals only of a council's."""

    place: int
    rows: int
    case: dict[str, Any] | None
    result: dict[str, Any]
    intervals: dict[str, ScoreInterval] | None
    labels: list[Said]


class LabelledAnswer(TypedDict):
    """A result as scored from a person's labels, and all that was said of it."""

    result: dict[str, Any]
    labels: list[Said]


class ChangeAnswer(TypedDict):
    """One figure in both runs, as jurat compare has it."""

    name: str
    scale: Scale
    pairs: int
    unscored: tuple[int, int]
    before: float | None
    after: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    adjusted: float | None
    method: str
    smallest: float | None
    wins: int
    losses: int
    ties: int
    alpha: float
    outcome: Outcome


class CaseChangeAnswer(TypedDict):
    """A case that changed, and where it stands in both runs."""

    id: str
    gain: float
    metric: str
    before: float
    after: float
    verdicts: tuple[str | None, str | None]
    places: tuple[int, int]


class ComparisonAnswer(TypedDict):
    """Two runs compared, case by case."""

    before: SourceInfo
    after: SourceInfo
    pairs: int
    only_before: int
    only_after: int
    failed: tuple[int, int]
    changes: list[ChangeAnswer]
    cases: list[CaseChangeAnswer]
    notes: list[str]


class ThresholdRule(TypedDict):
    """A rule of a verdict: which signal is held against which threshold, and the verdict beyond it."""

    threshold: str
    signal: str
    holds: str
    verdict: str


class SignalRowAnswer(TypedDict):
    """A row for rescoring: its signals, what people say of it, and the verdicts of other runs."""

    place: int
    id: str | int
    signals: dict[str, float | None]
    people: str | None
    others: list[str]


class ThresholdsAnswer(TypedDict):
    """What a verdict follows from: rules, thresholds and the signals of the first rows."""

    rules: list[ThresholdRule]
    thresholds: dict[str, float]
    rows: list[SignalRowAnswer]
    of: int
    labelled: int
    binary: bool


class SavedThresholds(TypedDict):
    """Where thresholds were saved, for which judge."""

    file: str
    judge: str
    thresholds: dict[str, float]
