"""How well the verifier agrees with people, beside the rules and word overlap: python -m bench.verifier

python -m bench.verifier [--model FOLDER] [--most 700] [--half report] [--no-rules] [--only corruptions]

Every row of a set gets one score, the doubt about it as Claim-Lock Ultra counts it. Rows of the report half
share no source with anything that was fitted to or chosen on; of RAGTruth that is one quarter of the sources.
F1 on all of RAGTruth is at the threshold that is best on the sources kept for choosing between models. The
second table changes one fact of sentences of passages that were not trained on, and counts how many changes
are found where one in twenty untouched sentences is flagged.
"""

from __future__ import annotations

import argparse
import itertools
import random
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from bench.agreement import auroc
from bench.ragtruth import DATA, TASKS, Half, half_of, is_unseen
from bench.safety import read
from jurat import ResponseCase, SummaryCase, judge
from jurat.outcomes import Score
from jurat.scoring.claim_lock_ultra import doubt
from jurat.verifier.claim_texts import claim_texts
from jurat.verifier.encoder import Encoder
from jurat.verifier.retrieval import Source, terms
from jurat.verifier.verifier import Verifier, installed_verifier, odds_of
from jurat.verifier.weights import load_weights


@dataclass(frozen=True, slots=True)
class Row:
    """A source, a text about it, and whether people found a fault in the text."""

    source: str
    query: str
    output: str
    faulty: bool


Rows = Sequence[Row]
Scorer = Callable[[Rows], list[float]]
"""Gives each row a number that is higher the more a fault is suspected."""


def sets(half: Half, most: int) -> Iterator[tuple[str, list[Row]]]:
    """Yield each benchmark with at most so many rows of one half, drawn by a hash."""
    for task in TASKS:
        yield f"RAGTruth {task}", _rows("ragtruth", half, most, "hallucinated", task=task, flip=False)
    yield "AggreFact CNN/DM", _rows("aggrefact_ftsota", half, most, "consistent", origin="cnndm")
    yield "AggreFact XSum", _rows("aggrefact_ftsota", half, most, "consistent", origin="xsum")
    yield "XSumFaith", _rows("xsumfaith", half, most, "consistent")
    yield "FRANK", _rows("frank_val", half, most, "consistent")
    yield "WiCE", _rows("wice", half, most, "supported")
    yield "SummEdits", _rows("summedits", half, most, "consistent")


def _rows(
    name: str, half: Half, most: int, label: str, *, task: str = "", origin: str = "", flip: bool = True
) -> list[Row]:
    found = []
    for row in read(DATA, name):
        fits = task in ("", row["task"]) and origin in ("", (row.get("meta") or {}).get("origin"))
        if name == "ragtruth" and half == "report" and not is_unseen(row["source"]):
            continue
        if fits and half_of(row["source"]) == half and row["output"].strip():
            faulty = bool(row["labels"][label]) != flip
            found.append(Row(row["source"], row["query"] or "", row["output"], faulty))
    found.sort(key=lambda row: zlib.crc32(f"{row.source}|{row.output}".encode("utf-8", "replace")))
    return found[:most]


def by_verifier(verifier: Verifier) -> Scorer:
    """Return a scorer: the doubt about a row, from the probabilities of its claims."""

    def score(rows: Rows) -> list[float]:
        found = []
        for row in rows:
            verdicts = verifier.check_all(Source((row.source,)), claim_texts(row.output, row.query))
            found.append(float(doubt([one.supported for one in verdicts])))
        return found

    return score


def by_rules(rows: Rows) -> list[float]:
    """Score by the default observer: Claim-Lock where there is a query, else Judge-Lock."""
    found = []
    for row in rows:
        case: ResponseCase | SummaryCase
        if row.query:
            case = ResponseCase(query=row.query, response=row.output, contexts=(row.source,))
        else:
            case = SummaryCase(article=row.source, summary=row.output)
        result = judge("claim-lock" if row.query else "judge-lock").judge(case)
        score = result["hallucination"]
        value = score.raw if isinstance(score, Score) else 0.0
        found.append(value if row.query else -value)
    return found


def by_overlap(size: int) -> Scorer:
    """Return a scorer: the share of a text's n-grams of stems that the source lacks."""

    def grams(text: str) -> set[tuple[str, ...]]:
        words = terms(text)
        return set(zip(*(words[shift:] for shift in range(size)), strict=False))

    def score(rows: Rows) -> list[float]:
        found = []
        for row in rows:
            own = grams(row.output)
            found.append(len(own - grams(row.source)) / len(own) if own else 0.0)
        return found

    return score


def balanced(scores: Sequence[float], faulty: Sequence[bool]) -> float:
    """Return the best balanced accuracy over all thresholds."""
    values, truth = np.array(scores), np.array(faulty)
    best = 0.5
    for threshold in np.unique(values):
        said = values >= threshold
        best = max(best, ((said & truth).sum() / truth.sum() + (~said & ~truth).sum() / (~truth).sum()) / 2)
    return float(best)


