"""Which observer a name stands for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from jurat.cases import ResponseCase
from jurat.errors import OptionError
from jurat.observations import ResponseObservations

CaseT = TypeVar("CaseT")
ObservedT = TypeVar("ObservedT")


@dataclass(frozen=True, slots=True)
class NamedObserver(Generic[CaseT, ObservedT]):
    """A function that observes, with the name that stands for it in a signature."""

    name: str
    observe: Callable[[Sequence[CaseT]], Iterator[ObservedT]]


def response_observer(name: str) -> NamedObserver[ResponseCase, ResponseObservations]:
    """The observer of responses that a name stands for."""
    _check(name)
    from jurat.observers.rules.anchors import observe

    return NamedObserver(name, observe)


def _check(name: str) -> None:
    if name != "rules":
        raise OptionError(f"no observer is named {name!r}", where="observer", hint="use rules")
