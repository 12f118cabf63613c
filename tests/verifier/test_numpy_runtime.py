"""The encoder in NumPy gives what ONNX Runtime gives, and it is used where ONNX Runtime is missing."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from importlib.machinery import ModuleSpec

import numpy as np
import pytest

from jurat.errors import InputError, MissingExtraError
from jurat.verifier import weights
from jurat.verifier.encoder import Encoder
from jurat.verifier.numpy_runtime import EXACT, NumpyEncoder, gelu, quantised
from jurat.verifier.onnx_file import read_graph

PAIRS = (
    ("Entry costs 12 euros.", "Entry costs 21 euros."),
    ("The museum opened in 1998.", "It is a museum."),
    ("Tea costs $5.", ""),
    ("", ""),
)
Hide = Callable[..., None]


@pytest.fixture(scope="module")
def both() -> tuple[Encoder, Encoder]:
    found = weights.load_weights()
    return Encoder(found, "onnxruntime"), Encoder(found, "numpy")


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_both_runtimes_give_the_same_logits(both: tuple[Encoder, Encoder], first: str, second: str) -> None:
    expected, found = (encoder.read(first, second) for encoder in both)
    # A value that is rounded the other way moves those after it, by far less than a claim's label needs.
    assert found.support == pytest.approx(expected.support, abs=0.2)
    assert found.answers == pytest.approx(expected.answers, abs=0.2)
    assert found.tone == pytest.approx(expected.tone, abs=0.2)
    assert [fault[:2] for fault in found.faults] == [fault[:2] for fault in expected.faults]


def test_the_same_pair_gives_the_same_bytes(both: tuple[Encoder, Encoder]) -> None:
    encoder = both[1]
    alone = encoder.read(*PAIRS[0])
    encoder.read("Another text " * 50, "of another length.")
    assert encoder.read(*PAIRS[0]) == alone


def test_a_block_of_products_stays_exact() -> None:
    assert EXACT * 255 * 127 < 2**24


def test_states_are_quantised_over_255_steps_with_zero_among_them() -> None:
    levels, scale = quantised(np.array([[-0.5, 0.0, 0.5, 2.05]], np.float32))
    assert levels.tolist() == [[-50.0, 0.0, 50.0, 205.0]]
    assert float(scale) == pytest.approx(0.01)
    assert quantised(np.zeros((1, 3), np.float32))[0].tolist() == [[0.0, 0.0, 0.0]]


def test_gelu_is_that_of_the_error_function() -> None:
    from math import erf, sqrt

    values = np.linspace(-6, 6, 241, dtype=np.float32)
    expected = [value * (1 + erf(value / sqrt(2))) / 2 for value in values.tolist()]
    assert gelu(values).tolist() == pytest.approx(expected, abs=2e-6)


@pytest.mark.parametrize("data", [b"", b"\x08", b"no model", b"\x3a\xff\xff\x7f"])
def test_what_is_no_onnx_file_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="is not an ONNX file"):
        read_graph(data)


def test_a_graph_with_other_operators_is_refused() -> None:
    graph = b"\x0a\x06\x22\x04Conv"
    with pytest.raises(InputError, match="without NumPy code: Conv; install onnxruntime"):
        NumpyEncoder(b"\x3a" + bytes([len(graph)]) + graph)


@pytest.fixture
def hide(monkeypatch: pytest.MonkeyPatch) -> Hide:
    """Make packages look as if they were not installed."""
    found = importlib.util.find_spec

    def hiding(*names: str) -> None:
        def spec(name: str, package: str | None = None) -> ModuleSpec | None:
            return None if name in names else found(name, package)

        monkeypatch.setattr("importlib.util.find_spec", spec)

    return hiding


def test_numpy_is_used_where_onnx_runtime_is_missing(hide: Hide) -> None:
    assert weights.runtime() == "onnxruntime"
    hide("onnxruntime")
    assert weights.is_installed()
    assert f",numpy-{np.__version__})" in weights.verifier_name()


def test_without_a_runtime_the_extra_is_named(hide: Hide) -> None:
    hide("onnxruntime", "numpy")
    assert not weights.is_installed()
    with pytest.raises(MissingExtraError, match="verifier"):
        weights.runtime()
