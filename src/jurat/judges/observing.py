"""Which observer a name stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import OptionError
from jurat.observations import ResponseObservations, SummaryObservations
from jurat.options import Options

CaseT = TypeVar("CaseT")
ObservedT = TypeVar("ObservedT")


@dataclass(frozen=True, slots=True)
class NamedObserver(Generic[CaseT, ObservedT]):
    """A function that observes, with the name that stands for it in a signature."""

    name: str
    observe: Callable[[Sequence[CaseT]], Iterator[ObservedT]]


def response_observer(name: str, options: Options) -> NamedObserver[ResponseCase, ResponseObservations]:
    """The observer of responses that a name stands for."""
    _check(name)
    from jurat.observers.rules.anchors import observe

    return NamedObserver(name, partial(observe, answers=options.relevance == "answer_aware"))


def summary_observer(
    name: str, judge: str, options: Options
) -> NamedObserver[SummaryCase, SummaryObservations]:
    """The observer of summaries that a name stands for, for one of the summary judges."""
    _check(name)
    from jurat.observers.rules.summaries import observe

    return NamedObserver(name, partial(observe, judge=judge, options=options))


def _check(name: str) -> None:
    if name != "rules":
        raise OptionError(f"no observer is named {name!r}", where="observer", hint="use rules")
