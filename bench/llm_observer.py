"""How well a model's labels agree with people's, beside word overlap on the same rows, and what they cost.

python -m bench.llm_observer --model NAME [--judge twin-lock] [--data ../shared/bench/frank_val.jsonl.gz]

NAME is any model, such as local=http://127.0.0.1:8080/v1:qwen. The rows are those of the test half (by
article), spread evenly. A row's figure is the judge's hallucination score; the label is whether people found
the text consistent. Rows that the model leaves unscored are counted apart and rank as undecided.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, Literal

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import JuratError
from jurat.judges.scoring import score_response, score_summary
from jurat.llm.budget import Budget
from jurat.observations import SummaryObservations
from jurat.observers.llm.observer import LlmObserver, ModelOptions, Observed
from jurat.options import Options
from jurat.outcomes import Score
from jurat.settings import model_access
from jurat.text.tokens import words

Judge = Literal["twin-lock", "judge-lock", "claim-lock"]
UNDECIDED = 0.5


@dataclass(frozen=True, slots=True)
class Row:
    """A text, what it was made from, and whether people found it consistent."""

    source: str
    query: str
    output: str
    consistent: bool

    def case(self, judge: Judge) -> SummaryCase | ResponseCase:
        """The row as the judge takes it."""
        if judge == "claim-lock":
            return ResponseCase(query=self.query, response=self.output, contexts=(self.source,))
        return SummaryCase(article=self.source, summary=self.output)


def read_rows(path: Path, count: int) -> list[Row]:
    """Rows of the test half that people labelled, as many as asked, spread by a hash of their names."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        found = [row for row in map(json.loads, lines) if _label(row["labels"]) is not None]
    tested = [row for row in found if _digest(row["source"]) % 2]
    tested.sort(key=lambda row: _digest(str(row["id"])))
    return [
        Row(
            row["source"],
            row.get("query") or "Summarise the text.",
            row["output"],
            bool(_label(row["labels"])),
        )
        for row in islice(tested, count)
        if row["source"].strip() and row["output"].strip()
    ]


def _label(labels: dict[str, Any]) -> bool | None:
    for name, right in (("consistent", 1), ("supported", 1), ("hallucinated", 0)):
        if name in labels:
            return bool(labels[name] == right)
    return None


def _digest(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")


def area(scores: Sequence[float], labels: Sequence[bool]) -> float | None:
    """The area under the ROC curve: how often a consistent text ranks above one that is not, ties half.

    >>> area([0.9, 0.5, 0.5, 0.1], [True, True, False, False])
    0.875
    """
    good = [score for score, label in zip(scores, labels, strict=True) if label]
    bad = [score for score, label in zip(scores, labels, strict=True) if not label]
    if not good or not bad:
        return None
    wins = sum((one > other) + (one == other) / 2 for one in good for other in bad)
    return wins / (len(good) * len(bad))


def overlap(row: Row) -> float:
    """The baseline: the share of the text's words that its source has."""
    said = set(words(row.output))
    return len(said & set(words(row.source))) / len(said) if said else 0.0


def faithfulness(judge: Judge, row: Observed) -> float | None:
    """The hallucination score on [0, 1], 1 being clean; none where it is unscored."""
    if isinstance(row.observations, SummaryObservations):
        result = score_summary(judge, row.observations, Options(), case=0, observer="llm")
        outcome = result["hallucination"]
        return outcome.value / 10 if isinstance(outcome, Score) else None
    outcome = score_response(row.observations, Options(), case=0, observer="llm")["hallucination"]
    return 1 - outcome.value if isinstance(outcome, Score) else None


def report(rows: Sequence[Row], seen: Iterable[Observed], observer: LlmObserver) -> None:
    """Print agreement beside the baseline's, and the cost of a row."""
    figures = [faithfulness(observer.judge, row) for row in seen]
    labels = [row.consistent for row in rows]
    model = area([UNDECIDED if figure is None else figure for figure in figures], labels)
    plain = area([overlap(row) for row in rows], labels)
    usage = observer.usage
    print(f"{observer.signature}\n{len(rows)} rows, {sum(labels)} consistent, {figures.count(None)} unscored")
    if model is None or plain is None:
        print("agreement: none, the rows all have one label")
    else:
        print(f"AUROC {model:.3f}, word overlap {plain:.3f}: ratio {model / plain:.2f}" if plain else "")
    print(f"{usage.calls} calls, {usage.retries} retries, {usage.reasks} asked again, ", end="")
    print(f"{usage.cache_hits} from cache; per row {usage.prompt_tokens / len(rows):.0f} tokens in, ", end="")
    print(f"{usage.completion_tokens / len(rows):.0f} out" + (f"; cost {usage.cost}" if usage.cost else ""))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--judge", choices=["twin-lock", "judge-lock", "claim-lock"], default="twin-lock")
    parser.add_argument("--data", type=Path, default=Path("../shared/bench/frank_val.jsonl.gz"))
    parser.add_argument("--rows", type=int, default=50)
    parser.add_argument("--samples", type=int, default=1)
    parser.add_argument("--max-calls", type=int)
    parser.add_argument("--max-cost", type=Decimal)
    parser.add_argument("--cache", type=Path)
    given = parser.parse_args(arguments)
    budget = Budget(calls=given.max_calls, cost=given.max_cost)
    options = ModelOptions(samples=given.samples, budget=budget, cache=given.cache)
    rows = read_rows(given.data, given.rows)
    try:
        observer = LlmObserver(model_access(given.model, os.environ), given.judge, options)
        report(rows, list(observer.rows(row.case(given.judge) for row in rows)), observer)
    except JuratError as error:
        print(f"error: {error}")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
