"""Prompts from their text files: instructions with blanks to fill, and the example of a reply."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from string import Template

from jurat.llm.model_protocol import Message, Prompt
from jurat.observers.llm.delimiters import DelimitedTexts

SEPARATOR = "\n---\n"
NAMES = (
    "coverage",
    "alignment",
    "hallucination",
    "relevance",
    "bias_toxicity",
    "questions",
    "answers",
    "grades",
    "anchors",
    "response_claims",
    "query_parts",
    "aboutness",
    "criterion",
    "criterion_grade",
)
_SHARED = ("fences", "items")


@dataclass(frozen=True, slots=True)
class PromptFile:
    """One prompt: what to do, and a reply as an example."""

    instructions: str
    example: str


@lru_cache(maxsize=32)
def read_prompt(name: str) -> PromptFile:
    """A prompt by its name; lines that begin with ``#`` at the top are its header.

    >>> read_prompt("relevance").example.startswith('{"theme"')
    True
    """
    lines = (files("jurat.observers.llm") / "prompts" / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    while lines and lines[0].startswith("#"):
        del lines[0]
    instructions, _, example = "\n".join(lines).strip().partition(SEPARATOR)
    return PromptFile(instructions.strip(), example.strip())


def compose(name: str, fenced: DelimitedTexts, blanks: Mapping[str, int], *, items: bool = False) -> Prompt:
    """A prompt whole: our words in the system's turn, the texts inside their fences in the user's."""
    prompt = read_prompt(name)
    parts = [Template(prompt.instructions).substitute(blanks)]
    if items:
        parts.append(read_prompt("items").instructions)
    parts += [read_prompt("fences").instructions, prompt.example]
    opening = f"MARK of this message: {fenced.mark}"
    closing = "Judge the texts above as the instructions say. Reply with the JSON object only."
    body = f"{opening}\n\n{fenced.body}\n\n{closing}"
    return Prompt((Message("system", "\n\n".join(parts)), Message("user", body)), fenced.mark)


@lru_cache(maxsize=1)
def prompts_digest() -> str:
    """A short fingerprint of all prompts, for signatures: other words may give other labels."""
    whole = "\0".join(f"{name}\0{read_prompt(name)}" for name in (*NAMES, *_SHARED))
    return hashlib.sha256(whole.encode()).hexdigest()[:8]
