"""Question-answers: asked from one text, answered from the other alone, graded without either."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jurat.llm.model_protocol import Form
from jurat.nlp.tokens import count_tokens
from jurat.observations import AnswerStatus, QuestionAnswer
from jurat.observers.labels import EvidenceChecker
from jurat.observers.llm.prompt_session import PromptSession, clean_quote, in_sequence, numbered
from jurat.observers.llm.reply_schemas import (
    AnswerReply,
    AnswersReply,
    GradesReply,
    QuestionReply,
    QuestionsReply,
)
from jurat.observers.llm.votes import Voted, settle
from jurat.scoring.label_limits import LONGEST_QUOTE, QUESTIONS, SHORTEST_QUOTE

STATUS_WORST_FIRST: tuple[AnswerStatus, ...] = ("wrong", "partial", "correct")
NO_ANSWER = "(no answer)"


@dataclass(frozen=True, slots=True)
class Texts:
    """The text that questions are made from, and the text that answers them, by name."""

    asking: str
    answering: str
    source: str


async def question_answers(desk: PromptSession, texts: Texts) -> Voted[tuple[QuestionAnswer, ...]]:
    """Up to six question-answers with their evidence looked up in the text that answers."""
    asked = await desk.ask(
        {"text": texts.asking},
        Form("questions", QuestionsReply, {"questions": (1, QUESTIONS)}),
        {"questions": QUESTIONS},
    )
    questions = asked.questions
    answers = await _answers(desk, questions, texts)
    statuses, shares = await _grades(desk, questions, answers)
    dropped = 0
    judged = []
    for question, answer, status in zip(questions, answers, statuses, strict=True):
        made, lost = _verified(question, answer, status, texts)
        judged.append(made)
        dropped += lost
    return Voted(tuple(judged), tuple(shares), dropped)


async def _answers(
    desk: PromptSession, questions: Sequence[QuestionReply], texts: Texts
) -> Sequence[AnswerReply]:
    count = len(questions)
    form = Form(
        "answers",
        AnswersReply,
        {"answers": (count, count)},
        check=lambda reply: in_sequence([one.question for one in reply.answers], "answers"),
    )
    shown = {"questions": numbered([one.question for one in questions]), "text": texts.answering}
    return (await desk.ask(shown, form, {"questions": count})).answers


async def _grades(
    desk: PromptSession, questions: Sequence[QuestionReply], answers: Sequence[AnswerReply]
) -> tuple[list[AnswerStatus], list[float]]:
    """Whether each answer says what was expected, by the majority of the samples."""
    count = len(questions)
    form = Form(
        "grades",
        GradesReply,
        {"grades": (count, count)},
        check=lambda reply: in_sequence([one.question for one in reply.grades], "grades"),
    )
    pairs = [
        f"{question.question} | expected: {question.expected} | given: {given}"
        for question, given in zip(questions, _given(answers), strict=True)
    ]
    texts = {"answers": numbered(pairs)}
    first = await desk.ask(texts, form, {"questions": count})
    replies = await desk.again(first, texts, form, {"questions": count})
    samples: list[list[AnswerStatus]] = [[one.status for one in reply.grades] for reply in replies]
    return settle(samples, lambda status: status, STATUS_WORST_FIRST)


def _given(answers: Sequence[AnswerReply]) -> list[str]:
    return [clean_quote(answer.answer) or NO_ANSWER for answer in answers]


def _verified(
    question: QuestionReply, answer: AnswerReply, status: AnswerStatus, texts: Texts
) -> tuple[QuestionAnswer, int]:
    """A question-answer whose evidence stands in the text and has a fit length, or else is wrong."""
    given, evidence = clean_quote(answer.answer), clean_quote(answer.evidence)
    dropped = 0
    if evidence and not _fit(evidence, texts.answering):
        evidence, dropped = None, 1
    made = QuestionAnswer(
        question=question.question,
        expected=question.expected,
        answer=given,
        evidence=evidence,
        status=status if given else "wrong",
    )
    verifier = EvidenceChecker.of_model({texts.source: [texts.answering]})
    checked, lost = verifier.checked(made, texts.source, status="wrong")
    return checked, dropped + lost


def _fit(evidence: str, text: str) -> bool:
    """Whether evidence is 4 to 12 words long, or as much as a shorter text allows.

    >>> _fit("two words", "a longer text of many words"), _fit("two words", "two words")
    (False, True)
    """
    return min(SHORTEST_QUOTE, count_tokens(text)) <= count_tokens(evidence) <= LONGEST_QUOTE
