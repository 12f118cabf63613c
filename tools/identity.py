"""Hash the results of the rules on the labelled data, to prove that a change leaves every byte as it was.

    python tools/identity.py > before.txt        # about 3,000 rows of all data sets
    python tools/identity.py --check before.txt  # after the change: exit code 1 and the lines that differ
    python tools/identity.py --all               # every row

Each line names a judge and a data set with the number of its rows and the sha256 of its results in order; the
last line is the sha256 of all lines above it. What is not a result of a judge (the findings of the safety
gate and of the toxicity observer) is hashed by its values alone, so that a renamed class changes nothing.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import astuple
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "shared" / "bench"
SUMMARY_JUDGES = ("twin-lock", "judge-lock", "judge-lock-ultra")
SAMPLE = {
    "ragtruth": 300,
    "summedits": 160,
    "xsumfaith": 160,
    "summeval": 60,
    "realsumm": 40,
    "frank_val": 60,
    "aggrefact_ftsota": 120,
    "wice": 60,
    "halueval_summarization": 30,
    "halueval_qa": 100,
    "llmbar": 119,
    "mtbench_faireval_llmeval2": 100,
    "pandalm": 150,
    "xstest_prompts": 174,
    "xstest_completions": 200,
    "do_not_answer": 250,
    "openai_moderation": 200,
    "hatecheck": 300,
    "davidson": 300,
    "edos": 300,
    "crows_pairs": 150,
    "presidio_synth": 300,
}
"""Rows of each file that are judged unless all are asked for; evenly spread over the file."""
BATCH = 10
"""Rows per task of a worker process."""

Row = Mapping[str, Any]
Judging = Callable[[Sequence[Row]], Iterator[bytes]]


def outputs(row: Row) -> list[str]:
    """Return the judged texts of a row: one, or two where people compared a pair.

    >>> outputs({"output": "a", "output_b": "b"}), outputs({"output": None})
    (['a', 'b'], [])
    """
    return [text for text in (row.get("output"), row.get("output_b")) if text]


def values(found: Any) -> bytes:
    """Serialise dataclasses by their values, without the names of classes and fields.

    >>> from jurat.outcomes import Span
    >>> values([Span("context[0]", 4, 7, "tea")])
    b'[["context[0]", 4, 7, "tea"]]'
    """
    return json.dumps(found, default=_plain).encode()


def _plain(value: Any) -> Any:
    return sorted(value) if isinstance(value, frozenset | set) else astuple(value)


@cache
def _judge(name: str) -> Any:
    import jurat

    return jurat.judge(name)


def _results(name: str, cases: Sequence[Mapping[str, Any]]) -> Iterator[bytes]:
    import jurat

    return map(jurat.dump, _judge(name).judge_many(cases))


def by_claim_lock(rows: Sequence[Row]) -> Iterator[bytes]:
    """Judge each output as a response to the row's query, with the source as its context."""
    return _results(
        "claim-lock",
        [
            {"query": row["query"] or "Summarise the text.", "response": text, "contexts": [row["source"]]}
            for row in rows
            for text in outputs(row)
        ],
    )


def by_summary_judge(name: str) -> Judging:
    """Judge each output as a summary of the source."""

    def judged(rows: Sequence[Row]) -> Iterator[bytes]:
        return _results(
            name, [{"article": row["source"], "summary": text} for row in rows for text in outputs(row)]
        )

    return judged


def by_council(rows: Sequence[Row]) -> Iterator[bytes]:
    """Rank the two outputs of a row by the reviewer without a model."""
    import jurat

    council = jurat.council(reviewers="rules")
    for row in rows:
        given = dict(zip("ab", outputs(row), strict=True))
        question = jurat.Question(
            query=row["query"],
            candidates=given,
            contexts=tuple(one for one in (row.get("source"),) if one),
            id=row["id"],
        )
        for session in council.deliberate([question]):
            yield jurat.dump(session if isinstance(session, jurat.Failure) else session.result)


def by_gate(rows: Sequence[Row]) -> Iterator[bytes]:
    """List what the safety gate, the PII recognisers and the refusal rules find in every text."""
    from jurat.safety import inspect, passes, suspicion
    from jurat.safety.pii import personal_data
    from jurat.safety.refusals import refusal

    for row in rows:
        for text in (*outputs(row), *([row["query"]] if row.get("query") else [])):
            yield values(
                [passes(text), suspicion(text), list(inspect(text)), personal_data(text), refusal(text)]
            )


