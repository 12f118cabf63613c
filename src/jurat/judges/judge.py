"""A judge: an observer that writes labels, and rules that score them."""

from __future__ import annotations

import os
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, runtime_checkable

from typing_extensions import deprecated

from jurat.cases import AnyCase, as_case
from jurat.errors import InputError, JuratError
from jurat.judges.spec import JudgeSpec, Observed, Observer
from jurat.options import Options
from jurat.outcomes import Failure, Result
from jurat.telemetry import is_recording, row_span

if TYPE_CHECKING:
    from contextlib import AbstractAsyncContextManager

    from jurat.llm.budget import Usage

BATCH = 64
"""Cases that are observed together where nothing else is said; results never depend on it."""


@runtime_checkable
class ModelObserver(Protocol):
    """An observer that calls models: many cases at once, with usage and dropped quotes counted."""

    @property
    def dropped_quotes(self) -> int:
        """Return the number of quotes dropped so far because they are not in the texts."""
        ...

    @property
    def usage(self) -> Usage:
        """Return the usage so far."""
        ...

    @property
    def concurrency(self) -> int:
        """Return how many cases are observed at once, at most."""
        ...

    def session(self) -> AbstractAsyncContextManager[Callable[[Any], Awaitable[Any]]]:
        """Return what observes one case while it is open; a case that fails is a `Failure`."""
        ...


