"""Fit what makes words and sentences of an article telling: python -m bench.salience [--write].

Six models summed up each news article of RAGTruth (MIT). What most of them took up carries it: a word
by the share of summaries that have it, a sentence by the share of its words in the summary sentence that has
most of them. Both are fitted in closed form or to convergence, so two runs give the same weights.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LinearRegression, LogisticRegression

from bench.ragtruth import read as ragtruth
from jurat.nlp.doc import Doc
from jurat.observers.summaries.salience import line_signs, word_signs

TARGET = Path(__file__).parents[1] / "src" / "jurat" / "nlp" / "lexicon" / "data" / "salience.txt"
HEADER = """# What makes a word and a sentence of an article telling: a constant, then a weight for each sign.
# word: log of its count, 1/sqrt(1 + first sentence), figure, tenths of letters. Logistic.
# line: mean of its words, 1/sqrt(1 + place), quote, opens with a pronoun. Linear.
# Fitted by `python -m bench.salience` on six summaries of each news article of RAGTruth (MIT). Apache-2.0.
"""
_FEWEST = 4
_ASIDE = 4
"""Every so many articles one is kept aside to say how well the weights predict."""

Floats = NDArray[np.float64]
Article = tuple[Doc, list[Doc]]


def articles() -> list[Article]:
    """Each article with its summaries."""
    found: dict[str, list[Doc]] = {}
    for row in ragtruth():
        if row.task == "summary" and row.case.response.strip():
            found.setdefault(row.case.contexts[0], []).append(Doc(row.case.response))
    return [(Doc(text), summaries) for text, summaries in found.items()]


def fit_words(given: Sequence[Article]) -> tuple[float, Floats]:
    """The weights of a word's signs, for the share of summaries that have it."""
    signs, shares = [], []
    for article, summaries in given:
        for stem, one in word_signs(article).items():
            signs.append(one)
            shares.append(np.mean([stem in summary.counts for summary in summaries]))
    table, weights = np.array(signs * 2), np.array(shares)
    found = np.repeat((1, 0), len(signs))
    model = LogisticRegression(C=10, max_iter=2000)
    model.fit(table, found, sample_weight=np.concatenate((weights, 1 - weights)))
    return float(model.intercept_[0]), model.coef_[0]


def carried(article: Doc, bias: float, weights: Floats) -> dict[str, float]:
    """How likely each word is to be in a summary."""
    found = word_signs(article)
    return {stem: float(1 / (1 + np.exp(-bias - np.dot(weights, one)))) for stem, one in found.items()}


def line_table(given: Sequence[Article], bias: float, weights: Floats) -> tuple[Floats, Floats]:
    """The signs of every sentence, and how much of it the summaries say."""
    signs, shares = [], []
    for article, summaries in given:
        chance = carried(article, bias, weights)
        for line in article.lines:
            own = {word.stem: chance[word.stem] for word in line.content if word.stem in chance}
            if len(own) >= _FEWEST:
                mean = sum(own.values()) / len(own)
                signs.append(line_signs(article, line, mean))
                shares.append(np.mean([_said(own, summary) for summary in summaries]))
    return np.array(signs), np.array(shares)


def _said(own: dict[str, float], summary: Doc) -> float:
    held = [sum(weight for stem, weight in own.items() if stem in line.stems) for line in summary.lines]
    return max(held, default=0.0) / sum(own.values())


def fit(given: Sequence[Article]) -> tuple[tuple[float, Floats], LinearRegression]:
    """Both sets of weights."""
    words = fit_words(given)
    return words, LinearRegression().fit(*line_table(given, *words))


def main(*, write: bool) -> None:
    """Say how well weights predict articles kept aside; fit on all and write them if asked to."""
    given = articles()
    words, lines = fit([one for index, one in enumerate(given) if index % _ASIDE])
    signs, shares = line_table(given[::_ASIDE], *words)
    told = np.corrcoef(lines.predict(signs), shares)[0, 1]
    print(f"{len(given)} articles; correlation with what summaries take up, articles kept aside: {told:.3f}")
    (bias, weights), lines = fit(given)
    rows = (("word", bias, weights), ("line", float(lines.intercept_), lines.coef_))
    text = "".join(
        f"{name} {first:.3f} {' '.join(f'{one:.3f}' for one in rest)}\n" for name, first, rest in rows
    )
    print(text, end="")
    if write:
        TARGET.write_text(HEADER + text, encoding="utf-8")


if __name__ == "__main__":
    main(write="--write" in sys.argv[1:])
