"""Scripted models for councils: one that answers, one that scores by what it reads."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from jurat.judges.council.deliberation import Council
from jurat.judges.council.session import Question, Seats
from jurat.llm.model_protocol import Request
from jurat.llm.pacing import RetryPolicy
from jurat.llm.scripted import Reply, ScriptedEndpoint
from jurat.observers.llm.llm_observer import ModelOptions
from jurat.options import Options

DIMENSIONS = ("accuracy", "relevance", "completeness", "conciseness", "clarity")
QUICK = ModelOptions(patience=RetryPolicy(deadline=60, timeout=60, max_attempts=2, first_wait=0.001))
TRUTH = {"the sun": 9, "a lamp": 6, "cheese": 3}
"""How good an answer is, by a word in it."""


def responses(request: Request) -> dict[str, str]:
    """The responses inside their fences, by letter: what a model reads that goes by the fences alone."""
    user = request.messages[1].content
    mark = user.split("\n", 1)[0].removeprefix("MARK of this message: ")
    found = re.findall(
        rf"^<<<response ([A-Z]+) {mark}>>>\n(.*?)\n<<<end response \1 {mark}>>>$",
        user,
        re.MULTILINE | re.DOTALL,
    )
    return dict(found)


def outside(request: Request) -> str:
    """Everything that a model is told outside the fences."""
    user = request.messages[1].content
    mark = user.split("\n", 1)[0].removeprefix("MARK of this message: ")
    fenced = re.compile(
        rf"^<<<([a-zA-Z0-9 ]+) {mark}>>>\n.*?\n<<<end \1 {mark}>>>$", re.MULTILINE | re.DOTALL
    )
    rest = fenced.sub("", user)
    assert mark not in rest.split("\n", 1)[1], "every fence is closed"
    return "\n".join((request.messages[0].content, rest, *(one.content for one in request.messages[2:])))


def quality(text: str) -> int:
    """How good a response is, by the one word in it that counts."""
    return next((score for word, score in TRUTH.items() if word in text.lower()), 5)


def scores(text: str, shift: int = 0) -> dict[str, Any]:
    """A full evaluation of a response."""
    value = max(1, min(10, quality(text) + shift))
    return {"notes": "seen", **dict.fromkeys(DIMENSIONS, value), "holistic": value}


def reviewing(shift: int = 0) -> Callable[[Request], Reply]:
    """A model that scores what stands inside the fences, more or less mildly."""

    def answer(request: Request) -> Reply:
        read = responses(request)
        if request.name == "answer":
            return f"The light comes from {['a lamp', 'the sun', 'cheese'][shift % 3]}."
        if request.name == "synthesis":
            return "It comes from the sun."
        entries = [{"response": letter, **scores(text, shift)} for letter, text in read.items()]
        if request.name == "holistic":
            return json.dumps({"scores": entries})
        order = sorted(read, key=lambda letter: (-quality(read[letter]), letter))
        return json.dumps({"evaluations": entries, "ranking": order})

    return answer


def council(
    models: dict[str, Callable[[Request], Reply]],
    *,
    members: tuple[str, ...] = (),
    reviewers: tuple[str, ...] = (),
    chair: str | None = None,
    options: Options | None = None,
    seed: int = 0,
) -> tuple[Council, dict[str, ScriptedEndpoint]]:
    """A council over scripted models, and the models with what they were asked."""
    ends = {name: ScriptedEndpoint(answer, name=name) for name, answer in models.items()}
    seating = Seats(members=members, reviewers=reviewers, chair=chair, seed=seed)
    opened = {name: (lambda end=end: end) for name, end in ends.items()}
    return Council(seating, opened, options, QUICK), ends


ASKED = Question(
    query="Where does daylight come from?",
    candidates={
        "m1": "Daylight comes from a lamp.",
        "m2": "Daylight comes from the sun.",
        "m3": "It is cheese.",
        "m4": "Nobody knows.",
    },
    id="light",
)
