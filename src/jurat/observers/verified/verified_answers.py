"""Answers to generated questions: values compared exactly, all else by the heads *answers* and *support*."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from jurat.nlp.doc import DocSentence
from jurat.observations import AnswerStatus
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.answer_search import (
    CLEARLY,
    SPOKEN_OF,
    FoundAnswer,
    match,
    spoken_of,
)
from jurat.observers.questions.cloze_questions import BLANK
from jurat.observers.questions.question_generation import GeneratedQuestion
from jurat.observers.verified.checked_claims import (
    CONTRADICTED_FROM,
    PARTIAL_FROM,
    SUPPORTED_FROM,
    CheckedClaim,
    SourceChecker,
    SourceText,
)
from jurat.verifier.claim_texts import ClaimText, lead_of
from jurat.verifier.retrieval import Unit
from jurat.verifier.verifier import Verifier

ANSWERS_FROM: Final = 0.5


@dataclass
class VerifiedAnswers:
    """Answers questions from a text: the fact that a question asks about is checked there as a claim."""

    verifier: Verifier
    _checkers: dict[str, SourceChecker] = field(default_factory=dict)

    def __call__(self, question: GeneratedQuestion, source: IndexedDoc, text: IndexedDoc) -> FoundAnswer:
        """Return how right a text answers a question that was made from another one."""
        checked = self._checker(text.text).check(_fact(question, source))
        deciding = checked.verdict.deciding
        near = _lines(text, [deciding] if deciding else [])
        read = _lines(text, checked.verdict.evidence)
        if not near or spoken_of(question, read) < SPOKEN_OF:
            return FoundAnswer("wrong")
        found = match(question, source, text, near)
        if found.status == "wrong":
            found = match(question, source, text, read)
        status = answer_status(
            found.status,
            checked.probability,
            checked.contradiction,
            is_value=question.kind != "words",
            says=self._says(question, text, near, found.status, checked),
            clearly=spoken_of(question, near) >= CLEARLY,
        )
        if found.is_placed or status == "wrong":
            return FoundAnswer(status, found.start, found.end)
        return FoundAnswer(status, near[0].start, near[0].end)

    def _checker(self, text: str) -> SourceChecker:
        """Return what checks claims against a text; that of the text before is kept."""
        if text not in self._checkers:
            self._checkers = dict([*self._checkers.items()][-1:])
            self._checkers[text] = SourceChecker(self.verifier, SourceText((text,), "text"))
        return self._checkers[text]

    def _says(
        self,
        question: GeneratedQuestion,
        text: IndexedDoc,
        near: list[DocSentence],
        matched: AnswerStatus,
        checked: CheckedClaim,
    ) -> bool:
        """Whether the nearest sentences answer a question; read only where support and words disagree."""
        sure = checked.probability >= SUPPORTED_FROM
        if BLANK in question.text or sure == (matched != "wrong"):
            return sure and matched != "wrong"
        stretch = text.text[near[0].start : near[-1].end]
        return self.verifier.answers(question.text, stretch)[1] >= ANSWERS_FROM


def answer_status(
    matched: AnswerStatus,
    supported: float,
    contradicted: float,
    *,
    is_value: bool = False,
    says: bool = False,
    clearly: bool = False,
) -> AnswerStatus:
    """Return how right an answer is.

    `matched` is how far the text has the expected answer; `supported` and `contradicted` are the
    probabilities of the whole fact; `says` tells whether the text answers the question, `clearly` whether it
    speaks of most of it. A number or date that the text does not have is wrong, one that it has is at least
    partly right unless the text contradicts the fact.

    >>> [answer_status("correct", chance, 0.1) for chance in (0.9, 0.6, 0.2)]
    ['correct', 'partial', 'wrong']
    >>> [answer_status("wrong", 0.9, 0.1, says=True, clearly=True, is_value=one) for one in (False, True)]
    ['correct', 'wrong']
    """
    sure, likely = supported >= SUPPORTED_FROM, supported >= PARTIAL_FROM
    if contradicted >= CONTRADICTED_FROM or (is_value and matched == "wrong"):
        return "wrong"
    if matched == "wrong":
        return "correct" if sure and says and clearly else "wrong"
    if sure or (matched == "correct" and says):
        return "correct"
    return "partial" if likely or says or (matched == "correct" and (clearly or is_value)) else "wrong"


def _fact(question: GeneratedQuestion, source: IndexedDoc) -> ClaimText:
    """Return what a question asks about as the statement it was made from."""
    start, end = question.words[0].token.start, question.words[-1].token.end
    index = question.line.index
    before = source.lines[index - 1] if index else None
    said = source.text[start:end]
    lead = lead_of(said, source.text[before.start : before.end]) if before else ""
    return ClaimText(0, len(said), said, lead)


def _lines(text: IndexedDoc, units: tuple[Unit, ...] | list[Unit]) -> list[DocSentence]:
    """Return the sentences of a text that some units of it are from."""
    return [
        line for line in text.lines if any(unit.start < line.end and line.start < unit.end for unit in units)
    ]