def by_toxicity(rows: Sequence[Row]) -> Iterator[bytes]:
    """List what the toxicity observer finds in every output."""
    from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity

    for row in rows:
        for text in outputs(row):
            yield values(observe_bias_toxicity(text, row.get("source")))


JUDGES: Mapping[str, Judging] = {
    "claim-lock": by_claim_lock,
    **{name: by_summary_judge(name) for name in SUMMARY_JUDGES},
    "council": by_council,
    "gate": by_gate,
    "toxicity": by_toxicity,
}


def fits(judge: str, row: Row) -> bool:
    """Tell whether a row has the texts that a judge reads.

    >>> [name for name in JUDGES if fits(name, {"source": "s", "query": None, "output": "o"})]
    ['claim-lock', 'twin-lock', 'judge-lock', 'judge-lock-ultra', 'gate', 'toxicity']
    >>> [name for name in JUDGES if fits(name, {"source": None, "query": "q", "output": None})]
    ['gate']
    """
    if judge == "gate":
        return bool(outputs(row) or row.get("query"))
    if judge == "council":
        return len(outputs(row)) == 2 and bool(row.get("query"))
    return bool(outputs(row)) and (judge == "toxicity" or bool(row.get("source")))


def read(folder: Path, dataset: str, limit: int | None) -> list[Row]:
    """Read rows of a data set: all, or so many at even distances."""
    with gzip.open(folder / f"{dataset}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows: list[Row] = [json.loads(line) for line in lines]
    if limit is None or limit >= len(rows):
        return rows
    return [rows[index * len(rows) // limit] for index in range(limit)]


def judged(task: tuple[str, str, list[Row]]) -> tuple[str, str, int, list[bytes]]:
    """Judge a batch of rows: the judge, the data set, the number of rows and the results."""
    judge, dataset, rows = task
    return judge, dataset, len(rows), list(JUDGES[judge](rows))


def tasks(folder: Path, sample: Mapping[str, int | None]) -> Iterator[tuple[str, str, list[Row]]]:
    """Cut the rows of every data set into batches for each judge that they fit."""
    for dataset, limit in sample.items():
        rows = read(folder, dataset, limit)
        for judge in JUDGES:
            fitting = [row for row in rows if fits(judge, row)]
            for start in range(0, len(fitting), BATCH):
                yield judge, dataset, fitting[start : start + BATCH]


def report(folder: Path, sample: Mapping[str, int | None], workers: int) -> Iterator[str]:
    """Judge the sample and yield the lines of the report."""
    hashes: dict[tuple[str, str], Any] = {}
    counts: dict[tuple[str, str], int] = {}
    with get_context("spawn").Pool(workers) as pool:
        for judge, dataset, size, results in pool.imap(judged, tasks(folder, sample)):
            one = hashes.setdefault((judge, dataset), hashlib.sha256())
            one.update(b"".join(line + b"\n" for line in results))
            counts[judge, dataset] = counts.get((judge, dataset), 0) + size
    whole = hashlib.sha256()
    for (judge, dataset), found in sorted(hashes.items()):
        line = f"{judge} {dataset} {counts[judge, dataset]} {found.hexdigest()}"
        whole.update(f"{line}\n".encode())
        yield line
    yield f"total {sum(counts.values())} {whole.hexdigest()}"


def main(arguments: list[str]) -> int:
    """Print the report; with --check, only what differs from another one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--all", action="store_true", help="judge every row, which takes hours")
    parser.add_argument("--only", metavar="DATASET", action="append", choices=list(SAMPLE))
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", type=Path, default=DATA)
    parser.add_argument("--check", metavar="FILE", type=Path, help="a report made before the change")
    given = parser.parse_args(arguments)
    sample = {name: None if given.all else SAMPLE[name] for name in given.only or SAMPLE}
    lines = list(report(given.data, sample, given.workers))
    if given.check is None:
        print("\n".join(lines))
        return 0
    before = given.check.read_text(encoding="utf-8").splitlines()
    differing = [f"- {line}" for line in before if line not in lines]
    differing += [f"+ {line}" for line in lines if line not in before]
    print("\n".join(differing) or f"identical: {lines[-1]}")
    return int(bool(differing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
