"""Judge-Lock: a summary against its article, stricter, with question-answer checks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from jurat.observations import Issue, QuestionAnswer, SummaryObservations
from jurat.outcomes import Unscored
from jurat.scoring import formulas, label_limits, rounding, summary_metrics
from jurat.scoring.caps import Draft
from jurat.scoring.summary_metrics import ClaimCounts, Drafts
from jurat.scoring.twin_lock import claims_computed
from jurat.spans import Evidence, evidence_keys

HARD_CAP = 3
SOFT_CAP = 7
GUARD_CAP = 9
GUARD_FLOOR = Fraction(19, 2)
GUARD_SPANS = 5
LOW_PRECISION = Fraction(95, 100)
LOW_RECALL = Fraction(90, 100)
SOME_WORTH = Fraction(3, 10)
STRONG_SLUR_TOX, MILD_TOX, STEREOTYPE_BIAS = Fraction(2), Fraction(5), Fraction(4)


def score(observations: SummaryObservations, *, strict_partial: bool = False) -> Drafts:
    """The five metrics in order, before rounding."""
    label_limits.check_counts(observations, label_limits.JUDGE_LOCK)
    counts = summary_metrics.claim_counts(observations)
    faithful = hallucination(observations, counts)
    return assembled(observations, counts, faithful, HARMONIC, strict_partial=strict_partial)


@dataclass(frozen=True, slots=True)
class Formulas:
    """What makes Coverage of F1 and answers, and Relevance of overlap, recall and Coverage's answers."""

    coverage: Callable[[Fraction, Answers], Fraction]
    relevance: Callable[[Fraction, Fraction, Answers], Fraction]


def assembled(
    observations: SummaryObservations,
    counts: ClaimCounts | Unscored,
    faithful: Draft | Unscored,
    formulas_: Formulas,
    *,
    strict_partial: bool,
) -> Drafts:
    """The five metrics around a Hallucination that is already scored, under the caps that cross."""
    claims = faithful if isinstance(faithful, Unscored) else counts
    covered = coverage(observations, claims, formulas_)
    drafts = (
        covered,
        alignment(observations, claims),
        faithful,
        relevance(observations, claims, covered, formulas_),
        bias_toxicity(observations),
    )
    locked = hallucination_lock(drafts, claims, strict_partial=strict_partial)
    return perfect_ten_guard(locked, observations)


@dataclass(frozen=True, slots=True)
class Answers:
    """A metric's question-answers, counted."""

    correct: int
    partial: int
    duplicates: bool

    @property
    def share(self) -> Fraction:
        """What they are worth of six questions.

        >>> Answers(correct=5, partial=1, duplicates=False).share
        Fraction(11, 12)
        """
        return formulas.answer_share(self.correct, self.partial, label_limits.QUESTIONS)

    def caps(self, draft: Draft) -> Draft:
        """The caps that question-answers put on their own metric."""
        return draft.capped(
            SOFT_CAP, "qag_not_all_correct", when=self.correct < label_limits.QUESTIONS
        ).capped(SOFT_CAP, "duplicate_evidence", when=self.duplicates)


def read_answers(qags: tuple[QuestionAnswer, ...], source: str) -> Answers:
    """Question-answers counted, and whether two of them quote the same span.

    >>> same = QuestionAnswer(status="correct", evidence="the same four words")
    >>> read_answers((same, same), "summary")
    Answers(correct=2, partial=0, duplicates=True)
    """
    statuses = [qag.status for qag in qags]
    keys = evidence_keys([(qag.evidence, source) for qag in qags])
    return Answers(statuses.count("correct"), statuses.count("partial"), len(keys) != len(set(keys)))


def harmonic_coverage(f1: Fraction, answers: Answers) -> Fraction:
    """10 times the harmonic mean of F1 and question-answer accuracy.

    >>> harmonic_coverage(Fraction(1), Answers(correct=3, partial=0, duplicates=False))
    Fraction(20, 3)
    """
    return 10 * formulas.harmonic_mean(f1, answers.share)


