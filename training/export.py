"""Write a checkpoint as a package's model folder: python -m training.export CHECKPOINT FOLDER --cache CACHE

Writes model.onnx, vocab.txt and manifest.json, whose calibration is fitted with the written model.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from pathlib import Path
from typing import Any

import torch
from tokenizers import Tokenizer

from jurat.verifier.encoder import Encoder
from jurat.verifier.verifier import Verifier as Runtime
from jurat.verifier.weights import load_weights
from training.base import tokenizer_json
from training.calibrate import (
    answer_lines,
    calibration,
    contradiction_line,
    judged,
    report,
    tone_thresholds,
)
from training.combine import combination
from training.encoder import Shape, Verifier
from training.graph import read, write

UNFITTED = {
    "support": [1.0, *[0.0] * 8],
    "contradiction": [1.0, 0.0],
    "combined": [1.0, 0.0, 0.0],
    "about": [1.0, 0.0],
    "answers": [1.0, 0.0],
    "tone": [1.0, 1.0, 1.0, 1.0],
    "verbatim": 0.97,
}


def model_of(checkpoint: Path) -> tuple[Verifier, dict[str, Any]]:
    """Return the model of a checkpoint, and what else it holds."""
    saved = torch.load(checkpoint, weights_only=True)
    model = Verifier(Shape(**saved["shape"]))
    model.load_state_dict(saved["model"])
    return model.eval(), saved


def averaged(model: Verifier, earlier: Verifier, share: float) -> Verifier:
    """Return the weighted mean of a model and the one it was trained from, which forgets less than the model."""
    before = earlier.state_dict()
    model.load_state_dict({k: share * v + (1 - share) * before[k] for k, v in model.state_dict().items()})
    return model


def export(
    checkpoint: Path,
    folder: Path,
    cache: Path,
    version: str,
    every: int | None,
    earlier: Path | None = None,
    share: float = 1.0,
) -> None:
    """Write the files of a model folder; with `every`, calibrate on every n-th row of the sample.

    With an `earlier` model.onnx the checkpoint makes up only a `share` of the weights.
    """
    folder.mkdir(parents=True, exist_ok=True)
    model, saved = model_of(checkpoint)
    write(averaged(model, read(earlier), share) if earlier else model, folder / "model.onnx")
    vocabulary = Tokenizer.from_str(tokenizer_json(saved["base"], cache / "base")).get_vocab()
    (folder / "vocab.txt").write_text(
        "\n".join(sorted(vocabulary, key=vocabulary.__getitem__)), encoding="utf-8"
    )
    manifest = {
        "version": version,
        "base": saved["base"],
        "trained": saved["state"],
        "files": {name: _sha256(folder / name) for name in ("model.onnx", "vocab.txt")},
        "calibration": UNFITTED,
    }
    _write(folder, manifest)
    if every is None:
        return
    runtime = Runtime(Encoder(load_weights(folder)))
    seen = list(judged(runtime, every))
    fitted = calibration(seen)
    print("\n".join(report(seen, fitted)), flush=True)
    fitted |= {**answer_lines(runtime), "tone": tone_thresholds(runtime)}
    fitted["contradiction"] = contradiction_line(runtime)
    _write(folder, {**manifest, "calibration": {**UNFITTED, **fitted}})
    fitted["combined"] = combination(Runtime(Encoder(load_weights(folder))))
    _write(folder, {**manifest, "calibration": {**UNFITTED, **fitted}})


def _write(folder: Path, manifest: dict[str, Any]) -> None:
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n", encoding="utf-8")


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def main() -> None:
    """Export one checkpoint."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--version", default="0.2.0")
    parser.add_argument("--every", type=int, default=1, help="calibrate on every n-th row of the sample")
    parser.add_argument("--earlier", type=Path, help="model.onnx to average with, the one trained from")
    parser.add_argument("--share", type=float, default=0.7, help="the share of the checkpoint in the average")
    given = parser.parse_args()
    export(
        given.checkpoint, given.folder, given.cache, given.version, given.every, given.earlier, given.share
    )


if __name__ == "__main__":
    main()
