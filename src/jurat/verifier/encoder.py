"""The encoder at run time: one pair of texts in, the logits of all heads out.

Pairs are read one at a time. On one thread that is as fast as a padded batch, and since activations are
quantised over what is read together, it is what makes a result independent of batch size and order.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import exp
from typing import Any, Final, cast

from jurat.verifier.weights import Runtime, Weights, runtime
from jurat.verifier.wordpiece import Pair, WordPiece

HEADS: Final = ("support", "answers", "tone", "fault")
MAX_TOKENS: Final = 224
"""Tokens of a pair; where there are more, the longer text is cut."""
MAX_CHARACTERS: Final = 4000
"""Characters of one text that are tokenised: more than the window can hold."""


@dataclass(frozen=True, slots=True)
class HeadLogits:
    """What the heads say of one pair; `faults` has start, end and probability of each token of the second."""

    support: tuple[float, float, float]
    answers: tuple[float, float]
    tone: tuple[float, float, float, float]
    faults: tuple[tuple[int, int, float], ...]


class Encoder:
    """A loaded encoder with its tokenizer, on one thread, by the installed runtime or the named one."""

    def __init__(self, weights: Weights, named: Runtime | None = None) -> None:
        self.weights = weights
        self.tokenizer = WordPiece(weights.read("vocab.txt").decode("utf-8").split("\n"))
        self._run = _session(weights.read("model.onnx"), runtime() if named is None else named)

    def read(self, first: str, second: str = "") -> HeadLogits:
        """Return the logits and fault probabilities of one pair, or of a single text."""
        pair = self.tokenizer.pair(first[:MAX_CHARACTERS], second[:MAX_CHARACTERS], MAX_TOKENS)
        support, answers, tone, fault = self._run(HEADS, _inputs(pair))
        logits = fault.ravel().tolist()
        return HeadLogits(
            tuple(support.ravel().tolist()),
            tuple(answers.ravel().tolist()),
            tuple(tone.ravel().tolist()),
            tuple((piece.start, piece.end, sigmoid(logits[number])) for number, piece in pair.second),
        )


def _session(model: bytes, named: Runtime) -> Callable[[tuple[str, ...], dict[str, Any]], Any]:
    """Return the function that computes the named outputs of a model."""
    if named == "numpy":
        from jurat.verifier.numpy_runtime import NumpyEncoder

        return NumpyEncoder(model).run
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])
    return cast("Callable[[tuple[str, ...], dict[str, Any]], Any]", session.run)


def _inputs(pair: Pair) -> dict[str, Any]:
    import numpy as np

    return {"ids": np.array([pair.ids], np.int64), "types": np.array([pair.types], np.int64)}


def sigmoid(value: float) -> float:
    """Return the logistic function of a value.

    >>> sigmoid(0.0), sigmoid(-800.0)
    (0.5, 0.0)
    """
    return 1 / (1 + exp(-value)) if value > -700 else 0.0
