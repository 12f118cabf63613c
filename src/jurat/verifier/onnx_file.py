"""The parts of an ONNX file that the NumPy runtime needs, read without the package `onnx`.

An ONNX file is a Protocol Buffers message. Only the field numbers below are read: those of ModelProto,
GraphProto, NodeProto, AttributeProto and TensorProto in onnx.proto (https://onnx.ai, Apache-2.0).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from jurat.errors import InputError

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MODEL_GRAPH: Final = 7
_GRAPH_NODE, _GRAPH_TENSOR = 1, 5
_NODE_OPERATOR, _NODE_ATTRIBUTE = 4, 5
_ATTRIBUTE_NAME, _ATTRIBUTE_INTEGER = 1, 3
_TENSOR_DIMENSION, _TENSOR_TYPE, _TENSOR_NAME, _TENSOR_DATA = 1, 2, 8, 9
_TYPES: Final = {1: "<f4", 3: "i1", 7: "<i8"}
"""Types of tensors as NumPy writes them: float, int8, int64."""
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5


@dataclass(frozen=True, slots=True)
class OnnxGraph:
    """The weights of a graph by name, its operators, and the integer attributes of its nodes."""

    tensors: dict[str, NDArray[Any]]
    operators: frozenset[str]
    attributes: dict[str, int]


def read_graph(data: bytes) -> OnnxGraph:
    """Return the graph of an ONNX file."""
    tensors: dict[str, NDArray[Any]] = {}
    operators: set[str] = set()
    attributes: dict[str, int] = {}
    try:
        (graph,) = [value for number, value in fields(memoryview(data)) if number == _MODEL_GRAPH]
        for number, value in fields(graph):
            if number == _GRAPH_TENSOR:
                name, tensor = _tensor(value)
                tensors[name] = tensor
            elif number == _GRAPH_NODE:
                for part, content in fields(value):
                    if part == _NODE_OPERATOR:
                        operators.add(str(content, "utf-8"))
                    elif part == _NODE_ATTRIBUTE:
                        attributes.update(_attribute(content))
    except (IndexError, ValueError, KeyError) as error:
        raise InputError(f"is not an ONNX file: {error}", where="model.onnx") from None
    return OnnxGraph(tensors, frozenset(operators), attributes)


def fields(message: memoryview) -> Iterator[tuple[int, Any]]:
    """Yield the number and the value of each field of a message.

    >>> [(number, value if isinstance(value, int) else bytes(value))
    ...  for number, value in fields(memoryview(b"\\x08\\x96\\x01\\x12\\x02hi"))]
    [(1, 150), (2, b'hi')]
    """
    place = 0
    while place < len(message):
        key, place = _varint(message, place)
        number, kind = key >> 3, key & 7
        if kind == _VARINT:
            value, place = _varint(message, place)
            yield number, value
            continue
        size = {_FIXED64: 8, _FIXED32: 4}.get(kind)
        if kind == _BYTES:
            size, place = _varint(message, place)
        if size is None or place + size > len(message):
            raise ValueError(f"field {number} has no readable value")
        yield number, message[place : place + size]
        place += size


def _varint(message: memoryview, place: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = message[place]
        place += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, place
        shift += 7


def _attribute(message: memoryview) -> dict[str, int]:
    content = dict(fields(message))
    if not isinstance(content.get(_ATTRIBUTE_INTEGER), int):
        return {}
    return {str(content[_ATTRIBUTE_NAME], "utf-8"): content[_ATTRIBUTE_INTEGER]}


def _tensor(message: memoryview) -> tuple[str, NDArray[Any]]:
    import numpy as np

    shape: list[int] = []
    content: dict[int, Any] = {}
    for number, value in fields(message):
        if number == _TENSOR_DIMENSION:
            shape += [value] if isinstance(value, int) else _packed(value)
        else:
            content[number] = value
    array = np.frombuffer(content[_TENSOR_DATA], _TYPES[content[_TENSOR_TYPE]]).reshape(shape)
    return str(content[_TENSOR_NAME], "utf-8"), array


def _packed(values: memoryview) -> list[int]:
    found, place = [], 0
    while place < len(values):
        value, place = _varint(values, place)
        found.append(value)
    return found
