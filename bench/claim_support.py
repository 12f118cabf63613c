"""Fit and measure the probability that a claim is supported: python -m bench.claim_support [--train].

People marked the hallucinated characters of RAGTruth's answers (MIT), so each claim there has a label of
its own: unsupported if it holds a marked stretch. One logistic regression, no weight below 0, is fitted to
the claims of news summaries and of answers to questions, each half of the weight, of one half of the
articles. Its calibration is a line through the log odds, fitted to predictions for articles left out.

RAGTruth's models hardly ever contradict their article. What a contradiction weighs is fitted after the
rest, to the same claims and to SummEdits (Apache-2.0), where a summary is wrong if one of its claims is, all
three sets alike; the rest stays as it is. Two runs give the same file.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from bench.ragtruth import Half, Row
from bench.ragtruth import read as ragtruth
from bench.summaries import rows
from jurat.observers.rules.document import document
from jurat.observers.rules.signs import Signs, signs
from jurat.observers.rules.statements import statements

TARGET = Path(__file__).parents[1] / "src" / "jurat" / "text" / "lists" / "claim_support.txt"
HEADER = """# What each sign weighs against a claim: the log odds that the article does not support it are
# the constant and the sum of weight times sign. observers/rules/signs.py describes the signs.
# Fitted by `python -m bench.claim_support --train` on stretches that people marked in answers of RAGTruth
# (MIT), the last two also on what people say of SummEdits (Apache-2.0). Apache-2.0.
"""
LATER = ("reversed", "denied")
"""The signs of a contradiction, which are fitted after the others."""
FIRST = tuple(name not in LATER for name in Signs._fields)
PENALTY = 0.003
FOLDS = 5
_MARKED = 3
"""Characters of a claim that must be marked for it to count as unsupported."""
_BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 1.0)

Floats = NDArray[np.float64]
Model = tuple[float, Floats]
"""The constant and the weight of each sign."""


@dataclass(frozen=True, slots=True)
class Claims:
    """Claims in rows: their signs, whether people marked part of them, what they weigh, their article."""

    signs: Floats
    unsupported: Floats
    weight: Floats
    article: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Edits:
    """Claims in rows, the summary that each belongs to, and whether people call each summary consistent."""

    signs: Floats
    summary: NDArray[np.int64]
    consistent: Floats


def edits(half: Half) -> Edits:
    """The summaries of SummEdits in one half of its articles."""
    found: list[Signs] = []
    places: list[int] = []
    consistent: list[float] = []
    for row in rows("summedits", half):
        article, summary = document(row.article), document(row.summary)
        for one in statements(article, summary):
            found.append(signs(article, summary, one))
            places.append(len(consistent))
        consistent.append(float(row.labels["consistent"]))
    return Edits(np.array(found), np.array(places), np.array(consistent))


def claims(task: str, half: Half) -> Claims:
    """All claims of one kind of answer in one half of the articles."""
    found, marked, articles = [], [], []
    numbers: dict[str, int] = {}
    for row in ragtruth():
        if row.task == task and row.half == half and row.case.response.strip():
            number = numbers.setdefault(row.case.contexts[0], len(numbers))
            for one, wrong in row_claims(row):
                found.append(one)
                marked.append(wrong)
                articles.append(number)
    count = len(found)
    return Claims(
        np.array(found), np.array(marked, dtype=float), np.full(count, 1 / count), np.array(articles)
    )


def row_claims(row: Row) -> list[tuple[Signs, bool]]:
    """The signs of each claim of an answer, and whether people marked part of it."""
    article, summary = document(row.case.contexts[0]), document(row.case.response)
    if not article.lines or not summary.lines:
        return []
    return [
        (
            signs(article, summary, one),
            any(_overlap(one.start, one.end, *span) >= _MARKED for span in row.marked),
        )
        for one in statements(article, summary)
    ]


def _overlap(start: int, end: int, other_start: int, other_end: int) -> int:
    return min(end, other_end) - max(start, other_start)


def together(parts: Sequence[Claims]) -> Claims:
    """Several kinds of answers, each with the same weight; articles of two kinds are never the same."""
    shift = 1 + max(int(part.article.max()) for part in parts)
    return Claims(
        np.vstack([part.signs for part in parts]),
        np.concatenate([part.unsupported for part in parts]),
        np.concatenate([part.weight for part in parts]),
        np.concatenate([part.article + place * shift for place, part in enumerate(parts)]),
    )


def fitted(given: Claims) -> Model:
    """The constant and the weights of the first signs: logistic regression with no weight below 0."""
    first = given.signs[:, FIRST]
    centre, spread = first.mean(0), first.std(0) + 1e-9
    table, share = (first - centre) / spread, given.weight / given.weight.sum()

    def loss(at: Floats) -> Model:
        odds = table @ at[:-1] + at[-1]
        value = share @ (np.logaddexp(0, odds) - given.unsupported * odds) + PENALTY / 2 * at[:-1] @ at[:-1]
        slope = share * (1 / (1 + np.exp(-odds)) - given.unsupported)
        return float(value), np.append(table.T @ slope + PENALTY * at[:-1], slope.sum())

    size = table.shape[1]
    limits = [(0, None)] * size + [(None, None)]
    best = minimize(loss, np.zeros(size + 1), jac=True, method="L-BFGS-B", bounds=limits).x
    weights = np.zeros(len(FIRST))
    weights[np.array(FIRST)] = best[:-1] / spread
    return float(best[-1] - best[:-1] @ (centre / spread)), weights


def log_odds(given: Claims, model: Model) -> Floats:
    """The log odds that each claim is not supported."""
    constant, weights = model
    odds: Floats = constant + given.signs @ weights
    return odds


def left_out(given: Claims) -> Floats:
    """The log odds of each claim by a model that saw no claim of its article."""
    odds = np.zeros(len(given.article))
    for fold in range(FOLDS):
        inside = given.article % FOLDS == fold
        rest = Claims(*(part[~inside] for part in _columns(given)))
        odds[inside] = log_odds(Claims(*(part[inside] for part in _columns(given))), fitted(rest))
    return odds


def _columns(given: Claims) -> tuple[Floats, Floats, Floats, NDArray[np.int64]]:
    return given.signs, given.unsupported, given.weight, given.article


def calibrated(given: Claims) -> Model:
    """The fitted model, its log odds put on the line that fits claims of articles it did not see."""
    line = fitted_line(left_out(given), given)
    constant, weights = fitted(given)
    return line[0] + line[1] * constant, line[1] * weights


def contradicted(model: Model, parts: Sequence[Claims], edits: Edits) -> Model:
    """The model with what contradictions weigh, fitted to claims and to whole summaries, all sets alike."""
    columns = [Signs._fields.index(name) for name in LATER]
    given = [(log_odds(part, model), part.signs[:, columns], part.unsupported) for part in parts]
    base, later = model[0] + edits.signs @ model[1], edits.signs[:, columns]

    def loss(at: Floats) -> float:
        total = PENALTY / 3 * float(at[:-1] @ at[:-1])
        for odds, signs_, wrong in given:
            line = odds + signs_ @ at[:-1]
            total += float((np.logaddexp(0, line) - wrong * line).mean())
        line = base + later @ at[:-1] + at[-1]
        right = -np.bincount(edits.summary, np.logaddexp(0, line), len(edits.consistent))
        wrong = np.log(np.maximum(1e-9, 1 - np.exp(right)))
        return total - float((edits.consistent * right + (1 - edits.consistent) * wrong).mean())

    limits = [(0, None)] * len(LATER) + [(None, None)]
    found = minimize(loss, np.zeros(len(limits)), method="L-BFGS-B", bounds=limits).x
    weights = model[1].copy()
    weights[columns] = found[:-1]
    return model[0], weights


def fitted_line(odds: Floats, given: Claims) -> tuple[float, float]:
    """The constant and the slope that fit labels to log odds best."""
    share = given.weight / given.weight.sum()

    def loss(at: Floats) -> float:
        line = at[0] + at[1] * odds
        return float(share @ (np.logaddexp(0, line) - given.unsupported * line))

    found = minimize(
        loss, np.array([0.0, 1.0]), method="Nelder-Mead", options={"xatol": 1e-8, "fatol": 1e-12}
    )
    return float(found.x[0]), float(found.x[1])


def write(model: Model) -> None:
    """Write the model's file."""
    lines = [f"constant {model[0]:.4f}"]
    lines += [f"{name} {weight:.4f}" for name, weight in zip(Signs._fields, model[1], strict=True)]
    TARGET.write_text(HEADER + "\n".join(lines) + "\n", encoding="utf-8")


