"""The safety gate: what a candidate answer must not contain, clause by clause."""

from typing import Any

from jurat.safety.gate import inspect, passes, suspicion
from jurat.safety.gate_findings import PATTERNS, Pattern, PatternMatch, as_observations

__all__ = ["PATTERNS", "Pattern", "PatternMatch", "as_observations", "inspect", "passes", "suspicion"]


def __getattr__(name: str) -> Any:
    """Return `PatternMatch` by the name that it had in 0.1."""
    if name != "Finding":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from warnings import warn

    warn("jurat.safety.Finding is deprecated, use PatternMatch", DeprecationWarning, stacklevel=2)
    return PatternMatch
