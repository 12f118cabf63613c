"""What observers write down, and the labels on the wire: one frozen dataclass per metric.

The same types serve the rules (which read them), observers (which write them), ``jurat score`` (which
reads them from files) and results (whose details hold them), so a result can be fed back and scored again.

``None`` means *absent*: nobody looked. An empty list means somebody looked and found nothing.
``unscored`` says why an observer could not write a metric's labels down.
``agreement`` is the share of a model's samples behind each label, where it was asked more than once; in the
order of the fields, so that Bias-Toxicity's begins with the tone.
``computed`` is written by the rules into a result's details and ignored when labels are read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from annotated_types import Ge, Interval

from jurat.spans import Evidence, Span

Fraction01 = Annotated[float, Interval(ge=0, le=1)]
Score010 = Annotated[float, Interval(ge=0, le=10)]
Count = Annotated[int, Ge(0)]
Computed = Mapping[str, Any]
Agreement = tuple[Fraction01, ...]

PointLabel = Literal["fully", "partial", "not"]
ClaimLabel = Literal["supported", "partial", "unsupported"]
AnswerStatus = Literal["correct", "partial", "wrong"]
DeviationKind = Literal["meaning", "tone", "focus"]
DeviationSeverity = Literal["mild", "severe"]
Tone = Literal["neutral", "subjective", "hostile", "unclear"]
IssueKind = Literal["bias", "stereotype", "slur", "profanity"]
IssueSeverity = Literal["mild", "strong"]
AnchorKind = Literal["number", "date", "claim"]
PartOrigin = Literal["query", "reference"]
Refusal = Literal["justified", "unjustified"]
Ballot = Literal["yes", "no", "abstain"]
CheckLabel = Literal["met", "partial", "not_met"]
PassageLabel = Literal["relevant", "irrelevant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyPoint:
    """An essential point of the article and how far the summary covers it."""

    label: PointLabel
    text: str = ""
    span: Span | None = None
    evidence: Evidence | None = None
    covered: Fraction01 | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ExtraneousClaim:
    """A whole statement of the summary that the article does not entail."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswer:
    """A question made from one text, answered from the other alone."""

    status: AnswerStatus
    question: str = ""
    answer: str | None = None
    expected: str | None = None
    span: Span | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """A place where the summary departs from the article's meaning, tone or focus."""

    kind: DeviationKind
    severity: DeviationSeverity
    text: str | None = None
    reason: str | None = None
    span: Span | None = None
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A consequential statement of the summary and whether the article supports it."""

    label: ClaimLabel
    text: str = ""
    span: Span | None = None
    evidence: Evidence | None = None
    reason: str | None = None
    error: str | None = None
    probability: Fraction01 | None = None
    contradiction: Fraction01 | None = None
    nearest: Evidence | None = None
    faults: tuple[Span, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Segment:
    """A stretch of the summary and the share of it that is about the article."""

    overlap: Fraction01
    text: str = ""
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Issue:
    """Wording that is biased, stereotyping, a slur or profane."""

    kind: IssueKind
    severity: IssueSeverity
    text: str | None = None
    reason: str | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchor:
    """A checkable statement of a response: a number, a date or a claim."""

    kind: AnchorKind
    supported: bool
    text: str = ""
    span: Span | None = None
    evidence: Evidence | None = None
    reason: str | None = None
    nearest: Evidence | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """How much of the article the summary covers, and what it adds."""

    key_points: tuple[KeyPoint, ...] | None = None
    extraneous_tokens: Count | None = None
    summary_tokens: Count | None = None
    extraneous_claims: tuple[ExtraneousClaim | str, ...] | None = None
    qags: tuple[QuestionAnswer, ...] | None = None
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Alignment:
    """The article's intent, stance and tone, and where the summary departs from them."""

    intent: str | None = None
    stance: str | None = None
    tone: str | None = None
    deviations: tuple[Deviation, ...] | None = None
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hallucination:
    """The summary's consequential claims, and questions made from them."""

    claims: tuple[Claim, ...] | None = None
    qags: tuple[QuestionAnswer, ...] | None = None
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """The article's theme and how far each segment of the summary keeps to it."""

    theme: str | None = None
    segments: tuple[Segment, ...] | None = None
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BiasToxicity:
    """The summary's tone and issues, with the scores they led to; 10 is clean."""

    tone: Tone | None = None
    issues: tuple[Issue, ...] | None = None
    bias_score: Score010 | None = None
    tox_score: Score010 | None = None
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SummaryObservations:
    """All that was observed of a summary and its article."""

    coverage: Coverage | None = None
    alignment: Alignment | None = None
    hallucination: Hallucination | None = None
    relevance: Relevance | None = None
    bias_toxicity: BiasToxicity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseRelevance:
    """How near the response is to the query; no cosine where only stop words are left."""

    cosine: Fraction01 | None = None
    jaccard: Fraction01 | None = None
    answer: Fraction01 | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Completeness:
    """The query's keywords, and which of them the response takes up."""

    keywords: tuple[str, ...] | None = None
    found: tuple[str, ...] | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Anchors:
    """The response's anchors, and the share of its words that occur in the context."""

    anchors: tuple[Anchor, ...] | None = None
    overlap: Fraction01 | None = None
    no_context: bool = False
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseObservations:
    """All that was observed of a response, its query and its context."""

    relevance: ResponseRelevance | None = None
    completeness: Completeness | None = None
    hallucination: Anchors | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Aboutness:
    """The probability that the response is about what the query asks."""

    about: Fraction01 | None = None
    reason: str | None = None
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryPart:
    """A part of what is asked, the probability that the response answers it, and the text that does."""

    answered: Fraction01
    text: str = ""
    origin: PartOrigin = "query"
    evidence: Evidence | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QueryParts:
    """The parts of a query, and whether the response refuses to answer, rightly or not."""

    parts: tuple[QueryPart, ...] | None = None
    refusal: Refusal | None = None
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseClaims:
    """The response's claims, each with the probability that the context supports it."""

    claims: tuple[Claim, ...] | None = None
    no_context: bool = False
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedObservations:
    """All that a reader for meaning observed of a response, its query and its context."""

    relevance: Aboutness | None = None
    completeness: QueryParts | None = None
    hallucination: ResponseClaims | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievedPassage:
    """A retrieved passage, and whether it supports a claim of the reference, or else of the response."""

    label: PassageLabel
    text: str = ""
    evidence: Evidence | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedPassages:
    """The retrieved passages in the order of their rank."""

    passages: tuple[RetrievedPassage, ...] | None = None
    no_context: bool = False
    dropped_quotes: Count = 0
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedClaims:
    """The claims of the reference answer, and whether the retrieved passages support each."""

    claims: tuple[Claim, ...] | None = None
    no_context: bool = False
    dropped_quotes: Count = 0
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedClaims:
    """The claims that the response states and those of the reference, each checked by the other text."""

    stated: tuple[Claim, ...] | None = None
    wanted: tuple[Claim, ...] | None = None
    dropped_quotes: Count = 0
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentence:
    """A sentence with citations such as [1], and whether the passages that it cites support it.

    `cites` holds the numbers as they are written, from 1.
    """

    label: ClaimLabel
    cites: tuple[Count, ...] = ()
    text: str = ""
    span: Span | None = None
    evidence: Evidence | None = None
    nearest: Evidence | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedSentences:
    """The sentences of the response that cite passages."""

    sentences: tuple[CitedSentence, ...] | None = None
    no_context: bool = False
    dropped_quotes: Count = 0
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalObservations:
    """All that was observed of retrieved passages, a response and its reference."""

    context_precision: RankedPassages | None = None
    context_recall: WantedClaims | None = None
    answer_correctness: ComparedClaims | None = None
    citation_support: CitedSentences | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionCheck:
    """One check of a criterion: what was asked, whether it is met, and where in the judged text.

    `degree` is how far it is met, where an observer measures it; it counts instead of the label.
    """

    label: CheckLabel
    text: str = ""
    degree: Fraction01 | None = None
    span: Span | None = None
    evidence: Evidence | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CriterionLabels:
    """The checks of one criterion."""

    checks: tuple[CriterionCheck, ...] | None = None
    dropped_quotes: Count = 0
    agreement: Agreement | None = None
    unscored: str | None = None
    computed: Computed | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyFinding:
    """Why a candidate failed the safety gate: the pattern and where it stands."""

    pattern: str
    span: Span | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstRound:
    """What a reviewer gave before it saw the others' scores; `failed` is why it could not revise them.

    A reviewer that failed holds its first scores in the review itself, and none here.
    """

    evaluations: Mapping[str, Mapping[str, Any]] | None = None
    holistic: Mapping[str, Any] | None = None
    failed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One reviewer's scores of the candidates: by dimension, holistic, and the order it stated.

    After a second round these are the revised scores, which count; `first_round` holds those before.
    """

    reviewer: str
    evaluations: Mapping[str, Mapping[str, Any]] | None = None
    holistic: Mapping[str, Any] | None = None
    ranking: tuple[str, ...] | None = None
    shown: tuple[str, ...] | None = None
    first_round: FirstRound | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """One reviewer's vote on a yes/no question, how sure it is, and why."""

    reviewer: str
    vote: Ballot
    confidence: Fraction01 | None = None
    reason: str | None = None
