"""Endpoints of models by name."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

from jurat.errors import MissingExtraError
from jurat.llm.model_names import ModelAccess, ModelName
from jurat.llm.model_protocol import Endpoint


def check_installed(name: ModelName) -> None:
    """Raise an error if the adapter of a model is not installed."""
    wanted = {"openai": ("openai", "llm"), "any-llm": ("any_llm", "any-llm")}.get(name.adapter)
    if wanted is not None and find_spec(wanted[0]) is None:
        raise MissingExtraError(f"The model {name}", extra=wanted[1])


def connect(access: ModelAccess) -> Endpoint:
    """Return the endpoint of a model; nothing is sent before the first request."""
    if access.name.adapter == "scripted":
        from jurat.llm.scripted import read_script

        return read_script(Path(access.name.model))
    if access.name.adapter == "any-llm":
        from jurat.llm.any_llm import AnyLlmEndpoint

        return AnyLlmEndpoint(access)
    from jurat.llm.openai_compatible import OpenAiEndpoint

    return OpenAiEndpoint(access)
