"""Fit and measure the probability that a claim is supported: python -m bench.claim_support [--train].

1. What each sign weighs: people marked the hallucinated characters of RAGTruth's answers (MIT), so each claim
   there has a label of its own, unsupported if it holds a marked stretch. One logistic regression, no weight
   below 0, is fitted to the claims of news summaries and of answers to questions, half of the weight each.
2. What a contradiction weighs: RAGTruth's models hardly ever contradict their article, so these two signs are
   fitted after the rest, to the same claims and to SummEdits (Apache-2.0), all three sets alike.
3. Calibration: a line through the log odds, fitted to RAGTruth and to sets where people judged whole
   summaries, all sets alike: SummEdits, FRANK and SummEval (MIT), XSum faithfulness (CC-BY-4.0). A summary is
   consistent if all its claims are supported, each with its own probability.

Only one half of the articles is fitted to. Two runs give the same file.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.ragtruth import Half
from bench.ragtruth import read as ragtruth
from bench.summaries import FAITHFULNESS, auroc, rows
from jurat.observers.grounding.features import Features, claim_features
from jurat.observers.grounding.indexed_doc import IndexedDoc, indexed_doc
from jurat.observers.grounding.statements import statements
from jurat.observers.summaries.claim_labels import EVEN, LIKELY
from jurat.scoring.judge_lock_ultra import LIGHTLY

TARGET = Path(__file__).parents[1] / "src" / "jurat" / "nlp" / "lexicon" / "data" / "claim_support.txt"
HEADER = """# What each sign weighs against a claim: the log odds that the article does not support it are
# the constant and the sum of weight times sign. observers/grounding/features.py describes the signs.
# Fitted by `python -m bench.claim_support --train` on stretches that people marked in answers of RAGTruth
# (MIT), the last two also on SummEdits (Apache-2.0); calibrated on these, FRANK (MIT), SummEval (MIT) and
# XSum faithfulness (CC-BY-4.0). Apache-2.0.
"""
LATER = ("reversed", "denied")
"""The signs of a contradiction, which are fitted after the others."""
FIRST = np.array([name not in LATER for name in Features._fields])
CLAIM_SETS = ("summary", "qa")
EDITED = "SummEdits"
WHOLE_SETS = (EDITED, "FRANK", "XSumFaith", "SummEval")
PENALTY = 0.003
_MARKED = 3
"""Characters of a claim that must be marked for it to count as unsupported."""
_BINS = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)

Floats = NDArray[np.float64]
Model = tuple[float, Floats]
"""The constant and the weight of each sign."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Claims in rows with a label each: their signs, and whether people marked part of them."""

    features: Floats
    unsupported: Floats


@dataclass(frozen=True, slots=True)
class Wholes:
    """Claims in rows, the summary that each belongs to, and whether people call each summary consistent."""

    features: Floats
    summary: NDArray[np.int64]
    consistent: Floats


def claims(task: str, half: Half) -> Claims:
    """All claims of one kind of answer in one half of RAGTruth's articles."""
    found: list[Features] = []
    marked: list[bool] = []
    for row in ragtruth():
        if row.task != task or row.half != half or not row.case.response.strip():
            continue
        for one, start, end in observed(indexed_doc(row.case.contexts[0]), indexed_doc(row.case.response)):
            found.append(one)
            marked.append(any(min(end, stop) - max(start, first) >= _MARKED for first, stop in row.marked))
    return Claims(np.array(found), np.array(marked, dtype=float))


def wholes(name: str, half: Half) -> Wholes:
    """The summaries of one set in one half of its articles."""
    found: list[Features] = []
    places: list[int] = []
    consistent: list[float] = []
    for label, file, fits, is_good in FAITHFULNESS:
        for row in rows(file, half, task="summary" if file == "ragtruth" else None) if label == name else ():
            made = observed(indexed_doc(row.article), indexed_doc(row.summary)) if fits(row) else []
            if made:
                places += [len(consistent)] * len(made)
                found += [one for one, _, _ in made]
                consistent.append(float(is_good(row)))
    return Wholes(np.array(found), np.array(places), np.array(consistent))


def observed(article: IndexedDoc, summary: IndexedDoc) -> list[tuple[Features, int, int]]:
    """The signs of each statement of a summary, and where it stands."""
    if not article.lines or not summary.lines:
        return []
    found = statements(article, summary)
    return [(claim_features(article, summary, one), one.start, one.end) for one in found]


