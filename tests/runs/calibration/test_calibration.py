"""Calibration: thresholds move to known places, gains are measured on rows held out, chance is refused."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import jurat
from jurat.errors import InputError, OptionError
from jurat.judges.claim_lock import score_response
from jurat.judges.claim_lock_ultra import score_verified
from jurat.observations import (
    Aboutness,
    Anchor,
    Anchors,
    Claim,
    Completeness,
    QueryPart,
    QueryParts,
    ResponseClaims,
    ResponseObservations,
    ResponseRelevance,
    VerifiedObservations,
)
from jurat.options import RECALIBRATION, THRESHOLDS, Options
from jurat.outcomes import Result, Verdict
from jurat.runs.calibration.calibrated_judges import calibrated_judge
from jurat.runs.calibration.calibration import CalibrationPlan, LabelledRow, calibrate_rows
from jurat.runs.calibration.labelled_rows import rows_labelled_in_page
from jurat.runs.calibration.recalibration_fit import LabelledClaims, fitted_line, loss
from jurat.runs.calibration.threshold_search import LabelledSignals, fitted_thresholds, middle
from jurat.runs.store.run_records import StoredLabel
from jurat.scoring import claim_lock, claim_lock_ultra
from jurat.scoring.recalibration import moved, recalibrated
from jurat.scoring.verdict_rules import verdict_of

FRACTIONS = st.integers(0, 20).map(lambda n: n / 20)
TWO_WAY: tuple[Verdict, ...] = ("PASS", "FAIL")


def anchors(unsupported: int, of: int = 4, jaccard: float = 0.5) -> ResponseObservations:
    """A complete answer with so many unsupported anchors."""
    listed = tuple(Anchor(kind="number", supported=n >= unsupported) for n in range(of))
    return ResponseObservations(
        relevance=ResponseRelevance(jaccard=jaccard),
        completeness=Completeness(keywords=(), found=()),
        hallucination=Anchors(anchors=listed, overlap=1.0),
    )


def claims(
    *probabilities: float, contradiction: float | None = None, about: float = 1.0
) -> VerifiedObservations:
    """A complete answer whose claims have these probabilities."""
    listed = tuple(
        Claim(label="supported", text=f"claim {n}", probability=p, contradiction=contradiction)
        for n, p in enumerate(probabilities)
    )
    return VerifiedObservations(
        relevance=Aboutness(about=about),
        completeness=QueryParts(parts=(QueryPart(answered=1.0),)),
        hallucination=ResponseClaims(claims=listed),
    )


def row(number: int, people: Verdict, observations: object) -> LabelledRow:
    return LabelledRow(key=f"r{number}", people=people, observations=observations)


def strict_people(count: int) -> list[LabelledRow]:
    """Rows of people who call an answer wrong at the first of four anchors; the default fails above two."""
    return [row(n, "FAIL" if n % 4 else "PASS", anchors(n % 4)) for n in range(count)]


def test_a_threshold_moves_into_the_gap_that_people_draw() -> None:
    report = calibrate_rows(strict_people(40), calibrated_judge("claim-lock"))
    assert report.gained
    assert report.options == {"thresholds": {"hallucination": 0.1}}
    assert report.people == {"FAIL": 30, "PASS": 10}
    balanced, plain = report.figures
    assert balanced.name == "balanced accuracy"
    assert balanced.default == pytest.approx(2 / 3)
    assert balanced.fitted == 1.0
    assert (plain.name, plain.default, plain.fitted) == ("accuracy", 0.5, 1.0)
    assert balanced.gain_interval.low > 0
    assert balanced.fitted_interval.low == balanced.fitted_interval.high == 1.0


def test_it_does_not_depend_on_the_order_of_rows() -> None:
    rows = [row(n, "FAIL" if n % 4 > (n % 5 == 0) else "PASS", anchors(n % 4)) for n in range(60)]
    shuffled = Random(3).sample(rows, k=len(rows))
    judge = calibrated_judge("claim-lock")
    first, second = calibrate_rows(rows, judge), calibrate_rows(shuffled, judge)
    assert (first.options, first.figures[0].fitted) == (second.options, second.figures[0].fitted)


def test_defaults_that_people_agree_with_stay() -> None:
    rows = [row(n, "FAIL" if n % 4 == 3 else "PASS", anchors(n % 4)) for n in range(40)]
    report = calibrate_rows(rows, calibrated_judge("claim-lock"))
    assert (report.gained, report.options, dict(report.thresholds)) == (False, {}, {})
    assert report.reason == "fitted thresholds are not better than the defaults on rows held out (+0.000)"


def test_labels_that_are_chance_gain_nothing() -> None:
    random = Random(7)
    rows = [row(n, random.choice(TWO_WAY), anchors(random.randrange(5))) for n in range(60)]
    assert not calibrate_rows(rows, calibrated_judge("claim-lock")).gained


def test_a_gain_that_may_be_chance_needs_force() -> None:
    rows = [row(n, "FAIL" if n % 10 < 5 else "PASS", anchors(3 if n % 10 < 5 else 0)) for n in range(38)]
    rows += [row(100, "FAIL", anchors(1)), row(101, "FAIL", anchors(1))]
    judge = calibrated_judge("claim-lock")
    report = calibrate_rows(rows, judge)
    assert not report.gained
    assert report.reason.startswith("the gain of 0.0")
    forced = calibrate_rows(rows, judge, plan=CalibrationPlan(force=True))
    assert forced.options == {"thresholds": {"hallucination": 0.1}}


def test_people_who_also_warn_move_the_thresholds_of_warnings() -> None:
    kinds: tuple[Verdict, ...] = ("PASS", "WARN", "FAIL")
    probability = {"PASS": 0.97, "WARN": 0.85, "FAIL": 0.2}
    rows = [row(n, kinds[n % 3], claims(probability[kinds[n % 3]])) for n in range(45)]
    judge = calibrated_judge("claim-lock-ultra")
    signals = [
        LabelledSignals(r.key, r.people, judge.signals(r.observations, Options()), binary=False) for r in rows
    ]
    found = fitted_thresholds(signals, judge.rules, THRESHOLDS)
    assert {name: value for name, value in found.items() if value != THRESHOLDS[name]} == {"doubt": 0.1}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (strict_people(29), "29 labelled rows are fewer than 30; label 1 more"),
        ([row(n, "PASS", anchors(0)) for n in range(30)], "all 30 rows have the same label (PASS)"),
        (
            [row(n, "FAIL" if n < 4 else "PASS", anchors(0)) for n in range(30)],
            "only 4 rows are labelled FAIL; label at least 5 of each kind",
        ),
    ],
)
def test_too_little_is_refused(rows: list[LabelledRow], said: str) -> None:
    with pytest.raises(InputError) as error:
        calibrate_rows(rows, calibrated_judge("claim-lock"))
    assert said in str(error.value)


def test_a_judge_without_a_verdict_is_refused() -> None:
    with pytest.raises(OptionError, match="'council' cannot be calibrated"):
        calibrated_judge("council")


def test_the_contradiction_threshold_moves_too() -> None:
    """People do not mind what the verifier takes for a contradiction at 0.6, but at 0.9."""
    rows = [
        row(n, "FAIL" if n % 2 else "PASS", claims(0.9, contradiction=0.9 if n % 2 else 0.6))
        for n in range(40)
    ]
    judge = calibrated_judge("claim-lock-ultra")
    signals = [LabelledSignals(r.key, r.people, judge.signals(r.observations, Options())) for r in rows]
    assert fitted_thresholds(signals, judge.rules, THRESHOLDS) == {**THRESHOLDS, "contradiction": 0.8}


def test_over_confident_probabilities_are_moved_to_the_share_that_people_support() -> None:
    """Claims of 0.9 of which people support three in four: log odds 2.197 become 1.099."""
    groups = [LabelledClaims(f"r{n}", (0.9,), float(n % 4 != 0)) for n in range(400)]
    slope, constant = fitted_line(groups)
    assert moved(0.9, slope, constant) == pytest.approx(0.75, abs=0.01)
    assert loss(groups[1], slope, constant) > loss(groups[1])
    assert loss(groups[0], slope, constant) < loss(groups[0])


def test_probabilities_that_are_right_are_left_alone() -> None:
    shares = (0.1, 0.3, 0.5, 0.7, 0.9)
    groups = [LabelledClaims(f"{p}-{n}", (p,), float(n < 100 * p)) for p in shares for n in range(100)]
    slope, constant = fitted_line(groups)
    assert slope == pytest.approx(1, abs=0.02)
    assert constant == pytest.approx(0, abs=0.02)


def test_a_recalibration_is_fitted_and_scored_with() -> None:
    """Doubts of 0.2 and 0.4 both pass, but people call the second wrong."""
    rows = [row(n, "FAIL" if n % 2 else "PASS", claims(0.6 if n % 2 else 0.8)) for n in range(60)]
    report = calibrate_rows(rows, calibrated_judge("claim-lock-ultra"))
    assert report.gained
    assert report.loss is not None
    assert report.loss.groups == 60
    assert report.loss.after < report.loss.before
    options = Options().merge(report.options)
    verdicts = [score_verified(r.observations, options, case=1, observer="x").verdict for r in rows[:2]]
    assert (verdicts[0] != "FAIL", verdicts[1]) == (True, "FAIL")


@given(FRACTIONS, st.floats(0.1, 5), st.floats(-3, 3))
def test_a_recalibration_keeps_the_order_of_probabilities(p: float, slope: float, constant: float) -> None:
    line = {**RECALIBRATION, "slope": slope, "constant": constant}
    low, high = recalibrated(Fraction(str(p)), line), recalibrated(Fraction(str(min(1.0, p + 0.05))), line)
    assert 0 <= low <= high <= 1


def test_options_refuse_a_line_that_turns_the_order_round() -> None:
    with pytest.raises(OptionError, match=r"options\.recalibration\.slope: is -1"):
        Options(recalibration={"slope": -1})
    assert Options(recalibration={"constant": 0.5}).recalibration == {"slope": 1.0, "constant": 0.5}
    assert Options().merge({"recalibration": {"slope": 2.0}}).recalibration["constant"] == 0.0


@given(st.integers(0, 4), FRACTIONS, FRACTIONS, FRACTIONS, st.booleans())
def test_rules_give_the_verdict_of_claim_lock(
    bad: int, jaccard: float, hallucination: float, relevance: float, context: bool
) -> None:
    seen = anchors(bad, jaccard=jaccard)
    if not context:
        seen = ResponseObservations(
            relevance=seen.relevance, completeness=seen.completeness, hallucination=Anchors(no_context=True)
        )
    options = Options(thresholds={"hallucination": hallucination, "relevance": relevance})
    signals = calibrated_judge("claim-lock").signals(seen, options)
    expected = score_response(seen, options, case=1, observer="x").verdict
    assert verdict_of(claim_lock.RULES, signals, options.thresholds) == expected


@given(
    st.lists(FRACTIONS, max_size=3),
    st.none() | FRACTIONS,
    FRACTIONS,
    st.fixed_dictionaries(dict.fromkeys(("hallucination", "relevance", "doubt", "contradiction"), FRACTIONS)),
)
def test_rules_give_the_verdict_of_claim_lock_ultra(
    probabilities: list[float], contradiction: float | None, about: float, thresholds: dict[str, float]
) -> None:
    seen = claims(*probabilities, contradiction=contradiction, about=about)
    options = Options().merge({"thresholds": thresholds})  # type: ignore[typeddict-item]
    signals = calibrated_judge("claim-lock-ultra").signals(seen, options)
    expected = score_verified(seen, options, case=1, observer="x").verdict
    assert verdict_of(claim_lock_ultra.RULES, signals, options.thresholds) == expected


@given(st.lists(st.tuples(st.integers(0, 4), FRACTIONS), min_size=10, max_size=40))
def test_thresholds_stay_where_labels_are_the_verdicts_of_the_defaults(made: list[tuple[int, float]]) -> None:
    judge, rows = calibrated_judge("claim-lock"), []
    for number, (bad, jaccard) in enumerate(made):
        seen = anchors(bad, jaccard=jaccard)
        verdict = score_response(seen, Options(), case=1, observer="x").verdict
        people: Verdict = "FAIL" if verdict == "FAIL" else "PASS"
        rows.append(LabelledSignals(str(number), people, judge.signals(seen, Options())))
    assert fitted_thresholds(rows, judge.rules, THRESHOLDS) == THRESHOLDS


@given(st.lists(st.tuples(st.integers(0, 4), FRACTIONS, st.sampled_from(TWO_WAY)), min_size=2, max_size=30))
def test_fitted_thresholds_never_agree_less_than_the_defaults(made: list[tuple[int, float, Verdict]]) -> None:
    judge = calibrated_judge("claim-lock")
    rows = [
        LabelledSignals(str(n), people, judge.signals(anchors(bad, jaccard=jaccard), Options()))
        for n, (bad, jaccard, people) in enumerate(made)
    ]
    found = fitted_thresholds(rows, judge.rules, THRESHOLDS)

    def agreement(thresholds: dict[str, float]) -> Fraction:
        shares = []
        for kind in {one.people for one in rows}:
            own = [one for one in rows if one.people == kind]
            hits = sum(one.agrees(verdict_of(judge.rules, one.signals, thresholds)) for one in own)  # type: ignore[arg-type]
            shares.append(Fraction(hits, len(own)))
        return sum(shares, Fraction(0))

    assert agreement(dict(found)) >= agreement(dict(THRESHOLDS))  # type: ignore[arg-type]


def test_the_middle_of_a_gap_is_a_short_number() -> None:
    assert middle(Fraction(0), Fraction(1, 4)) == 0.1
    assert middle(Fraction(1, 3), Fraction(1, 2)) == 0.4
    assert middle(Fraction(1, 4), Fraction(251, 1000)) == 0.2505


def results(count: int) -> list[Result]:
    return [score_response(anchors(n % 4), Options(), case=n, observer="rules") for n in range(count)]


def test_from_python_with_results_and_labels_by_id() -> None:
    labels = {n: "wrong" if n % 4 else "right" for n in range(40)}
    report = jurat.calibrate(results(40), labels)
    assert report.options == {"thresholds": {"hallucination": 0.1}}
    judge = jurat.judge("claim-lock", report.options)
    assert judge.options.thresholds["hallucination"] == 0.1
    assert report.to_json()["judge"] == "claim-lock"


@pytest.mark.parametrize(
    ("labels", "settings"),
    [
        ({n: n % 4 == 0 for n in range(40)}, {}),
        ({n: int(n % 4 > 0) for n in range(40)}, {"reverse": True}),
        ({n: 5 - n % 4 for n in range(40)}, {"cut": 5}),
    ],
)
def test_labels_may_be_yes_or_no_or_numbers(labels: dict[int, object], settings: dict[str, float]) -> None:
    report = jurat.calibrate(results(40), labels, **settings)  # type: ignore[arg-type]
    assert report.options == {"thresholds": {"hallucination": 0.1}}


def test_numbers_need_a_cut_and_words_must_be_known() -> None:
    with pytest.raises(InputError, match="labels are numbers, not verdicts; say with --cut"):
        jurat.calibrate(results(40), {n: n % 4 for n in range(40)})
    with pytest.raises(InputError, match="labels, 3: 'perhaps' is not a label"):
        jurat.calibrate(results(40), {3: "perhaps"})
    with pytest.raises(InputError, match="no row of the results has a label"):
        jurat.calibrate(results(40), {"x": "yes"})


def test_labels_made_in_the_page_give_verdicts_and_labelled_claims() -> None:
    """A person corrects the second claim: the row fails, and both claims are labelled with their old p."""
    seen = claims(0.9, 0.8)
    assert seen.hallucination is not None
    assert seen.hallucination.claims is not None
    first, second = seen.hallucination.claims
    told = replace(second, label="unsupported", probability=None)
    after = replace(seen, hallucination=replace(seen.hallucination, claims=(first, told)))
    line = jurat.dump(score_verified(seen, Options(), case="a", observer="x"))
    corrected = jurat.dump(score_verified(after, Options(), case="a", observer="labels"))
    payload: dict[str, dict[str, object]] = {"observations": {"hallucination": {}}}
    label = StoredLabel(row=1, annotator="ann", at="2026", payload=payload, result=corrected)
    scored = StoredLabel(row=2, annotator="ann", at="2026", payload={"score": 0.9}, result=None)
    run = SimpleNamespace(id="run", plan=SimpleNamespace(judge="claim-lock-ultra"))
    found = rows_labelled_in_page(run, [label, scored], {1: line, 2: line})  # type: ignore[arg-type]
    assert [(one.key, one.people) for one in found.rows] == [("1", "FAIL"), ("2", "PASS")]
    expected = (LabelledClaims("1", (0.9,), 1.0), LabelledClaims("1", (0.8,), 0.0))
    assert (found.rows[0].claims, found.rows[1].claims) == (expected, ())
