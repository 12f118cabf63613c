"""A synthesis against the candidates, sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence

from jurat.observers.council.synthesis_check import SUPPORTED, SentenceSupport, check_synthesis
from jurat.verifier.claim_texts import ClaimText


class Given:
    """Probabilities by source, the same for every claim."""

    def probabilities(self, source: str, claims: Sequence[ClaimText]) -> list[float]:
        return [float(source)] * len(claims)


def test_the_best_candidate_supports_a_sentence_from_a_half_on() -> None:
    text = "Tea is hot. Ice is blue."

    def found(**sources: str) -> list[tuple[str | None, float]]:
        return [(one.candidate, one.probability) for one in check_synthesis(text, sources, Given())]

    assert SUPPORTED == 0.5
    assert found(a="0.4", b="0.5") == [("b", 0.5)] * 2
    assert found(a="0.49999", b="0.1") == [(None, 0.5)] * 2
    assert found(a="0.7", b="0.7") == [("a", 0.7)] * 2
    assert check_synthesis("", {"a": "1"}, Given()) == ()


def test_sentences_keep_their_offsets() -> None:
    text = "Tea is hot. Ice is blue."
    first, second = check_synthesis(text, {"a": "1"}, Given())
    assert first == SentenceSupport(start=0, end=11, probability=1.0, candidate="a")
    assert text[second.start : second.end] == "Ice is blue."
