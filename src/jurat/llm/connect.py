"""From a model's name and key to its endpoint."""

from __future__ import annotations

from pathlib import Path

from jurat.llm.names import ModelAccess
from jurat.llm.protocol import Endpoint


def connect(access: ModelAccess) -> Endpoint:
    """The endpoint of a model, opened; nothing is sent before the first request."""
    if access.name.adapter == "scripted":
        from jurat.llm.scripted import read_script

        return read_script(Path(access.name.model))
    if access.name.adapter == "any-llm":
        from jurat.llm.any_llm import AnyLlmEndpoint

        return AnyLlmEndpoint(access)
    from jurat.llm.openai_compatible import OpenAiEndpoint

    return OpenAiEndpoint(access)
