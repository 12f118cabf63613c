"""The judges by name: ours and those that other packages bring, all found by entry points."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from jurat.errors import OptionError
from jurat.judges.judge import Judge
from jurat.judges.observing import Observing
from jurat.options import OptionChanges, Options

GROUP = "jurat.judges"
Factory = Callable[..., Judge[Any, Any]]


def judge(
    name: str, options: Options | OptionChanges | None = None, *, observer: str | Observing = "rules"
) -> Judge[Any, Any]:
    """The judge of that name, ready to judge; by rules, or with labels that a model writes.

    Options may be given as a dict of those that are set.

    >>> judge("claim-lock", {"thresholds": {"hallucination": 0.2}}).options.thresholds["hallucination"]
    0.2
    """
    factory: Factory = _find(name).load()
    chosen = options if isinstance(options, Options) else Options().changed(options or {})
    return factory(chosen, observer=observer)


def judge_names() -> list[str]:
    """The names of all judges there are."""
    return sorted(_found())


def _find(name: str) -> EntryPoint:
    try:
        return _found()[name]
    except KeyError:
        hint = f"the judges are {', '.join(judge_names())}"
        if name == "council":
            hint = "hold one with jurat.council(), or with the command jurat council"
        raise OptionError(f"no judge is named {name!r}", where="judge", hint=hint) from None


@lru_cache(maxsize=1)
def _found() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}
