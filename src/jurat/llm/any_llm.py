"""Providers without the OpenAI protocol, through `any-llm-sdk`."""

from __future__ import annotations

from contextlib import suppress
from importlib import import_module
from typing import Any

from jurat.errors import MissingExtraError, OptionError
from jurat.llm.api_keys import Key, scrub
from jurat.llm.model_errors import AccessError, ModelError
from jurat.llm.model_names import ModelAccess
from jurat.llm.model_protocol import Completion, Request
from jurat.llm.openai_compatible import parameters, read_completion, translate
from jurat.llm.transport import bounded_client


class AnyLlmEndpoint:
    """One model of one provider supported by any-llm-sdk."""

    def __init__(self, access: ModelAccess) -> None:
        try:
            library = import_module("any_llm")
        except ModuleNotFoundError:
            raise MissingExtraError("The any-llm adapter", extra="any-llm") from None
        self.name = str(access.name)
        self._model, self._key = access.name.model, access.key
        self._provider = _provider(library, access)

    async def complete(self, request: Request) -> Completion:
        """Return one chat completion."""
        try:
            reply = await self._provider.acompletion(**parameters(self._model, request))
        except Exception as error:  # noqa: BLE001  whatever the library raises becomes one of ours
            raise _translate(error, self._key) from None
        return read_completion(reply, self._key)

    async def aclose(self) -> None:
        """Close the connections if the provider's client supports it."""
        close = getattr(getattr(self._provider, "client", None), "close", None)
        if close is not None:
            await close()


def _provider(library: Any, access: ModelAccess) -> Any:
    """Build the provider's client with its own retries disabled."""
    given = {
        "api_key": access.key.reveal() if access.key else None,
        "api_base": access.name.url,
        "unified_exceptions": True,
    }
    service, errors = access.name.service, library.exceptions
    try:
        for more in ({"max_retries": 0, "http_client": bounded_client()}, {"max_retries": 0}):
            with suppress(errors.UnsupportedParameterError, TypeError):
                return library.AnyLLM.create(service, **more, **given)
        return library.AnyLLM.create(service, **given)
    except errors.MissingApiKeyError:
        hint = f"set {access.name.key_variable}"
        raise AccessError(f"{access.name} has no key; {hint}") from None
    except errors.UnsupportedProviderError:
        hint = "see any-llm-sdk's list of providers"
        raise OptionError(
            f"any-llm-sdk does not support the provider {service!r}", where="model", hint=hint
        ) from None
    except ImportError as error:
        words = scrub(str(error), access.key)
        hint = f"pip install 'any-llm-sdk[{service}]'"
        raise OptionError(
            f"the provider {service!r} cannot be loaded: {words}", where="model", hint=hint
        ) from None


def _translate(error: Exception, key: Key | None) -> ModelError:
    """Return the original error if any-llm-sdk wrapped one, as it has the status and headers."""
    original = getattr(error, "original_exception", None)
    return translate(original if isinstance(original, Exception) else error, key)
