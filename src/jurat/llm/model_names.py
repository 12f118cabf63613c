"""Models by name: which adapter, which endpoint, which model there.

openai:gpt-4o-mini                          a service that is known by name
local=http://127.0.0.1:8080/v1:qwen2.5:7b   any endpoint, under a name of one's own
any-llm:anthropic:claude-sonnet-4-5         a provider that any-llm-sdk speaks to
scripted:replies.jsonl                      replies from a file, for tests
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Literal

from jurat.errors import OptionError
from jurat.llm.api_keys import Key

Adapter = Literal["openai", "any-llm", "scripted"]
_ADDRESS = r"https?://(?:\[[0-9A-Fa-f:.]+\]|[^/:\s\[\]]+)(?::\d+)?(?:/[^:\s]*)?"
_OWN = re.compile(rf"(?P<name>[A-Za-z][\w-]*)=(?P<url>{_ADDRESS}):(?P<model>\S+)")
_USER = re.compile(r"://[^/\s]*@")
_KNOWN = re.compile(r"(?P<name>[A-Za-z][\w-]*):(?P<model>\S+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelName:
    """A model and its endpoint; `key_variable` names the variable with its key, never the key."""

    adapter: Adapter
    service: str
    model: str
    url: str | None = None
    key_variable: str | None = None
    needs_key: bool = False

    def __str__(self) -> str:
        """Return the full name."""
        if self.adapter != "openai":
            parts = (self.adapter, self.service, self.model)
            return ":".join(part for part in parts if part)
        own = self.url if self.url != _known_url(self.service) else None
        return f"{self.service}={own}:{self.model}" if own else f"{self.service}:{self.model}"


@dataclass(frozen=True, slots=True)
class ModelAccess:
    """A model with its key."""

    name: ModelName
    key: Key | None = None


def parse_model(text: str) -> ModelName:
    """Parse a model's name.

    >>> parse_model("local=http://127.0.0.1:8080/v1:qwen2.5:7b").model
    'qwen2.5:7b'
    >>> parse_model("openai:gpt-4o-mini").key_variable
    'OPENAI_API_KEY'
    >>> parse_model("qwen")
    Traceback (most recent call last):
    jurat.errors.OptionError: model: 'qwen' names no endpoint; write NAME:qwen or NAME=URL:qwen
    """
    if _USER.search(text):
        raise OptionError("the address holds a user", where="model", hint="put the key into a variable")
    if match := _OWN.fullmatch(text):
        return own_endpoint(match["name"], match["url"], match["model"])
    match = _KNOWN.fullmatch(text)
    if match is None:
        shown = text if "://" not in text else "the address"
        hint = f"write NAME:{shown} or NAME=URL:{shown}" if shown == text else "write NAME=URL:MODEL"
        raise OptionError(f"{shown!r} names no endpoint", where="model", hint=hint)
    name, model = match["name"], match["model"]
    if name == "scripted":
        return ModelName(adapter="scripted", service="", model=model)
    return _any_llm(model) if name == "any-llm" else _known(name, model)


def own_endpoint(name: str, url: str, model: str, key_variable: str | None = None) -> ModelName:
    """Return an endpoint under a custom name; an address that can contain a secret is rejected."""
    if "@" in url or "?" in url or "#" in url:
        hint = f"put the key into the variable {_variable(name)}, never into the address"
        raise OptionError("the address holds more than a host and a path", where=f"model {name}", hint=hint)
    return ModelName(
        adapter="openai",
        service=name,
        model=model,
        url=url.rstrip("/"),
        key_variable=key_variable or _variable(name),
    )


def _known(name: str, model: str) -> ModelName:
    entry = _services().get(name)
    if entry is None:
        hint = f"use {', '.join(_services())}, any-llm:PROVIDER:MODEL or NAME=URL:MODEL"
        raise OptionError(f"unknown endpoint {name!r}", where="model", hint=hint)
    key = entry.get("key")
    return ModelName(
        adapter="openai",
        service=name,
        model=model,
        url=entry["url"],
        key_variable=key or _variable(name),
        needs_key=key is not None,
    )


def _any_llm(rest: str) -> ModelName:
    provider, colon, model = rest.partition(":")
    if not (colon and provider and model):
        hint = "write any-llm:PROVIDER:MODEL"
        raise OptionError(f"'any-llm:{rest}' names no model", where="model", hint=hint)
    return ModelName(adapter="any-llm", service=provider, model=model, key_variable=_variable(provider))


def _variable(name: str) -> str:
    return re.sub(r"\W", "_", name).upper() + "_API_KEY"


def _known_url(name: str) -> str | None:
    entry = _services().get(name)
    return entry["url"] if entry else None


@lru_cache(maxsize=1)
def _services() -> Mapping[str, Mapping[str, str]]:
    import tomllib

    return tomllib.loads((files("jurat.llm") / "endpoints.toml").read_text(encoding="utf-8"))
