"""Thresholds of the summary judges' verdicts: fitted on one half of people's labels, reported on the other.

    python -m bench.summary_verdicts [--rows 150]

FAIL is compared with what people call inconsistent, by balanced accuracy, averaged over data sets and judges.
The sets of AggreFact state no licence: they are only reported.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bench.ragtruth import Half
from bench.summaries import FAITHFULNESS, JUDGES, balanced_accuracy, judged, rows, table
from jurat.observations import Claim, Hallucination
from jurat.options import THRESHOLDS, Threshold
from jurat.outcomes import Result, Score
from jurat.scoring.summary_verdict import TOP, verdict_of

FITTED = ("FRANK", "XSumFaith", "SummEdits", "SummEval")
MEASURED = ("AggreFact CNN/DM", "AggreFact XSum")
UNSUPPORTED = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
SHARES = tuple(step / 20 for step in range(19))


@dataclass(frozen=True, slots=True)
class Judged:
    """What decides a verdict, and whether people call the summary consistent."""

    claims: tuple[Claim, ...]
    share: Fraction | None
    good: bool

    def verdict(self, limits: Mapping[Threshold, float]) -> str:
        """Return the verdict under some thresholds."""
        return verdict_of(self.claims, self.share, limits)[0]


Group = tuple[str, str, list[Judged]]


def groups(half: Half, names: Sequence[str], most: int) -> Iterator[Group]:
    """Yield the judged rows of each data set by each judge, thinned evenly."""
    for label, file, fits, is_good in FAITHFULNESS:
        if label in names:
            given = [row for row in rows(file, half) if fits(row)]
            given = given[:: max(1, -(-len(given) // most))]
            for name in JUDGES:
                results = zip(given, judged(name, given), strict=True)
                yield label, name, [_judged(result, good=is_good(row)) for row, result in results]


def _judged(result: Result, *, good: bool) -> Judged:
    score = result["hallucination"]
    details = score.details if isinstance(score, Score) else None
    claims = details.claims if isinstance(details, Hallucination) else None
    share = None if result.overall is None else Fraction(str(result.overall)) / TOP
    return Judged(claims or (), share, good)


def accuracy(
    found: Sequence[Group], limits: Mapping[Threshold, float], passing: Callable[[str], bool]
) -> float:
    """Return the mean balanced accuracy over data sets and judges."""
    each = [
        balanced_accuracy([passing(row.verdict(limits)) for row in group], [row.good for row in group])
        for _, _, group in found
    ]
    return sum(each) / len(each)


def not_failed(verdict: str) -> bool:
    """Whether a verdict is PASS or WARN."""
    return verdict != "FAIL"


def passed(verdict: str) -> bool:
    """Whether a verdict is PASS."""
    return verdict == "PASS"


def fit(found: Sequence[Group]) -> dict[Threshold, float]:
    """Return the thresholds with the best balanced accuracy: of FAIL first, then of anything but PASS.

    Of equally good ones the first, that is the strictest about claims and the most lenient about the overall.
    """
    pairs = [(claims, share) for claims in UNSUPPORTED for share in SHARES]
    claims, low = max(pairs, key=lambda pair: accuracy(found, _limits(pair[0], pair[1], pair[1]), not_failed))
    warns = [share for share in SHARES if share >= low]
    warn = max(warns, key=lambda share: accuracy(found, _limits(claims, low, share), passed))
    return _limits(claims, low, warn)


def _limits(unsupported: float, fail: float, warn: float) -> dict[Threshold, float]:
    return {"summary_unsupported": unsupported, "summary_fail": fail, "summary_warn": warn}


def lines(found: Sequence[Group], limits: Mapping[Threshold, float]) -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table: how many bad and good summaries get FAIL, or anything but PASS."""
    yield (
        "set",
        "judge",
        "rows",
        "bal. acc. FAIL",
        "bal. acc. not PASS",
        "inconsistent FAIL",
        "consistent FAIL",
    )
    for label, name, group in found:
        verdicts = [row.verdict(limits) for row in group]
        cells = [
            f"{balanced_accuracy(list(map(call, verdicts)), [row.good for row in group]):.3f}"
            for call in (not_failed, passed)
        ]
        for wanted in (False, True):
            own = [verdict for verdict, row in zip(verdicts, group, strict=True) if row.good is wanted]
            cells.append(f"{own.count('FAIL')} of {len(own)}")
        yield (label, name, str(len(group)), *cells)


def main() -> None:
    """Fit on the dev half, print the choice beside the defaults, and both on the report half."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=150, help="rows of each data set and half")
    most = parser.parse_args().rows
    dev = list(groups("dev", FITTED, most))
    chosen = fit(dev)
    defaults = {name: THRESHOLDS[name] for name in chosen}
    for label, limits in (("fitted", chosen), ("default", defaults)):
        figures = [accuracy(dev, limits, call) for call in (not_failed, passed)]
        print(f"{label} {limits}: dev, FAIL {figures[0]:.3f}, not PASS {figures[1]:.3f}", flush=True)
    report = list(groups("report", (*FITTED, *MEASURED), most))
    table(lines(report, defaults))


if __name__ == "__main__":
    main()
