"""Agreement of the summary judges with people, beside baselines: python -m bench.summaries [dev|report].

Rows are split in two halves by article: one to decide on, the other to report.
"""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.ragtruth import DATA, Half, half_of, is_unseen
from jurat.cases import SummaryCase
from jurat.judges.registry import judge
from jurat.nlp.doc import analyse
from jurat.observations import Coverage, Hallucination
from jurat.outcomes import Failure, Result, Score

JUDGES = ("twin-lock", "judge-lock", "judge-lock-ultra")
_MOST = 700
_FAITHFUL = {"twin-lock": 9.5, "judge-lock": 4.5}
"""From which raw Hallucination a summary is called consistent: no claim has a flaw; none is unsupported."""


@dataclass(frozen=True, slots=True)
class Row:
    """An article, a summary and what people say of it."""

    article: str
    summary: str
    labels: dict[str, Any]
    origin: str


def rows(name: str, half: Half, *, task: str | None = None) -> list[Row]:
    """The rows of one file that stand in one half, thinned evenly where there are very many."""
    found = []
    with gzip.open(Path(DATA) / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            one = json.loads(line)
            if name == "ragtruth" and half == "report" and not is_unseen(one["source"]):
                continue
            if task in (None, one["task"]) and half_of(one["source"]) == half and one["output"].strip():
                origin = (one.get("meta") or {}).get("origin", "")
                found.append(Row(one["source"], one["output"], one["labels"], origin))
    found.sort(key=lambda row: row.article)
    step = max(1, -(-len(found) // _MOST))
    return found[::step]


def judged(name: str, given: Sequence[Row]) -> list[Result]:
    """The results of one judge, one for each row."""
    cases = [SummaryCase(article=row.article, summary=row.summary) for row in given]
    made = list(judge(name).judge_many(cases))
    results = [one for one in made if isinstance(one, Result)]
    if len(results) < len(made):
        sys.exit(next(one.error for one in made if isinstance(one, Failure)))
    return results


def value(result: Result, metric: str, field: str) -> float:
    """A score of a result, raw or after its caps; 0 where it is unscored."""
    score = result[metric]
    return float(getattr(score, field)) if isinstance(score, Score) else 0.0


def recall(result: Result) -> float:
    """The recall of key points that Coverage counted."""
    score = result["coverage"]
    if not isinstance(score, Score) or not isinstance(score.details, Coverage):
        return 0.0
    return float((score.details.computed or {})["recall"])


def mean_of_five(result: Result, field: str) -> float:
    """The mean of all metrics."""
    return sum(value(result, score.metric, field) for score in result.metrics) / len(result.metrics)


def rouge_l_precision(row: Row) -> float:
    """The longest common subsequence with the article, as a share of the summary."""
    from rouge_score import rouge_scorer

    scorer = rouge_scorer.RougeScorer(["rougeL"])
    return float(scorer.score(row.article, row.summary)["rougeL"].precision)


def share_of_ngrams(row: Row, size: int) -> float:
    """The share of the summary's n-grams of stems that the article has."""
    article, summary = ([word.stem for word in analyse(text).words] for text in (row.article, row.summary))
    known = set(zip(*(article[shift:] for shift in range(size)), strict=False))
    grams = list(zip(*(summary[shift:] for shift in range(size)), strict=False))
    return sum(gram in known for gram in grams) / len(grams) if grams else 0.0


def source_mass(row: Row) -> float:
    """The share of the article's words of meaning, each occurrence counted, that the summary has."""
    article, summary = analyse(row.article), analyse(row.summary)
    content = [word.stem for word in article.words if word.content]
    return sum(stem in summary.counts for stem in content) / len(content) if content else 0.0


BASELINES: dict[str, Callable[[Row], float]] = {
    "ROUGE-L precision": rouge_l_precision,
    "unigram coverage": lambda row: share_of_ngrams(row, 1),
    "bigram coverage": lambda row: share_of_ngrams(row, 2),
    "source mass covered": source_mass,
    "length": lambda row: float(len(row.summary.split())),
}


Measure = Callable[[Sequence[float], Sequence[float]], float]


def spearman(found: Sequence[float], people: Sequence[float]) -> float:
    """Rank correlation over all rows."""
    from scipy.stats import spearmanr

    return float(spearmanr(found, people).statistic)


def per_article(
    given: Sequence[Row], found: Sequence[float], people: Sequence[float], measure: Measure
) -> float:
    """The mean over articles of a correlation over their summaries."""
    groups: dict[str, list[int]] = {}
    for index, row in enumerate(given):
        groups.setdefault(row.article, []).append(index)
    each = [
        measure([found[i] for i in group], [people[i] for i in group])
        for group in groups.values()
        if len({found[i] for i in group}) > 1 and len({people[i] for i in group}) > 1
    ]
    return float(sum(each) / len(each)) if each else 0.0


def pearson(found: Sequence[float], people: Sequence[float]) -> float:
    """Linear correlation."""
    from scipy.stats import pearsonr

    return float(pearsonr(found, people).statistic)


def auroc(found: Sequence[float], good: Sequence[bool]) -> float:
    """How often a good summary scores above a bad one."""
    from sklearn.metrics import roc_auc_score

    return float(roc_auc_score(good, found))


def balanced_accuracy(called: Sequence[bool], good: Sequence[bool]) -> float:
    """The mean of the shares of good and of bad summaries that are called so."""
    right = [
        [said == is_good for said, is_good in zip(called, good, strict=True) if is_good is side]
        for side in (True, False)
    ]
    return sum(sum(side) / len(side) for side in right) / 2


def called_consistent(name: str, result: Result) -> bool:
    """Whether a judge calls a summary consistent; Ultra does if it labels no claim as unsupported."""
    if name in _FAITHFUL:
        return value(result, "hallucination", "raw") >= _FAITHFUL[name]
    score = result["hallucination"]
    claims = (
        score.details.claims if isinstance(score, Score) and isinstance(score.details, Hallucination) else ()
    )
    return all(claim.label != "unsupported" for claim in claims or ())


def summeval(half: Half) -> Iterator[tuple[str, ...]]:
    """Spearman with consistency, relevance and the mean of the four dimensions."""
    given = rows("summeval", half)
    wanted = ("consistency", "relevance")
    people = {name: [row.labels[name] for row in given] for name in wanted}
    people["mean of four"] = [sum(row.labels.values()) / len(row.labels) for row in given]
    yield ("SummEval, Spearman over all / per article", *people)

    def line(label: str, found: list[float]) -> tuple[str, ...]:
        return (
            label,
            *(
                f"{spearman(found, who):.3f} / {per_article(given, found, who, spearman):.3f}"
                for who in people.values()
            ),
        )

    for name in JUDGES:
        results = judged(name, given)
        for field in ("raw", "value"):
            for metric in ("hallucination", "coverage", "relevance"):
                yield line(f"{name} {metric}, {field}", [value(one, metric, field) for one in results])
            yield line(f"{name} mean of five, {field}", [mean_of_five(one, field) for one in results])
    for label, baseline in BASELINES.items():
        yield line(label, [baseline(row) for row in given])


def realsumm(half: Half) -> Iterator[tuple[str, ...]]:
    """Pearson of recall with pyramid recall, per article."""
    given = rows("realsumm", half)
    people = [row.labels["litepyramid_recall"] for row in given]
    yield ("REALSumm, Pearson per article", "pyramid recall")
    for name in JUDGES:
        found = [recall(one) for one in judged(name, given)]
        yield (f"{name} recall of key points", f"{per_article(given, found, people, pearson):.3f}")
    for label, baseline in BASELINES.items():
        found = [baseline(row) for row in given]
        yield (label, f"{per_article(given, found, people, pearson):.3f}")


FAITHFULNESS: tuple[tuple[str, str, Callable[[Row], bool], Callable[[Row], bool]], ...] = (
    (
        "AggreFact CNN/DM",
        "aggrefact_ftsota",
        lambda row: row.origin != "xsum",
        lambda row: bool(row.labels["consistent"]),
    ),
    (
        "AggreFact XSum",
        "aggrefact_ftsota",
        lambda row: row.origin == "xsum",
        lambda row: bool(row.labels["consistent"]),
    ),
    ("FRANK", "frank_val", lambda _: True, lambda row: bool(row.labels["consistent"])),
    ("XSumFaith", "xsumfaith", lambda _: True, lambda row: bool(row.labels["consistent"])),
    ("SummEdits", "summedits", lambda _: True, lambda row: bool(row.labels["consistent"])),
    ("WiCE", "wice", lambda _: True, lambda row: bool(row.labels["supported"])),
    ("RAGTruth summaries", "ragtruth", lambda _: True, lambda row: not row.labels["hallucinated"]),
    ("SummEval", "summeval", lambda _: True, lambda row: row.labels["consistency"] == 5),
)


def faithfulness(half: Half) -> Iterator[tuple[str, ...]]:
    """AUROC of Hallucination, and balanced accuracy where a summary with any flaw is called inconsistent."""
    names = [f"{name} {what}" for name in JUDGES for what in ("AUROC", "bal. acc.")]
    yield ("Hallucination", "rows", *names, *(f"{name} AUROC" for name in BASELINES))
    for label, file, fits, is_good in FAITHFULNESS:
        task = "summary" if file == "ragtruth" else None
        given = [row for row in rows(file, half, task=task) if fits(row)]
        good = [is_good(row) for row in given]
        cells = []
        for name in JUDGES:
            results = judged(name, given)
            raw = [value(one, "hallucination", "raw") for one in results]
            called = [called_consistent(name, one) for one in results]
            cells += [f"{auroc(raw, good):.3f}", f"{balanced_accuracy(called, good):.3f}"]
        cells += [f"{auroc([baseline(row) for row in given], good):.3f}" for baseline in BASELINES.values()]
        yield (label, str(len(given)), *cells)


def table(lines: Iterator[tuple[str, ...]]) -> None:
    """Print rows as a Markdown table."""
    head = next(lines)
    print(f"\n| {' | '.join(head)} |\n|{'---|' * len(head)}", flush=True)
    for line in lines:
        print(f"| {' | '.join(line)} |", flush=True)


def main(half: Half) -> None:
    """All tables of one half."""
    print(f"half: {half}")
    for part in (summeval, realsumm, faithfulness):
        table(part(half))


if __name__ == "__main__":
    main("dev" if sys.argv[1:] == ["dev"] else "report")
