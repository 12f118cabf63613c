"""How the verifier and the rules' own probabilities are weighed together for the claims of summaries.

Fitted on the halves of summary benchmarks that nothing is reported on, and to articles the verifier was not trained on.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from jurat.cases import SummaryCase
from jurat.observers.summaries.summary_observer import observe
from jurat.observers.verified.verified_labels import summary_claims
from jurat.options import Options
from jurat.scoring.label_limits import JUDGE_LOCK
from jurat.verifier.verifier import Verifier
from training.calibrate import MOST, SETS, is_good, rows

Floats = NDArray[np.float64]


def combination(verifier: Verifier) -> list[float]:
    """Return the weights of the verifier's and the rules' log odds, and a constant."""
    sets = [list(_measured(name, verifier)) for name in (*SETS, "ragtruth")]

    def loss(given: Floats) -> float:
        if given[:2].min() < 0:
            return 1e3
        return float(np.mean([np.mean([_surprise(given, *row) for row in rows]) for rows in sets]))

    found = minimize(loss, np.array([0.7, 0.5, 0.0]), method="Nelder-Mead", options={"maxiter": 400}).x
    return [round(float(one), 4) for one in found]


def _surprise(given: Floats, claims: Floats, good: bool) -> float:
    """Return how surprising a label is if the least supported claim decides."""
    least = float((claims @ given).min())
    return float(np.logaddexp(0, -least if good else least))


def _measured(name: str, verifier: Verifier) -> Iterator[tuple[Floats, bool]]:
    """Yield both log odds, and 1, of each claim of a summary, with whether people call it consistent."""
    found = [row for row in rows(name) if row["task"] == "summary" or name != "ragtruth"]
    for row in found[:: max(1, len(found) // MOST)]:
        case = SummaryCase(article=row["source"], summary=row["output"])
        (seen,) = observe([case], JUDGE_LOCK, Options(), weighed=True)
        by_rules = seen.hallucination.claims if seen.hallucination else None
        if not by_rules:
            continue
        alone = summary_claims(case, verifier)
        rules = [
            min((one.probability or 0.0 for one in by_rules if _overlap(one, claim)), default=0.9)
            for claim in alone
        ]
        odds = [
            (_logit(claim.probability or 0.0), _logit(other), 1.0)
            for claim, other in zip(alone, rules, strict=True)
        ]
        yield np.array(odds), is_good(name, row)


def _overlap(one: object, other: object) -> bool:
    mine, theirs = getattr(one, "span", None), getattr(other, "span", None)
    return mine is not None and theirs is not None and mine.start < theirs.end and theirs.start < mine.end


def _logit(chance: float) -> float:
    bounded = min(max(chance, 0.001), 0.999)
    return log(bounded / (1 - bounded))
