"""Speed of the verifier beside a naive use of the same model: python -m bench.verifier_speed [--rows 200]

python -m bench.verifier_speed [--model FOLDER] [--rows 200] [--naive-rows 12]

Rows have the shape of RAGTruth: query 12, context 400, response 80 words. The naive way gives every claim to
the encoder with every window of the context, one pair at a time, without cascade and retrieval; both run the
int8 graph on one thread. Prints rows per CPU second, their ratio, and the peak memory.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from pathlib import Path

from bench.agreement import auroc
from bench.ragtruth import Row, read
from jurat.observers.verified.verified_labels import observe_responses
from jurat.verifier.claim_texts import claim_texts
from jurat.verifier.encoder import Encoder
from jurat.verifier.retrieval import EVIDENCE_WORDS, Source
from jurat.verifier.verifier import Verifier, installed_verifier, odds_of
from jurat.verifier.weights import load_weights


def shaped(count: int) -> list[Row]:
    """Return rows of the report half whose texts have about the usual sizes."""
    found = [
        row
        for row in read()
        if row.half == "report"
        and 300 <= len(row.case.contexts[0].split()) <= 500
        and 60 <= len(row.case.response.split()) <= 100
    ]
    return found[:: max(1, len(found) // count)][:count]


def windows(source: Source) -> list[str]:
    """Return consecutive stretches of a source that fill the encoder's window."""
    made: list[str] = []
    words = 0
    for unit, size in zip(source.units, source.sizes, strict=True):
        if not made or words + size > EVIDENCE_WORDS:
            made.append(unit.text)
            words = size
        else:
            made[-1] += f" {unit.text}"
            words += size
    return made


def naive(verifier: Verifier, rows: list[Row]) -> list[float]:
    """Score each row: the worst claim at its best window."""
    scores = []
    for row in rows:
        parts = windows(Source(row.case.contexts))
        best = [
            max(odds_of(verifier.encoder.read(part, claim.text).support) for part in parts)
            for claim in claim_texts(row.case.response, row.case.query)
        ]
        scores.append(-min(best, default=0.0))
    return scores


def ours(verifier: Verifier, rows: list[Row]) -> list[float]:
    """Score each row: one less the probability of its worst claim."""
    scores = []
    for row in rows:
        claims = claim_texts(row.case.response, row.case.query)
        checked = verifier.check_all(Source(row.case.contexts), claims)
        scores.append(1 - min((one.supported for one in checked), default=1.0))
    return scores


def judged(verifier: Verifier, rows: list[Row]) -> list[float]:
    """Observe each row as Claim-Lock with the verifier does."""
    return [0.0 for _ in observe_responses([row.case for row in rows], verifier)]


def timed(
    work: Callable[[Verifier, list[Row]], list[float]], verifier: Verifier, rows: list[Row]
) -> tuple[float, list[float]]:
    """Return rows per CPU second, and the scores."""
    start = time.process_time()
    scores = work(verifier, rows)
    return len(rows) / (time.process_time() - start), scores


def main() -> None:
    """Print the speeds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--model", type=Path, default=None)
    parser.add_argument("--rows", type=int, default=200)
    parser.add_argument("--naive-rows", type=int, default=40)
    given = parser.parse_args()
    verifier = Verifier(Encoder(load_weights(given.model))) if given.model else installed_verifier()
    rows = shaped(given.rows)
    few = rows[: given.naive_rows]
    truth = [row.hallucinated for row in few]
    judged(verifier, rows[:5])
    whole, _ = timed(judged, verifier, rows)
    fast, scores = timed(ours, verifier, few)
    slow, others = timed(naive, verifier, few)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"claim-lock with the verifier: {whole:.1f} rows per CPU second ({len(rows)} rows)")
    print(f"verifier alone {fast:.1f}, every claim with every window {slow:.1f}: {fast / slow:.1f} × as fast")
    print(f"AUROC on these {len(few)} rows: {auroc(scores, truth):.3f}, naive {auroc(others, truth):.3f}")
    print(f"peak memory {peak:.0f} MB")


if __name__ == "__main__":
    main()
