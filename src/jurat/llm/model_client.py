"""The client of a model: cache, deduplication, rate limit, retries, budget, validation, one re-ask."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any, TypeVar

from jurat.llm.budget import Meter
from jurat.llm.cache import Cache, Dialect, request_key
from jurat.llm.call_tracking import note_hit
from jurat.llm.model_errors import (
    AccessError,
    DeadlineError,
    MalformedReplyError,
    ModelError,
    RateLimitedError,
    RequestRefusedError,
    UnavailableError,
    UnreachableError,
)
from jurat.llm.model_protocol import MODES, Answer, Completion, Endpoint, Form, Mode, Prompt, Request
from jurat.llm.pacing import AdaptiveLimiter, RetryPolicy
from jurat.llm.reply_parser import THOUGHT, read_reply, schema_of
from jurat.telemetry import call_span

T = TypeVar("T")
MAX_UNREACHED = 3
"""So many calls in a row that reach nobody, each tried several times, stop a run that worked before."""
AGAIN = (
    "An earlier reply was refused: {problem}. Answer once more, with one JSON object of the form asked for."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CallOptions:
    """Options of a call: the maximum length of a reply, and the temperature of repeated votes."""

    max_tokens: int = 2048
    temperature: float = 0.7


class ModelClient:
    """A model behind an endpoint, for one run in one event loop."""

    def __init__(
        self,
        endpoint: Endpoint,
        cache: Cache,
        meter: Meter,
        *,
        limiter: AdaptiveLimiter | None = None,
        retry_policy: RetryPolicy | None = None,
        call_options: CallOptions | None = None,
    ) -> None:
        self._endpoint, self._cache, self._meter = endpoint, cache, meter
        self._limiter, self._retry_policy = limiter or AdaptiveLimiter(), retry_policy or RetryPolicy()
        self._call_options = call_options or CallOptions()
        self._dialect = cache.dialect(endpoint.name) or Dialect()
        self._proven = False
        self._proving = asyncio.Lock()
        self._flights: dict[str, asyncio.Task[Completion]] = {}
        self._stop: AccessError | None = None
        self._stopped = asyncio.Event()
        self._unreached = 0

    async def ask(self, prompt: Prompt, form: Form[T], *, sample: int = 0) -> Answer[T]:
        """Return a validated reply; a rejected one is asked for once more, with the reason."""
        replies: list[tuple[Completion, bool]] = []
        problem = ""
        for turn in range(2):
            asked = prompt if turn == 0 else prompt.noted(AGAIN.format(problem=problem))
            replies.append(await self._completion(asked, form, sample))
            try:
                value = read_reply(replies[-1][0].text, form, prompt.mark)
            except MalformedReplyError as error:
                limit = f"it was cut at {self._call_options.max_tokens} tokens"
                problem = limit if replies[-1][0].cut else str(error)
                self._meter.reasks += turn == 0
            else:
                return _answer(value, replies)
        raise MalformedReplyError(f"the model's reply was refused twice: {problem}")

    async def write(self, prompt: Prompt, name: str) -> str:
        """Return a free-text reply; an empty or truncated one, or one with delimiters, is rejected."""
        return (await self.complete_text(prompt, name)).text

    async def complete_text(self, prompt: Prompt, name: str) -> Completion:
        """Return a free-text reply with its usage and the time that it took."""
        completion, _ = await self._completion(prompt, Form(name, str), 0)
        text = completion.text.rpartition(THOUGHT)[2].strip()
        if completion.cut:
            raise MalformedReplyError(f"the reply was cut at {self._call_options.max_tokens} tokens")
        if not text or (prompt.mark and prompt.mark in text):
            what = "repeats the texts with their fences" if text else "is empty"
            raise MalformedReplyError(f"the reply {what}")
        return replace(completion, text=text)

    async def aclose(self) -> None:
        """Cancel calls in progress and close connections."""
        for flight in self._flights.values():
            flight.cancel()
        await asyncio.gather(*self._flights.values(), return_exceptions=True)
        await self._endpoint.aclose()

    async def _completion(self, prompt: Prompt, form: Form[Any], sample: int) -> tuple[Completion, bool]:
        """Return a reply and whether it was paid for now, in the endpoint's dialect."""
        if self._proven:
            return await self._spoken(prompt, form, sample)
        request = self._request(prompt, form, sample, self._dialect)
        key = request_key(self._endpoint.name, request, prompt.mark, sample)
        if kept := self._cache.get(key, prompt.mark):
            self._count_hit()
            return kept, False
        async with self._proving:
            if self._needs_proof():  # another request may have brought it while this one waited
                return await self._prove(prompt, form, sample)
        return await self._completion(prompt, form, sample)

    async def _spoken(self, prompt: Prompt, form: Form[Any], sample: int) -> tuple[Completion, bool]:
        """Return a reply in the dialect that was proven, without probabilities if they are refused."""
        request = self._request(prompt, form, sample, self._dialect)
        try:
            return await self._once(prompt, request, sample)
        except RequestRefusedError as error:
            if not request.logprobs or error.final:
                raise
        self._dialect = replace(self._dialect, logprobs=False)
        self._cache.remember(self._endpoint.name, self._dialect)
        return await self._once(prompt, replace(request, logprobs=False), sample)

    def _needs_proof(self) -> bool:
        return not self._proven

    async def _prove(self, prompt: Prompt, form: Form[Any], sample: int) -> tuple[Completion, bool]:
        """Find the dialect that the endpoint supports, and store it."""
        dialect = self._dialect
        while True:
            try:
                done = await self._once(prompt, self._request(prompt, form, sample, dialect), sample)
            except RequestRefusedError as error:
                simpler = simpler_dialect(dialect, error, logprobs=form.logprobs)
                if simpler is None:
                    raise
                dialect = simpler
            else:
                self._dialect, self._proven = dialect, True
                self._cache.remember(self._endpoint.name, dialect)
                return done

    def _request(self, prompt: Prompt, form: Form[Any], sample: int, dialect: Dialect) -> Request:
        warm = sample > 0
        mode: Mode = "text" if form.type is str else dialect.mode
        return Request(
            messages=prompt.messages,
            mode=mode,
            name=form.name,
            schema=schema_of(form, mode),
            max_tokens=self._call_options.max_tokens,
            temperature=(self._call_options.temperature if warm else 0.0) if dialect.temperature else None,
            seed=sample if warm and dialect.seed else None,
            limit_field=dialect.limit_field,
            logprobs=form.logprobs and dialect.logprobs,
        )

    async def _once(self, prompt: Prompt, request: Request, sample: int) -> tuple[Completion, bool]:
        """Return a reply from the cache, from the same call in progress, or from a new call."""
        key = request_key(self._endpoint.name, request, prompt.mark, sample)
        kept = self._cache.get(key, prompt.mark)
        if kept is not None:
            self._count_hit()
            return kept, False
        flight = self._flights.get(key)
        if flight is not None:
            self._count_hit()
            return await asyncio.shield(flight), False
        flight = asyncio.create_task(self._paid(request, key, prompt.mark))
        self._flights[key] = flight
        flight.add_done_callback(lambda landed: self._landed(key, landed))
        return await asyncio.shield(flight), True

    def _count_hit(self) -> None:
        self._meter.hits += 1
        note_hit()

    def _landed(self, key: str, flight: asyncio.Task[Completion]) -> None:
        del self._flights[key]
        if not flight.cancelled():
            flight.exception()  # whoever still waits has it; nobody else needs to hear of it

    async def _paid(self, request: Request, key: str, mark: str) -> Completion:
        async with self._limiter.slot() as began:
            completion = await self._persistent(request, key, began)
        self._cache.put(key, completion, mark)
        return completion

    async def _persistent(self, request: Request, key: str, began: int) -> Completion:
        """Return a reply within the deadline, with retries."""
        now = asyncio.get_running_loop().time
        deadline = now() + self._retry_policy.deadline
        for pause in self._pauses(key):
            try:
                completion = await self._attempt(request, deadline)
            except ModelError as error:
                wait = self._pause_after(error, pause, began)
                if wait is None or now() + wait >= deadline:
                    raise self._given_up(error) from None
            else:
                self._unreached = 0
                self._limiter.succeeded()
                return completion
            self._meter.retries += 1
            await self._sleep(wait)
        raise AssertionError("the last pause is none")  # pragma: no cover

    async def _sleep(self, seconds: float) -> None:
        """Wait before the next attempt, or until no attempt can succeed."""
        try:
            await asyncio.wait_for(self._stopped.wait(), seconds)
        except TimeoutError:
            return

    def _given_up(self, error: ModelError) -> ModelError:
        """Return the error of a call; it stops the run if nobody was ever reached, or not for some calls."""
        if not isinstance(error, UnreachableError):
            return error
        self._unreached += 1
        if self._unreached < (MAX_UNREACHED if self._proven else 1):
            return error
        stop = AccessError(f"{error}; check the address, and that the endpoint runs")
        self._stop_all(stop)
        return stop

    def _stop_all(self, error: AccessError) -> None:
        self._stop = error
        self._stopped.set()

    def _pauses(self, key: str) -> Iterator[float | None]:
        """Yield the wait after each attempt if the endpoint gives none; `None` after the last."""
        random = Random(key)
        for tried in range(1, self._retry_policy.max_attempts):
            yield self._retry_policy.wait(tried, random)
        yield None

    def _pause_after(self, error: ModelError, pause: float | None, began: int) -> float | None:
        """Return the wait before the next attempt, or `None` if there is none."""
        asked_for = 0.0
        if isinstance(error, RateLimitedError | UnavailableError):
            asked_for = error.retry_after or 0.0
        if isinstance(error, RateLimitedError):
            self._limiter.slow_down(began, min(asked_for, self._retry_policy.deadline))
        return max(asked_for, pause) if error.retryable and pause is not None else None

    async def _attempt(self, request: Request, deadline: float) -> Completion:
        """Make one attempt, counted and timed; after a denied access there are no more."""
        if self._stop is not None:
            raise self._stop
        self._meter.call()
        started = asyncio.get_running_loop().time()
        latest = min(deadline, started + self._retry_policy.timeout)
        with call_span(self._endpoint.name, request.max_tokens, request.temperature) as record:
            try:
                async with asyncio.timeout_at(latest):
                    completion = await self._endpoint.complete(request)
            except TimeoutError:
                raise DeadlineError("no reply in time") from None
            except AccessError as error:
                self._stop_all(error)
                raise
            record(completion)
        self._meter.count(completion)
        return replace(completion, seconds=round(asyncio.get_running_loop().time() - started, 3))


