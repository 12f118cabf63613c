"""What a model is asked to write: reason and evidence first, then the label; never a score.

Lengths and counts stand in the schema to keep a model short; a longer reason is no fault.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import WithJsonSchema

from jurat.llm.reply_parser import REPLY
from jurat.observations import (
    AnchorKind,
    AnswerStatus,
    CheckLabel,
    ClaimLabel,
    DeviationKind,
    DeviationSeverity,
    IssueKind,
    IssueSeverity,
    PointLabel,
    Tone,
)

FINDINGS = 8
"""How many additions, deviations or issues a model may list."""
Text = Annotated[str, WithJsonSchema({"type": "string", "maxLength": 200})]
Reason = Annotated[str, WithJsonSchema({"type": "string", "maxLength": 120})]
Quote = Annotated[str | None, WithJsonSchema({"type": "string", "maxLength": 160})]
Addition = Literal["words", "claim"]
Overlap = Literal["high", "some", "none"]
Support = Literal["supported", "unsupported"]
Grounding = Literal["supported", "partial", "unsupported", "contradicted"]
Answered = Literal["answered", "partly", "not"]
Declined = Literal["none", "justified", "unjustified"]
About = Literal["about", "beside", "other"]


@dataclass(frozen=True, slots=True)
class PointReply:
    """A key point of the article, and how far the summary covers it."""

    __pydantic_config__ = REPLY
    point: Text
    reason: Reason
    evidence: Quote
    label: PointLabel


@dataclass(frozen=True, slots=True)
class AddedReply:
    """Something in the summary that the article does not entail."""

    __pydantic_config__ = REPLY
    quote: Text
    reason: Reason
    kind: Addition


@dataclass(frozen=True, slots=True)
class CoverageReply:
    """Key points and additions."""

    __pydantic_config__ = REPLY
    key_points: tuple[PointReply, ...]
    added: tuple[AddedReply, ...]


@dataclass(frozen=True, slots=True)
class DeviationReply:
    """A place where the summary departs from the article."""

    __pydantic_config__ = REPLY
    quote: Quote
    evidence: Quote
    reason: Reason
    kind: DeviationKind
    severity: DeviationSeverity


@dataclass(frozen=True, slots=True)
class AlignmentReply:
    """The article's intent, stance and tone, and the summary's deviations."""

    __pydantic_config__ = REPLY
    intent: Text
    stance: Text
    tone: Text
    deviations: tuple[DeviationReply, ...]


@dataclass(frozen=True, slots=True)
class ClaimReply:
    """A claim of the summary, and whether the article supports it."""

    __pydantic_config__ = REPLY
    claim: Text
    reason: Reason
    evidence: Quote
    label: ClaimLabel


@dataclass(frozen=True, slots=True)
class HallucinationReply:
    """Claims."""

    __pydantic_config__ = REPLY
    claims: tuple[ClaimReply, ...]


@dataclass(frozen=True, slots=True)
class SegmentReply:
    """A numbered segment of the summary, and how far it keeps to the article's theme."""

    __pydantic_config__ = REPLY
    segment: int
    reason: Reason
    label: Overlap


@dataclass(frozen=True, slots=True)
class RelevanceReply:
    """The theme, and every segment."""

    __pydantic_config__ = REPLY
    theme: Text
    segments: tuple[SegmentReply, ...]


@dataclass(frozen=True, slots=True)
class IssueReply:
    """Wording that is biased, stereotyping, a slur or profane."""

    __pydantic_config__ = REPLY
    quote: Quote
    reason: Reason
    kind: IssueKind
    severity: IssueSeverity


@dataclass(frozen=True, slots=True)
class BiasToxicityReply:
    """Issues, and the tone."""

    __pydantic_config__ = REPLY
    issues: tuple[IssueReply, ...]
    reason: Reason
    tone: Tone


