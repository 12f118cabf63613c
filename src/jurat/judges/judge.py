"""A judge: one observer set plus one rule set."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, runtime_checkable

from jurat.cases import AnyCase, as_case
from jurat.errors import JuratError
from jurat.options import Options
from jurat.outcomes import Failure, Result

if TYPE_CHECKING:
    from jurat.llm.budget import Usage

BATCH = 64
"""Cases that are observed together where nothing else is said; results never depend on it."""

Observed = TypeVar("Observed")
Observed_co = TypeVar("Observed_co", covariant=True)
Observed_contra = TypeVar("Observed_contra", contravariant=True)
Case_contra = TypeVar("Case_contra", contravariant=True)


class Observer(Protocol[Case_contra, Observed_co]):
    """Reads cases and writes down what it sees, with evidence."""

    @property
    def name(self) -> str:
        """What stands for it in a result's signature."""
        ...

    def observe(self, cases: Sequence[Case_contra]) -> Iterator[Observed_co]:
        """What is seen of each case, in order."""
        ...


@runtime_checkable
class AskingObserver(Protocol):
    """An observer that asks models: it takes cases as they come, and counts what it spends and drops."""

    @property
    def dropped_quotes(self) -> int:
        """Quotes that do not stand in the texts, so far."""
        ...

    @property
    def usage(self) -> Usage:
        """What was spent so far."""
        ...

    def observe(self, cases: Iterable[Any]) -> Iterator[Any]:
        """What is seen of each case, in order; a failure where a case broke it."""
        ...


class Scorer(Protocol[Observed_contra]):
    """The rules of a judge: from observations to a result."""

    def __call__(
        self, observations: Observed_contra, options: Options, *, case: str | int, observer: str
    ) -> Result: ...


@dataclass(frozen=True, slots=True)
class Judge(Generic[AnyCase, Observed]):
    """Judges cases of one type: an observer writes labels, the rules score them."""

    name: str
    case_type: type[AnyCase]
    metrics: tuple[str, ...]
    observer: Observer[AnyCase, Observed]
    score: Scorer[Observed]
    options: Options

    def judge(self, case: AnyCase | Mapping[str, Any]) -> Result:
        """The result of one case, given as a case or as a mapping of its fields."""
        ready = as_case(case, self.case_type)
        (observed,) = self.observer.observe([ready])
        if isinstance(observed, Failure):
            raise JuratError(observed.error)
        return self._scored(ready, observed)

    def judge_many(
        self, cases: Iterable[AnyCase | Mapping[str, Any]], *, batch: int = BATCH
    ) -> Iterator[Result | Failure]:
        """The results of many cases, in order; one that cannot be judged is a failure in its place.

        A case without an id gets its position, counted from 1.
        """
        ready = (self._ready(case, position) for position, case in enumerate(cases, start=1))
        if self.asking is not None:
            yield from self._judge_stream(self.asking, ready)
        while chunk := list(islice(ready, batch)):
            yield from self.judge_batch(chunk)

    @property
    def asking(self) -> AskingObserver | None:
        """The observer, if it asks models."""
        return self.observer if isinstance(self.observer, AskingObserver) else None

    def _ready(self, given: AnyCase | Mapping[str, Any], position: int) -> AnyCase | Failure:
        """A case with an id, or the failure that stands in its place."""
        try:
            case = as_case(given, self.case_type)
        except JuratError as error:
            return Failure(id=_id_of(given) or position, error=str(error))
        return case if case.id != "" else replace(case, id=position)

    def judge_batch(self, batch: Sequence[AnyCase | Failure]) -> Iterator[Result | Failure]:
        """The results of some cases observed together; what has failed already keeps its place."""
        if self.asking is not None:
            yield from self._judge_stream(self.asking, batch)
            return
        cases = [case for case in batch if not isinstance(case, Failure)]
        results = iter(self._judge_cases(cases))
        for case in batch:
            yield case if isinstance(case, Failure) else next(results)

    def judge_stream(self, rows: Iterable[AnyCase | Failure]) -> Iterator[Result | Failure]:
        """The results of rows as they come, each as soon as it is there; what has failed keeps its place."""
        if self.asking is not None:
            return self._judge_stream(self.asking, rows)
        return (outcome for row in rows for outcome in self.judge_batch([row]))

    def _judge_stream(
        self, asking: AskingObserver, rows: Iterable[AnyCase | Failure]
    ) -> Iterator[Result | Failure]:
        """A row that breaks the observer is a failure; a model that refuses access ends it all."""
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
        """All results of some cases; if one breaks the observer, each is judged alone to spare the others."""
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
        """The result of one observed case; what breaks the rules is a failure of that case alone."""
        if isinstance(observed, Failure):
            return observed
        try:
            return self._scored(case, observed)
        except Exception as error:  # noqa: BLE001
            return Failure(id=case.id, error=_describe(error))

    def _scored(self, case: AnyCase, observed: Observed) -> Result:
        return self.score(observed, self.options, case=case.id, observer=self.observer.name)


Build = Callable[[], "Judge[Any, Any]"]
"""Makes a judge; can be sent to another process."""


def _describe(error: Exception) -> str:
    if isinstance(error, JuratError):
        return str(error)
    return f"internal error: {type(error).__name__}: {error}"


def _id_of(given: object) -> str | int | None:
    """The id of what could not be made a case, if it has one."""
    found = given.get("id") if isinstance(given, Mapping) else None
    return found if isinstance(found, str | int) and not isinstance(found, bool) else None