def weighed(parts: Sequence[Claims]) -> Model:
    """What the first signs weigh: logistic regression with no weight below 0, all sets alike."""
    first = np.vstack([part.features for part in parts])[:, FIRST]
    wrong = np.concatenate([part.unsupported for part in parts])
    share = np.concatenate([np.full(len(part.unsupported), 1 / len(part.unsupported)) for part in parts])
    share /= share.sum()
    centre, spread = first.mean(0), first.std(0) + 1e-9
    table = (first - centre) / spread

    def loss(at: Floats) -> tuple[float, Floats]:
        odds = table @ at[:-1] + at[-1]
        value = share @ (np.logaddexp(0, odds) - wrong * odds) + PENALTY / 2 * at[:-1] @ at[:-1]
        slope = share * (1 / (1 + np.exp(-odds)) - wrong)
        return float(value), np.append(table.T @ slope + PENALTY * at[:-1], slope.sum())

    limits = [(0, None)] * table.shape[1] + [(None, None)]
    best = minimize(loss, np.zeros(len(limits)), jac=True, method="L-BFGS-B", bounds=limits).x
    weights = np.zeros(len(FIRST))
    weights[FIRST] = best[:-1] / spread
    return float(best[-1] - best[:-1] @ (centre / spread)), weights


def contradicted(model: Model, parts: Sequence[Claims], edits: Wholes) -> Model:
    """The model with what contradictions weigh; how often edited summaries are wrong is fitted beside it."""
    later = ~FIRST

    def loss(at: Floats) -> float:
        total = PENALTY / 3 * float(at[:-1] @ at[:-1])
        for part in parts:
            total += claim_loss(log_odds(part.features, model) + part.features[:, later] @ at[:-1], part)
        odds = log_odds(edits.features, model) + edits.features[:, later] @ at[:-1] + at[-1]
        return total + whole_loss(odds, edits)

    limits = [(0, None)] * int(later.sum()) + [(None, None)]
    found = minimize(loss, np.zeros(len(limits)), method="L-BFGS-B", bounds=limits).x
    weights = model[1].copy()
    weights[later] = found[:-1]
    return model[0], weights


def calibrated(model: Model, parts: Sequence[Claims], summaries: Sequence[Wholes]) -> Model:
    """The model with its log odds on the line that fits claims and whole summaries best, all sets alike."""

    def loss(at: Floats) -> float:
        total = sum(claim_loss(at[0] + at[1] * log_odds(part.features, model), part) for part in parts)
        return total + sum(
            whole_loss(at[0] + at[1] * log_odds(one.features, model), one) for one in summaries
        )

    steps = {"xatol": 1e-8, "fatol": 1e-12}
    at = minimize(loss, np.array([0.0, 1.0]), method="Nelder-Mead", options=steps).x
    return float(at[0] + at[1] * model[0]), at[1] * model[1]


def claim_loss(odds: Floats, part: Claims) -> float:
    """Minus the mean log likelihood of labels of claims."""
    return float((np.logaddexp(0, odds) - part.unsupported * odds).mean())


def whole_loss(odds: Floats, one: Wholes) -> float:
    """Minus the mean log likelihood of labels of summaries, which are consistent if all their claims are."""
    right = -np.bincount(one.summary, np.logaddexp(0, odds), len(one.consistent))
    wrong = np.log(np.maximum(1e-9, 1 - np.exp(right)))
    return -float((one.consistent * right + (1 - one.consistent) * wrong).mean())


def log_odds(table: Floats, model: Model) -> Floats:
    """The log odds that each claim is not supported."""
    odds: Floats = model[0] + table @ model[1]
    return odds


def fitted(parts: Mapping[str, Claims], summaries: Mapping[str, Wholes]) -> Model:
    """The model that these sets give; without edited summaries contradictions weigh in support alone."""
    given = list(parts.values())
    model = weighed(given)
    if EDITED in summaries:
        model = contradicted(model, given, summaries[EDITED])
    return calibrated(model, given, list(summaries.values()))


def write(model: Model) -> None:
    """Write the model's file."""
    lines = [f"constant {model[0]:.4f}"]
    lines += [f"{name} {weight:.4f}" for name, weight in zip(Features._fields, model[1], strict=True)]
    TARGET.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


def stored() -> Model:
    """The model as it is shipped."""
    lines = TARGET.read_text(encoding="utf-8").splitlines()
    listed = dict(line.split() for line in lines if not line.startswith("#"))
    return float(listed["constant"]), np.array([float(listed[name]) for name in Features._fields])


