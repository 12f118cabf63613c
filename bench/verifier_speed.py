"""Speed of the verifier beside a naive use of the same model: python -m bench.verifier_speed [--rows 200]

python -m bench.verifier_speed [--model FOLDER] [--rows 200] [--naive-rows 12]

Rows have the shape of RAGTruth: query 12, context 400, response 80 words. The naive way gives every claim to
the encoder with every window of the context, one pair at a time, without cascade and retrieval: with the same
weights as float32 in torch, and with the int8 graph that the verifier runs. All use one thread. Prints rows
per CPU second, their ratios, and the peak memory before torch is loaded. Requires the packages for training.
"""

from __future__ import annotations

import argparse
import resource
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bench.agreement import auroc
from bench.ragtruth import Row, read
from jurat.observers.verified.verified_labels import observe_responses
from jurat.verifier.claim_texts import claim_texts
from jurat.verifier.encoder import MAX_TOKENS, Encoder
from jurat.verifier.retrieval import EVIDENCE_WORDS, Source
from jurat.verifier.verifier import Verifier, installed_verifier, odds_of
from jurat.verifier.weights import load_weights

SupportLogits = tuple[float, float, float]


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


def naive(read: Callable[[str, str], SupportLogits], rows: list[Row]) -> list[float]:
    """Score each row: the worst claim at its best window."""
    scores = []
    for row in rows:
        parts = windows(Source(row.case.contexts))
        best = [
            max(odds_of(read(part, claim.text)) for part in parts)
            for claim in claim_texts(row.case.response, row.case.query)
        ]
        scores.append(-min(best, default=0.0))
    return scores


def in_torch(verifier: Verifier) -> Callable[[str, str], SupportLogits]:
    """Return a reader of pairs that runs the same weights as float32 in torch."""
    import torch

    from training.graph import read

    torch.set_num_threads(1)
    encoder = verifier.encoder
    model = read(encoder.weights.folder / "model.onnx").eval()

    @torch.no_grad()
    def support(first: str, second: str) -> SupportLogits:
        pair = encoder.tokenizer.pair(first, second, MAX_TOKENS)
        ids, types = torch.tensor([pair.ids]), torch.tensor([pair.types])
        supported, unsupported, contradicted = model(ids, types, torch.ones_like(ids))["support"][0].tolist()
        return supported, unsupported, contradicted

    return support


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


def timed(work: Callable[[list[Row]], list[float]], rows: list[Row]) -> tuple[float, list[float]]:
    """Return rows per CPU second, and the scores."""
    start = time.process_time()
    scores = work(rows)
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
    whole, _ = timed(partial(judged, verifier), rows)
    fast, scores = timed(partial(ours, verifier), few)
    slow, others = timed(partial(naive, lambda *pair: verifier.encoder.read(*pair).support), few)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    slowest, floats = timed(partial(naive, in_torch(verifier)), few)
    print(f"claim-lock with the verifier: {whole:.1f} rows per CPU second ({len(rows)} rows)")
    print(f"verifier alone: {fast:.1f}")
    print(
        f"every claim with every window, torch float32: {slowest:.2f}; ours is {fast / slowest:.1f} × as fast"
    )
    print(f"every claim with every window, int8: {slow:.2f}; ours is {fast / slow:.1f} × as fast")
    areas = [f"{name} {auroc(found, truth):.3f}" for name, found in
             (("ours", scores), ("torch", floats), ("int8", others))]  # fmt: skip
    print(f"AUROC on these {len(few)} rows: {', '.join(areas)}")
    print(f"peak memory of the verifier {peak:.0f} MB")


if __name__ == "__main__":
    main()
