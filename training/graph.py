"""The verifier as an ONNX graph with int8 weights, built node by node.

The graph uses ONNX Runtime's fused operators, so that one thread reads a pair in a few milliseconds. Activations are
quantised at run time over one pair at a time: no result depends on what else is in a batch.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from training.encoder import Shape, Verifier

Array = NDArray[np.float32]
MICROSOFT = "com.microsoft"


@dataclass(slots=True)
class Builder:
    """Collects nodes and constants of a graph."""

    nodes: list[onnx.NodeProto] = field(default_factory=list)
    constants: list[onnx.TensorProto] = field(default_factory=list)

    def constant(self, name: str, value: NDArray[np.generic]) -> str:
        """Add a constant and return its name."""
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(self, kind: str, inputs: list[str], output: str, domain: str = "", **attributes: Any) -> str:
        """Add a node with one output and return the output's name."""
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, domain=domain, **attributes))
        return output

    def linear(self, given: str, name: str, weight: Array, bias: Array) -> str:
        """Add a linear layer with int8 weights, one scale for each output."""
        scale = np.maximum(np.abs(weight).max(axis=1), 1e-8).astype(np.float32) / 127
        rounded = np.clip(np.rint(weight / scale[:, None]), -127, 127).astype(np.int8)
        inputs = [
            given,
            self.constant(f"{name}.weight", rounded.T),
            self.constant(f"{name}.scale", scale),
            self.constant(f"{name}.zero", np.zeros(len(scale), np.int8)),
            self.constant(f"{name}.bias", bias),
        ]
        return self.node("DynamicQuantizeMatMul", inputs, f"{name}.out", MICROSOFT)

    def table(self, name: str, weight: Array, places: str) -> str:
        """Add an embedding table with int8 rows, one scale for each row."""
        scale = np.maximum(np.abs(weight).max(axis=1, keepdims=True), 1e-8).astype(np.float32) / 127
        rounded = np.clip(np.rint(weight / scale), -127, 127).astype(np.int8)
        rows = self.node("Gather", [self.constant(f"{name}.rows", rounded), places], f"{name}.int")
        floats = self.node("Cast", [rows], f"{name}.float", to=TensorProto.FLOAT)
        scales = self.node("Gather", [self.constant(f"{name}.scale", scale), places], f"{name}.scales")
        return self.node("Mul", [floats, scales], f"{name}.out")


def build(model: Verifier) -> onnx.ModelProto:
    """Return the graph of a trained verifier: ids and types of one pair in, the logits of all heads out."""
    state = {name: value.detach().float().numpy() for name, value in model.state_dict().items()}
    shape = model.encoder.shape
    graph = Builder()
    hidden = _embeddings(graph, state)
    for number in range(shape.layers):
        hidden = _layer(graph, state, f"encoder.layers.{number}", hidden, shape.heads)
    _heads(graph, state, hidden)
    outputs = [
        helper.make_tensor_value_info("support", TensorProto.FLOAT, [1, 3]),
        helper.make_tensor_value_info("answers", TensorProto.FLOAT, [1, 2]),
        helper.make_tensor_value_info("tone", TensorProto.FLOAT, [1, 4]),
        helper.make_tensor_value_info("fault", TensorProto.FLOAT, [1, "tokens", 1]),
    ]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, [1, "tokens"]) for name in ("ids", "types")
    ]
    made = helper.make_graph(graph.nodes, "verifier", inputs, outputs, graph.constants)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(MICROSOFT, 1)]
    model_proto = helper.make_model(made, opset_imports=opsets, producer_name="jurat")
    model_proto.ir_version = 9
    return model_proto


