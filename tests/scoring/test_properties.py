"""What must hold for all labels: range, caps only lower, order and names do not matter, nothing is lost."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from jurat.judges.label_wire import load
from jurat.wire import dump
from tests.builders import Json, metric, score, segments, summary_labels

SUMMARY_JUDGES = st.sampled_from(["twin-lock", "judge-lock", "judge-lock-ultra"])
TEXT = st.text(st.characters(codec="utf-8"), max_size=12)


@st.composite
def answers(draw: st.DrawFn) -> list[Json]:
    return draw(
        st.lists(
            st.fixed_dictionaries(
                {"status": st.sampled_from(["correct", "partial", "wrong"])},
                optional={"evidence": TEXT, "question": TEXT},
            ),
            max_size=6,
        )
    )


@st.composite
def summaries(draw: st.DrawFn) -> Json:
    judge = draw(SUMMARY_JUDGES)
    total = draw(st.integers(1, 200))
    claim = st.fixed_dictionaries(
        {"label": st.sampled_from(["supported", "partial", "unsupported"])},
        optional={"evidence": TEXT, "text": TEXT, "probability": st.floats(0, 1)},
    )
    issue = st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["bias", "stereotype", "slur", "profanity"]),
            "severity": st.sampled_from(["mild", "strong"]),
        }
    )
    deviation = st.fixed_dictionaries(
        {
            "kind": st.sampled_from(["meaning", "tone", "focus"]),
            "severity": st.sampled_from(["mild", "severe"]),
        }
    )
    points = st.lists(
        st.fixed_dictionaries({"label": st.sampled_from(["fully", "partial", "not"])}), min_size=4, max_size=7
    )
    made = summary_labels(
        judge,
        coverage__key_points=draw(points),
        coverage__summary_tokens=total,
        coverage__extraneous_tokens=draw(st.integers(0, total)),
        coverage__extraneous_claims=draw(st.lists(TEXT, max_size=2)),
        alignment__deviations=draw(st.lists(deviation, max_size=6)),
        hallucination__claims=draw(st.lists(claim, max_size=10)),
        relevance__segments=segments(*draw(st.lists(st.floats(0, 1), min_size=1, max_size=6))),
        bias_toxicity__issues=draw(st.lists(issue, max_size=4)),
        bias_toxicity__bias_score=draw(st.floats(0, 10)),
        bias_toxicity__tox_score=draw(st.floats(0, 10)),
    )
    if judge != "twin-lock":
        made["observations"]["coverage"]["qags"] = draw(answers())
        made["observations"]["hallucination"]["qags"] = draw(answers())
    made["options"] = {"strict_partial": draw(st.booleans())}
    return made


@given(summaries())
def test_scores_stay_on_the_scale_and_caps_only_lower(made: Json) -> None:
    result = score(made)
    for one in result["metrics"]:
        assert 0 <= one["value"] <= one["raw"] <= 10
        steps = [one["raw"], *(cap["after"] for cap in one["caps"])]
        assert steps == sorted(steps, reverse=True)
        assert [cap["before"] for cap in one["caps"]] == steps[:-1]
        assert all(cap["after"] == min(cap["before"], cap["limit"]) for cap in one["caps"])
        assert one["value"] == steps[-1]
    assert 0 <= result["overall"] <= 10


@given(summaries(), st.randoms(use_true_random=False))
def test_the_order_of_labels_does_not_matter(made: Json, random: Any) -> None:
    shuffled = copy.deepcopy(made)
    for observations in shuffled["observations"].values():
        for value in observations.values():
            if isinstance(value, list):
                random.shuffle(value)
    before, after = score(made), score(shuffled)
    assert [one["value"] for one in before["metrics"]] == [one["value"] for one in after["metrics"]]
    assert [one["caps"] for one in before["metrics"]] == [one["caps"] for one in after["metrics"]]


@given(summaries(), st.integers(0, 9), st.sampled_from(["partial", "unsupported"]))
def test_less_support_never_raises_a_score(made: Json, index: int, worse: str) -> None:
    claims = made["observations"]["hallucination"]["claims"]
    if not claims or claims[index % len(claims)]["label"] == "unsupported":
        return
    before = score(made)
    claims[index % len(claims)]["label"] = worse
    after = score(made)
    for one, other in zip(before["metrics"], after["metrics"], strict=True):
        assert unguarded(other) <= unguarded(one)


def unguarded(one: Json) -> float:
    """A score before the perfect-ten guard, which a worse summary can escape by no longer being perfect."""
    guards = [cap["before"] for cap in one["caps"] if cap["reason"] == "perfect_ten_guard"]
    value: float = guards[0] if guards else one["value"]
    return value


@given(summaries())
def test_a_results_details_fed_back_give_the_same_scores(made: Json) -> None:
    first = score(made)
    again = {
        "judge": made["judge"],
        "options": made["options"],
        "id": "case",
        "observations": {one["metric"]: one["details"] for one in first["metrics"]},
    }
    assert score(again) == first


@given(summaries())
def test_results_survive_json(made: Json) -> None:
    result = score(made)
    assert json.loads(dump(load(json.dumps(result)))) == result


NAMES = ["a", "b", "c", "d"]
SCORES = st.one_of(st.integers(1, 10), st.floats(1, 10).map(lambda x: round(x, 1)))


@st.composite
def councils(draw: st.DrawFn) -> Json:
    dimensions = ("accuracy", "relevance", "completeness", "conciseness", "clarity")
    evaluation = st.fixed_dictionaries(dict.fromkeys(dimensions, SCORES))
    reviews = []
    for reviewer in draw(st.lists(st.sampled_from([*NAMES, "x", "y"]), unique=True, max_size=5)):
        review: Json = {"reviewer": reviewer}
        review["evaluations"] = draw(st.dictionaries(st.sampled_from(NAMES), evaluation))
        review["holistic"] = draw(st.dictionaries(st.sampled_from(NAMES), SCORES))
        reviews.append(review)
    return {
        "judge": "council",
        "id": "case",
        "candidates": {name: "word " * (i + 1) for i, name in enumerate(NAMES)},
        "reviews": reviews,
        "options": {"calibration": draw(st.sampled_from(["z", "effects", "none"]))},
    }


@given(councils())
def test_council_scores_stay_on_the_scale_and_caps_only_lower(made: Json) -> None:
    result = score(made)
    for name, one in result["candidates"].items():
        assert (one["score"] is None) == (name not in result["ranking"]) == (one["unscored"] is not None)
        if one["score"] is not None:
            assert 0 <= one["score"] <= one["uncapped"] <= 10
            assert one["ceiling"] is None or one["score"] <= one["ceiling"]
    ranked = [result["candidates"][name]["score"] for name in result["ranking"]]
    assert ranked == sorted(ranked, reverse=True)


@given(councils(), st.permutations(NAMES), st.randoms(use_true_random=False))
def test_a_council_does_not_depend_on_names_or_order(made: Json, names: list[str], random: Any) -> None:
    renaming = dict(zip(NAMES, names, strict=True))

    def rename(name: str) -> str:
        return renaming.get(name, name)

    other = copy.deepcopy(made)
    other["candidates"] = {rename(name): text for name, text in made["candidates"].items()}
    for review in other["reviews"]:
        review["reviewer"] = rename(review["reviewer"])
        for field in ("evaluations", "holistic"):
            pairs = [(rename(name), value) for name, value in review[field].items()]
            random.shuffle(pairs)
            review[field] = dict(pairs)
    random.shuffle(other["reviews"])
    before, after = score(made), score(other)
    for name in NAMES:
        one, two = before["candidates"][name], after["candidates"][rename(name)]
        for field in ("score", "uncapped", "accuracy", "ceiling", "borda", "unscored"):
            assert one[field] == two[field]
    scores = [before["candidates"][name]["score"] for name in before["ranking"]]
    assert scores == [after["candidates"][name]["score"] for name in after["ranking"]]
    assert before["audit"]["effective_reviewers"] == after["audit"]["effective_reviewers"]
    assert before["audit"]["variance"] == after["audit"]["variance"]


@given(councils())
def test_council_results_survive_json(made: Json) -> None:
    result = score(made)
    assert json.loads(dump(load(json.dumps(result)))) == result


@given(
    st.lists(st.booleans(), max_size=8),
    st.floats(0, 1),
    st.one_of(st.none(), st.floats(0, 1)),
    st.floats(0, 1),
)
def test_claim_lock_stays_on_its_scale_and_feeds_back(
    supported: list[bool], overlap: float, cosine: float | None, jaccard: float
) -> None:
    made: Json = {
        "judge": "claim-lock",
        "id": "case",
        "observations": {
            "relevance": {"cosine": cosine, "jaccard": jaccard},
            "completeness": {"keywords": ["a", "b"], "found": ["a"]},
            "hallucination": {
                "anchors": [{"kind": "claim", "supported": one} for one in supported],
                "overlap": overlap,
            },
        },
    }
    result = score(made)
    assert all(0 <= one["value"] <= 1 for one in result["metrics"])
    again = {**made, "observations": {one["metric"]: one["details"] for one in result["metrics"]}}
    assert score(again) == result
    if True in supported:
        made["observations"]["hallucination"]["anchors"][supported.index(True)]["supported"] = False
        assert metric(score(made), "hallucination")["value"] >= metric(result, "hallucination")["value"]