@dataclass(frozen=True, slots=True)
class Judge(Generic[AnyCase, Observed]):
    """Judges cases of one type: an observer writes labels, the rules score them."""

    spec: JudgeSpec[AnyCase, Observed]
    observer: Observer[AnyCase, Observed]
    options: Options

    @property
    def name(self) -> str:
        """The name that it is registered by."""
        return self.spec.name

    @property
    def case_type(self) -> type[AnyCase]:
        """The type of the cases that it judges."""
        return self.spec.case

    @property
    def metrics(self) -> tuple[str, ...]:
        """The names of its metrics, in order."""
        return self.spec.metric_names

    def score(self, observations: Observed, *, case: str | int, observer: str) -> Result[Any]:
        """Return the result of given observations; one of a foreign judge carries its scales."""
        result = self.spec.score(observations, self.options, case=case, observer=observer)
        return self.spec.described(result)

    def judge(self, case: AnyCase | Mapping[str, Any]) -> Result:
        """Judge one case, given as a case or a mapping of its fields, and return its result."""
        ready = as_case(case, self.case_type)
        with row_span(self.name, ready.id) as record:
            (observed,) = self.observer.observe([ready])
            if isinstance(observed, Failure):
                record(observed)
                raise JuratError(observed.error)
            result = self._scored(ready, observed)
            record(result)
            return result

    async def ajudge(self, case: AnyCase | Mapping[str, Any]) -> Result:
        """Judge one case as `judge` does, while the event loop continues.

        Models are called in this loop; rules and the verifier run in a thread.
        """
        from jurat.judges.async_judging import judge_one

        return await judge_one(self, as_case(case, self.case_type))

    def judge_many(
        self, cases: Iterable[AnyCase | Mapping[str, Any]], *, batch: int = BATCH
    ) -> Iterator[Result | Failure]:
        """Yield the results of many cases, in order; a case that fails yields a `Failure`.

        A case without an id gets its position, counted from 1.
        """
        _check_cases(cases)
        ready = (self.ready(case, position) for position, case in enumerate(cases, start=1))
        if self.model_observer is not None:
            return self.judge_stream(ready)
        chunks = iter(lambda: list(islice(ready, batch)), [])
        return (outcome for chunk in chunks for outcome in self.judge_batch(chunk))

    def ajudge_many(
        self,
        cases: Iterable[AnyCase | Mapping[str, Any]] | AsyncIterable[AnyCase | Mapping[str, Any]],
    ) -> AsyncGenerator[Result | Failure, None]:
        """Yield the results of many cases as `judge_many` does, while the event loop continues.

        Cases can come from an asynchronous iterator. A result is given as soon as it and those before it are
        there. When it is cancelled or closed, no call, task or thread is left.
        """
        from jurat.judges.async_judging import judge_rows, numbered

        _check_cases(cases)
        return judge_rows(self, numbered(self, cases))

    @property
    def model_observer(self) -> ModelObserver | None:
        """Return the observer if it calls models."""
        return self.observer if isinstance(self.observer, ModelObserver) else None

    @property
    @deprecated("Judge.asking is deprecated, use Judge.model_observer")
    def asking(self) -> ModelObserver | None:
        """Return `model_observer`, its name since 0.2."""
        return self.model_observer

    def ready(self, given: AnyCase | Mapping[str, Any], position: int) -> AnyCase | Failure:
        """Return a case with an id, or a `Failure` if it is invalid."""
        try:
            case = as_case(given, self.case_type)
        except JuratError as error:
            return Failure(id=_id_of(given) or position, error=str(error))
        return case if case.id != "" else replace(case, id=position)

    def judge_batch(self, batch: Sequence[AnyCase | Failure]) -> Iterator[Result | Failure]:
        """Yield the results of cases observed together; failures are passed through in order."""
        if self.model_observer is not None:
            yield from self.judge_stream(batch)
            return
        cases = [case for case in batch if not isinstance(case, Failure)]
        results = iter(self._judge_spanned(cases) if is_recording() else self._judge_cases(cases))
        for case in batch:
            yield case if isinstance(case, Failure) else next(results)

    def judge_stream(self, rows: Iterable[AnyCase | Failure]) -> Iterator[Result | Failure]:
        """Yield the results of rows as they arrive; failures are passed through in order.

        With models, a row that fails is a `Failure`; a denied access ends the run.
        """
        if self.model_observer is None:
            return (outcome for row in rows for outcome in self.judge_batch([row]))
        from jurat.judges.async_judging import judge_rows
        from jurat.llm.sync import iterate

        return iterate(lambda: judge_rows(self, rows))

    def _judge_spanned(self, cases: Sequence[AnyCase]) -> Iterator[Result | Failure]:
        """Judge cases one at a time, each in its span."""
        for case in cases:
            with row_span(self.name, case.id) as record:
                (outcome,) = self._judge_cases([case])
                record(outcome)
            yield outcome

    def _judge_cases(self, cases: Sequence[AnyCase]) -> list[Result | Failure]:
        """Judge some cases; if one breaks the observer, judge each alone so that the others are scored."""
        try:
            observed = list(self.observer.observe(cases))
            return [self._scored(case, one) for case, one in zip(cases, observed, strict=True)]
        except Exception as error:
            if len(cases) > 1:
                return [outcome for case in cases for outcome in self._judge_cases([case])]
            if not cases:
                raise
            return [Failure(id=cases[0].id, error=_describe(error))]

    def outcome(self, case: AnyCase, observed: Observed | Failure) -> Result | Failure:
        """Score one observed case; an error of the rules is a `Failure` of that case only."""
        if isinstance(observed, Failure):
            return observed
        try:
            return self._scored(case, observed)
        except Exception as error:  # noqa: BLE001
            return Failure(id=case.id, error=_describe(error))

    def _scored(self, case: AnyCase, observed: Observed) -> Result:
        return self.score(observed, case=case.id, observer=self.observer.name)


def _check_cases(cases: object) -> None:
    """Refuse what would be read as something other than cases: a table, one case, a text."""
    if any(hasattr(cases, name) for name in ("iter_rows", "itertuples", "collect_schema")):
        hint = "use jurat.evaluate(data, judge=…), which finds the columns"
        raise InputError(f"is {type(cases).__name__}", where="cases", hint=hint)
    if isinstance(cases, Mapping | str | bytes | os.PathLike):
        hint = "use judge(case) for one case, or jurat.evaluate(data, judge=…) for a file or columns"
        raise InputError(f"is {type(cases).__name__}, not several cases", where="cases", hint=hint)


Build = Callable[[], "Judge[Any, Any]"]
"""Makes a judge; can be sent to another process."""


def _describe(error: Exception) -> str:
    if isinstance(error, JuratError):
        return str(error)
    return f"internal error: {type(error).__name__}: {error}"


def _id_of(given: object) -> str | int | None:
    """Return the id of an invalid case, if it has one."""
    found = given.get("id") if isinstance(given, Mapping) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None
