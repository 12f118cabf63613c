"""Coverage: key points, how far they are covered, and the words that the article does not entail."""

from __future__ import annotations

import itertools

import pytest

from jurat.cases import SummaryCase
from jurat.nlp.tokens import count_tokens
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.summaries.coverage import extraneous, observe_coverage
from jurat.observers.summaries.relevance import observe_relevance
from jurat.observers.summaries.summary_observer import observe
from jurat.options import Options
from jurat.scoring.label_limits import JUDGE_LOCK, TWIN_LOCK

LIMITS = {"twin-lock": TWIN_LOCK, "judge-lock": JUDGE_LOCK, "judge-lock-ultra": JUDGE_LOCK}
ARTICLE = (
    "The city council closed the Alder Bridge on Monday. Inspectors found rust on twelve steel cables. "
    "Repairs will cost four million dollars next year. Shop owners in the old town expect fewer customers. "
    "A free ferry will carry people across the river. The film festival in Lyon was a great success."
)


def labels(summary: str, judge: str = "twin-lock") -> list[str]:
    seen = observe_coverage(IndexedDoc(ARTICLE), IndexedDoc(summary), LIMITS[judge], ())
    return [point.label for point in seen.key_points or ()]


@pytest.mark.parametrize(
    ("summary", "expected"),
    [
        (ARTICLE, ["fully"] * 5),
        ("The city council closed the Alder Bridge on Monday.", ["fully", "not", "not", "not", "not"]),
        ("The council closed the bridge; repairs cost $4m.", ["partial", "not", "partial", "not", "not"]),
        ("Volcanoes erupted while pilots slept.", ["not"] * 5),
    ],
)
def test_a_point_is_covered_as_far_as_its_words_are_said(summary: str, expected: list[str]) -> None:
    assert labels(summary) == expected


@pytest.mark.parametrize("judge", ["twin-lock", "judge-lock", "judge-lock-ultra"])
def test_the_number_and_length_of_points_keep_to_the_limits(judge: str) -> None:
    limits = LIMITS[judge]
    seen = observe_coverage(IndexedDoc(ARTICLE * 20), IndexedDoc("A ferry."), limits, ())
    points = seen.key_points or ()
    assert limits.key_points[0] <= len(points) <= limits.key_points[1]
    assert all(count_tokens(point.text) >= limits.key_point_tokens for point in points)


def test_points_share_no_place_and_say_different_things() -> None:
    seen = observe_coverage(IndexedDoc((ARTICLE + " ") * 3), IndexedDoc("A ferry."), LIMITS["judge-lock"], ())
    spans = [point.span for point in seen.key_points or () if point.span]
    assert len({span.text for span in spans}) == len(spans) == 6
    assert all(one.end <= other.start for one, other in itertools.pairwise(spans))
    assert all(((ARTICLE + " ") * 3)[span.start : span.end] == span.text for span in spans)


@pytest.mark.parametrize(("figure", "covered"), [("80,000", 1.0), ("80 thousand", 1.0), ("70,000", 0.75)])
def test_a_figure_of_a_point_is_covered_by_its_value(figure: str, covered: float) -> None:
    article = "The new stadium in Porto holds 80,000 people. " + ARTICLE
    seen = observe_coverage(
        IndexedDoc(article),
        IndexedDoc(f"Porto's new stadium holds {figure} people."),
        LIMITS["twin-lock"],
        (),
    )
    point = next(one for one in seen.key_points or () if "stadium" in (one.text or ""))
    assert point.covered == covered


def test_a_sentence_that_contradicts_the_article_covers_no_point_in_full() -> None:
    denied = SummaryCase(
        article=ARTICLE, summary="The city council did not close the Alder Bridge on Monday."
    )
    (seen,) = observe([denied], TWIN_LOCK, Options())
    assert seen.coverage is not None
    first = (seen.coverage.key_points or ())[0]
    assert (first.label, first.covered) == ("partial", 0.75)


def test_an_article_too_short_for_its_points_is_unscored_with_the_reason() -> None:
    seen = observe_coverage(IndexedDoc("Rain fell."), IndexedDoc("Rain."), LIMITS["judge-lock"], ())
    assert seen.unscored == "the article is too short for 4 key points"


@pytest.mark.parametrize(
    ("summary", "words"),
    [
        ("The council shut the bridge.", []),
        ("The council closed the bridge with penguins.", ["penguins"]),
        ("Repairs will cost $4 million.", []),
        ("Repairs will cost 9 million zebras.", ["9", "zebras"]),
        ("The French film festival succeeded.", ["french"]),
        ("However, the article describes it.", []),
    ],
)
def test_words_are_extraneous_that_nothing_in_the_article_entails(summary: str, words: list[str]) -> None:
    assert [word.token.text for word in extraneous(IndexedDoc(ARTICLE), IndexedDoc(summary))] == words


@pytest.mark.parametrize(
    ("overlap", "expected"), [("containment", 1.0), ("jaccard", 4 / 32), ("window", 4 / 5)]
)
def test_overlap_is_measured_by_the_formula_that_was_chosen(overlap: str, expected: float) -> None:
    seen = observe_relevance(
        IndexedDoc(ARTICLE),
        IndexedDoc("The city council closed the bridge."),
        overlap=overlap,  # type: ignore[arg-type]
        theme_tokens=20,
    )
    (segment,) = seen.segments or ()
    assert segment.overlap == pytest.approx(expected, abs=0.02)
    assert count_tokens(seen.theme or "") <= 20
