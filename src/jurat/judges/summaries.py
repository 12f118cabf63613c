"""The judges of summaries: Twin-Lock, Judge-Lock and Judge-Lock Ultra, alike but for limits and rules."""

from __future__ import annotations

from functools import partial

from jurat.cases import SummaryCase
from jurat.judges.judge import Judge
from jurat.judges.observing import Observing, summary_observer
from jurat.judges.scoring import score_summary
from jurat.observations import SummaryObservations
from jurat.options import Options
from jurat.rules.summary import METRICS, check_weights

OPTIONS = ("strict_partial", "overlap", "weights")
SummaryJudge = Judge[SummaryCase, SummaryObservations]


def twin_lock(options: Options, *, observer: str | Observing = "rules") -> SummaryJudge:
    """Coverage, alignment, hallucination, relevance and bias-toxicity of a summary."""
    return _judge("twin-lock", options, observer)


def judge_lock(options: Options, *, observer: str | Observing = "rules") -> SummaryJudge:
    """The same, stricter, with question-answer checks."""
    return _judge("judge-lock", options, observer)


def judge_lock_ultra(options: Options, *, observer: str | Observing = "rules") -> SummaryJudge:
    """The same as Judge-Lock, with a probability, calibrated on human labels, for every claim."""
    return _judge("judge-lock-ultra", options, observer)


def _judge(name: str, options: Options, observer: str | Observing) -> SummaryJudge:
    check_weights(options.held_to(name, OPTIONS).weights)
    return Judge(
        name=name,
        case_type=SummaryCase,
        metrics=METRICS,
        observer=summary_observer(observer, name, options),
        score=partial(score_summary, name),
        options=options,
    )
