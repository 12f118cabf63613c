"""Weights, tokenizer and calibration of Jurat's verifier; `jurat.verifier` reads them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "model"
"""Holds manifest.json, which names the other files with their SHA-256."""
