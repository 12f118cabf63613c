"""Judge-Lock Ultra: Judge-Lock with a probability, calibrated on human labels, for every claim."""

from __future__ import annotations

from functools import partial

from jurat.cases import SummaryCase
from jurat.judges.judge import Judge
from jurat.judges.observing import Observing, summary_observer
from jurat.judges.scoring import score_summary
from jurat.observations import SummaryObservations
from jurat.options import Options
from jurat.rules.summary import METRICS

NAME = "judge-lock-ultra"


def judge_lock_ultra(
    options: Options, *, observer: str | Observing = "rules"
) -> Judge[SummaryCase, SummaryObservations]:
    """Coverage, alignment, hallucination, relevance and bias-toxicity of a summary, claims weighed."""
    return Judge(
        name=NAME,
        case_type=SummaryCase,
        metrics=METRICS,
        observer=summary_observer(observer, NAME, options),
        score=partial(score_summary, NAME),
        options=options,
    )
