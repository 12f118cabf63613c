"""What a model would be asked for some cases, before anything is spent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jurat.judges.observer_config import LLM, ObserverConfig, model_options
from jurat.judges.spec import JudgeSpec
from jurat.llm.budget import Usage
from jurat.llm.model_errors import RequestRefusedError
from jurat.llm.model_protocol import Completion, Request
from jurat.llm.scripted import ScriptedEndpoint
from jurat.observers.llm.llm_observer import LlmObserver, price_of
from jurat.settings import model_here

TOKEN_CHARACTERS = 4
"""So many characters of English make a token, about."""


def estimate_usage(spec: JudgeSpec[Any, Any], observing: ObserverConfig, cases: Iterable[Any]) -> Usage:
    """Return the calls that the cases take at least, and about how many tokens the prompts have.

    The prompts are those of a run, but no model is called. So what depends on replies is not included: the
    replies, further votes, and questions about what a reply says.
    """
    endpoint = ScriptedEndpoint(_refuse)
    observer = LlmObserver(lambda: endpoint, spec.require_model_task())
    for _ in observer.rows(cases):
        pass
    tokens = sum(_length(one) for one in endpoint.asked) // TOKEN_CHARACTERS
    named = model_here(observing.observer.removeprefix(LLM)).name
    price = price_of((str(named), named.model), model_options(observing).prices)
    cost = None if price is None else price.of(tokens, 0)
    return Usage(calls=len(endpoint.asked), prompt_tokens=tokens, cost=cost)


def _refuse(request: Request) -> Completion | RequestRefusedError:  # noqa: ARG001
    return RequestRefusedError("nothing is sent", final=True)


def _length(request: Request) -> int:
    return sum(len(message.content) for message in request.messages)
