"""The encoder in NumPy, for installations without ONNX Runtime: smaller, and slower.

It computes what the graph of `training.export` computes: activations are quantised to 8 bits before each
matrix product, as ONNX Runtime does. The products of integers are exact in 32-bit floats as long as
every sum stays below 2²⁴, so long products are summed in blocks.
"""

from __future__ import annotations

import os
import sys
from math import sqrt
from typing import TYPE_CHECKING, Any, Final

from jurat.errors import InputError
from jurat.verifier.onnx_file import OnnxGraph, read_graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

OPERATORS: Final = frozenset(
    {"Add", "Cast", "DynamicQuantizeMatMul", "Gather", "Gelu", "LayerNormalization", "MatMul", "Mul"}
    | {"MultiHeadAttention", "Shape", "SkipLayerNormalization", "Slice", "Split", "Tanh"}
)
"""Operators of the graph whose arithmetic is written out below."""
EPSILON: Final = 1e-12
EXACT: Final = 512
"""Rows of a block whose sum of products of a byte and a signed byte is below 2²⁴."""
_ERF: Final = (0.254829592, -0.284496736, 1.421413741, -1.453152027, 1.061405429)
_ERF_P: Final = 0.3275911
"""Abramowitz and Stegun 7.1.26: the error function with an error below 1.5e-7."""


class NumpyEncoder:
    """The weights of an encoder as arrays, and its forward pass over one pair of texts."""

    def __init__(self, model: bytes) -> None:
        if "numpy" not in sys.modules:
            os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        graph = read_graph(model)
        if not graph.operators <= OPERATORS:
            unknown = ", ".join(sorted(graph.operators - OPERATORS))
            hint = "install onnxruntime"
            raise InputError(f"has operators without NumPy code: {unknown}", where="model.onnx", hint=hint)
        self._heads = graph.attributes["num_heads"]
        self._tensors = _prepared(graph)
        self._layers = sum(name.endswith(".qkv.weight") for name in self._tensors)

    def run(self, outputs: tuple[str, ...], inputs: dict[str, Array]) -> list[Array]:
        """Return the logits of the named heads, as an inference session of ONNX Runtime does."""
        import numpy as np

        states = self._embedded(inputs["ids"][0], inputs["types"][0])
        for layer in range(self._layers):
            states = self._layer(states, f"encoder.layers.{layer}")
        weights = self._tensors
        pooled = np.tanh(states[:1] @ weights["pool.weight"] + weights["pool.bias"])
        return [
            (states if name == "fault" else pooled) @ weights[f"{name}.weight"] + weights[f"{name}.bias"]
            for name in outputs
        ]

    def _embedded(self, ids: Array, types: Array) -> Array:
        weights = self._tensors
        words = weights["encoder.words.rows"][ids] * weights["encoder.words.scale"][ids]
        added = words + weights["encoder.types"][types] + weights["encoder.positions"][: len(ids)]
        return self._normalised(added, "encoder.norm")

    def _layer(self, states: Array, name: str) -> Array:
        mixed = self._attention(self._product(states, f"{name}.qkv"))
        states = self._normalised(self._product(mixed, f"{name}.out") + states, f"{name}.norm_attention")
        inner = gelu(self._product(states, f"{name}.up"))
        return self._normalised(self._product(inner, f"{name}.down") + states, f"{name}.norm_output")

    def _attention(self, joined: Array) -> Array:
        import numpy as np

        tokens, width = len(joined), joined.shape[1] // 3
        size = width // self._heads
        query, key, value = joined.reshape(tokens, 3, self._heads, size).transpose(1, 2, 0, 3)
        scores = (query * np.float32(1 / sqrt(size))) @ key.transpose(0, 2, 1)
        scores -= scores.max(axis=-1, keepdims=True)
        np.exp(scores, out=scores)
        scores /= scores.sum(axis=-1, keepdims=True)
        return (scores @ value).transpose(1, 0, 2).reshape(tokens, width)

    def _product(self, states: Array, name: str) -> Array:
        """Return states × weights + bias, with the states quantised to 8 bits."""
        weights = self._tensors
        levels, scale = quantised(states)
        blocks = weights[f"{name}.weight"]
        found = levels[:, :EXACT] @ blocks[:EXACT]
        for start in range(EXACT, len(blocks), EXACT):
            found += levels[:, start : start + EXACT] @ blocks[start : start + EXACT]
        found *= weights[f"{name}.scale"] * scale
        found += weights[f"{name}.bias"]
        return found

    def _normalised(self, states: Array, name: str) -> Array:
        import numpy as np

        states -= states.mean(axis=-1, keepdims=True)
        variance = np.einsum("ij,ij->i", states, states)[:, None] / np.float32(states.shape[1])
        states /= np.sqrt(variance + np.float32(EPSILON))
        states *= self._tensors[f"{name}.weight"]
        states += self._tensors[f"{name}.bias"]
        return states


def quantised(states: Array) -> tuple[Array, float]:
    """Return states as whole numbers of steps from zero, at most 255 apart, and the size of a step.

    >>> import numpy as np
    >>> levels, scale = quantised(np.array([[-1.0, 0.0, 1.55]], np.float32))
    >>> levels.tolist(), round(float(scale), 4)
    ([[-100.0, 0.0, 155.0]], 0.01)
    """
    import numpy as np

    low, high = min(states.min(), np.float32(0)), max(states.max(), np.float32(0))
    scale = (high - low) / np.float32(255)
    if scale == 0:
        return np.zeros_like(states), 1.0
    zero = np.rint(-low / scale)
    levels = np.rint(states / scale)
    np.clip(levels, -zero, 255 - zero, out=levels)
    return levels, scale


def gelu(values: Array) -> Array:
    """Return x · Φ(x), with the distribution function of the normal distribution.

    >>> import numpy as np
    >>> gelu(np.array([-1.0, 0.0, 1.0], np.float32)).round(4).tolist()
    [-0.15870000422000885, 0.0, 0.8413000106811523]
    """
    import numpy as np

    size = np.abs(values)
    scaled = size * np.float32(1 / sqrt(2))
    part = scaled * np.float32(_ERF_P)
    part += np.float32(1)
    np.reciprocal(part, out=part)
    tail = part * np.float32(_ERF[4] / 2)  # becomes 1 − Φ(|x|), in place: these arrays are large
    for factor in reversed(_ERF[:4]):
        tail += np.float32(factor / 2)
        tail *= part
    np.square(scaled, out=scaled)
    tail *= np.exp(np.negative(scaled, out=scaled), out=scaled)
    tail *= size
    found: Array = np.maximum(values, np.float32(0), out=part)
    found -= tail
    return found


def _prepared(graph: OnnxGraph) -> dict[str, Array]:
    """Return the tensors, with the weights of products as floats."""
    import numpy as np

    return {
        name: tensor.astype(np.float32) if name.endswith(".weight") else tensor
        for name, tensor in graph.tensors.items()
    }
