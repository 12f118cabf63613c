"""Any endpoint with the OpenAI protocol, through the `openai` SDK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jurat.errors import MissingExtraError
from jurat.llm.api_keys import Key, hide, scrub
from jurat.llm.faults import fault
from jurat.llm.model_errors import ModelError, UnavailableError, UnreachableError
from jurat.llm.model_names import ModelAccess
from jurat.llm.model_protocol import Completion, Digits, Request

if TYPE_CHECKING:
    from openai import AsyncOpenAI

TOP_LOGPROBS = 10
"""So many alternatives of a token are asked for; a grade has at most nine."""
NO_KEY = "none"
"""What is sent where an endpoint needs no key: the SDK insists on some."""


class OpenAiEndpoint:
    """One model at one address. The client handles retries and time-outs, so those of the SDK are off."""

    def __init__(self, access: ModelAccess) -> None:
        try:
            from openai import AsyncOpenAI
        except ModuleNotFoundError:
            raise MissingExtraError("A model endpoint", extra="llm") from None
        from jurat.llm.transport import bounded_client

        self.name = str(access.name)
        self._model, self._key = access.name.model, access.key
        self._client: AsyncOpenAI = AsyncOpenAI(
            api_key=access.key.reveal() if access.key else NO_KEY,
            base_url=access.name.url,
            max_retries=0,
            timeout=None,
            http_client=bounded_client(),
        )

    async def complete(self, request: Request) -> Completion:
        """Return one chat completion."""
        try:
            reply = await self._client.chat.completions.create(**parameters(self._model, request))
        except Exception as error:  # noqa: BLE001  whatever the SDK raises becomes one of ours
            if _is_unconnected(error):
                cause = error.__cause__ or error
                what = f"{self._client.base_url} cannot be reached ({type(cause).__name__}: {cause})"
                raise UnreachableError(scrub(what, self._key)) from None
            raise translate(error, self._key) from None
        return read_completion(reply, self._key)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._client.close()


def _is_unconnected(error: Exception) -> bool:
    """Return whether no connection was made: nobody listens, or the name has no address."""
    causes = (error.__cause__, getattr(error.__cause__, "__cause__", None))
    return any(type(one).__name__ in ("ConnectError", "ConnectTimeout") for one in causes)


def parameters(model: str, request: Request) -> dict[str, Any]:
    """Return a request as parameters of the OpenAI protocol, without unset ones."""
    messages = [{"role": message.role, "content": message.content} for message in request.messages]
    made: dict[str, Any] = {"model": model, "messages": messages}
    if request.max_tokens is not None:
        made[request.limit_field] = request.max_tokens
    if request.temperature is not None:
        made["temperature"] = request.temperature
    if request.seed is not None:
        made["seed"] = request.seed
    if request.logprobs:
        made |= {"logprobs": True, "top_logprobs": TOP_LOGPROBS}
    if response_format := _response_format(request):
        made["response_format"] = response_format
    return made


def _response_format(request: Request) -> dict[str, Any] | None:
    if request.mode == "object":
        return {"type": "json_object"}
    if request.schema is None:
        return None
    if request.mode == "guided":
        return {"type": "json_object", "schema": request.schema}
    schema = {"name": request.name, "strict": True, "schema": request.schema}
    return {"type": "json_schema", "json_schema": schema}


def read_completion(reply: Any, key: Key | None = None) -> Completion:
    """The text and the tokens of a chat completion; an answer that is none is the endpoint's failure.

    A key that the reply repeats is hidden, before anything is kept.
    """
    try:
        choice = reply.choices[0]
        text = choice.message.content or getattr(choice.message, "refusal", None) or ""
        usage = getattr(reply, "usage", None)
        return Completion(
            text=hide(str(text), key),
            prompt_tokens=_count(usage, "prompt_tokens"),
            completion_tokens=_count(usage, "completion_tokens"),
            cut=choice.finish_reason == "length",
            digits=read_digits(getattr(choice, "logprobs", None), str(text)),
        )
    except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
        raise UnavailableError("the endpoint sent something that is no completion") from None


def read_digits(logprobs: Any, text: str) -> Digits | None:
    """Return the log probabilities of digits at each offset where the reply has one.

    None where the endpoint gave no probabilities, or those of another text.
    """
    tokens = getattr(logprobs, "content", None)
    if not tokens or "".join(str(one.token) for one in tokens) != text:
        return None
    found: dict[int, dict[str, float]] = {}
    place = 0
    for one in tokens:
        written = str(one.token)
        digit = written.strip()
        if len(digit) == 1 and digit.isdecimal():
            others = {str(other.token).strip(): float(other.logprob) for other in one.top_logprobs or ()}
            chosen = {digit: float(one.logprob)}
            found[place + written.index(digit)] = {
                token: value for token, value in {**chosen, **others}.items() if token.isdecimal()
            }
        place += len(written)
    return found


def _count(usage: Any, name: str) -> int:
    value = getattr(usage, name, 0)
    return value if isinstance(value, int) and value >= 0 else 0


def translate(error: Exception, key: Key | None) -> ModelError:
    """One of our errors for one of the SDK's, by its status where it has one; no key shows in it."""
    for one in (error, error.__cause__):
        if isinstance(one, ModelError):  # our own check of a response; some versions of the SDK wrap it
            return one
    response = getattr(error, "response", None)
    status = getattr(error, "status_code", None) or getattr(response, "status_code", None)
    headers = {str(name).lower(): str(value) for name, value in getattr(response, "headers", {}).items()}
    words = str(error) if status else f"{type(error).__name__}: {error}"
    return fault(status, scrub(words, key), headers)
