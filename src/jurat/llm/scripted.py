"""Scripted replies for tests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable
from pathlib import Path

from jurat.errors import InputError
from jurat.llm.model_errors import ModelError, UnavailableError
from jurat.llm.model_protocol import Completion, Request

Reply = str | Completion | ModelError


class ScriptedEndpoint:
    """An endpoint that answers by a function of the request and records requests.

    >>> import asyncio
    >>> echo = ScriptedEndpoint(lambda request: request.name)
    >>> ask = Request(messages=(), mode="text", name="hello", schema=None, max_tokens=1, temperature=0,
    ...     seed=None)
    >>> asyncio.run(echo.complete(ask)).text, len(echo.asked)
    ('hello', 1)
    """

    def __init__(self, answer: Callable[[Request], Reply], name: str = "scripted:function") -> None:
        self.name = name
        self.asked: list[Request] = []
        self.closed = False
        self._answer = answer

    async def complete(self, request: Request) -> Completion:
        """Return the reply of the function; raise it if it is an error."""
        self.asked.append(request)
        reply = self._answer(request)
        if isinstance(reply, ModelError):
            raise reply
        return reply if isinstance(reply, Completion) else Completion(text=reply)

    async def aclose(self) -> None:
        """Record that it was closed."""
        self.closed = True


def in_turn(replies: Iterable[Reply]) -> Callable[[Request], Reply]:
    """Return a function that gives the replies one after the other, then fails.

    >>> answer = in_turn(["one"])
    >>> answer(None), answer(None)
    ('one', UnavailableError('the script has no more replies'))
    """
    waiting = iter(replies)
    return lambda _: next(waiting, UnavailableError("the script has no more replies"))


def read_script(path: Path) -> ScriptedEndpoint:
    """Read an endpoint from a file: each line `{"form": …, "reply": …}`; the last reply of a form repeats."""
    replies: dict[str, list[str]] = {}
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise InputError("cannot be read", where=str(path), hint="name a file of replies") from None
    for number, line in enumerate(text.splitlines(), 1):
        try:
            entry = json.loads(line)
            form, reply = entry["form"], entry["reply"]
        except (ValueError, KeyError, TypeError):
            hint = 'write {"form": "coverage", "reply": {…}}'
            raise InputError("is not a scripted reply", where=f"{path}:{number}", hint=hint) from None
        replies.setdefault(form, []).append(reply if isinstance(reply, str) else json.dumps(reply))

    def answer(request: Request) -> Reply:
        waiting = replies.get(request.name)
        if not waiting:
            return UnavailableError(f"the script has no reply for {request.name}")
        return waiting.pop(0) if len(waiting) > 1 else waiting[0]

    digest = hashlib.sha256(text.encode()).hexdigest()[:8]  # another script is another model to the cache
    return ScriptedEndpoint(answer, name=f"scripted:{path.name}#{digest}")