def _embeddings(graph: Builder, state: dict[str, Array]) -> str:
    words = graph.table("encoder.words", state["encoder.words.weight"], "ids")
    types = graph.node(
        "Gather", [graph.constant("encoder.types", state["encoder.types.weight"]), "types"], "types.out"
    )
    size = graph.node("Shape", ["ids"], "size", start=1, end=2)
    start = graph.constant("zero", np.array([0], np.int64))
    table = graph.constant("encoder.positions", state["encoder.positions.weight"])
    places = graph.node("Slice", [table, start, size, start], "positions.out")
    both = graph.node("Add", [words, types], "words+types")
    inputs = [graph.node("Add", [both, places], "embedded")]
    inputs += [
        graph.constant(f"encoder.norm.{kind}", state[f"encoder.norm.{kind}"]) for kind in ("weight", "bias")
    ]
    return graph.node("LayerNormalization", inputs, "encoder.norm.out", epsilon=1e-12, axis=-1)


def _layer(graph: Builder, state: dict[str, Array], name: str, hidden: str, heads: int) -> str:
    def linear(part: str, given: str) -> str:
        return graph.linear(
            given, f"{name}.{part}", state[f"{name}.{part}.weight"], state[f"{name}.{part}.bias"]
        )

    def skip(part: str, given: str, residual: str) -> str:
        constants = [
            graph.constant(f"{name}.{part}.{k}", state[f"{name}.{part}.{k}"]) for k in ("weight", "bias")
        ]
        inputs = [given, residual, *constants]
        return graph.node("SkipLayerNormalization", inputs, f"{name}.{part}.out", MICROSOFT, epsilon=1e-12)

    parts = [f"{name}.{part}" for part in ("query", "key", "value")]
    packed = linear("qkv", hidden)
    graph.nodes.append(helper.make_node("Split", [packed], parts, name=f"{name}.split", axis=-1))
    mixed = graph.node("MultiHeadAttention", parts, f"{name}.mixed", MICROSOFT, num_heads=heads)
    attended = skip("norm_attention", linear("out", mixed), hidden)
    inner = graph.node("Gelu", [linear("up", attended)], f"{name}.gelu", MICROSOFT)
    return skip("norm_output", linear("down", inner), attended)


def _heads(graph: Builder, state: dict[str, Array], hidden: str) -> None:
    """Add the heads in floats: they are small, and their scale matters most."""
    first = graph.node(
        "Gather", [hidden, graph.constant("first", np.array(0, np.int64))], "first.out", axis=1
    )
    pooled = graph.node("Tanh", [_floats(graph, state, "pool", first, "pool.out")], "pooled")
    for name in ("support", "answers", "tone"):
        _floats(graph, state, name, pooled, name)
    _floats(graph, state, "fault", hidden, "fault")


def _floats(graph: Builder, state: dict[str, Array], name: str, given: str, output: str) -> str:
    weight = graph.constant(f"{name}.weight", state[f"{name}.weight"].T)
    product = graph.node("MatMul", [given, weight], f"{name}.product")
    return graph.node("Add", [product, graph.constant(f"{name}.bias", state[f"{name}.bias"])], output)


def write(model: Verifier, path: Path) -> None:
    """Write the graph to a file."""
    path.write_bytes(build(model).SerializeToString())


def read(path: Path) -> Verifier:
    """Return the model of a graph that `write` wrote, its integers turned back to floats: where to resume."""
    graph = onnx.load(str(path)).graph
    found = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    layers = 1 + max(int(name.split(".")[2]) for name in found if name.startswith("encoder.layers."))
    model = Verifier(Shape(layers=layers))
    for name, tensor in model.state_dict().items():
        tensor.copy_(torch.from_numpy(np.ascontiguousarray(_parameter(name, found))))
    return model


def _parameter(name: str, found: dict[str, NDArray[np.generic]]) -> Array:
    stem = name.removesuffix(".weight")
    if f"{stem}.rows" in found:
        return found[f"{stem}.rows"].astype(np.float32) * found[f"{stem}.scale"].astype(np.float32)
    if stem in found:
        return found[stem].astype(np.float32)
    value = found[name].astype(np.float32)
    if name.endswith(".weight") and f"{stem}.scale" in found:
        value = value * found[f"{stem}.scale"].astype(np.float32)
    return value.T if name.endswith(".weight") and value.ndim == 2 else value
