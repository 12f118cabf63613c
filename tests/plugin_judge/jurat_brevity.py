"""Brevity: does a response get by with few words, and without filler?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import jurat
from jurat import ResponseCase, Span

FILLER = re.compile(r"\b(?:basically|actually|as you may know|of course)\b", re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class Length:
    words: int | None = None
    unscored: str | None = None


@dataclass(frozen=True, kw_only=True)
class Phrase:
    label: str
    span: Span | None


@dataclass(frozen=True, kw_only=True)
class Phrases:
    phrases: tuple[Phrase, ...] | None = None
    unscored: str | None = None


@dataclass(frozen=True, kw_only=True)
class Observations:
    length: Length | None = None
    filler: Phrases | None = None


def observe(cases: Sequence[ResponseCase]) -> Iterator[Observations]:
    for case in cases:
        spans = (Span("response", *m.span(), m[0]) for m in FILLER.finditer(case.response))
        phrases = tuple(Phrase(label="filler", span=span) for span in spans)
        yield Observations(length=Length(words=len(case.response.split())), filler=Phrases(phrases=phrases))


def scored(metric: str, value: float | None, details: Any) -> Any:
    if value is None:
        return jurat.Unscored(metric=metric, unscored=getattr(details, "unscored", None) or "not observed")
    return jurat.Score(metric=metric, value=value, raw=value, caps=(), details=details)


def score(
    observations: Observations, options: jurat.Options, *, case: str | int, observer: str
) -> jurat.Result[Any]:
    words = observations.length.words if observations.length else None
    phrases = observations.filler.phrases if observations.filler else None
    length = None if words is None else round(5 * min(1, 20 / max(words, 1)), 2)
    filler = None if phrases is None else min(len(phrases) / 4, 1.0)
    verdict: jurat.Verdict = (
        "FAIL" if (filler or 0) > 0.5 else "PASS" if None not in (length, filler) else "WARN"
    )
    return jurat.Result(
        judge="brevity",
        version="1.0",
        id=case,
        metrics=(
            scored("length", length, observations.length),
            scored("filler", filler, observations.filler),
        ),
        verdict=verdict,
        signature=jurat.signature("brevity", observer, options, version="1.0"),
    )


BREVITY = jurat.JudgeSpec(
    name="brevity",
    case=ResponseCase,
    observations=Observations,
    metrics=(
        jurat.MetricSpec(name="length", details=Length, maximum=5),
        jurat.MetricSpec(name="filler", details=Phrases, higher_is_better=False, fail=0.5),
    ),
    observers={"rules": lambda _: jurat.NamedObserver("rules", observe)},
    score=score,
)
