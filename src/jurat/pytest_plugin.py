"""Judges in pytest: a fixture, an assertion that shows the evidence, and cases from a data file.

Only pytest is imported at start-up; tests that do not use the plugin are not affected.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ge, le
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from jurat.cases import Case
    from jurat.data import BadRow, CaseRow
    from jurat.judges.judge import Judge
    from jurat.outcomes import Result

CASE = "jurat_case"
MARKER = (
    "jurat(data, judge='claim-lock', where=None, limit=None, maps=()): "
    "run the test once for each row of a data file, as the argument jurat_case"
)
_WIDTH = 100
_ID_LENGTH = 60

Limits = Mapping[str, float]


def pytest_configure(config: pytest.Config) -> None:
    """Register the marker."""
    config.addinivalue_line("markers", MARKER)


@pytest.fixture(scope="session")
def jurat() -> Judging:
    """Return the fixture that judges cases and asserts requirements."""
    return Judging()


class Judging:
    """The value of the fixture."""

    def judge(self, case: Case | Mapping[str, Any], judge: str | Judge[Any, Any] | None = None) -> Result:
        """Judge one case and return its result."""
        return _judge(case, judge).judge(case)

    def assert_judged(
        self,
        case: Case | Mapping[str, Any],
        judge: str | Judge[Any, Any] | None = None,
        *,
        min: float | Limits | None = None,  # noqa: A002
        max: Limits | None = None,  # noqa: A002
        verdicts: Sequence[str] = ("PASS", "WARN"),
    ) -> Result:
        """Judge a case and assert its scores and verdict; see `assert_judged`."""
        __tracebackhide__ = True
        return assert_judged(case, judge, min=min, max=max, verdicts=verdicts)


def assert_judged(
    case: Case | Mapping[str, Any],
    judge: str | Judge[Any, Any] | None = None,
    *,
    min: float | Limits | None = None,  # noqa: A002
    max: Limits | None = None,  # noqa: A002
    verdicts: Sequence[str] = ("PASS", "WARN"),
) -> Result:
    """Judge a case; fail with the evidence unless its scores and verdict meet the requirements.

    ``min`` is the minimum of the overall score, or of each metric named; ``max`` the maximum, for risks such
    as Claim-Lock's hallucination. A required metric without a score fails. The judge is a name, a judge, or
    the default for the fields of the case.
    """
    __tracebackhide__ = True
    from jurat.cases import as_case

    made = _judge(case, judge)
    result = made.judge(case)
    least = {"overall": min} if isinstance(min, int | float) else dict(min or {})
    problems = [
        *_verdict_problem(result, verdicts),
        *_beyond(result, least, "at least", ge),
        *_beyond(result, max or {}, "at most", le),
    ]
    if problems:
        pytest.fail(_message(as_case(case, made.case_type), result, problems), pytrace=False)
    return result


def _judge(case: Case | Mapping[str, Any], judge: str | Judge[Any, Any] | None) -> Judge[Any, Any]:
    if judge is not None and not isinstance(judge, str):
        return judge
    return _named(judge or _usual(case))


@lru_cache(maxsize=8)
def _named(name: str) -> Judge[Any, Any]:
    from jurat.judges.project_options import project_options
    from jurat.judges.registry import judge

    return judge(name, project_options(name))


def _usual(case: Case | Mapping[str, Any]) -> str:
    """Return the default judge for the fields of a case."""
    from jurat.cases import ResponseCase, SummaryCase
    from jurat.judges.registry import DEFAULTS

    summary = "summary" in case if isinstance(case, Mapping) else isinstance(case, SummaryCase)
    return DEFAULTS[SummaryCase if summary else ResponseCase]


def _verdict_problem(result: Result, verdicts: Sequence[str]) -> Iterator[str]:
    if result.verdict is not None and result.verdict not in verdicts:
        why = ", ".join(result.reasons or ())
        yield f"the verdict is {result.verdict} ({why}), not {' or '.join(verdicts)}"


def _beyond(
    result: Result, limits: Limits, words: str, keeps: Callable[[float, float], bool]
) -> Iterator[str]:
    for name, limit in limits.items():
        value = _value(result, name)
        if value is None or not keeps(value, limit):
            found = "has no score" if value is None else f"is {value:g}"
            yield f"{name} {found}; {words} {limit:g} is required"


def _value(result: Result, name: str) -> float | None:
    """Return the overall score or a metric's value; an unknown metric is an error of the test."""
    from jurat.errors import OptionError

    names = [outcome.metric for outcome in result.metrics]
    if name == "overall" and (result.overall is not None or result.error is not None):
        return result.overall
    if name not in names:
        hint = f"limit {', '.join(names)} by name, e.g. min={{{names[0]!r}: 0.5}}"
        raise OptionError(f"{result.judge} has no metric {name}", where="assert_judged", hint=hint)
    return getattr(result[name], "value", None)


def _message(case: Case, result: Result, problems: Sequence[str]) -> str:
    """Return the failed requirements, then scores and evidence as in `jurat check`."""
    from rich.console import Console

    from jurat.cli.render.evidence import render_evidence
    from jurat.cli.render.result_tables import render

    console = Console(file=io.StringIO(), width=_WIDTH, highlight=False, color_system=None)
    console.print(render(result))
    console.print(render_evidence(case, result, coloured=False))
    shown = console.file.getvalue()  # type: ignore[attr-defined]
    return "\n".join([*(f"jurat: {problem}" for problem in problems), "", shown.rstrip()])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrise a marked test with the rows of its data file."""
    marker = metafunc.definition.get_closest_marker("jurat")
    if marker is None or CASE not in metafunc.fixturenames:
        return
    rows = _rows(metafunc, **dict(zip(("data", "judge"), marker.args, strict=False)), **marker.kwargs)
    metafunc.parametrize(CASE, rows, ids=[_id(place, row) for place, row in enumerate(rows)], indirect=True)


@pytest.fixture(name=CASE)
def _case(request: pytest.FixtureRequest) -> Case:
    """Return the case of one row; a row that cannot be read fails its test."""
    row = getattr(request, "param", None)
    if row is None:
        pytest.fail(f"{CASE} needs the marker: @pytest.mark.jurat('data.jsonl')", pytrace=False)
    if not hasattr(row, "case"):
        pytest.fail(f"jurat: {row.error}", pytrace=False)
    case: Case = row.case
    return case


def _rows(
    metafunc: pytest.Metafunc,
    data: str,
    judge: str | Judge[Any, Any] = "claim-lock",
    where: str | None = None,
    limit: int | None = None,
    maps: Sequence[str] = (),
) -> list[CaseRow | BadRow]:
    """Return the rows of a file, looked up beside the test, then at the root."""
    from jurat.data import read_cases
    from jurat.errors import JuratError

    beside = metafunc.definition.path.parent / data
    path = beside if beside.exists() else metafunc.config.rootpath / data
    try:
        kind = _named(judge).case_type if isinstance(judge, str) else judge.case_type
        return list(read_cases(path, kind, maps=maps, where=where, limit=limit).cases)
    except JuratError as error:
        where_used = f"{metafunc.definition.nodeid}: @pytest.mark.jurat"
        raise pytest.Collector.CollectError(f"{where_used}: {error}") from None


def _id(place: int, row: CaseRow | BadRow) -> str:
    """Return a test id from the row's id, without characters that terminals or shells interpret."""
    own = str(row.case.id if hasattr(row, "case") else row.label)
    kept = "".join(c if c.isalnum() or c in "-_.:" else "-" for c in own if c.isascii())[:_ID_LENGTH].strip(
        "-"
    )
    return kept or f"row-{place + 1}"
