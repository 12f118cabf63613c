"""Which observer a name stands for: rules, a model, or one for each metric."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import OptionError
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.options import Options

if TYPE_CHECKING:
    from jurat.judges.judge import Observer
    from jurat.observers.llm.observer import Judge, LlmObserver, ModelOptions

RULES, LLM = "rules", "llm:"
CaseT = TypeVar("CaseT")
ObservedT = TypeVar("ObservedT")


@dataclass(frozen=True, slots=True, kw_only=True)
class Observing:
    """Who observes, and how models are asked: plain values, which a run keeps to go on with.

    `observer` is `rules`, `llm:MODEL`, or one for some metrics, as in `hallucination=llm:MODEL`, with rules
    for the rest; several parts are separated by white space. `max_cost` is in the price file's currency.
    """

    observer: str = RULES
    samples: int = 1
    concurrency: int = 32
    deadline: float = 180.0
    reply_tokens: int = 2048
    max_calls: int | None = None
    max_tokens: int | None = None
    max_cost: str | None = None
    prices: str | None = None
    cache: str | None = None

    def __post_init__(self) -> None:
        """Refuse a number that nothing could be asked with."""
        for name in ("samples", "concurrency", "deadline", "reply_tokens", "max_calls", "max_tokens"):
            value = getattr(self, name)
            if value is not None and not value > 0:
                raise OptionError(f"is {value}", where=name, hint="set a number above 0")
        if self.max_cost is not None and not re.fullmatch(r"\d+(\.\d+)?", str(self.max_cost)):
            hint = "write it with digits, e.g. 2.50"
            raise OptionError(f"is {self.max_cost!r}", where="max_cost", hint=hint)

    @property
    def asks_models(self) -> bool:
        """Whether any part names a model.

        >>> Observing(observer="hallucination=llm:ollama:qwen").asks_models, Observing().asks_models
        (True, False)
        """
        return any(LLM in part for part in self.observer.split())


@dataclass(frozen=True, slots=True)
class NamedObserver(Generic[CaseT, ObservedT]):
    """A function that observes, with the name that stands for it in a signature."""

    name: str
    observe: Callable[[Sequence[CaseT]], Iterator[ObservedT]]


def response_observer(
    observer: str | Observing, options: Options
) -> Observer[ResponseCase, ResponseObservations]:
    """The observer of responses that a name stands for."""
    from jurat.observers.rules.anchors import observe

    rules = partial(observe, answers=options.relevance == "answer_aware")
    return _observer(observer, "claim-lock", rules, ResponseObservations())


def summary_observer(
    observer: str | Observing, judge: str, options: Options
) -> Observer[SummaryCase, SummaryObservations]:
    """The observer of summaries that a name stands for, for one of the summary judges."""
    from jurat.observers.rules.summaries import observe

    return _observer(observer, judge, partial(observe, judge=judge, options=options), SummaryObservations())


def _observer(given: str | Observing, judge: str, rules: Any, empty: Any) -> Observer[Any, Any]:
    observing = Observing(observer=given) if isinstance(given, str) else given
    if observing.observer == RULES:
        return NamedObserver(RULES, rules)
    from jurat.observers.llm.mixed import MixedObserver
    from jurat.observers.llm.observer import ASKED

    if judge not in ASKED:
        hint = f"use {RULES}, or one of the judges {', '.join(ASKED)}"
        raise OptionError(f"no model observes for {judge}", where="observer", hint=hint)
    by_metric = assigned(observing.observer, tuple(ASKED[judge]))  # type: ignore[index]
    models = _models(by_metric, judge, observing)  # type: ignore[arg-type]
    if not models:
        return NamedObserver(RULES, rules)
    needed = len(by_metric) < len(fields(empty)) or RULES in by_metric.values()
    name = mixed_name(by_metric, {name: model.signature for name, model in models.items()})
    return MixedObserver(name, list(models.values()), rules if needed else None, empty)


def assigned(observer: str, metrics: Sequence[str]) -> dict[str, str]:
    """Who observes each metric that can be asked for: `rules` or a model's name.

    >>> assigned("hallucination=llm:ollama:qwen", ["coverage", "hallucination"])
    {'coverage': 'rules', 'hallucination': 'ollama:qwen'}
    >>> assigned("gpt-4", ["coverage"])
    Traceback (most recent call last):
    jurat.errors.OptionError: observer: no observer is named 'gpt-4'; use rules, llm:MODEL or METRIC=llm:MODEL
    """
    parts: dict[str, str] = {}
    for part in observer.split() or [""]:
        metric, name = _part(part, metrics)
        if metric in parts:
            what = f"{metric or 'every metric'} has two observers"
            hint = "name one for each metric; a comma lets two observe side by side"
            raise OptionError(what, where="observer", hint=hint)
        parts[metric] = name
    return {metric: parts.get(metric, parts.get("", RULES)) for metric in metrics}


def _part(part: str, metrics: Sequence[str]) -> tuple[str, str]:
    """The metric of one part, or none for all, and who observes it."""
    metric, name = "", part
    if part != RULES and not part.startswith(LLM):
        metric, _, name = part.partition("=")
    if name != RULES and not (name.startswith(LLM) and len(name) > len(LLM)):
        hint = "use rules, llm:MODEL or METRIC=llm:MODEL"
        raise OptionError(f"no observer is named {part!r}", where="observer", hint=hint)
    if metric and metric not in metrics:
        hint = f"a model can observe {', '.join(metrics)}"
        raise OptionError(f"no labels are written for {metric!r}", where="observer", hint=hint)
    return metric, name.removeprefix(LLM)


def mixed_name(by_metric: Mapping[str, str], signatures: Mapping[str, str]) -> str:
    """What stands in a signature: each model with its metrics, where it does not have them all.

    >>> mixed_name({"coverage": "rules", "hallucination": "m"}, {"m": "llm(m)"})
    'rules+hallucination=llm(m)'
    >>> mixed_name({"coverage": "m", "hallucination": "m"}, {"m": "llm(m)"})
    'llm(m)'
    """
    if len(set(by_metric.values())) == 1:
        return next(iter(signatures.values()))
    own = {name: [metric for metric, one in by_metric.items() if one == name] for name in signatures}
    parts = [f"{','.join(metrics)}={signatures[name]}" for name, metrics in own.items()]
    return "+".join([*([RULES] if RULES in by_metric.values() else []), *parts])


def _models(by_metric: Mapping[str, str], judge: Judge, observing: Observing) -> dict[str, LlmObserver]:
    """One observer for each model, with its metrics; all of them spend from one purse."""
    from jurat.llm.budget import Purse
    from jurat.observers.llm.observer import LlmObserver
    from jurat.settings import model_here

    options = model_options(observing)
    purse = Purse(options.budget)
    own: dict[str, list[str]] = {}
    for metric, name in by_metric.items():
        if name != RULES:
            own.setdefault(name, []).append(metric)
    return {
        name: LlmObserver(model_here(name), judge, options, metrics=metrics, purse=purse)
        for name, metrics in own.items()
    }


def model_options(observing: Observing) -> ModelOptions:
    """How models are asked, from plain values."""
    from decimal import Decimal
    from pathlib import Path

    from jurat.llm.budget import Budget, read_prices
    from jurat.llm.client import Asking
    from jurat.llm.pacing import Patience
    from jurat.observers.llm.observer import ModelOptions

    cost = None if observing.max_cost is None else Decimal(str(observing.max_cost))
    return ModelOptions(
        samples=observing.samples,
        concurrency=observing.concurrency,
        patience=Patience(deadline=observing.deadline, timeout=observing.deadline / 2),
        asking=Asking(max_tokens=observing.reply_tokens),
        budget=Budget(calls=observing.max_calls, tokens=observing.max_tokens, cost=cost),
        prices=read_prices(Path(observing.prices)) if observing.prices else {},
        cache=Path(observing.cache) if observing.cache else None,
    )
