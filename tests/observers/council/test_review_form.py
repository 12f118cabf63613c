"""Review forms: letters instead of names."""

from __future__ import annotations

import pytest

from jurat.observers.council.review_form import ReviewForm, blind_label


@pytest.mark.parametrize(
    ("place", "label"),
    [
        (0, "A"),
        (1, "B"),
        (25, "Z"),
        (26, "AA"),
        (27, "AB"),
        (51, "AZ"),
        (52, "BA"),
        (701, "ZZ"),
        (702, "AAA"),
    ],
)
def test_letters_go_on_after_z(place: int, label: str) -> None:
    assert blind_label(place) == label


def test_candidates_have_letters_in_the_order_in_which_they_are_read() -> None:
    form = ReviewForm(query="Why?", shown={"m2": "Because.", "m1": "So."})
    assert form.labelled() == {"A": "m2", "B": "m1"}
    assert form.contexts == ()
    assert ReviewForm(query="Why?", shown={}).labelled() == {}
