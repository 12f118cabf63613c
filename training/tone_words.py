"""Weights of words for sexist and insulting wording: python -m training.tone_words.

Two logistic regressions on the halves of EDOS (CC0), Davidson (MIT) and HateCheck (CC-BY-4.0) that nothing is
reported on, and on sentences of news summaries (RAGTruth, MIT), which insult nobody. The limit of a tone is the
lowest with nearly the best macro-F1 under cross-validation, no higher than odds of five to one, and well above
what one in a thousand sentences of news reach.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import f1_score
from sklearn.model_selection import cross_val_predict

from jurat.observers.toxicity.tone_words import (
    TONES,
    ToneWeights,
    tone_features,
    tone_scores,
    tone_words,
)
from jurat.observers.toxicity.toxicity_tokenizer import toxicity_tokens
from training.examples import clean_tone, read

FILE = Path("src/jurat/nlp/lexicon/data/toxicity/tone_weights.txt")
HEADER = """\
# Weights of words, pairs of words and pieces of words (~, with < and > at the ends) for sexist and offensive wording.
# Source: fitted by training/tone_words.py to halves of EDOS (CC0), Davidson (MIT), HateCheck (CC-BY-4.0) and RAGTruth (MIT).
# Licence: Apache-2.0. Contains abusive words, for detection only. feature, sexist, offensive; separated by tabs.
"""
KEPT, RARE = 5_000, 4
"""Features kept for each tone, and the fewest texts that a feature must be in."""
STRENGTH = 0.5
_LIMITS = np.arange(-1.0, 3.01, 0.1)
_NEWS = 0.999
_NEARLY, _MARGIN, _HIGHEST = 0.01, 0.5, 1.7

Floats = NDArray[np.float64]
Labelled = list[tuple[set[str], bool]]


def words(text: str) -> list[str]:
    """Return the words of a text as the observer reads them."""
    return tone_words(toxicity_tokens(text))


def labelled(tone: str) -> Iterator[tuple[str, bool]]:
    """Yield texts of the halves that may be fitted to, and whether people find the tone in them."""
    name, field = {"sexist": ("edos", "sexist"), "offensive": ("davidson", "klass")}[tone]
    for row in read("bench", name):
        if zlib.crc32(row["id"].encode()) % 2 == 0:
            yield row["output"], row["labels"][field] not in (0, "neither")
    for row in read("bench", "hatecheck") if tone == "sexist" else ():
        if row["meta"]["template"] % 2 == 0 and row["labels"]["target"] == "women":
            yield row["output"], bool(row["labels"]["hateful"])


def fitted(tone: str) -> tuple[float, float, dict[str, float]]:
    """Return the constant, the limit and the weights of a tone."""
    rows: Labelled = [(tone_features(words(text)), bad) for text, bad in labelled(tone)]
    own = len(rows)
    rows += [(tone_features(words(one.first)), False) for one in clean_tone(6_000, selection=False)]
    counts = Counter(one for features, _ in rows for one in features)
    names = sorted(one for one, count in counts.items() if count >= RARE)
    rarity = np.log(len(rows) / np.array([counts[one] for one in names])) + 1
    table = _table([features for features, _ in rows], names, rarity)
    truths = np.array([bad for _, bad in rows])
    model = LogisticRegression(C=STRENGTH, class_weight="balanced", max_iter=2_000)
    held_out = cross_val_predict(model, table, truths, cv=3, method="decision_function")[:own]
    model.fit(table, truths)
    weights = model.coef_[0] * rarity
    kept = np.argsort(-np.abs(weights), kind="stable")[:KEPT]
    scores = [f1_score(truths[:own], held_out > one, average="macro") for one in _LIMITS]
    best = next(limit for limit, score in zip(_LIMITS, scores, strict=True) if score > max(scores) - _NEARLY)
    return (
        round(float(model.intercept_[0]), 3),
        round(float(best), 3),
        {names[n]: round(float(weights[n]), 2) for n in sorted(kept)},
    )


def _table(rows: Sequence[set[str]], names: Sequence[str], rarity: Floats) -> csr_matrix:
    place = {name: number for number, name in enumerate(names)}
    starts, columns, values = [0], list[int](), list[float]()
    for features in rows:
        found = sorted(place[one] for one in features if one in place)
        columns += found
        values += (rarity[found] / np.sqrt(len(features) or 1)).tolist()
        starts.append(len(columns))
    return csr_matrix((values, columns, starts), shape=(len(rows), len(names)))


def news_limits(known: ToneWeights) -> list[float]:
    """Return what one in a thousand sentences of news, not fitted to, reach in each tone."""
    seen = [tone_scores(words(one.first), known) for one in clean_tone(3_000, selection=True)]
    return [float(one) for one in np.quantile(np.array(seen), _NEWS, axis=0)]


def main() -> None:
    """Fit all tones and write the data file."""
    found = [fitted(tone) for tone in TONES]
    features = sorted({name for _, _, weights in found for name in weights})
    table = {one: tuple(weights.get(one, 0.0) for _, _, weights in found) for one in features}
    constants = tuple(constant for constant, _, _ in found)
    least = news_limits(ToneWeights(constants, constants, table))
    limits = tuple(
        round(max(min(limit, _HIGHEST), low + _MARGIN), 3)
        for (_, limit, _), low in zip(found, least, strict=True)
    )
    print(dict(zip(TONES, zip(constants, limits, least, strict=True), strict=True)))
    lines = [("[constants]", constants), ("[limits]", limits), *table.items()]
    body = "\n".join("\t".join([name, *(f"{one:g}" for one in values)]) for name, values in lines)
    FILE.write_text(f"{HEADER}{body}\n", encoding="utf-8")


if __name__ == "__main__":
    main()