def stored() -> Model:
    """The model as it is shipped."""
    lines = TARGET.read_text(encoding="utf-8").splitlines()
    listed = dict(line.split() for line in lines if not line.startswith("#"))
    return float(listed["constant"]), np.array([float(listed[name]) for name in Signs._fields])


def measured(name: str, given: Claims, model: Model) -> None:
    """Print how well the probabilities rank claims, and how true they are."""
    from sklearn.metrics import roc_auc_score

    chance = 1 / (1 + np.exp(log_odds(given, model)))
    right = 1 - given.unsupported
    base = right.mean()
    bins = np.clip(np.digitize(chance, _BINS) - 1, 0, len(_BINS) - 2)
    gaps = [abs(chance[bins == one].sum() - right[bins == one].sum()) for one in range(len(_BINS) - 1)]
    print(f"\n{name}: {len(right)} claims, {base:.3f} supported")
    print(f"AUROC {roc_auc_score(right, chance):.3f}, by Judge-Lock's support alone {_by_support(given):.3f}")
    print(f"Brier {((chance - right) ** 2).mean():.4f}, of the share alone {base * (1 - base):.4f}")
    print(
        f"ECE {sum(gaps) / len(right):.4f}\n\n| probability | claims | mean | supported |\n|---|---|---|---|"
    )
    for one in range(len(_BINS) - 1):
        inside = bins == one
        if inside.any():
            cells = f"{chance[inside].mean():.3f} | {right[inside].mean():.3f}"
            print(f"| {_BINS[one]:.2f}–{_BINS[one + 1]:.2f} | {int(inside.sum())} | {cells} |")


def _by_support(given: Claims) -> float:
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(given.unsupported, given.signs[:, Signs._fields.index("weak")]))


def main(*, train: bool) -> None:
    """Fit on one half where asked to, then report on the other."""
    if train:
        parts = [claims("summary", "dev"), claims("qa", "dev")]
        write(contradicted(calibrated(together(parts)), parts, edits("dev")))
    model = stored()
    print(TARGET.read_text(encoding="utf-8"))
    for task in ("summary", "qa"):
        measured(f"RAGTruth {task}", claims(task, "report"), model)


if __name__ == "__main__":
    main(train=sys.argv[1:] == ["--train"])