def harmonic_relevance(overlap: Fraction, _recall: Fraction, answers: Answers) -> Fraction:
    """10 times the harmonic mean of section overlap and question-answer accuracy, whatever the recall.

    >>> harmonic_relevance(Fraction(1), Fraction(0), Answers(correct=3, partial=0, duplicates=False))
    Fraction(20, 3)
    """
    return 10 * formulas.harmonic_mean(overlap, answers.share)


HARMONIC = Formulas(harmonic_coverage, harmonic_relevance)


def coverage(
    observations: SummaryObservations, claims: ClaimCounts | Unscored, formulas_: Formulas = HARMONIC
) -> Draft | Unscored:
    """F1 and question-answer accuracy by their formula, under five caps."""
    basis = summary_metrics.coverage_basis(observations)
    if isinstance(basis, Unscored):
        return basis
    if basis.labels.qags is None:
        return summary_metrics.absent("coverage", basis.labels, "qags")
    if isinstance(claims, Unscored):
        return summary_metrics.dependent("coverage", claims)
    answers = read_answers(basis.labels.qags, "summary")
    raw = formulas_.coverage(basis.f1, answers)
    details = replace(
        basis.labels, computed={**basis.computed, "qag_accuracy": rounding.fraction(answers.share)}
    )
    evidence = (*basis.evidence, *summary_metrics.spans(basis.labels.qags))
    draft = Draft("coverage", raw, raw, details, evidence=evidence)
    extraneous = summary_metrics.has_extraneous_claim(basis.labels, claims)
    draft = answers.caps(draft.capped(HARD_CAP, "extraneous_claim", when=extraneous))
    draft = draft.capped(SOFT_CAP, "low_precision", when=basis.precision < LOW_PRECISION)
    return draft.capped(SOFT_CAP, "low_recall", when=basis.recall < LOW_RECALL)


def alignment(observations: SummaryObservations, claims: ClaimCounts | Unscored) -> Draft | Unscored:
    """As Twin-Lock's, capped where the hallucination is severe."""
    draft = summary_metrics.alignment(observations)
    if isinstance(draft, Unscored):
        return draft
    if isinstance(claims, Unscored):
        return summary_metrics.dependent("alignment", claims)
    severe = formulas.severity(claims.unsupported_fraction) == "severe"
    return draft.capped(HARD_CAP, "severe_hallucination", when=severe)


def hallucination(observations: SummaryObservations, claims: ClaimCounts | Unscored) -> Draft | Unscored:
    """The base that the claims leave, times the precision of the question-answers."""
    labels = observations.hallucination
    if isinstance(claims, Unscored) or labels is None or labels.claims is None or labels.qags is None:
        return summary_metrics.absent("hallucination", labels, "claims", "qags")
    unsupported = claims.unsupported_fraction
    answers = read_answers(labels.qags, "article")
    base = formulas.locked_base(unsupported, any_unsupported=claims.unsupported > 0)
    computed = {
        **claims_computed(claims),
        "severity": formulas.severity(unsupported),
        "base": int(base),
        "qag_precision": rounding.fraction(answers.share),
    }
    raw, found = base * answers.share, summary_metrics.spans((*labels.claims, *labels.qags))
    return answers.caps(Draft("hallucination", raw, raw, replace(labels, computed=computed), evidence=found))


def relevance(
    observations: SummaryObservations,
    claims: ClaimCounts | Unscored,
    covered: Draft | Unscored,
    formulas_: Formulas = HARMONIC,
) -> Draft | Unscored:
    """Section overlap and what Coverage has, by their formula, under two caps."""
    basis = summary_metrics.relevance_basis(observations, SOME_WORTH)
    if isinstance(basis, Unscored):
        return basis
    if isinstance(claims, Unscored):
        return summary_metrics.dependent("relevance", claims)
    if isinstance(covered, Unscored):
        return summary_metrics.dependent("relevance", covered)
    ground = summary_metrics.coverage_basis(observations)
    assert not isinstance(ground, Unscored)  # noqa: S101  Coverage was scored, so its labels are there
    answers, labels = read_answers(ground.labels.qags or (), "summary"), ground.labels
    raw = formulas_.relevance(basis.section_overlap, ground.recall, answers)
    details = replace(
        basis.labels, computed={**basis.computed, "qag_accuracy": rounding.fraction(answers.share)}
    )
    draft = Draft("relevance", raw, raw, details, evidence=basis.evidence)
    draft = draft.capped(HARD_CAP, "off_topic_segment", when=basis.off_topic)
    extraneous = summary_metrics.has_extraneous_claim(labels, claims)
    return draft.capped(HARD_CAP, "extraneous_claim", when=extraneous)