def simpler_dialect(
    dialect: Dialect, refused: RequestRefusedError, *, logprobs: bool = False
) -> Dialect | None:
    """Return the next simpler dialect after a rejected request, or `None`.

    `logprobs` says that the request asked for probabilities, which are given up first.

    >>> simpler_dialect(Dialect(), RequestRefusedError("no", parameter="temperature")).temperature
    False
    >>> simpler_dialect(Dialect(mode="object"), RequestRefusedError("no")).mode
    'text'
    """
    if refused.final:
        return None
    if logprobs and dialect.logprobs and refused.parameter in ("", "logprobs"):
        return replace(dialect, logprobs=False)
    if "temperature" in refused.parameter and dialect.temperature:
        return replace(dialect, temperature=False)
    if "seed" in refused.parameter and dialect.seed:
        return replace(dialect, seed=False)
    if "max_tokens" in refused.parameter and dialect.limit_field == "max_tokens":
        return replace(dialect, limit_field="max_completion_tokens")
    if dialect.mode == MODES[-1]:
        return None
    return replace(dialect, mode=MODES[MODES.index(dialect.mode) + 1])


def _answer(value: T, replies: list[tuple[Completion, bool]]) -> Answer[T]:
    return Answer(
        value=value,
        prompt_tokens=sum(reply.prompt_tokens for reply, _ in replies),
        completion_tokens=sum(reply.completion_tokens for reply, _ in replies),
        calls=sum(paid for _, paid in replies),
        text=replies[-1][0].text,
        digits=replies[-1][0].digits,
    )
