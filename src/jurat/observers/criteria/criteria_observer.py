"""The observer of declared criteria: assertions and functions; what asks a model stays open."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from jurat.cases import ResponseCase, SummaryCase
from jurat.errors import MissingExtraError
from jurat.observations import CriterionCheck, CriterionLabels
from jurat.observers.criteria.assertion_checks import JudgedText, NotApplicableError, check_assertion
from jurat.observers.criteria.criterion import Criterion
from jurat.observers.criteria.function_checks import CaseFunction, check_function, load_function

NEEDS_MODEL = "it is judged by a model; name one with --observer llm:MODEL"
Functions = Mapping[str, CaseFunction]


def load_functions(criteria: Sequence[Criterion], folder: Path) -> dict[str, CaseFunction]:
    """Return the functions of criteria by the criterion's name."""
    found: dict[str, CaseFunction] = {}
    for one in criteria:
        if isinstance(one.function, str):
            found[one.name] = load_function(one.function, folder, f"criterion {one.name}: function")
        elif one.function is not None:
            found[one.name] = one.function
    return found


def observe_criteria(
    criteria: Sequence[Criterion], functions: Functions, cases: Sequence[SummaryCase | ResponseCase]
) -> Iterator[dict[str, CriterionLabels]]:
    """Yield the labels of all criteria of each case, in order."""
    for case in cases:
        judged = JudgedText.of(case)
        yield {one.name: observe_criterion(one, functions, case, judged) for one in criteria}


def observe_criterion(
    criterion: Criterion, functions: Functions, case: SummaryCase | ResponseCase, judged: JudgedText
) -> CriterionLabels:
    """Return the labels of one criterion; one that cannot be checked says why."""
    try:
        if criterion.function is not None:
            name = criterion.function if isinstance(criterion.function, str) else criterion.name
            check, dropped = check_function(functions[criterion.name], name, case)
            return CriterionLabels(checks=(check,), dropped_quotes=dropped)
        if criterion.questions:
            return CriterionLabels(unscored=NEEDS_MODEL)
        return CriterionLabels(checks=tuple(_assertions(criterion, case, judged)))
    except (NotApplicableError, MissingExtraError) as error:
        return CriterionLabels(unscored=str(error))


def _assertions(
    criterion: Criterion, case: SummaryCase | ResponseCase, judged: JudgedText
) -> Iterator[CriterionCheck]:
    for assertion in (*criterion.assertions, *criterion.by_case.get(str(case.id), ())):
        yield check_assertion(assertion, judged)
