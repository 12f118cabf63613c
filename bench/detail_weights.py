"""What the weights of Claim-Lock's details are worth: agreement with people with all signs and without each.

python -m bench.detail_weights [--per-task 300] [--data ../shared/bench]

Rows of RAGTruth's development half and of sets whose licences (MIT, CC-BY-4.0) allow choosing by them.
"""

from __future__ import annotations

import argparse
import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.agreement import auroc
from bench.ragtruth import DATA, read, sample
from jurat.observers.rules.anchors import Checker, within_any
from jurat.text.contexts import PASSAGES
from jurat.text.details import Detail, Signs, weights

OTHERS = ("frank_val", "xsumfaith", "halueval_summarization")

Refuses = Callable[[Detail], bool]


@dataclass(frozen=True, slots=True)
class Judged:
    """A response: its set, whether people fault it, its settled anchors, and its details."""

    name: str
    bad: bool
    refused: int
    settled: int
    details: tuple[tuple[Detail, bool], ...]
    """Each, and whether it lies in a faulted sentence, where it counts only if it is refused."""

    def share(self, refuses: Refuses) -> float:
        """The share of anchors that the context does not support."""
        seen = [(refuses(one), inside) for one, inside in self.details]
        total = self.settled + sum(wrong or not inside for wrong, inside in seen)
        return (self.refused + sum(wrong for wrong, _ in seen)) / total if total else 0.0


def judged(name: str, source: str, response: str, *, bad: bool) -> Judged:
    """What the rules see in a response before the weights decide."""
    checker = Checker(response, [PASSAGES.get(source)])
    settled = checker.settled()
    wrong = checker.faulted(settled)
    details = tuple((one, within_any(one.word.start, wrong)) for one in checker.details())
    return Judged(name, bad, sum(not one.finding.supported for one in settled), len(settled), details)


def responses(folder: Path, per_task: int) -> Iterator[Judged]:
    """All rows; those of data-to-text have no details."""
    for row in sample(read(folder), "dev", per_task):
        if row.task != "data2txt":
            yield judged(row.task, row.case.contexts[0], row.case.response, bad=row.hallucinated)
    for name in OTHERS:
        yield from _others(folder / f"{name}.jsonl.gz", name, per_task)


def _others(path: Path, name: str, most: int) -> Iterator[Judged]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for _, row in zip(range(most), map(json.loads, lines), strict=False):
            labels = row["labels"]
            for key in ("output", "output_b") if "better" in labels else ("output",):
                bad = labels["better"] != key if "better" in labels else not labels["consistent"]
                yield judged(name, row["source"], row[key], bad=bad)


def deciders() -> Iterator[tuple[str, Refuses]]:
    """All weights, none, and all but one at a time."""
    table, bias = weights()
    yield "all signs", _decider(table, bias)
    yield "no details refused", lambda _: False
    for name in Signs._fields:
        yield f"without {name}", _decider(table._replace(**{name: 0.0}), bias)


def _decider(table: Signs, bias: float) -> Refuses:
    def refuses(one: Detail) -> bool:
        against = bias + sum(w * sign for w, sign in zip(table, one.signs, strict=True)) > 0
        return (against and not one.at_home) or one.end <= one.start

    return refuses


def lines(rows: Sequence[Judged]) -> Iterator[str]:
    """AUROC per set, a line for each decider."""
    sets = {
        name: [row for row in rows if row.name == name] for name in dict.fromkeys(row.name for row in rows)
    }
    yield f"{'AUROC':<22}" + "".join(f"{name[:16]:>18}" for name in sets)
    for title, refuses in deciders():
        cells = (
            auroc([row.share(refuses) for row in part], [row.bad for row in part]) for part in sets.values()
        )
        yield f"{title:<22}" + "".join(f"{cell:>18.3f}" for cell in cells)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--per-task", type=int, default=300)
    parser.add_argument("--data", type=Path, default=DATA)
    given = parser.parse_args()
    print("\n".join(lines(list(responses(given.data, given.per_task)))))


if __name__ == "__main__":
    main()
