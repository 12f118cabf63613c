"""Where the verifier's weights are, checked by hash when they are loaded."""

from __future__ import annotations

import hashlib
import importlib.util
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, Literal

from jurat.errors import InputError, MissingExtraError

Runtime = Literal["onnxruntime", "numpy"]
RUNTIMES: Final[tuple[Runtime, ...]] = ("onnxruntime", "numpy")
"""Packages that can run the encoder, the fastest first; one of them is enough."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The files of one trained verifier."""

    folder: Path
    manifest: Mapping[str, Any]

    @property
    def name(self) -> str:
        """Return the version and the first digits of the weights' hash, for signatures."""
        return f"{self.manifest['version']}+{self.manifest['files']['model.onnx'][:8]}"

    def read(self, name: str) -> bytes:
        """Return the content of a file, refusing one whose hash is not the manifest's."""
        data = (self.folder / name).read_bytes()
        found, wanted = hashlib.sha256(data).hexdigest(), self.manifest["files"].get(name)
        if found != wanted:
            what = f"SHA-256 is {found[:12]}…, the manifest says {str(wanted)[:12]}…"
            raise InputError(what, where=str(self.folder / name), hint="install jurat-verifier again")
        return data


def is_installed() -> bool:
    """Whether all that the verifier needs can be imported; nothing is imported to find out."""
    return importlib.util.find_spec("jurat_verifier") is not None and any(map(_is_there, RUNTIMES))


def runtime() -> Runtime:
    """Return the fastest installed runtime; an error if there is none."""
    for name in RUNTIMES:
        if _is_there(name):
            return name
    raise MissingExtraError("Judges that use the verifier", extra="verifier")


def _is_there(name: str) -> bool:
    return importlib.util.find_spec(name) is not None


def verifier_name() -> str:
    """Return what results name the installed verifier by: its weights and the runtime; nothing is loaded."""
    weights, name = load_weights().name, runtime()
    return f"verifier({weights},{name}-{version(name)})"


def load_weights(folder: Path | None = None) -> Weights:
    """Return the installed weights, or those of a folder that `training.export` wrote."""
    if folder is None:
        if not is_installed():
            raise MissingExtraError("Judges that use the verifier", extra="verifier")
        from jurat_verifier import FOLDER

        folder = FOLDER
    try:
        manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", where=str(folder / "manifest.json")) from None
    return Weights(folder, manifest)