@dataclass(frozen=True, slots=True)
class QuestionReply:
    """A question and the answer that its own text gives."""

    __pydantic_config__ = REPLY
    fact: Text
    question: Text
    expected: Text


@dataclass(frozen=True, slots=True)
class QuestionsReply:
    """Questions."""

    __pydantic_config__ = REPLY
    questions: tuple[QuestionReply, ...]


@dataclass(frozen=True, slots=True)
class AnswerReply:
    """A question answered from the other text; none where it has no answer."""

    __pydantic_config__ = REPLY
    question: int
    evidence: Quote
    answer: Quote


@dataclass(frozen=True, slots=True)
class AnswersReply:
    """Answers."""

    __pydantic_config__ = REPLY
    answers: tuple[AnswerReply, ...]


@dataclass(frozen=True, slots=True)
class GradeReply:
    """Whether an answer says what was expected."""

    __pydantic_config__ = REPLY
    question: int
    reason: Reason
    status: AnswerStatus


@dataclass(frozen=True, slots=True)
class GradesReply:
    """Grades."""

    __pydantic_config__ = REPLY
    grades: tuple[GradeReply, ...]


@dataclass(frozen=True, slots=True)
class AnchorReply:
    """A checkable statement of a response, and whether the context supports it."""

    __pydantic_config__ = REPLY
    anchor: Text
    kind: AnchorKind
    reason: Reason
    evidence: Quote
    label: Support


@dataclass(frozen=True, slots=True)
class AnchorsReply:
    """Anchors."""

    __pydantic_config__ = REPLY
    anchors: tuple[AnchorReply, ...]


@dataclass(frozen=True, slots=True)
class ResponseClaimReply:
    """A claim of a response, and whether the context supports or contradicts it."""

    __pydantic_config__ = REPLY
    claim: Text
    reason: Reason
    evidence: Quote
    label: Grounding


@dataclass(frozen=True, slots=True)
class ResponseClaimsReply:
    """Claims of a response."""

    __pydantic_config__ = REPLY
    claims: tuple[ResponseClaimReply, ...]


@dataclass(frozen=True, slots=True)
class QueryPartReply:
    """A part of a query, and whether the response answers it."""

    __pydantic_config__ = REPLY
    part: Text
    reason: Reason
    evidence: Quote
    label: Answered


@dataclass(frozen=True, slots=True)
class QueryPartsReply:
    """The parts of a query, and whether the response declines to answer."""

    __pydantic_config__ = REPLY
    parts: tuple[QueryPartReply, ...]
    refusal: Declined


@dataclass(frozen=True, slots=True)
class AboutnessReply:
    """Whether a response is about what a query asks."""

    __pydantic_config__ = REPLY
    reason: Reason
    label: About


NO_QUOTE = frozenset({"", "none", "n/a", "null", "-"})


def quoted(quote: str | None) -> str | None:
    """A quote, or none where the model wrote that it has none.

    >>> quoted("N/A"), quoted(" four words of it ")
    (None, 'four words of it')
    """
    stripped = (quote or "").strip()
    return None if stripped.casefold() in NO_QUOTE else stripped


@dataclass(frozen=True, slots=True)
class CheckReply:
    """A numbered question of a criterion, and whether the judged text meets it."""

    __pydantic_config__ = REPLY
    number: int
    reason: Reason
    evidence: Quote
    label: CheckLabel


@dataclass(frozen=True, slots=True)
class ChecksReply:
    """Checks of one criterion."""

    __pydantic_config__ = REPLY
    checks: tuple[CheckReply, ...]


@dataclass(frozen=True, slots=True)
class GradedCheckReply:
    """A numbered question of a criterion, and the grade that the judged text gets for it."""

    __pydantic_config__ = REPLY
    number: int
    reason: Reason
    evidence: Quote
    grade: int


@dataclass(frozen=True, slots=True)
class GradedChecksReply:
    """Graded checks of one criterion."""

    __pydantic_config__ = REPLY
    checks: tuple[GradedCheckReply, ...]
