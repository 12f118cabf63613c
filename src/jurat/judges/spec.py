"""What a judge declares once: its case, metrics, options and observers.

All that reads labels and results (scoring of labels, tables, comparison, gate, report, server and page) reads
it from here, so that a judge from another package is treated like one of ours.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from typing_extensions import TypedDict

from jurat.cases import AnyCase, CouncilCase, JuryCase, ResponseCase, SummaryCase
from jurat.errors import OptionError
from jurat.observers.labels import EvidenceChecker, verify_quotes
from jurat.options import Options, Threshold
from jurat.outcomes import Result, Score

if TYPE_CHECKING:
    from jurat.observers.llm.model_tasks import ModelTask

Observed = TypeVar("Observed", bound=Any)
Observed_co = TypeVar("Observed_co", covariant=True)
Observed_contra = TypeVar("Observed_contra", contravariant=True)
Case_contra = TypeVar("Case_contra", contravariant=True)
CaseKind = Literal["summary", "response", "council", "jury"]
KINDS: Mapping[type, CaseKind] = {
    SummaryCase: "summary",
    ResponseCase: "response",
    CouncilCase: "council",
    JuryCase: "jury",
}
OVERALL = "overall"


class Observer(Protocol[Case_contra, Observed_co]):
    """Reads cases and writes labels, with evidence."""

    @property
    def name(self) -> str:
        """The observer's part of a result's signature."""
        ...

    def observe(self, cases: Sequence[Case_contra], /) -> Iterator[Observed_co]:
        """Return the labels of each case, in order."""
        ...


class Scorer(Protocol[Observed_contra]):
    """The rules of a judge: from observations to a result."""

    def __call__(
        self, observations: Observed_contra, options: Options, /, *, case: str | int, observer: str
    ) -> Result[Any]: ...


class MetricScale(TypedDict):
    """The scale of a metric on the wire: from 0 to the maximum, and which end is good."""

    maximum: float
    higher_is_better: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MetricSpec:
    """A metric: its scale from 0 to `maximum`, its direction, and the labels that it is computed from.

    `details` is the dataclass of these labels, which a result's `details` hold. `fail` and `warn` are where a
    verdict turns to FAIL or WARN, as the name of a threshold or as a number on the scale. `capped` says that
    caps may lower the value, so that tables show it before and after.
    """

    name: str
    details: type
    maximum: float = 1.0
    higher_is_better: bool = True
    fail: Threshold | float | None = None
    warn: Threshold | float | None = None
    capped: bool = False

    def __post_init__(self) -> None:
        if not self.name.isidentifier() or self.name == OVERALL:
            hint = f"use letters, digits and underscores, and not {OVERALL}"
            raise OptionError(f"is {self.name!r}", where="MetricSpec.name", hint=hint)
        if not self.maximum > 0:
            hint = "set a number above 0"
            raise OptionError(f"is {self.maximum}", where=f"{self.name}.maximum", hint=hint)

    @property
    def scale(self) -> MetricScale:
        """The scale as plain values."""
        return {"maximum": self.maximum, "higher_is_better": self.higher_is_better}

    @property
    def has_context_flag(self) -> bool:
        """Whether the labels can say that no context was given."""
        return "no_context" in getattr(self.details, "__dataclass_fields__", ())


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeDescription:
    """What readers of a judge's results know about it.

    `overall` is the maximum of the overall score, none where the judge gives no such score. `own` judges come
    with this package; results of others carry their scales, because a reader may not have the package.
    """

    name: str
    case: type[Any]
    metrics: tuple[MetricSpec, ...]
    options: tuple[str, ...] = ()
    overall: float | None = None
    own: bool = False
    digest: str = ""
    """A fingerprint of the file that declares the judge, which is part of signatures."""

    def __post_init__(self) -> None:
        names = self.metric_names
        if len(set(names)) < len(names):
            raise OptionError(f"names a metric twice ({', '.join(names)})", where=f"judge {self.name}")
        unknown = [name for name in self.options if name not in Options.__dataclass_fields__]
        if unknown:
            hint = f"the options are {', '.join(Options.__dataclass_fields__)}"
            raise OptionError(f"unknown option {unknown[0]!r}", where=f"judge {self.name}", hint=hint)
        if self.case not in KINDS:
            hint = f"use {', '.join(kind.__name__ for kind in KINDS)}"
            raise OptionError(f"case is {self.case!r}", where=f"judge {self.name}", hint=hint)

    @property
    def metric_names(self) -> tuple[str, ...]:
        """The names of the metrics, in order."""
        return tuple(one.name for one in self.metrics)

    @property
    def signed_name(self) -> str:
        """The name in signatures: with the fingerprint of the file that declares the judge, if one does."""
        return f"{self.name}@{self.digest}" if self.digest else self.name

    @property
    def kind(self) -> CaseKind:
        """The kind of case in one word."""
        return KINDS[self.case]

    @property
    def maximum(self) -> float:
        """The greatest score that the judge gives."""
        return max((self.overall or 0.0, *(one.maximum for one in self.metrics))) or 1.0

    def metric(self, name: str) -> MetricSpec | None:
        """Return the metric of that name, if the judge has it."""
        return next((one for one in self.metrics if one.name == name), None)

    def to_json(self) -> dict[str, Any]:
        """Return the description as plain values, as `GET /v1/judges` and `jurat judges --json` give it."""
        return {
            "name": self.name,
            "case": self.kind,
            "metrics": list(self.metric_names),
            "scales": self.scales(),
            "overall": self.overall,
            "options": list(self.options),
            "observers": [],
        }

    def scales(self) -> dict[str, MetricScale]:
        """Return the scale and direction of each metric as plain values."""
        return {one.name: one.scale for one in self.metrics}


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSpec(JudgeDescription, Generic[AnyCase, Observed]):
    """A judge: labels of one type in, scores of its metrics out.

    `observations` is a dataclass with one field per metric, of the type of its details; `score` is the
    arithmetic. `observers` builds the observers by name; the first is used where none is named. `model_task`
    says how a model writes the labels, if one can. `verify` looks up the evidence of given labels in the
    texts, and lowers a label whose quote is not found.
    """

    case: type[AnyCase]
    observations: type[Observed]
    score: Scorer[Observed]
    observers: Mapping[str, Callable[[Options], Observer[AnyCase, Observed]]] = field(default_factory=dict)
    model_task: Callable[[], ModelTask] | None = None
    verify: Callable[[Observed, EvidenceChecker], Observed] = verify_quotes
    check_options: Callable[[Options], object] | None = None

    def __post_init__(self) -> None:
        super(JudgeSpec, self).__post_init__()
        declared, known = {one.name for one in fields(self.observations)}, set(self.metric_names)
        if declared != known:
            what = f"{self.observations.__name__} has fields {', '.join(sorted(declared))}"
            hint = f"name them as the metrics: {', '.join(sorted(known))}"
            raise OptionError(what, where=f"judge {self.name}", hint=hint)

    def to_json(self) -> dict[str, Any]:
        """Return the description as plain values, with the names of the observers."""
        return {**super(JudgeSpec, self).to_json(), "observers": list(self.observers)}

    def checked_options(self, options: Options) -> Options:
        """Return the options; refuse one that this judge does not have, or a value that it cannot use."""
        options.restrict_to(self.name, self.options)
        if self.check_options is not None:
            self.check_options(options)
        return options

    def require_model_task(self) -> ModelTask:
        """Return how a model writes the labels; refuse where none can."""
        if self.model_task is None:
            hint = f"use {' or '.join(self.observers)}" if self.observers else "use another judge"
            raise OptionError(f"model observers do not support {self.name}", where="observer", hint=hint)
        return self.model_task()

    def without_context(self, observations: Observed) -> Observed:
        """Return the observations with the note that no context was given, where the labels can hold it."""
        flags = {one.name: one.details(no_context=True) for one in self.metrics if one.has_context_flag}
        return replace(observations, **flags)

    def described(self, result: Result[Any]) -> Result[Any]:
        """Return a result that carries its scales, unless every reader knows this judge."""
        if self.own:
            return result
        return replace(result, metrics=tuple(map(self._described, result.metrics)))

    def _described(self, outcome: Any) -> Any:
        metric = self.metric(outcome.metric)
        if not isinstance(outcome, Score) or metric is None:
            return outcome
        return replace(outcome, **metric.scale)
