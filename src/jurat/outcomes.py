"""What comes out: spans of evidence, caps, scores, results. All values, none remembered anywhere."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """Evidence: which text, from where to where, and the exact characters there."""

    source: str
    start: int
    end: int
    text: str
