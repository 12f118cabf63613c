"""Judges from declared criteria, alone or together with the metrics of built-in judges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, make_dataclass, replace
from functools import partial
from keyword import iskeyword
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jurat.cases import ResponseCase, SummaryCase, first_repeated
from jurat.errors import OptionError
from jurat.judges.observer_config import RULES, NamedObserver
from jurat.judges.results import signature
from jurat.judges.spec import OVERALL, JudgeSpec, MetricSpec
from jurat.observations import CriterionLabels
from jurat.observers.criteria.assertion_checks import check_declared
from jurat.observers.criteria.criteria_observer import load_functions, observe_criteria
from jurat.observers.criteria.criterion import Criterion, TextAssertion
from jurat.observers.labels import EvidenceChecker, verify_criteria
from jurat.options import Options
from jurat.outcomes import Result
from jurat.scoring.criteria_scoring import (
    TOP,
    CapRule,
    Measures,
    MetricRule,
    as_measured,
    judge_criteria,
    measure,
)
from jurat.version import __version__

if TYPE_CHECKING:
    from jurat.observers.llm.model_tasks import ModelTask

__all__ = ["CapRule", "CriteriaSet", "Criterion", "TextAssertion", "criteria_judge"]
Spec = JudgeSpec[Any, Any]
WEIGHTS = "weights"


@dataclass(frozen=True, slots=True, kw_only=True)
class CriteriaSet:
    """What a judge of criteria declares: the criteria, the judges whose metrics it includes, and caps."""

    name: str
    criteria: tuple[Criterion, ...]
    include: tuple[Spec, ...] = ()
    caps: tuple[CapRule, ...] = ()
    weights: Mapping[str, float]
    folder: Path = Path()

    def metrics(self) -> tuple[MetricSpec, ...]:
        """Return the metrics: those of the included judges, then the criteria."""
        limited = {cap.metric for cap in self.caps}
        own = (
            MetricSpec(
                name=one.name,
                details=CriterionLabels,
                fail=one.fail,
                warn=one.warn,
                capped=one.name in limited,
            )
            for one in self.criteria
        )
        return (*(metric for spec in self.include for metric in spec.metrics), *own)

    def rules(self, options: Options) -> list[MetricRule]:
        """Return what counts of each metric; included judges have verdicts of their own."""
        weights = {
            **self.weights,
            **{one.name: one.weight for one in self.criteria},
            **(options.weights or {}),
        }
        limits = {one.name: (one.fail, one.warn) for one in self.criteria}
        return [
            MetricRule(
                name=one.name,
                maximum=one.maximum,
                higher_is_better=one.higher_is_better,
                weight=weights.get(one.name, 1.0),
                fail=limits.get(one.name, (None, None))[0],
                warn=limits.get(one.name, (None, None))[1],
            )
            for one in self.metrics()
        ]


def criteria_judge(
    name: str,
    criteria: Sequence[Criterion],
    *,
    include: Sequence[str | Spec] = (),
    caps: Sequence[CapRule] = (),
    weights: Mapping[str, float] | None = None,
    case: type[SummaryCase | ResponseCase] | None = None,
    folder: Path | None = None,
    digest: str = "",
) -> Spec:
    """Return a judge of declared criteria, together with the metrics of the judges that it includes.

    `weights` are those of included metrics, by name; 0 leaves one out of the overall score. Give the result
    to `jurat.judge`.
    """
    from jurat.judges.registry import judge_spec

    specs = tuple(judge_spec(one) if isinstance(one, str) else one for one in include)
    declared = CriteriaSet(
        name=name,
        criteria=tuple(criteria),
        include=specs,
        caps=tuple(caps),
        weights=dict(weights or {}),
        folder=folder or Path(),
    )
    kind = case or (specs[0].case if specs else ResponseCase)
    _check(declared, kind)
    metrics = declared.metrics()
    observations = make_dataclass(
        "CriteriaObservations",
        [(one.name, one.details | None, None) for one in metrics],
        frozen=True,
        kw_only=True,
    )
    build = partial(_observer, declared, observations)
    return JudgeSpec(
        name=name,
        case=kind,
        observations=observations,
        metrics=metrics,
        overall=float(TOP),
        options=_options(specs),
        observers={who: partial(build, who) for who in _observer_names(specs)},
        model_task=partial(_model_task, declared, kind, observations) if _asks(declared) else None,
        score=partial(_score, declared, digest),
        verify=partial(_verify, declared),
        check_options=partial(_check_options, declared),
        digest=digest,
    )


def _check(declared: CriteriaSet, kind: type) -> None:
    """Refuse criteria that are none, that share a name, or caps and weights of metrics that do not exist."""
    where = f"judge {declared.name}"
    if not declared.criteria:
        raise OptionError("has no criteria", where=where, hint="declare at least one")
    for spec in declared.include:
        if spec.case is not kind:
            what = f"includes {spec.name}, which judges a {spec.case.__name__}, not a {kind.__name__}"
            raise OptionError(what, where=where, hint="include judges of one kind of case")
    names = [one.name for one in declared.metrics()]
    if (twice := first_repeated(names)) or (twice := next(filter(iskeyword, names), "")):
        hint = "rename the criterion"
        raise OptionError(f"names a metric twice, or by a word of Python: {twice!r}", where=where, hint=hint)
    known = {one.name: one for one in declared.metrics()}
    for cap in declared.caps:
        if (cap.below is None) is (cap.above is None):
            raise OptionError("needs one of below and above", where=f"{where}: cap on {cap.metric}")
        for name in (cap.when, *(() if cap.metric == OVERALL else (cap.metric,))):
            _require_metric(name, known, f"{where}: cap on {cap.metric}")
        if cap.metric != OVERALL and not known[cap.metric].higher_is_better:
            hint = "cap a metric in which higher is better"
            raise OptionError(
                "lower is better, so that a cap would improve it", where=f"{where}: {cap.metric}", hint=hint
            )
    for name in declared.weights:
        _require_metric(name, known, f"{where}: weights")
    for criterion in declared.criteria:
        _check_assertions(criterion)


def _require_metric(name: str, known: Mapping[str, MetricSpec], where: str) -> None:
    if name not in known:
        raise OptionError(f"no metric is named {name!r}", where=where, hint=f"use {', '.join(known)}")


def _check_assertions(criterion: Criterion) -> None:
    every = (*criterion.assertions, *(one for checks in criterion.by_case.values() for one in checks))
    for assertion in every:
        try:
            check_declared(assertion)
        except OptionError as error:
            place = f"criterion {criterion.name}: {error.where}"
            raise OptionError(error.what, where=place, hint=error.hint) from None


def _check_options(declared: CriteriaSet, options: Options) -> None:
    known = {one.name: one for one in declared.metrics()}
    for name in options.weights or ():
        _require_metric(name, known, "options.weights")
    for spec in declared.include:
        spec.checked_options(_options_of(spec, options))


def _options(specs: Sequence[Spec]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([*(name for spec in specs for name in spec.options), WEIGHTS]))


def _options_of(spec: Spec, options: Options) -> Options:
    """Return the options that an included judge knows; weights are those of this judge."""
    names = [name for name in spec.options if name != WEIGHTS]
    return Options(**{name: getattr(options, name) for name in names})


def _observer_names(specs: Sequence[Spec]) -> list[str]:
    """Return the observers that all included judges have; rules alone where none is included."""
    if not specs:
        return [RULES]
    first, *rest = (list(spec.observers) for spec in specs)
    shared = [name for name in first if all(name in other for other in rest)]
    if not shared:
        names = ", ".join(spec.name for spec in specs)
        raise OptionError(f"{names} have no observer in common", where="include", hint="include fewer judges")
    return shared


def _observer(
    declared: CriteriaSet, observations: type[Any], who: str, options: Options
) -> NamedObserver[Any, Any]:
    """Return the observer; functions are imported only here, so that describing a judge runs nothing."""
    functions = load_functions(declared.criteria, declared.folder)
    parts = [spec.observers[who](_options_of(spec, options)) for spec in declared.include]

    def observe(cases: Sequence[Any]) -> Iterator[Any]:
        own = observe_criteria(declared.criteria, functions, cases)
        for labels, *seen in zip(own, *(part.observe(cases) for part in parts), strict=True):
            yield observations(**{**_labels(seen), **labels})

    return NamedObserver(next((part.name for part in parts), RULES), observe)


def _labels(seen: Sequence[Any]) -> dict[str, Any]:
    return {one.name: getattr(part, one.name) for part in seen for one in fields(part)}


def _part(spec: Spec, observations: Any) -> Any:
    """Return the labels of an included judge."""
    return spec.observations(**{name: getattr(observations, name) for name in spec.metric_names})


def _score(
    declared: CriteriaSet,
    digest: str,
    observations: Any,
    options: Options,
    *,
    case: str | int,
    observer: str,
) -> Result[Any]:
    """Return all metrics of a judge of criteria, the overall score, the verdict and its reasons."""
    measures: Measures = {}
    included = []
    for spec in declared.include:
        result = spec.score(
            _part(spec, observations), _options_of(spec, options), case=case, observer=observer
        )
        measures.update({one.metric: as_measured(one) for one in result.metrics})
        included.append((result.verdict, result.reasons or ()))
    for one in declared.criteria:
        measures[one.name] = measure(one.name, getattr(observations, one.name), one.combine)
    judged = judge_criteria(measures, declared.rules(options), declared.caps, included)
    signed = f"{declared.name}@{digest}" if digest else declared.name
    return Result(
        judge=declared.name,
        version=__version__,
        id=case,
        metrics=judged.metrics,
        overall=judged.overall,
        verdict=judged.verdict,
        reasons=judged.reasons,
        signature=signature(signed, observer, options),
    )


def _verify(declared: CriteriaSet, observations: Any, checker: EvidenceChecker) -> Any:
    """Look up the evidence of given labels: that of included judges by their own rules."""
    found = _labels([spec.verify(_part(spec, observations), checker) for spec in declared.include])
    for one in declared.criteria:
        if (labels := getattr(observations, one.name)) is not None:
            found[one.name] = verify_criteria(labels, checker)
    return replace(observations, **found)


def _asks(declared: CriteriaSet) -> bool:
    return any(one.questions for one in declared.criteria) or any(
        spec.model_task is not None for spec in declared.include
    )


def _model_task(declared: CriteriaSet, kind: type, observations: type) -> ModelTask:
    from jurat.observers.llm.criterion_prompts import criteria_task

    tasks = [spec.model_task() for spec in declared.include if spec.model_task is not None]
    return criteria_task(kind, observations, [one for one in declared.criteria if one.questions], tasks)