def table(half: Half, most: int, scorers: dict[str, Scorer]) -> Iterator[str]:
    """Yield a line for each set: AUROC and best balanced accuracy of every scorer; best F1 on RAGTruth."""
    yield f"{'AUROC / best bal. acc.':<24}{'rows':>6}" + "".join(f"{name:>18}" for name in scorers)
    together: dict[str, list[float]] = {name: [] for name in scorers}
    truths: list[bool] = []
    for name, rows in sets(half, most):
        truth = [row.faulty for row in rows]
        cells = []
        for label, scorer in scorers.items():
            scores = scorer(rows)
            cells.append(f"{auroc(scores, truth):.3f} / {balanced(scores, truth):.3f}")
            if name.startswith("RAGTruth"):
                together[label] += scores
        yield f"{name:<24}{len(rows):>6}" + "".join(f"{cell:>18}" for cell in cells)
        if name.startswith("RAGTruth"):
            truths += truth
    chosen = _kept_for_choosing(most)
    cells = [
        f"{auroc(scores, truths):.3f} F1 {f1(scores, truths, best_threshold(scorers[name], chosen)):.3f}"
        for name, scores in together.items()
    ]
    yield f"{'RAGTruth, all':<24}{len(truths):>6}" + "".join(f"{cell:>18}" for cell in cells)
    yield from in_words(together["verifier"], truths)


def in_words(scores: Sequence[float], truths: Sequence[bool]) -> Iterator[str]:
    """Yield what the default thresholds stop, and the calibration error.

    >>> list(in_words([0.9, 0.3, 0.1, 0.2], [True, True, False, False]))[0]
    'of 100 wrong answers 50 have a doubt above 0.5, 100 above 0.25; of 100 right ones 0 and 0'
    """
    from training.calibrate import error

    shares = {
        wrong: [
            round(
                100
                * sum(s > limit for s, t in zip(scores, truths, strict=True) if t is wrong)
                / truths.count(wrong)
            )
            for limit in (0.5, 0.25)
        ]
        for wrong in (True, False)
    }
    (fail, warn), (false_fail, false_warn) = shares[True], shares[False]
    yield (
        f"of 100 wrong answers {fail} have a doubt above 0.5, {warn} above 0.25; "
        f"of 100 right ones {false_fail} and {false_warn}"
    )
    yield f"expected calibration error of the doubt on RAGTruth {error(scores, truths):.3f}"


def _kept_for_choosing(most: int) -> list[Row]:
    """Return rows of RAGTruth, of all tasks alike, of the sources that models are chosen on."""
    from training.examples import is_report, is_selection

    kept = [
        row
        for task in TASKS
        for row in _rows("ragtruth", "dev", 10 * most, "hallucinated", task=task, flip=False)
    ]
    kept = [row for row in kept if is_selection(row.source) and not is_report(row.source, "ragtruth")]
    return kept[:: max(1, len(kept) // most)]


def best_threshold(scorer: Scorer, rows: Rows) -> float:
    """Return the threshold with the best F1 of "faulty" on some rows."""
    scores, truths = scorer(rows), [row.faulty for row in rows]
    return max(set(scores), key=lambda threshold: f1(scores, truths, threshold))


def f1(scores: Sequence[float], truths: Sequence[bool], threshold: float) -> float:
    """Return the F1 of "faulty" from a threshold on.

    >>> f1([0.9, 0.5, 0.1], [True, False, True], 0.5)
    0.5
    """
    said = [score >= threshold for score in scores]
    hits = sum(one and truth for one, truth in zip(said, truths, strict=True))
    return 2 * hits / max(1, sum(said) + sum(truths))


def corruption_table(verifier: Verifier, most: int) -> Iterator[str]:
    """Yield the share of changed facts that are found, by kind, at five false alarms in a hundred."""
    from training.examples import ReportTexts, passages

    scores: dict[str, list[float]] = {}
    for example in passages(ReportTexts(), random.Random(3), most, held_out=True):
        reading = verifier.encoder.read(example.first, example.second)
        kind = example.origin.split("/")[2] if "corrupt" in example.origin else "untouched"
        scores.setdefault(kind, []).append(odds_of(reading.support))
    clean = sorted(scores.pop("untouched"))
    threshold = clean[len(clean) // 20]
    yield f"changed facts found at 5 % false alarms, {len(clean)} untouched or reworded sentences"
    found = {kind: [score < threshold for score in given] for kind, given in scores.items()}
    for kind, hits in sorted(found.items(), key=lambda one: -sum(one[1]) / len(one[1])):
        yield f"{kind:<14}{len(hits):>6}{sum(hits) / len(hits):>8.3f}"
    total = [hit for hits in found.values() for hit in hits]
    yield f"{'all':<14}{len(total):>6}{sum(total) / len(total):>8.3f}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument("--most", type=int, default=700)
    parser.add_argument("--half", choices=("dev", "report"), default="report")
    parser.add_argument("--no-rules", action="store_true")
    parser.add_argument("--only", choices=("agreement", "corruptions"), default=None)
    given = parser.parse_args()
    verifier = Verifier(Encoder(load_weights(given.model))) if given.model else installed_verifier()
    scorers: dict[str, Scorer] = {"verifier": by_verifier(verifier)}
    if not given.no_rules:
        scorers["rules"] = by_rules
    scorers |= {"word overlap": by_overlap(1), "bigram overlap": by_overlap(2)}
    print(f"weights {verifier.encoder.weights.name}, {given.half} half")
    lines = itertools.chain(
        table(given.half, given.most, scorers) if given.only != "corruptions" else (),
        corruption_table(verifier, 2 * given.most) if given.only != "agreement" else (),
    )
    for line in lines:
        print("  " + line, flush=True)


if __name__ == "__main__":
    main()
