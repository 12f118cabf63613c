"""The whole chain on a small sample: python -m training.smoke FOLDER

Loads two layers of the base, trains a few steps on the project's own distorted summaries, resumes from the
checkpoint, writes the ONNX file, loads it as judges do, and checks that it agrees with torch.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from pathlib import Path

import torch

from jurat.verifier.encoder import Encoder
from jurat.verifier.retrieval import Source
from jurat.verifier.weights import load_weights
from training.base import tokenizer_json
from training.batches import MAX_TOKENS, encode, prepare
from training.corruptions import corruptions
from training.examples import CONTRADICTED, SUPPORTED, Example, support
from training.export import export, model_of
from training.graph import read
from training.train import Run, arguments

SAMPLE = Path(__file__).parents[1] / "bench" / "data" / "distortions.jsonl"
TEXTS = (
    "Ça coûte 3,50 € à Zürich – déjà vu!", "東京 is Tokyo's name", "a\u200bb\ttab\x07bell", "x" * 300, "ﬁne ½ ²",
    "word " * 400, "İstanbul ß straße", "C++/C# <b>$5|7~8^2`</b>", "naïve café’s “quote” … —", "🎉 party",
)  # fmt: skip
"""Texts on which our tokenizer must give the same ids as the base's."""
_ROUNDING = 0.02
"""How far a weight may move when it is rounded to an integer."""
_TOLERANCE = 0.15
"""How far int8 logits of a two-layer model may differ from torch's."""


def sample() -> Iterator[Example]:
    """Yield examples of the support head from the project's own texts, and one of each other head."""
    rng = random.Random(1)
    for line in SAMPLE.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        source = Source((row["article"],))
        start = row["summary_false"].index(row["wrong"])
        yield support(source, row["summary_true"], SUPPORTED, "smoke", fault=())
        fault = [(start, start + len(row["wrong"]))]
        yield support(source, row["summary_false"], CONTRADICTED, "smoke", fault=fault)
        for made in list(corruptions(row["summary_true"], row["article"], rng))[:1]:
            yield support(source, made.claim, CONTRADICTED, f"smoke/corrupt/{made.kind}", fault=made.changed)
    yield Example("answers", "Who paid?", "Ada paid.", (1.0, 1.0), "smoke")
    yield Example("tone", "You are a fool.", "", (1.0, 0.0, 0.0, 0.0), "smoke")


def main() -> None:
    """Run the chain and say what was checked."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args().folder
    cache = folder / "cache"
    torch.manual_seed(1)
    arrays = encode(sample(), prepare(tokenizer_json("reranker", cache / "base")))
    for name in ("mixed-1", "choose-7"):
        arrays.save(cache / f"{name}.npz")
    for tokens in (4_000, 8_000):
        given = [
            "--out",
            str(folder / "run"),
            "--cache",
            str(cache),
            "--layers",
            "2",
            "--tokens",
            str(tokens),
        ]
        run = Run(
            arguments().parse_args([*given, "--batch-tokens", "1024", "--every", "4", "--variants", "1"])
        )
        run.train(arrays)
    export(folder / "run" / "held.pt", folder / "model", cache, "smoke", None)
    difference = _difference(folder)
    again = read(folder / "model" / "model.onnx").state_dict()
    kept, _ = model_of(folder / "run" / "held.pt")
    moved = max(float((again[name] - value).abs().max()) for name, value in kept.state_dict().items())
    if moved > _ROUNDING:
        raise SystemExit(f"a weight read back from the ONNX file differs by {moved:.4f}")
    if difference > _TOLERANCE:
        raise SystemExit(f"the ONNX file differs from torch by {difference:.3f}")
    print(
        f"1 passed, 0 failed\ntrained, resumed, exported and loaded; int8 differs from torch by {difference:.3f}"
    )


def _difference(folder: Path) -> float:
    """Return how far the exported model's support logits are from the checkpoint's."""
    encoder = Encoder(load_weights(folder / "model"))
    model, _ = model_of(folder / "run" / "held.pt")
    ours = encoder.read("Ada lives in Rome.", "Ada lives in Paris.").support
    tokenizer = prepare(tokenizer_json("reranker", folder / "cache" / "base"))
    for text in TEXTS:
        theirs = tokenizer.encode("Ada lives in Rome.", text)
        pair = encoder.tokenizer.pair("Ada lives in Rome.", text, MAX_TOKENS)
        if (theirs.ids, theirs.type_ids) != (pair.ids, pair.types):
            raise SystemExit(f"the tokenizers differ on {text!r}: {theirs.ids} and {pair.ids}")
    encoding = tokenizer.encode("Ada lives in Rome.", "Ada lives in Paris.")
    ids, types = torch.tensor([encoding.ids]), torch.tensor([encoding.type_ids])
    with torch.no_grad():
        theirs = model(ids, types, torch.ones_like(ids))["support"][0].tolist()
    return max(abs(a - b) for a, b in zip(ours, theirs, strict=True))


if __name__ == "__main__":
    main()
