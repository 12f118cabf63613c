"""The two protocols: an endpoint completes texts, a model returns validated replies."""

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
    """One message of a prompt."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages of a prompt; `mark` is the random part of the delimiters around foreign texts."""

    messages: tuple[Message, ...]
    mark: str = ""

    def noted(self, note: str) -> Prompt:
        """Return the prompt with one more message."""
        return replace(self, messages=(*self.messages, Message("user", note)))


def anything(_: object) -> str | None:
    """Return no problem."""
    return None


@dataclass(frozen=True, slots=True)
class Form(Generic[T]):
    """The required form of a reply: a type, numbers of list items, and a further check.

    `example` is the reply shown in the prompt; a reply that copies it is rejected.
    """

    name: str
    type: type[T]
    counts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    check: Callable[[T], str | None] = anything
    example: str = ""
    logprobs: bool = False
    """Whether the probabilities of digits in the reply are wanted, where the endpoint gives them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """One call of an endpoint."""

    messages: tuple[Message, ...]
    mode: Mode
    name: str
    schema: Mapping[str, Any] | None
    max_tokens: int | None
    temperature: float | None
    seed: int | None
    limit_field: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"
    logprobs: bool = False


Digits = Mapping[int, Mapping[str, float]]
"""By offset in a reply: the log probabilities of digits that the model could have written there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """The reply of an endpoint; `cut` if it stopped at the token limit."""

    text: str
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cut: bool = False
    digits: Digits | None = None
    seconds: float = 0.0
    """How long the reply took, without retries."""


class Endpoint(Protocol):
    """Source of completions. It raises only the errors of `jurat.llm.model_errors`."""

    @property
    def name(self) -> str:
        """Return the model and address without any key, for signatures and cache keys."""

    async def complete(self, request: Request) -> Completion:
        """Return one reply, or raise one of our errors."""

    async def aclose(self) -> None:
        """Close connections."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Generic[T]):
    """A validated reply and its usage; `calls` is 0 for a cache hit."""

    value: T
    prompt_tokens: int
    completion_tokens: int
    calls: int
    text: str = ""
    digits: Digits | None = None


class Model(Protocol):
    """Answers prompts with validated replies."""

    async def ask(self, prompt: Prompt, form: Form[T], *, sample: int = 0) -> Answer[T]:
        """Return a validated reply, or raise one of the errors of `jurat.llm.model_errors`."""

    async def write(self, prompt: Prompt, name: str) -> str:
        """Return a free-text reply, or raise one of the errors of `jurat.llm.model_errors`."""