def probabilities(table: Floats, model: Model) -> Floats:
    """The probability that each claim is supported; 1 where nothing speaks against it."""
    return np.where(table.any(1), 1 / (1 + np.exp(log_odds(table, model))), 1.0)


def consistency(one: Wholes, model: Model, how: Callable[[Floats], float]) -> list[float]:
    """One number for each summary, made of its claims' probabilities."""
    chances = probabilities(one.features, model)
    return [how(chances[one.summary == place]) for place in range(len(one.consistent))]


def base(chances: Floats) -> float:
    """Ultra's Hallucination before its questions."""
    worth = np.where(chances >= LIKELY, 1 - (1 - chances) / LIGHTLY, chances)
    doubt = float(1 - (worth.mean() + worth.min()) / 2)
    locked = 4 - 4 * doubt
    return locked if (chances < EVEN).any() else max(locked, 10 - 14 * doubt)


def truth(name: str, chances: Floats, right: Floats) -> None:
    """Print how true probabilities are: by Brier's score, the expected error, and in tenths."""
    bins = np.clip(np.digitize(chances, _BINS) - 1, 0, len(_BINS) - 2)
    gaps = [abs(float((chances - right)[bins == one].sum())) for one in range(len(_BINS) - 1)]
    share = right.mean()
    brier, alone = ((chances - right) ** 2).mean(), share * (1 - share)
    print(f"\n{name}: n {len(right)}, supported {share:.3f}, mean probability {chances.mean():.3f}, ", end="")
    print(f"AUROC {auroc(list(chances), list(right == 1)):.3f}, ", end="")
    print(f"Brier {brier:.3f} (of the share alone {alone:.3f}), ECE {sum(gaps) / len(right):.3f}")
    print("| probability | n | mean | supported |\n|---|---|---|---|")
    for one in range(len(_BINS) - 1):
        inside = bins == one
        if inside.any():
            cells = f"{int(inside.sum())} | {chances[inside].mean():.2f} | {right[inside].mean():.2f}"
            print(f"| {_BINS[one]:.1f}–{_BINS[one + 1]:.1f} | {cells} |")


def report(model: Model) -> None:
    """How true the probabilities are on articles that nothing was fitted to."""
    everything: list[tuple[Floats, Floats]] = []
    for task in CLAIM_SETS:
        part = claims(task, "report")
        everything.append((probabilities(part.features, model), 1 - part.unsupported))
        truth(f"RAGTruth {task}, claims", *everything[-1])
    for name in (*WHOLE_SETS, "WiCE", "AggreFact CNN/DM", "AggreFact XSum"):
        one = wholes(name, "report")
        chances = np.array(consistency(one, model, lambda found: float(found.prod())))
        truth(f"{name}, whole summaries", chances, one.consistent)
        everything.append((chances, one.consistent))
    pooled(everything)


def pooled(everything: Sequence[tuple[Floats, Floats]]) -> None:
    """Print the same for all sets together, each drawn evenly to the size of the smallest."""
    size = min(len(right) for _, right in everything)
    picks = [np.arange(size) * len(right) // size for _, right in everything]
    chances = np.concatenate([one[pick] for (one, _), pick in zip(everything, picks, strict=True)])
    right = np.concatenate([one[pick] for (_, one), pick in zip(everything, picks, strict=True)])
    truth("all sets, as many of each", chances, right)


def left_out(parts: Mapping[str, Claims], summaries: Mapping[str, Wholes]) -> None:
    """Print how well a model ranks the summaries of a set of which it saw no row."""
    print("\n| set left out | AUROC |\n|---|---|")
    for name in (*WHOLE_SETS, "RAGTruth summaries"):
        fewer = {task: part for task, part in parts.items() if name != "RAGTruth summaries" or task == "qa"}
        model = fitted(fewer, {other: one for other, one in summaries.items() if other != name})
        tested = wholes(name, "report")
        found = auroc(consistency(tested, model, base), list(tested.consistent == 1))
        print(f"| {name} | {found:.3f} |", flush=True)


def main(*, train: bool) -> None:
    """Fit on one half where asked to, then report on the other."""
    if train:
        parts = {task: claims(task, "dev") for task in CLAIM_SETS}
        summaries = {name: wholes(name, "dev") for name in WHOLE_SETS}
        write(fitted(parts, summaries))
        left_out(parts, summaries)
    print(TARGET.read_text(encoding="utf-8"))
    report(stored())


if __name__ == "__main__":
    main(train=sys.argv[1:] == ["--train"])
