"""Configuration of observers: rules, a model, or one per metric."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from jurat.errors import OptionError
from jurat.options import Options

if TYPE_CHECKING:
    from jurat.judges.spec import JudgeSpec, Observer
    from jurat.observers.llm.llm_observer import LlmObserver, ModelOptions
    from jurat.observers.llm.model_tasks import ModelTask

RULES, VERIFIER, LLM = "rules", "verifier", "llm:"
CaseT = TypeVar("CaseT")
ObservedT = TypeVar("ObservedT")


@dataclass(frozen=True, slots=True, kw_only=True)
class ObserverConfig:
    """Which observer to use and how models are called; plain values, stored with a run.

    `observer` is `rules`, `llm:MODEL`, or one for some metrics, as in `hallucination=llm:MODEL`, with rules
    for the others; several parts are separated by white space. `max_cost` is in the currency of the price
    file.
    """

    observer: str = RULES
    votes: int = 1
    concurrency: int = 32
    deadline: float = 180.0
    reply_tokens: int = 2048
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: str | None = None
    prices: str | None = None
    cache: str | None = None

    def __post_init__(self) -> None:
        """Check that all numbers are above 0."""
        for name in ("votes", "concurrency", "deadline", "reply_tokens", "max_calls", "max_tokens"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise OptionError(f"is {value}", where=name, hint="set a number above 0")
        if self.max_cost is not None and not re.fullmatch(r"\d+(\.\d+)?", str(self.max_cost)):
            hint = "write it with digits, e.g. 2.50"
            raise OptionError(f"is {self.max_cost!r}", where="max_cost", hint=hint)

    @property
    def asks_models(self) -> bool:
        """Return whether any part names a model.

        >>> ObserverConfig(observer="hallucination=llm:ollama:qwen").asks_models, ObserverConfig().asks_models
        (True, False)
        """
        return any(LLM in part for part in self.observer.split())


def Observing(**values: Any) -> ObserverConfig:  # noqa: N802  # it was a class
    """Return an `ObserverConfig`, the name since 0.2, in which `samples` is `votes`."""
    if "samples" in values:
        values["votes"] = values.pop("samples")
    return ObserverConfig(**values)


@dataclass(frozen=True, slots=True)
class NamedObserver(Generic[CaseT, ObservedT]):
    """A function that observes, with its name in signatures."""

    name: str
    observe: Callable[[Sequence[CaseT]], Iterator[ObservedT]]


def verifier_observer(observe: str, **given: Any) -> NamedObserver[Any, Any]:
    """Return an observer that reads with the verifier, which is loaded when the first case comes.

    `observe` is the function, as `module:name` below `jurat.observers.verified`; it takes the cases, the
    verifier and what is given.
    """
    from jurat.verifier.weights import verifier_name

    return NamedObserver(verifier_name(), partial(_observe_verified, observe, given))


def _observe_verified(observe: str, given: Mapping[str, Any], cases: Sequence[Any]) -> Iterator[Any]:
    from importlib import import_module

    from jurat.verifier.verifier import installed_verifier

    module, _, name = observe.partition(":")
    function = getattr(import_module(f"jurat.observers.verified.{module}"), name)
    found: Iterator[Any] = function(cases, installed_verifier(), **given)
    return found


def usable_observers(spec: JudgeSpec[Any, Any]) -> list[str]:
    """Return the observers of a judge that can be used here: the verifier only where it is installed."""
    from jurat.verifier.weights import is_installed

    return [name for name in spec.observers if name != VERIFIER or is_installed()]


def make_observer(
    spec: JudgeSpec[Any, Any], given: str | ObserverConfig, options: Options
) -> Observer[Any, Any]:
    """Return the observer that a name stands for: one that the judge declares, a model, or both."""
    observing = ObserverConfig(observer=given) if isinstance(given, str) else given
    if not spec.observers:
        hint = f"score given labels instead: jurat score, with judge {spec.name}"
        raise OptionError(f"{spec.name} has no observer", where="observer", hint=hint)
    if observing.observer in spec.observers:
        return spec.observers[observing.observer](options)
    make_own = partial(spec.observers[next(iter(spec.observers))], options)
    return make_own() if observing.observer == RULES else _with_models(spec, observing, make_own)


def _with_models(
    spec: JudgeSpec[Any, Any], observing: ObserverConfig, make_own: Callable[[], Observer[Any, Any]]
) -> Observer[Any, Any]:
    """Return the observer of models, with the judge's own made only for what they do not observe."""
    from jurat.observers.llm.mixed_observer import MixedObserver

    task = spec.require_model_task()
    by_metric = assigned(observing.observer, tuple(task.details))
    models = _models(by_metric, task, observing)
    if not models:
        return make_own()
    empty = spec.observations()
    needed = len(by_metric) < len(fields(empty)) or RULES in by_metric.values()
    own = make_own() if needed else None
    signatures = {name: model.signature for name, model in models.items()}
    name = mixed_name(by_metric, signatures, own.name if own else RULES)
    return MixedObserver(name, list(models.values()), own.observe if own else None, empty)


