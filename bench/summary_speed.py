"""CPU time of the summary judges on pairs of 700 and 60 words, as a ratio to that of rouge-score."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterator, Sequence

from rouge_score import rouge_scorer

from bench.ragtruth import DATA
from jurat.cases import SummaryCase
from jurat.judges.registry import judge
from jurat.nlp.doc import analyse
from jurat.observers.grounding.indexed_doc import indexed_doc
from jurat.observers.summaries import summary_observer as summaries
from jurat.observers.summaries.key_points import key_points
from jurat.observers.summaries.salience import ranked, word_salience

PAIRS, ARTICLE_WORDS, SUMMARY_WORDS = 300, 700, 60
LIMITS = {"judge-lock": 3.0, "twin-lock": 2.5}
SHARED = 10
"""Summaries of one article in the second part."""


def pairs() -> list[SummaryCase]:
    """News articles and summaries of models, each article once, joined or cut to the same lengths."""
    articles: dict[str, str] = {}
    with gzip.open(DATA / "ragtruth.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["task"] == "summary" and len(row["output"].split()) >= SUMMARY_WORDS:
                articles.setdefault(row["source"], row["output"])
    found = list(articles.items())
    return [_pair(found, index) for index in range(PAIRS)]


def _pair(found: Sequence[tuple[str, str]], index: int) -> SummaryCase:
    words = list(_endless(found, index))[:ARTICLE_WORDS]
    summary = found[index % len(found)][1].split(" ")[:SUMMARY_WORDS]
    return SummaryCase(article=" ".join(words), summary=" ".join(summary))


def _endless(found: Sequence[tuple[str, str]], index: int) -> Iterator[str]:
    """The words of an article, and of those after it until there are enough."""
    count = 0
    while count < ARTICLE_WORDS:
        words = found[index % len(found)][0].split(" ")
        yield from words
        count += len(words)
        index += 1


def forget() -> None:
    """Empty what was kept of earlier texts."""
    for cache in (indexed_doc, analyse, word_salience, ranked, key_points, summaries.article_questions):
        cache.cache_clear()


def seconds(work: Callable[[], object]) -> float:
    """The processor time of some work."""
    forget()
    start = time.process_time()
    work()
    return time.process_time() - start


def main() -> None:
    """Print milliseconds a pair and the ratios."""
    cases = pairs()
    scorer = rouge_scorer.RougeScorer(["rouge1", "rouge2", "rougeL"])
    judges = {name: judge(name) for name in LIMITS}
    for ready in judges.values():
        ready.judge(cases[-1])
    rouge = seconds(lambda: [scorer.score(one.article, one.summary) for one in cases])
    print(f"rouge-score 1/2/L      {1000 * rouge / PAIRS:6.1f} ms a pair")
    for name, ready in judges.items():
        spent = seconds(lambda ready=ready: list(ready.judge_many(cases)))  # type: ignore[misc]
        print(
            f"{name:<22} {1000 * spent / PAIRS:6.1f} ms a pair, "
            f"{spent / rouge:.2f} x (at most {LIMITS[name]})"
        )
    shared = [
        SummaryCase(article=cases[index // SHARED].article, summary=one.summary)
        for index, one in enumerate(cases)
    ]
    ready = judges["judge-lock"]
    spent = seconds(lambda: list(ready.judge_many(shared)))
    read_once = indexed_doc.cache_info().misses - len({one.summary for one in shared})
    print(
        f"judge-lock, {SHARED} summaries an article: {1000 * spent / PAIRS:.1f} ms a pair, "
        f"{spent / rouge:.2f} x; {read_once} articles analysed for {PAIRS} pairs"
    )


if __name__ == "__main__":
    main()
