"""The safety gate: what a candidate answer must not contain, clause by clause."""

from jurat.safety.findings import PATTERNS, Finding, Pattern, as_observations
from jurat.safety.gate import inspect, passes, suspicion

__all__ = ["PATTERNS", "Finding", "Pattern", "as_observations", "inspect", "passes", "suspicion"]
