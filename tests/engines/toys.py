"""Small judges for tests of what carries them: one that counts, one that stumbles, one that dies."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from jurat.cases import ResponseCase
from jurat.judges.judge import Judge
from jurat.judges.observing import NamedObserver
from jurat.judges.scoring import score_response
from jurat.observations import Anchors, Completeness, ResponseObservations, ResponseRelevance
from jurat.options import Options

ToyJudge = Judge[ResponseCase, ResponseObservations]


def observe(cases: Sequence[ResponseCase]) -> Iterator[ResponseObservations]:
    """As relevant as the response is long; it waits, stumbles or dies over what says so."""
    for case in cases:
        if case.response == "stumble":
            raise ZeroDivisionError("stumbled")
        if case.response == "die" or (case.response.startswith("die once ") and _first(case.response)):
            os.kill(os.getpid(), signal.SIGKILL)
        if case.response.startswith("wait "):
            time.sleep(0.02)
        yield ResponseObservations(
            relevance=ResponseRelevance(jaccard=min(1.0, len(case.response) / 100)),
            completeness=Completeness(keywords=(), found=()),
            hallucination=Anchors(no_context=True) if not case.contexts else Anchors(anchors=(), overlap=1.0),
        )


def _first(response: str) -> bool:
    """Whether this is the first time; a file remembers."""
    memory = Path(response.removeprefix("die once "))
    if memory.exists():
        return False
    memory.touch()
    return True


def build() -> ToyJudge:
    """The judge that all of this is for."""
    metrics = ("relevance", "completeness", "hallucination")
    return Judge("toy", ResponseCase, metrics, NamedObserver("toy", observe), score_response, Options())


def broken_build() -> ToyJudge:
    """A judge that only the parent could make."""
    raise SystemExit(7)
