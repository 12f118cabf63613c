"""Small judges for tests of what carries them: one that counts, one that stumbles, one that dies."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from jurat.cases import ResponseCase
from jurat.judges.claim_lock import CLAIM_LOCK
from jurat.judges.judge import Judge
from jurat.judges.observer_config import NamedObserver
from jurat.observations import Anchors, Completeness, ResponseObservations, ResponseRelevance
from jurat.options import Options

ToyJudge = Judge[ResponseCase, ResponseObservations]
TOY = replace(CLAIM_LOCK, name="toy")


def observe(cases: Sequence[ResponseCase]) -> Iterator[ResponseObservations]:
    """As relevant as the response is long; it waits, stumbles, dies or holds over what says so."""
    for case in cases:
        if case.response == "stumble":
            raise ZeroDivisionError("stumbled")
        if case.response == "die" or (case.response.startswith("die once ") and _first(case.response)):
            os.kill(os.getpid(), signal.SIGKILL)
        if case.response.startswith("wait "):
            time.sleep(0.02)
        while case.response.startswith("hold ") and not Path(case.response.removeprefix("hold ")).exists():
            time.sleep(0.01)
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
    return Judge(TOY, NamedObserver("toy", observe), Options())


def broken_build() -> ToyJudge:
    """A judge that only the parent could make."""
    raise SystemExit(7)
