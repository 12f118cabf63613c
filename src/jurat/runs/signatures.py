"""What a result's signature says: by whom it was judged, and with which options."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from jurat.options import THRESHOLDS

_MAKERS = ("judge", "version", "observer")


def parts_of(signature: str) -> dict[str, str]:
    """The parts of a signature by name.

    >>> parts_of("judge:claim-lock|observer:rules|strict_partial:True")
    {'judge': 'claim-lock', 'observer': 'rules', 'strict_partial': 'True'}
    """
    found = (part.partition(":") for part in signature.split("|"))
    return {name: value for name, colon, value in found if colon}


@lru_cache(maxsize=16)
def threshold(signature: str, name: str) -> float:
    """A threshold that was judged by; its default where the signature names none.

    >>> threshold("judge:claim-lock|thresholds:hallucination=0.05,high=0.6", "hallucination")
    0.05
    >>> threshold("judge:claim-lock", "hallucination")
    0.5
    """
    default: float = THRESHOLDS[name]  # type: ignore[index]
    given = (one.partition("=") for one in parts_of(signature).get("thresholds", "").split(","))
    try:
        return next((float(value) for key, _, value in given if key == name), default)
    except ValueError:
        return default


def told(signature: str) -> Iterator[str]:
    """How it was judged, in words for a person.

    >>> list(told("judge:claim-lock|version:1|observer:rules|relevance:answer_aware"))[1:]
    ['observer rules', 'with relevance answer_aware']
    >>> list(told("judge:claim-lock|version:1|observer:rules"))[0]
    'FAIL where hallucination is above 0.5 or relevance below 0.1, WARN where completeness is below 0.6'
    """
    parts = parts_of(signature)
    if parts.get("judge") == "claim-lock":
        high, low, short = (
            f"{threshold(signature, name):g}" for name in ("hallucination", "relevance", "completeness")
        )
        yield (
            f"FAIL where hallucination is above {high} or relevance below {low}, "
            f"WARN where completeness is below {short}"
        )
    if observer := parts.get("observer"):
        yield f"observer {observer}"
    options = [f"{name} {value}" for name, value in parts.items() if name not in _MAKERS]
    if parts:
        yield f"with {'; '.join(options) or 'the usual options'}"
