"""Criteria before a model: labels or grades with evidence, and grades by the probability of each."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

from jurat.cases import ResponseCase, SummaryCase
from jurat.llm.model_protocol import Answer, Digits, Form
from jurat.nlp.quote_search import is_substantial
from jurat.observations import CheckLabel, CriterionCheck, CriterionLabels
from jurat.observers.criteria.assertion_checks import JudgedText
from jurat.observers.criteria.criterion import Criterion
from jurat.observers.llm.model_tasks import ModelTask, Prompts
from jurat.observers.llm.prompt_session import PromptSession, clean_quote, in_sequence, numbered, span_of
from jurat.observers.llm.reply_schemas import (
    CheckReply,
    ChecksReply,
    GradedCheckReply,
    GradedChecksReply,
)
from jurat.observers.llm.votes import Voted, settle
from jurat.scoring.formulas import point_label

T = TypeVar("T")
Case = SummaryCase | ResponseCase
_WORST_FIRST: tuple[CheckLabel, ...] = ("not_met", "partial", "met")
_LABELS: Mapping[str, CheckLabel] = {"fully": "met", "partial": "partial", "not": "not_met"}
_GRADE = re.compile(r'(?<!\\)"grade"\s*:\s*(\d)')


def criteria_task(
    case: type[Any], observations: type[Any], criteria: Sequence[Criterion], included: Sequence[ModelTask]
) -> ModelTask:
    """Return the task of criteria that ask a model, with those of the judges that are included."""

    def prompts(desk: PromptSession, one: Any) -> Prompts:
        found = {name: ask for task in included for name, ask in task.prompts(desk, one).items()}
        return found | {criterion.name: partial(check, desk, criterion, one) for criterion in criteria}

    details: dict[str, type[Any]] = {name: kind for task in included for name, kind in task.details.items()}
    details |= {criterion.name: CriterionLabels for criterion in criteria}
    return ModelTask(case=case, observations=observations, details=details, prompts=prompts)


async def check(desk: PromptSession, criterion: Criterion, case: Case) -> Voted[CriterionLabels]:
    """The checks of a criterion, each with its evidence looked up in the judged text."""
    texts = _texts(criterion, case)
    if criterion.grades is not None:
        return await _graded(desk, criterion, criterion.grades, texts, JudgedText.of(case))
    count = len(criterion.questions)
    form = Form("criterion", ChecksReply, {"checks": (count, count)}, _misnumbered)
    first = await desk.ask(texts, form)
    replies = await desk.again(first, texts, form)
    judged = JudgedText.of(case)
    samples = [[_labelled(criterion, judged, *pair) for pair in enumerate(one.checks)] for one in replies]
    settled, shares = settle([[found for found, _ in one] for one in samples], _label_of, _WORST_FIRST)
    dropped = sum(lost for _, lost in samples[0])
    return Voted(CriterionLabels(checks=tuple(settled), dropped_quotes=dropped), tuple(shares), dropped)


def _texts(criterion: Criterion, case: Case) -> dict[str, str]:
    shown = {"criteria": numbered(criterion.questions)}
    if isinstance(case, SummaryCase):
        return {**shown, "article": case.article, "summary": case.summary}
    shown |= {"query": case.query}
    shown |= {f"passage {number}": text for number, text in enumerate(case.contexts, 1)}
    if case.reference is not None:
        shown |= {"reference": case.reference}
    return {**shown, "response": case.response}


def _misnumbered(reply: ChecksReply | GradedChecksReply) -> str | None:
    return in_sequence([one.number for one in reply.checks], "checks")


def _label_of(one: CriterionCheck) -> CheckLabel:
    return one.label


def _labelled(
    criterion: Criterion, judged: JudgedText, place: int, reply: CheckReply
) -> tuple[CriterionCheck, int]:
    """A check of one reply; without the evidence that it needs it is not met."""
    span, dropped = _located(reply, judged)
    falls = criterion.evidence == "required" and span is None
    label: CheckLabel = "not_met" if falls else reply.label
    text = criterion.questions[place]
    return CriterionCheck(label=label, text=text, span=span, reason=reply.reason), dropped


def _located(reply: CheckReply | GradedCheckReply, judged: JudgedText) -> tuple[Any, int]:
    """Where a reply's evidence is found in the judged text; and whether a quote was dropped."""
    quote = clean_quote(reply.evidence)
    if not quote:
        return None, 0
    span = span_of(quote, judged.name, judged.text) if is_substantial(quote) else None
    return span, int(span is None)