def assigned(observer: str, metrics: Sequence[str]) -> dict[str, str]:
    """Return the observer of each metric: `rules` or a model's name.

    >>> assigned("hallucination=llm:ollama:qwen", ["coverage", "hallucination"])
    {'coverage': 'rules', 'hallucination': 'ollama:qwen'}
    >>> assigned("gpt-4", ["coverage"])
    Traceback (most recent call last):
    jurat.errors.OptionError: observer: unknown observer 'gpt-4'; use rules, llm:MODEL or METRIC=llm:MODEL
    """
    parts: dict[str, str] = {}
    for part in observer.split() or [""]:
        metric, name = _part(part, metrics)
        if metric in parts:
            what = f"{metric or 'every metric'} has two observers"
            hint = "name one per metric; a comma compares two observers"
            raise OptionError(what, where="observer", hint=hint)
        parts[metric] = name
    return {metric: parts.get(metric, parts.get("", RULES)) for metric in metrics}


def _part(part: str, metrics: Sequence[str]) -> tuple[str, str]:
    """Return the metric of one part (empty for all metrics) and its observer."""
    metric, name = "", part
    if part != RULES and not part.startswith(LLM):
        metric, _, name = part.partition("=")
    if name != RULES and not (name.startswith(LLM) and len(name) > len(LLM)):
        hint = "use rules, llm:MODEL or METRIC=llm:MODEL"
        raise OptionError(f"unknown observer {part!r}", where="observer", hint=hint)
    if metric and metric not in metrics:
        hint = f"models can observe {', '.join(metrics)}"
        raise OptionError(f"models do not observe metric {metric!r}", where="observer", hint=hint)
    return metric, name.removeprefix(LLM)


def mixed_name(by_metric: Mapping[str, str], signatures: Mapping[str, str], own: str = RULES) -> str:
    """Return the observers for a signature: each model with its metrics, unless it observes all.

    >>> mixed_name({"coverage": "rules", "hallucination": "m"}, {"m": "llm(m)"})
    'rules+hallucination=llm(m)'
    >>> mixed_name({"coverage": "m", "hallucination": "m"}, {"m": "llm(m)"})
    'llm(m)'
    """
    if len(set(by_metric.values())) == 1:
        return next(iter(signatures.values()))
    shares = {name: [metric for metric, one in by_metric.items() if one == name] for name in signatures}
    parts = [f"{','.join(metrics)}={signatures[name]}" for name, metrics in shares.items()]
    return "+".join([*([own] if RULES in by_metric.values() else []), *parts])


def _models(
    by_metric: Mapping[str, str], task: ModelTask, observing: ObserverConfig
) -> dict[str, LlmObserver]:
    """One observer for each model, with its metrics; all of them spend from one purse."""
    from jurat.llm.budget import SharedBudget
    from jurat.observers.llm.llm_observer import LlmObserver
    from jurat.settings import model_here

    options = model_options(observing)
    purse = SharedBudget(options.budget)
    own: dict[str, list[str]] = {}
    for metric, name in by_metric.items():
        if name != RULES:
            own.setdefault(name, []).append(metric)
    return {
        name: LlmObserver(model_here(name), task, options, metrics=metrics, purse=purse)
        for name, metrics in own.items()
    }


def model_options(observing: ObserverConfig) -> ModelOptions:
    """Build the options of model calls from plain values."""
    from decimal import Decimal
    from pathlib import Path

    from jurat.llm.budget import Budget, read_prices
    from jurat.llm.model_client import CallOptions
    from jurat.llm.pacing import RetryPolicy
    from jurat.observers.llm.llm_observer import ModelOptions

    cost = None if observing.max_cost is None else Decimal(str(observing.max_cost))
    return ModelOptions(
        samples=observing.votes,
        concurrency=observing.concurrency,
        patience=RetryPolicy(deadline=observing.deadline, timeout=observing.deadline / 2),
        asking=CallOptions(max_tokens=observing.reply_tokens),
        budget=Budget(calls=observing.max_calls, tokens=observing.max_tokens, cost=cost),
        prices=read_prices(Path(observing.prices)) if observing.prices else {},
        cache=Path(observing.cache) if observing.cache else None,
    )
