"""A judge: one observer set plus one rule set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from jurat.cases import AnyCase, as_case
from jurat.errors import JuratError
from jurat.options import Options
from jurat.outcomes import Failure, Result

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
        return self._scored(ready, observed)

    def judge_many(
        self, cases: Iterable[AnyCase | Mapping[str, Any]], *, batch: int = BATCH
    ) -> Iterator[Result | Failure]:
        """The results of many cases, in order; one that cannot be judged is a failure in its place.

        A case without an id gets its position, counted from 1.
        """
        positions = enumerate(cases, start=1)
        while chunk := list(islice(positions, batch)):
            yield from self.judge_batch([self._ready(case, position) for position, case in chunk])

    def _ready(self, given: AnyCase | Mapping[str, Any], position: int) -> AnyCase | Failure:
        """A case with an id, or the failure that stands in its place."""
        try:
            case = as_case(given, self.case_type)
        except JuratError as error:
            return Failure(id=_id_of(given) or position, error=str(error))
        return case if case.id != "" else replace(case, id=position)

    def judge_batch(self, batch: Sequence[AnyCase | Failure]) -> Iterator[Result | Failure]:
        """The results of some cases observed together; what has failed already keeps its place."""
        cases = [case for case in batch if not isinstance(case, Failure)]
        results = iter(self._judge_cases(cases))
        for case in batch:
            yield case if isinstance(case, Failure) else next(results)

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
