"""TF-IDF cosine and Jaccard: the closed form gives what a fitted vectoriser gives."""

from __future__ import annotations

import math
import random
from itertools import islice

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import TfidfVectorizer

from jurat.nlp.similarity import cosine, jaccard
from jurat.nlp.tokens import words

WORDS = (
    "the price of a bridge is 99 river Rivers U.S. café Straße naïve isn't state-of-the-art x y_z 1,000",
    "council voted ١٢٣ 東京 and then İstanbul market don’t ﬁve of to council's e-mail 3.14 µm",
)
VOCABULARY = " ".join(WORDS).split()


def fitted(left: str, right: str) -> float | None:
    """What scikit-learn says: a vectoriser fitted on the two texts."""
    try:
        matrix = TfidfVectorizer(stop_words="english").fit_transform([left, right])
    except ValueError:
        return None
    return float((matrix[0] @ matrix[1].T).toarray()[0, 0])


def same(left: float | None, right: float | None) -> bool:
    if left is None or right is None:
        return left is right
    return math.isclose(left, right, abs_tol=1e-9)


def pairs(seed: int) -> list[tuple[str, str]]:
    rng = random.Random(seed)

    def text(most: int) -> str:
        return " ".join(rng.choices(VOCABULARY, k=rng.randint(0, most)))

    return [(text(30), text(90)) for _ in range(1000)]


@pytest.mark.slow
def test_cosine_equals_scikit_learn_on_a_thousand_rows() -> None:
    rows = pairs(5)
    assert [row for row in rows if not same(cosine(*row), fitted(*row))] == []
    assert sum(cosine(*row) is None for row in rows) < sum(cosine(*row) not in (None, 0.0) for row in rows)


@given(st.text(max_size=60), st.text(max_size=60))
def test_cosine_equals_scikit_learn_on_any_text(left: str, right: str) -> None:
    assert same(cosine(left, right), fitted(left, right))


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("What is the capital of France?", "Paris.", 0.0),
        ("What is the capital of France?", "The capital of France is Paris.", 0.709297266606214),
        ("tea", "tea", 1.0),
        ("tea tea", "tea", 1.0),
        ("", "", None),
        ("the of and", "a an it", None),
        ("the of and", "tea", 0.0),
        ("x", "y", None),
        ("TEA", "tea", 1.0),
    ],
)
def test_cosine_of_fixed_rows(left: str, right: str, expected: float | None) -> None:
    assert same(cosine(left, right), expected)
    assert same(fitted(left, right), expected)


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("", "", 0.0),
        ("tea", "", 0.0),
        ("Tea, please", "tea PLEASE", 1.0),
        ("state-of-the-art", "state of the art", 0.0),
        ("What is the capital of France?", "The capital of France is Paris.", 5 / 7),
    ],
)
def test_jaccard_of_token_sets(left: str, right: str, expected: float) -> None:
    assert jaccard(set(words(left)), set(words(right))) == pytest.approx(expected, abs=1e-12)


def test_cosine_stays_within_one_where_rounding_could_lift_it() -> None:
    rng = random.Random(3)
    texts = (" ".join(rng.choices(VOCABULARY, k=40)) for _ in iter(int, 1))
    assert all((cosine(text, text) or 0) <= 1.0 for text in islice(texts, 200))


def test_a_megabyte_of_one_word_finishes() -> None:
    assert cosine("tea " * 250_000, "tea") == pytest.approx(1.0)
    assert cosine("_" * 1_000_000, "x" * 1_000_000) == 0.0