async def _graded(
    desk: PromptSession, criterion: Criterion, grades: int, texts: Mapping[str, str], judged: JudgedText
) -> Voted[CriterionLabels]:
    """The checks of a criterion by grade: the mean over samples of what is expected of each."""
    count = len(criterion.questions)
    form = Form(
        "criterion_grade",
        GradedChecksReply,
        {"checks": (count, count)},
        partial(_misgraded, grades),
        logprobs=True,
    )
    asked = [desk.answer(texts, form, {"grades": grades}, sample) for sample in range(desk.samples)]
    answers = [_given(one) for one in await asyncio.gather(*asked, return_exceptions=True)]
    expected = [_expected(answer, grades) for answer in answers]
    checks, dropped = [], 0
    for place, reply in enumerate(answers[0].value.checks):
        mean = sum(one[place] for one in expected) / len(expected)
        found, lost = _check_of_grade(criterion, judged, place, reply, (mean - 1) / (grades - 1))
        checks.append(found)
        dropped += lost
    return Voted(CriterionLabels(checks=tuple(checks), dropped_quotes=dropped), (1.0,) * count, dropped)


def _given(one: Answer[T] | BaseException) -> Answer[T]:
    """A reply, or its error once all replies are there, so that nothing is left under way."""
    if isinstance(one, BaseException):
        raise one
    return one


def _misgraded(grades: int, reply: GradedChecksReply) -> str | None:
    if wrong := _misnumbered(reply):
        return wrong
    outside = any(not 1 <= one.grade <= grades for one in reply.checks)
    return f"a grade is not from 1 to {grades}" if outside else None


def _check_of_grade(
    criterion: Criterion, judged: JudgedText, place: int, reply: GradedCheckReply, share: float
) -> tuple[CriterionCheck, int]:
    span, dropped = _located(reply, judged)
    falls = criterion.evidence == "required" and span is None
    degree = 0.0 if falls else round(share, 4)
    label = _LABELS[point_label(degree)]
    text = criterion.questions[place]
    return CriterionCheck(label=label, degree=degree, text=text, span=span, reason=reply.reason), dropped


def _expected(answer: Answer[GradedChecksReply], grades: int) -> list[float]:
    """The expected grade of each check; the plain grade where there are no probabilities."""
    plain = [one.grade for one in answer.value.checks]
    places = [found.start(1) for found in _GRADE.finditer(answer.text)]
    if answer.digits is None or len(places) != len(plain):
        return [float(grade) for grade in plain]
    return [
        expected_grade(answer.digits, place, grade, grades)
        for place, grade in zip(places, plain, strict=True)
    ]


def expected_grade(digits: Digits, place: int, grade: int, grades: int) -> float:
    """Return the mean of the grades that a model could have given, by their probability.

    >>> half = math.log(0.5)
    >>> expected_grade({9: {"4": half, "5": half, "7": half}}, 9, 4, 5)
    4.5
    >>> expected_grade({}, 9, 4, 5)
    4.0
    """
    found = {int(token): math.exp(value) for token, value in digits.get(place, {}).items()}
    valid = {one: weight for one, weight in found.items() if 1 <= one <= grades}
    total = sum(valid.values())
    return sum(one * weight for one, weight in valid.items()) / total if total else float(grade)
