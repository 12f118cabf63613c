"""Calibration of a trained verifier on sources that were neither fitted to nor are reported on.

A line through what the verifier finds turns it into the probability that people call a claim supported.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import astuple, dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from jurat.scoring.claim_lock_ultra import PARTS, doubt
from jurat.verifier.claim_texts import ClaimText, claim_texts
from jurat.verifier.retrieval import Gaps, Source
from jurat.verifier.verifier import Signals, Verdict, Verifier, contradiction_odds
from training.examples import (
    CHOSEN_ON,
    CONTRADICTED,
    EITHER,
    SUPPORTED,
    Example,
    ReportTexts,
    Row,
    clean_tone,
    is_report,
    is_selection,
    pairs,
    read,
    written,
)

Floats = NDArray[np.float64]
_HALF = 0.5
NEWS_QUANTILE = 0.999


MOST = 160
"""Rows of each benchmark other than RAGTruth."""
SETS = ("frank_val", "summeval", "wice", "summedits", "xsumfaith")
NEWS = ("frank_val", "summeval", "xsumfaith")
"""Sets of summaries of news, whose tone is clean."""
FITTED_TO = ("summedits", "xsumfaith", "ragtruth")
"""Sets of which the verifier has seen all but the sources kept for choosing."""
_CONSISTENT = 4.99
MIN_SLOPE = 0.05
REAL = 3
"""How much more the texts that real models wrote count than others, in which half of the claims are wrong."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One text: its kind, what the verifier says of its claims, and whether people find a fault in it.

    For RAGTruth `marked` tells which of the claims people marked.
    """

    kind: str
    verdicts: tuple[Verdict, ...]
    faulty: bool
    marked: tuple[bool, ...] = ()


def judged(verifier: Verifier, every: int = 1) -> Iterator[Judged]:
    """Yield texts of every kind, of sources that were neither fitted to nor are reported on."""
    for row in rows("ragtruth", every):
        claims = claim_texts(row["output"], row["query"] or "")
        spans = [(span[0], span[1]) for span in row["labels"]["spans"]]
        marked = tuple(any(min(e, c.end) - max(s, c.start) >= 3 for s, e in spans) for c in claims)
        verdicts = verifier.check_all(Source((row["source"],)), claims)
        yield Judged(f"ragtruth/{row['task']}", tuple(verdicts), bool(row["labels"]["hallucinated"]), marked)
    for name in SETS:
        found = rows(name, every)
        for row in found[:: max(1, len(found) // MOST)]:
            verdicts = verifier.check_all(Source((row["source"],)), claim_texts(row["output"]))
            yield Judged(name, tuple(verdicts), not is_good(name, row))
    for example in (*written(selection=True), *_pairs(random.Random(11))):
        if example.head == "support" and example.source:
            lead, text = example.second[: max(0, example.lead - 1)], example.second[example.lead :]
            verdict = verifier.check(example.source, ClaimText(0, len(text), text, lead))
            kind = "written" if example.origin == "written" else "pairs"
            yield Judged(kind, (verdict,), int(example.target[0]) != SUPPORTED)


def rows(name: str, every: int = 1) -> list[Row]:
    """Return the rows of a benchmark that are neither reported on nor trained on."""
    found = [
        row
        for row in read("bench", name)
        if row["output"].strip()
        and not is_report(row["source"], name)
        and (name not in FITTED_TO or is_selection(row["source"]))
    ]
    return found[::every]


def is_good(name: str, row: Row) -> bool:
    """Whether people call the text of a row consistent with its source."""
    labels = row["labels"]
    if name == "summeval":
        return float(labels["consistency"]) >= _CONSISTENT
    if name == "ragtruth":
        return not labels["hallucinated"]
    return bool(labels["supported" if name == "wice" else "consistent"])


def _pairs(rng: random.Random) -> Iterator[Example]:
    report = ReportTexts()
    for name in CHOSEN_ON:
        yield from pairs(name, report, rng, 80, 0.0, selection=True)


def calibration(given: Sequence[Judged]) -> dict[str, Any]:
    """Return the numbers that the manifest holds.

    The log odds of support are a slope times those of the encoder and a constant, both of which depend on the
    length of the source, and penalties for the worst word and for what the source lacks. They are fitted so that
    the doubt about a text is the share of such texts in which people find a fault. RAGTruth has what real models
    wrote, so its three tasks count more than the other kinds, in which faults were put on purpose.
    """
    verdicts = [(one, bad) for row in given for one, bad in zip(row.verdicts, row.marked, strict=False)]
    copied = [not bad for one, bad in verdicts if one.verbatim]
    verbatim = round((sum(copied) + 1) / (len(copied) + 2), 4)
    kinds = {
        kind: _stacked([row for row in given if row.kind == kind and row.verdicts])
        for kind in sorted({row.kind for row in given})
    }

    def loss(parameters: Floats) -> float:
        losses = {kind: _loss(rows, parameters, verbatim) for kind, rows in kinds.items()}
        ragtruth = [loss for kind, loss in losses.items() if kind.startswith("ragtruth")]
        others = [loss for kind, loss in losses.items() if not kind.startswith("ragtruth")]
        return float(REAL * np.mean(ragtruth) + np.mean(others))

    gaps = len(Gaps._fields)
    bounds = [(2 * MIN_SLOPE, 3.0), (-6.0, 6.0), (-MIN_SLOPE, 1.0), (-6.0, 6.0), *[(0.0, 5.0)] * (1 + gaps)]
    # The loss has several minima: with even penalties to start from, a worse one is sometimes found.
    starts = [[0.7, 1.0, 0.0, 0.3, 0.1, *[0.3] * gaps], [0.7, 1.8, 0.0, 0.6, 0.0, 0.0, 0.0, 1.5, 0.3]]
    fits = [minimize(loss, np.array(start), method="L-BFGS-B", bounds=bounds) for start in starts]
    best = min(fits, key=lambda fit: float(fit.fun)).x
    return {"support": [round(float(one), 4) for one in best], "verbatim": verbatim}


class _Stacked(NamedTuple):
    """The claims of many texts as one array, padded; which are there, which are copied, which texts are faulty."""

    features: Floats
    there: NDArray[np.bool_]
    copied: NDArray[np.bool_]
    faulty: NDArray[np.bool_]


def _stacked(rows: Sequence[Judged]) -> _Stacked:
    found = [_features(row.verdicts) for row in rows]
    longest = max(map(len, found))
    features = np.zeros((len(rows), longest, found[0].shape[1]))
    there, copied = np.zeros((len(rows), longest), bool), np.zeros((len(rows), longest), bool)
    for number, claims in enumerate(found):
        copied[number, : len(claims)] = np.isinf(claims[:, 0])
        features[number, : len(claims)] = np.where(np.isinf(claims), 0.0, claims)
        there[number, : len(claims)] = True
    return _Stacked(features, there, copied, np.array([row.faulty for row in rows]))


def _loss(rows: _Stacked, parameters: Floats, verbatim: float) -> float:
    """Return how surprising the faults of texts are, given the doubt about each."""
    odds = np.clip(rows.features @ parameters, -60, 60)
    doubts = np.where(rows.there, 1 - np.where(rows.copied, verbatim, 1 / (1 + np.exp(-odds))), 0.0)
    worst = doubts.max(axis=1)
    others = doubts.sum(axis=1) - worst
    chance = np.clip(1 - (1 - worst) * (1 - others / (1 + others) / PARTS), 1e-4, 1 - 1e-4)
    return float(-np.mean(np.log(np.where(rows.faulty, chance, 1 - chance))))


def report(given: Sequence[Judged], fitted: dict[str, Any]) -> Iterator[str]:
    """Yield for each kind of text how well its doubt ranks the texts, and how far it is from the share at fault."""
    for kind in sorted({row.kind for row in given}):
        found = [
            (_doubt(_features(row.verdicts) @ np.array(fitted["support"]), fitted["verbatim"]), row.faulty)
            for row in given
            if row.kind == kind and row.verdicts
        ]
        doubts, faulty = zip(*found, strict=True)
        ranked = auroc(np.array(doubts), np.array(faulty))
        yield f"{kind:<20} {len(found):>5} texts, AUROC {ranked:.3f}, ECE {error(doubts, faulty):.3f}"


def auroc(values: NDArray[np.float64], good: NDArray[np.bool_]) -> float:
    """Return how often a value of a good one is above that of another; NaN where there is only one kind."""
    if good.all() or not good.any():
        return float("nan")
    order = values.argsort(kind="stable").argsort() + 1
    return float((order[good].sum() - good.sum() * (good.sum() + 1) / 2) / (good.sum() * (~good).sum()))


def tone_thresholds(verifier: Verifier, most: int = 1500) -> list[float]:
    """Return for each tone the probability that one in a thousand sentences of news summaries exceeds.

    Two collections of summaries are read, those of RAGTruth and those of the other benchmarks; the higher one holds.
    """
    others = [claim.text for name in NEWS for row in rows(name) for claim in claim_texts(row["output"])]
    collections = ([one.first for one in clean_tone(most, selection=True)], [*dict.fromkeys(others)][:most])
    limits = [
        np.quantile([astuple(verifier.tone(text)) for text in texts], NEWS_QUANTILE, axis=0)
        for texts in collections
    ]
    return [round(max(_HALF, float(one)), 4) for one in np.max(limits, axis=0)]


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
    return found.column() if found else (np.inf, 1.0, *[0.0] * (3 + len(Gaps._fields)))


def _features(verdicts: Sequence[Verdict]) -> Floats:
    return np.array([_columns(one.signals) for one in verdicts], dtype=float)


def _doubt(values: Floats, verbatim: float) -> float:
    """Return the doubt about a response, as jurat.scoring.claim_lock_ultra counts it."""
    chances = np.where(np.isinf(values), verbatim, 1 / (1 + np.exp(-np.clip(values, -60, 60))))
    return float(doubt(chances.tolist()))


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
