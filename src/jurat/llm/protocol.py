"""The two seams: an endpoint completes texts, a model answers in a form."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, Protocol, TypeVar

T = TypeVar("T")
Role = Literal["system", "user"]
Mode = Literal["schema", "portable", "guided", "object", "text"]
MODES: tuple[Mode, ...] = ("schema", "portable", "guided", "object", "text")
"""How a reply is held to its form, strictest first: by a JSON schema with sizes, by one without, by JSON
mode with a schema (which is all that llama-cpp-python knows), by JSON mode, or by nothing but the prompt."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of what a model is told."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """What a model is told; `mark` is the unguessable part of the fences around foreign texts."""

    messages: tuple[Message, ...]
    mark: str = ""

    def noted(self, note: str) -> Prompt:
        """The same prompt with one more turn at the end."""
        return replace(self, messages=(*self.messages, Message("user", note)))


def anything(_: object) -> str | None:
    """Nothing is wrong with it."""
    return None


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """What a reply must be: a type, how many items its lists hold, and what else can be wrong with a value.

    `example` is the reply that the prompt shows; a reply that merely copies it is refused.
    """

    name: str
    type: type[T]
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    check: Callable[[T], str | None] = anything
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call of an endpoint, whole."""

    messages: tuple[Message, ...]
    mode: Mode
    name: str
    schema: Mapping[str, Any] | None
    max_tokens: int | None
    temperature: float | None
    seed: int | None
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """What an endpoint sent back; `cut` if it stopped at the limit."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cut: bool = False


class Endpoint(Protocol):
    """Where completions come from. It raises nothing but the errors of `jurat.llm.errors`."""

    @property
    def name(self) -> str:
        """Which model this is and where, without any key: it stands in signatures and cache keys."""

    async def complete(self, request: Request) -> Completion:
        """One reply, or one of our errors."""

    async def aclose(self) -> None:
        """Let go of connections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Generic[T]):
    """A validated reply and what it took; `calls` is 0 where the cache had it."""

    value: T
    prompt_tokens: int
    completion_tokens: int
    calls: int


class Model(Protocol):
    """Messages and a form in, a validated reply and its usage out."""

    async def ask(self, prompt: Prompt, form: Form[T], *, sample: int = 0) -> Answer[T]:
        """An answer in the form, or one of the errors of `jurat.llm.errors`."""

    async def write(self, prompt: Prompt, name: str) -> str:
        """A reply in free words, or one of the errors of `jurat.llm.errors`."""
