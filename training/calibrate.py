"""Calibration of a trained verifier on sources that were neither fitted to nor are reported on.

A line through the log odds of the support head turns them into the probability that people call a claim supported.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from jurat.scoring.claim_lock_ultra import doubt
from jurat.verifier.claim_texts import claim_texts
from jurat.verifier.retrieval import Source
from jurat.verifier.verifier import Signals, Verdict, Verifier, contradiction_odds, signals
from training.examples import (
    CHOSEN_ON,
    CONTRADICTED,
    EITHER,
    SUPPORTED,
    Example,
    ReportTexts,
    clean_tone,
    is_report,
    is_selection,
    pairs,
    read,
    summedits,
    written,
    xsumfaith,
)

Floats = NDArray[np.float64]
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Single:
    """One claim: its signals, and whether people call it supported."""

    signals: Signals
    good: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """One response: what the verifier says of its claims, which of them people marked, and its kind."""

    kind: str
    verdicts: tuple[Verdict, ...]
    marked: tuple[bool, ...]
    hallucinated: bool


def judged(verifier: Verifier, every: int = 1) -> Iterator[Judged]:
    """Yield RAGTruth's responses to the sources kept for choosing."""
    for number, row in enumerate(read("bench", "ragtruth")):
        source = row["source"]
        if is_report(source, "ragtruth") or not is_selection(source) or number % every:
            continue
        claims = claim_texts(row["output"], row["query"] or "")
        spans = [(span[0], span[1]) for span in row["labels"]["spans"]]
        yield Judged(
            row["task"],
            tuple(verifier.check_all(Source((source,)), claims)),
            tuple(any(min(e, c.end) - max(s, c.start) >= 3 for s, e in spans) for c in claims),
            bool(row["labels"]["hallucinated"]),
        )


def others(verifier: Verifier, most: int = 400) -> dict[str, list[Single]]:
    """Return claims of other kinds of text, each with whether people call it supported."""
    rng = random.Random(11)
    found: dict[str, list[Single]] = {}
    for example in (
        *summedits(selection=True),
        *xsumfaith(selection=True),
        *written(selection=True),
        *_pairs(rng),
    ):
        if example.head != "support":
            continue
        rows = found.setdefault(example.origin.split("/")[0], [])
        if len(rows) < most:
            reading = verifier.encoder.read(example.first, example.second)
            found_signals = signals(reading, Source((example.first,)), example.second, example.lead)
            rows.append(Single(found_signals, int(example.target[0]) == SUPPORTED))
    return found


def _pairs(rng: random.Random) -> Iterator[Example]:
    report = ReportTexts()
    for name in CHOSEN_ON:
        yield from pairs(name, report, rng, 150, 0.0, selection=True)


def calibration(given: Sequence[Judged], beside: Mapping[str, Sequence[Single]]) -> dict[str, Any]:
    """Return the numbers that the manifest holds.

    The log odds of support are a slope times those of the encoder, a constant, and penalties for the worst word and
    for the shares of words and numbers that the source lacks. They are fitted to two things at once, half of the weight each: that the doubt about a whole
    response of RAGTruth is the share of such responses that people marked, and that the probability of a single claim
    of other texts is the share of such claims that people call supported.
    """
    verdicts = [(one, bad) for row in given for one, bad in zip(row.verdicts, row.marked, strict=True)]
    copied = [not bad for one, bad in verdicts if one.verbatim]
    verbatim = round((sum(copied) + 1) / (len(copied) + 2), 4)
    wholes = [(_features(row.verdicts), row.hallucinated) for row in given if row.verdicts]
    singles = [
        (np.array([_columns(one.signals) for one in rows]), np.array([one.good for one in rows]))
        for rows in beside.values()
    ]

    def loss(parameters: Floats) -> float:
        if parameters[0] < 0.05 or parameters[2:].min() < 0:
            return 1e3
        whole = np.mean([_surprise(_doubt(features @ parameters, verbatim), bad) for features, bad in wholes])
        single = [
            np.mean(np.logaddexp(0, np.where(good, -1, 1) * (rows @ parameters))) for rows, good in singles
        ]
        return float(whole + (np.mean(single) if single else 0.0))

    start = np.array([0.6, 0.5, 0.2, 0.5, 0.5])
    found = minimize(loss, start, method="Nelder-Mead", options={"maxiter": 800}).x
    return {"support": [round(float(one), 4) for one in found], "verbatim": verbatim}


