"""How well a model agrees with people, beside the rules and word overlap on the same rows, and its cost.

python -m bench.llm_observer --model NAME [--judge twin-lock] [--data ../shared/bench/frank_val.jsonl.gz]

NAME is any model, such as local=http://127.0.0.1:8080/v1:qwen. The rows are those of the test half (by
article), spread evenly. A row's figure is the judge's hallucination score; the label is whether people found
the text consistent. Rows that an observer leaves unscored are counted apart and rank as undecided.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import JuratError
from jurat.judges.judge import Judge as AnyJudge
from jurat.judges.judge import ModelObserver
from jurat.judges.observer_config import ObserverConfig
from jurat.judges.registry import judge
from jurat.nlp.tokens import words
from jurat.outcomes import Failure, Result, Score

UNDECIDED = 0.5


@dataclass(frozen=True, slots=True)
class Row:
    """A text, what it was made from, and whether people found it consistent."""

    source: str
    query: str
    output: str
    consistent: bool

    def case(self, judge: str) -> SummaryCase | ResponseCase:
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


def faithfulness(outcome: Result | Failure) -> float | None:
    """The hallucination score on [0, 1], 1 being clean; none where it is unscored."""
    score = None if isinstance(outcome, Failure) else outcome["hallucination"]
    if not isinstance(score, Score) or isinstance(outcome, Failure):
        return None
    return 1 - score.value if outcome.judge == "claim-lock" else score.value / 10


@dataclass(frozen=True, slots=True)
class Agreement:
    """An observer's figures over the rows, and how often it ranks consistent texts first."""

    name: str
    figures: Sequence[float | None]
    area: float | None

    def line(self, against: float | None) -> str:
        """The figures in words, with their ratio to a baseline."""
        unscored = f", {self.figures.count(None)} unscored" if None in self.figures else ""
        if self.area is None:
            return f"{self.name}: no agreement, the rows all have one label{unscored}"
        ratio = f", {self.area / against:.2f} of word overlap" if against else ""
        return f"{self.name}: AUROC {self.area:.3f}{ratio}{unscored}"


def agreement(name: str, figures: Sequence[float | None], rows: Sequence[Row]) -> Agreement:
    """How an observer's figures agree with people's labels."""
    decided = [UNDECIDED if figure is None else figure for figure in figures]
    return Agreement(name, figures, area(decided, [row.consistent for row in rows]))


def observed(made: AnyJudge[Any, Any], rows: Sequence[Row]) -> Agreement:
    """What a judge makes of the rows."""
    cases = [row.case(made.name) for row in rows]
    return agreement(made.observer.name, [faithfulness(one) for one in made.judge_many(cases)], rows)


def report(rows: Sequence[Row], asked: AnyJudge[Any, Any], rules: AnyJudge[Any, Any]) -> None:
    """Print agreement with people beside the rules' and the baseline's, and what a row costs."""
    plain = agreement("word overlap", [overlap(row) for row in rows], rows)
    model, by_rules = observed(asked, rows), observed(rules, rows)
    print(f"{asked.name}: {len(rows)} rows, {sum(row.consistent for row in rows)} consistent")
    for one in (model, by_rules, plain):
        print(one.line(plain.area if one is not plain else None))
    both = [pair for pair in zip(model.figures, by_rules.figures, strict=True) if None not in pair]
    print(
        f"model and rules give {sum(one == other for one, other in both)} of {len(both)} rows the same score"
    )
    if asked.model_observer is not None:
        cost(asked.model_observer, len(rows))


def cost(asking: ModelObserver, rows: int) -> None:
    """Print what the model took, and what a thousand rows would take."""
    usage = asking.usage
    print(f"{usage.calls} calls, {usage.retries} retries, {usage.reasks} asked again, ", end="")
    print(f"{usage.cache_hits} from cache, {asking.dropped_quotes} quotes dropped")
    thousand = 1000 / rows
    print(f"per 1,000 rows: {usage.calls * thousand:,.0f} calls, ", end="")
    print(
        f"{usage.prompt_tokens * thousand:,.0f} tokens in, {usage.completion_tokens * thousand:,.0f} out",
        end="",
    )
    print(f", cost {float(usage.cost) * thousand:.2f}" if usage.cost is not None else "")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", required=True)
    parser.add_argument("--judge", choices=["twin-lock", "judge-lock", "claim-lock"], default="twin-lock")
    parser.add_argument("--only", metavar="METRIC", help="ask the model for this metric alone")
    parser.add_argument("--data", type=Path, default=Path("../shared/bench/frank_val.jsonl.gz"))
    parser.add_argument("--rows", type=int, default=50)
    parser.add_argument("--votes", type=int, default=1)
    parser.add_argument("--deadline", type=float, default=180.0)
    parser.add_argument("--reply-tokens", type=int, default=2048)
    for name in ("--max-calls", "--max-tokens"):
        parser.add_argument(name, type=int)
    for name in ("--max-cost", "--prices", "--cache"):
        parser.add_argument(name)
    given = vars(parser.parse_args(arguments))
    model, only, name = given.pop("model"), given.pop("only"), given.pop("judge")
    rows = read_rows(given.pop("data"), given.pop("rows"))
    if not rows:
        print("error: no row of the data says whether people found the text consistent")
        return 2
    observer = f"{only}=llm:{model}" if only else f"llm:{model}"
    try:
        report(rows, judge(name, observer=ObserverConfig(observer=observer, **given)), judge(name))
    except JuratError as error:
        print(f"error: {error}")
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
