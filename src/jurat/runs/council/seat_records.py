"""What a seat took, as it is written beside results and read again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from jurat.judges.council.session import SeatUsage


def usage_entry(one: SeatUsage) -> dict[str, Any]:
    """Return what a seat took as it is written: money as text, and left out where it is not known.

    >>> usage_entry(SeatUsage(seat="a", stage="review", seconds=0.5, calls=1))["calls"]
    1
    """
    entry = {name: value for name, value in asdict(one).items() if value is not None}
    return {**entry, "cost": str(one.cost)} if one.cost is not None else entry


def read_usage(entry: Mapping[str, Any]) -> SeatUsage:
    """Return what a seat took from its written form."""
    cost = entry.get("cost")
    return SeatUsage(**{**entry, "cost": None if cost is None else Decimal(cost)})