def tone_thresholds(verifier: Verifier, most: int = 1500) -> list[float]:
    """Return for each tone the probability that one in a thousand sentences of news summaries exceeds."""
    texts = [example.first for example in clean_tone(most, selection=True)]
    seen = np.array([astuple(verifier.tone(text)) for text in texts])
    return [round(max(0.5, float(one)), 4) for one in np.quantile(seen, 0.999, axis=0)]


def answer_lines(verifier: Verifier) -> dict[str, list[float]]:
    """Return a line for each probability of the answers head, fitted to questions written for this project."""
    rows = [one for one in written(selection=True) if one.head == "answers"]
    logits = np.array([verifier.encoder.read(one.first, one.second).answers for one in rows])
    targets = np.array([one.target for one in rows]) > _HALF
    return {name: _line(logits[:, n], targets[:, n]) for n, name in enumerate(("about", "answers"))}


def contradiction_line(verifier: Verifier) -> list[float]:
    """Return a line for the probability of contradiction, fitted to claims whose label says which way they fail."""
    rows = [
        one
        for one in (*written(selection=True), *_pairs(random.Random(11)))
        if one.head == "support" and int(one.target[0]) != EITHER
    ]
    odds = [contradiction_odds(verifier.encoder.read(one.first, one.second).support) for one in rows]
    return _line(np.array(odds), np.array([int(one.target[0]) == CONTRADICTED for one in rows]))


def _line(values: Floats, truths: NDArray[np.bool_]) -> list[float]:
    """Return slope and constant of the logistic line that fits best; the slope is kept near 1 and above 0."""
    signs = np.where(truths, -1.0, 1.0)

    def loss(given: Floats) -> float:
        surprise = np.mean(np.logaddexp(0, signs * (given[0] * values + given[1])))
        return float(surprise + 0.01 * (given[0] - 1) ** 2)

    slope, constant = minimize(loss, np.array([1.0, 0.0]), method="Nelder-Mead").x
    return [round(max(0.1, float(slope)), 4), round(float(constant), 4)]


def _columns(found: Signals | None) -> tuple[float, ...]:
    """Return the signals in the order of the manifest's numbers; infinite odds where there are none."""
    if found is None:
        return np.inf, 1.0, 0.0, 0.0, 0.0
    return found.odds, 1.0, -found.fault, -found.missing, -found.numbers


def _features(verdicts: Sequence[Verdict]) -> Floats:
    return np.array([_columns(one.signals) for one in verdicts], dtype=float)


def _doubt(values: Floats, verbatim: float) -> float:
    """Return the doubt about a response, as jurat.scoring.claim_lock_ultra counts it."""
    chances = np.where(np.isinf(values), verbatim, 1 / (1 + np.exp(-np.clip(values, -60, 60))))
    return float(doubt([Fraction(float(chance)).limit_denominator(10_000) for chance in chances]))


def _surprise(chance: float, happened: bool) -> float:
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return -float(np.log(chance if happened else 1 - chance))


def error(probabilities: Sequence[float], truths: Sequence[bool], bins: int = 10) -> float:
    """Return the expected calibration error over bins of equal width."""
    values, truth = np.array(probabilities), np.array(truths, float)
    places = np.minimum((values * bins).astype(int), bins - 1)
    total = 0.0
    for number in range(bins):
        inside = places == number
        if inside.any():
            total += abs(values[inside].mean() - truth[inside].mean()) * inside.sum() / len(values)
    return float(total)