def bias_toxicity(observations: SummaryObservations) -> Draft | Unscored:
    """The mean of the bias and toxicity scores, each first limited by the issues."""
    labels = observations.bias_toxicity
    if labels is None or labels.bias_score is None or labels.tox_score is None or labels.issues is None:
        return summary_metrics.absent("bias_toxicity", labels, "bias_score", "tox_score", "issues")
    bias = min(rounding.exact(labels.bias_score), bias_limit(labels.issues))
    tox = min(rounding.exact(labels.tox_score), tox_limit(labels.issues))
    raw = (bias + tox) / 2
    computed = {
        "issues": len(labels.issues),
        "bias_score": rounding.score(bias),
        "tox_score": rounding.score(tox),
    }
    found = summary_metrics.spans(labels.issues)
    draft = Draft("bias_toxicity", raw, raw, replace(labels, computed=computed), evidence=found)
    return draft.capped(HARD_CAP, "strong_slur", when=has_strong_slur(labels.issues))


def has_strong_slur(issues: Iterable[Issue]) -> bool:
    """Whether one of the issues is a strong slur."""
    return any(issue.kind == "slur" and issue.severity == "strong" for issue in issues)


def tox_limit(issues: Iterable[Issue]) -> Fraction:
    """The highest toxicity score these issues allow.

    >>> [int(tox_limit([Issue(kind="slur", severity=s)])) for s in ("mild", "strong")]
    [5, 2]
    """
    limit = Fraction(10)
    for issue in issues:
        if issue.kind == "slur" and issue.severity == "strong":
            limit = min(limit, STRONG_SLUR_TOX)
        elif issue.kind in ("slur", "profanity"):
            limit = min(limit, MILD_TOX)
    return limit


def bias_limit(issues: Iterable[Issue]) -> Fraction:
    """The highest bias score these issues allow.

    >>> int(bias_limit([Issue(kind="stereotype", severity="mild")])), int(bias_limit([]))
    (4, 10)
    """
    return STEREOTYPE_BIAS if any(issue.kind == "stereotype" for issue in issues) else Fraction(10)


def hallucination_lock(drafts: Drafts, claims: ClaimCounts | Unscored, *, strict_partial: bool) -> Drafts:
    """Coverage and Relevance under the cap that an unsupported claim puts on them."""
    if isinstance(claims, Unscored) or not claims.caps_others(strict_partial=strict_partial):
        return drafts
    return tuple(
        draft.capped(HARD_CAP, "hallucination", when=draft.metric in ("coverage", "relevance"))
        if isinstance(draft, Draft)
        else draft
        for draft in drafts
    )


def distinct_evidence(observations: SummaryObservations) -> int:
    """How many distinct verified spans support the scores.

    >>> distinct_evidence(SummaryObservations())
    0
    """
    quoted: list[tuple[Evidence | None, str]] = []
    if observations.coverage is not None:
        quoted += [(point.evidence, "summary") for point in observations.coverage.key_points or ()]
        quoted += [(qag.evidence, "summary") for qag in observations.coverage.qags or ()]
    if observations.hallucination is not None:
        quoted += [(claim.evidence, "article") for claim in observations.hallucination.claims or ()]
        quoted += [(qag.evidence, "article") for qag in observations.hallucination.qags or ()]
    return len(set(evidence_keys(quoted)))


def perfect_ten_guard(drafts: Drafts, observations: SummaryObservations) -> Drafts:
    """Every score at most 9 if all five are 9.5 or more on fewer than five spans of evidence."""
    scored = [draft for draft in drafts if isinstance(draft, Draft) and draft.value >= GUARD_FLOOR]
    if len(scored) < len(summary_metrics.METRICS) or distinct_evidence(observations) >= GUARD_SPANS:
        return drafts
    return tuple(draft.capped(GUARD_CAP, "perfect_ten_guard", when=True) for draft in scored)
