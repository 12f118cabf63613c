"""The data of a report, collected in one pass over the results."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappush, heappushpop
from typing import Any

from jurat.cases import Case
from jurat.errors import InputError
from jurat.judges.council.council_spec import JURY
from jurat.judges.label_wire import load
from jurat.judges.registry import is_council
from jurat.outcomes import CouncilResult, JuryResult, Outcome, Result
from jurat.runs.agreement.label_agreement import LabelAgreement
from jurat.runs.compare.comparison import Comparison
from jurat.runs.results.result_columns import ResultColumns
from jurat.runs.results.sources import ResultRow, ResultSource, SourceInfo
from jurat.runs.scales import Scale, Tone
from jurat.runs.stats.descriptive import mean, quantile
from jurat.runs.stats.resampling import Interval, mean_interval

BINS = 20
WORST = 20
FAILURES = 20
COUNCILS = 20
_SEVERITY = {"FAIL": 0, "WARN": 1}
_WORSE: tuple[Tone, ...] = ("good", "half", "bad")


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricPart:
    """One metric of the run: figures, bins, and reasons of unscored rows."""

    name: str
    scale: Scale
    scored: int
    unscored: int
    reasons: tuple[tuple[str, int], ...]
    bins: tuple[int, ...]
    tones: tuple[Tone, ...]
    mean: float | None = None
    interval: Interval | None = None
    median: float | None = None
    p10: float | None = None
    before: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class CapCount:
    """How many rows a cap applied to, and how many scores it lowered."""

    metric: str
    reason: str
    rows: int
    lowered: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseView:
    """A case of the report: its result, and its texts if known."""

    result: Result
    case: Case | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateMean:
    """A council's candidate over all questions."""

    name: str
    questions: int
    scored: int
    first: int
    mean: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The complete data of a report."""

    info: SourceInfo
    rows: int
    scored: int
    failed: int
    verdicts: Mapping[str, int]
    metrics: tuple[MetricPart, ...]
    caps: tuple[CapCount, ...]
    worst: tuple[CaseView, ...]
    failures: tuple[tuple[str, str], ...]
    standings: tuple[CandidateMean, ...]
    councils: tuple[CouncilResult, ...]
    juries: tuple[JuryResult, ...]
    comparison: Comparison | None = None
    agreement: LabelAgreement | None = None
    notes: tuple[str, ...] = ()

    @property
    def unscored(self) -> int:
        """Return the number of judged rows without a value."""
        return self.rows - self.scored - self.failed


@dataclass(slots=True)
class ReportBuilder:
    """Collects the data of a report."""

    columns: ResultColumns
    keep: int = WORST
    worst: list[tuple[tuple[float, ...], int, bytes]] = field(default_factory=list)
    caps: Counter[tuple[str, str]] = field(default_factory=Counter)
    lowered: Counter[tuple[str, str]] = field(default_factory=Counter)
    unscored: dict[str, Counter[str]] = field(default_factory=dict)
    failures: list[tuple[str, str]] = field(default_factory=list)
    councils: list[bytes] = field(default_factory=list)
    juries: list[bytes] = field(default_factory=list)
    first: Counter[str] = field(default_factory=Counter)

    def add(self, row: ResultRow) -> None:
        """Add one row."""
        self.columns.add(row)
        try:
            self._sort_in(row, json.loads(row.line))
        except (KeyError, TypeError, ValueError, AttributeError):
            where = f"{self.columns.info.name}, id {row.key[:60]}"
            hint = "judge the data again with this version"
            raise InputError("is not a whole result of a judge", where=where, hint=hint) from None

    def _sort_in(self, row: ResultRow, result: Mapping[str, Any]) -> None:
        if row.failed:
            if len(self.failures) < FAILURES:
                self.failures.append((row.key, str(result["error"])))
        elif "candidates" in result:
            self._council(row, result)
        else:
            self._result(row, result)
            if result.get("mode") == JURY.name and len(self.juries) < COUNCILS:
                self.juries.append(row.line)

    def _council(self, row: ResultRow, result: Mapping[str, Any]) -> None:
        self.first.update(result.get("ranking", ())[:1])
        if len(self.councils) < COUNCILS:
            self.councils.append(row.line)

    def _result(self, row: ResultRow, result: Mapping[str, Any]) -> None:
        for one in result["metrics"]:
            if "unscored" in one:
                self.unscored.setdefault(one["metric"], Counter())[str(one["unscored"])] += 1
            for cap in one.get("caps", ()):
                self.caps[one["metric"], cap["reason"]] += 1
                self.lowered[one["metric"], cap["reason"]] += cap["after"] < cap["before"]
        entry = (tuple(-part for part in badness(row)), -self.columns.rows, row.line)
        if len(self.worst) < self.keep:
            heappush(self.worst, entry)
        elif self.keep:
            heappushpop(self.worst, entry)


def badness(row: ResultRow) -> tuple[float, float]:
    """Return the sort key of the worst cases: the verdict, then the overall or the mean of the metrics.

    >>> badness(ResultRow(id=1, line=b"", judge="claim-lock", verdict="WARN", values={"relevance": 0.25}))
    (1.0, 0.25)
    """
    verdict = float(_SEVERITY.get(row.verdict or "", 2))
    if row.overall is not None:
        return verdict, row.scale("overall").goodness(row.overall)
    shares = [row.scale(name).goodness(v) for name, v in row.values.items() if v is not None]
    return verdict, mean(shares) if shares else 0.0


def read_report_data(source: ResultSource, *, worst: int = WORST) -> ReportBuilder:
    """Collect the data of a report in one pass."""
    found = ReportBuilder(ResultColumns(source.info), keep=worst)
    for row in source.rows():
        found.add(row)
    if len(found.columns.judges) > 1:
        what = f"contains results of several judges ({', '.join(sorted(found.columns.judges))})"
        raise InputError(what, where=source.info.name, hint="split it; their scores have different scales")
    found.columns.finish()
    return found


def make_report(
    found: ReportBuilder,
    *,
    cases: Mapping[str, Case] | None = None,
    before: ResultColumns | None = None,
    comparison: Comparison | None = None,
    agreement: LabelAgreement | None = None,
    notes: Iterable[str] = (),
) -> Report:
    """Build a report from collected data."""
    run = found.columns
    texts = cases or {}
    results = [result for result in loaded(worst_lines(found), run) if isinstance(result, Result)]
    council = is_council(run.judge)
    return Report(
        info=run.info,
        rows=run.rows,
        scored=run.scored,
        failed=run.failed,
        verdicts=run.verdict_counts(),
        metrics=tuple(metric_part(found, name, before) for name in ([] if council else run.metrics)),
        caps=tuple(
            CapCount(metric=metric, reason=reason, rows=count, lowered=found.lowered[metric, reason])
            for (metric, reason), count in sorted(found.caps.items(), key=lambda pair: (-pair[1], pair[0]))
        ),
        worst=tuple(CaseView(result=one, case=texts.get(str(one.id))) for one in results),
        failures=tuple(found.failures),
        standings=tuple(_standings(found)) if council else (),
        councils=tuple(one for one in loaded(found.councils, run) if isinstance(one, CouncilResult)),
        juries=tuple(one for one in loaded(found.juries, run) if isinstance(one, JuryResult)),
        comparison=comparison,
        agreement=agreement,
        notes=tuple(notes),
    )


def loaded(lines: Iterable[bytes], run: ResultColumns) -> Iterator[Outcome]:
    """Return whole results; one of an unknown form raises an error."""
    for line in lines:
        try:
            yield load(line)
        except ValueError as error:
            hint = "judge the data again with this version"
            raise InputError(
                f"contains a result that cannot be read ({str(error).splitlines()[0]})",
                where=run.info.name,
                hint=hint,
            ) from None


def worst_lines(found: ReportBuilder) -> list[bytes]:
    """Return the worst results, worst first."""
    return [line for _, _, line in sorted(found.worst, reverse=True)]


def metric_part(found: ReportBuilder, name: str, before: ResultColumns | None) -> MetricPart:
    """Return the figures of one metric."""
    run = found.columns
    scale = run.info.scale(name)
    values = sorted(run.present(name))
    base = before.present(name) if before is not None and name in before.values else []
    part = MetricPart(
        name=name,
        scale=scale,
        scored=len(values),
        unscored=run.rows - len(values),
        reasons=tuple(found.unscored.get(name, Counter()).most_common(5)),
        bins=binned(values, scale.top),
        tones=toned(values, scale),
        before=binned(base, scale.top) if base else (),
    )
    if not values:
        return part
    from dataclasses import replace

    return replace(
        part,
        mean=mean(values),
        interval=mean_interval(values),
        median=quantile(values, 0.5),
        p10=quantile(values, 0.1),
    )


def binned(values: Iterable[float], max_score: float) -> tuple[int, ...]:
    """Return how many values fall into each of equal bins; the last includes the maximum.

    >>> binned([0.0, 0.04, 0.05, 1.0], 1.0)[:2], binned([1.0], 1.0)[-1]
    ((2, 1), 1)
    """
    counts = [0] * BINS
    for value in values:
        counts[_bin(value, max_score)] += 1
    return tuple(counts)


def toned(values: Iterable[float], scale: Scale) -> tuple[Tone, ...]:
    """Return for each bin the tone of its worst value; an empty one is good.

    >>> toned([0.01, 0.06, 0.074], Scale(1.0, "lower", fine=0.93, fair=0.93))[:3]
    ('good', 'bad', 'good')
    """
    found: list[Tone] = ["good"] * BINS
    for value in values:
        place, tone = _bin(value, scale.top), scale.tone(value)
        found[place] = max(found[place], tone, key=_WORSE.index)
    return tuple(found)


def _bin(value: float, max_score: float) -> int:
    return min(BINS - 1, max(0, int(round(value / max_score, 9) * BINS)))


def _standings(found: ReportBuilder) -> list[CandidateMean]:
    """Return the candidates, best mean first."""
    made = []
    for name in found.columns.metrics:
        values = found.columns.present(name)
        centre = mean(values) if values else None
        questions = len(found.columns.values[name])
        made.append(
            CandidateMean(
                name=name, questions=questions, scored=len(values), first=found.first[name], mean=centre
            )
        )
    return sorted(made, key=lambda one: (one.mean is None, -(one.mean or 0), one.name))
