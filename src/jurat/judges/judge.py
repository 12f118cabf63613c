"""A judge: an observer that writes labels, and rules that score them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, runtime_checkable

from typing_extensions import deprecated

from jurat.cases import AnyCase, as_case
from jurat.errors import JuratError
from jurat.judges.spec import JudgeSpec, Observed, Observer
from jurat.options import Options
from jurat.outcomes import Failure, Result

if TYPE_CHECKING:
    from jurat.llm.budget import Usage

BATCH = 64
"""Cases that are observed together where nothing else is said; results never depend on it."""


@runtime_checkable
class ModelObserver(Protocol):
    """An observer that calls models: it streams cases and counts usage and dropped quotes."""

    @property
    def dropped_quotes(self) -> int:
        """Return the number of quotes dropped so far because they are not in the texts."""
        ...

    @property
    def usage(self) -> Usage:
        """Return the usage so far."""
        ...

    def observe(self, cases: Iterable[Any]) -> Iterator[Any]:
        """Yield the observations of each case, in order; a `Failure` for a case that fails."""
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
        (observed,) = self.observer.observe([ready])
        if isinstance(observed, Failure):
            raise JuratError(observed.error)
        return self._scored(ready, observed)

    def judge_many(
        self, cases: Iterable[AnyCase | Mapping[str, Any]], *, batch: int = BATCH
    ) -> Iterator[Result | Failure]:
        """Yield the results of many cases, in order; a case that fails yields a `Failure`.

        A case without an id gets its position, counted from 1.
        """
        ready = (self._ready(case, position) for position, case in enumerate(cases, start=1))
        if self.model_observer is not None:
            yield from self._judge_stream(self.model_observer, ready)
        while chunk := list(islice(ready, batch)):
            yield from self.judge_batch(chunk)

    @property
    def model_observer(self) -> ModelObserver | None:
        """Return the observer if it calls models."""
        return self.observer if isinstance(self.observer, ModelObserver) else None

    @property
    @deprecated("Judge.asking is deprecated, use Judge.model_observer")
    def asking(self) -> ModelObserver | None:
        """Return `model_observer`, its name since 0.2."""
        return self.model_observer

    def _ready(self, given: AnyCase | Mapping[str, Any], position: int) -> AnyCase | Failure:
        """Return a case with an id, or a `Failure` if it is invalid."""
        try:
            case = as_case(given, self.case_type)
        except JuratError as error:
            return Failure(id=_id_of(given) or position, error=str(error))
        return case if case.id != "" else replace(case, id=position)

    def judge_batch(self, batch: Sequence[AnyCase | Failure]) -> Iterator[Result | Failure]:
        """Yield the results of cases observed together; failures are passed through in order."""
        if self.model_observer is not None:
            yield from self._judge_stream(self.model_observer, batch)
            return
        cases = [case for case in batch if not isinstance(case, Failure)]
        results = iter(self._judge_cases(cases))
        for case in batch:
            yield case if isinstance(case, Failure) else next(results)

    def judge_stream(self, rows: Iterable[AnyCase | Failure]) -> Iterator[Result | Failure]:
        """Yield the results of rows as they arrive; failures are passed through in order."""
        if self.model_observer is not None:
            return self._judge_stream(self.model_observer, rows)
        return (outcome for row in rows for outcome in self.judge_batch([row]))

    def _judge_stream(
        self, asking: ModelObserver, rows: Iterable[AnyCase | Failure]
    ) -> Iterator[Result | Failure]:
        """Judge a stream by models; a row that fails is a `Failure`, a denied access ends the run."""
        waiting: deque[AnyCase | Failure] = deque()

        def cases() -> Iterator[AnyCase]:
            for row in rows:
                waiting.append(row)
                if not isinstance(row, Failure):
                    yield row

        for observed in asking.observe(cases()):
            while isinstance(first := waiting.popleft(), Failure):
                yield first
            yield self._outcome(first, observed)
        yield from (row for row in waiting if isinstance(row, Failure))

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

    def _outcome(self, case: AnyCase, observed: Observed | Failure) -> Result | Failure:
        """Score one observed case; an error of the rules is a `Failure` of that case only."""
        if isinstance(observed, Failure):
            return observed
        try:
            return self._scored(case, observed)
        except Exception as error:  # noqa: BLE001
            return Failure(id=case.id, error=_describe(error))

    def _scored(self, case: AnyCase, observed: Observed) -> Result:
        return self.score(observed, case=case.id, observer=self.observer.name)


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
