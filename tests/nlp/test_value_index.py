"""A look-up finds all that a comparison with every value would find."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from jurat.nlp.dates.moment import covers, dates
from jurat.nlp.quantities.quantity import agrees, quantities
from jurat.nlp.value_index import FEW, FIRST, MomentIndex, QuantityIndex

UNITS = [
    "",
    " km",
    " miles",
    " m",
    " kg",
    " percent",
    "%",
    " dollars",
    " hours",
    " minutes",
    " people",
    " GB",
]
numbers = st.one_of(
    st.integers(0, 60).map(str),
    st.integers(0, 20).map(lambda one: str(one * 500)),
    st.floats(0, 20).map(lambda one: f"{one:.2f}"),
    st.tuples(st.integers(1, 9), st.integers(10, 19)).map(lambda pair: f"{pair[0]} to {pair[1]}"),
    st.sampled_from(["half", "a quarter", "two dozen", "third", "about 500", "1,000", "1.6"]),
)
amounts = st.tuples(numbers, st.sampled_from(UNITS)).map("".join)
moments = st.one_of(
    st.tuples(st.integers(1, 12), st.integers(1, 12), st.integers(1990, 1994)).map(
        lambda one: "{}/{}/{}".format(*one)
    ),
    st.tuples(st.integers(1, 28), st.sampled_from(["March", "May"]), st.integers(1990, 1993)).map(
        lambda one: "{} {} {}".format(*one)
    ),
    st.sampled_from(["Monday", "in 1991", "the 1990s", "Q1 1991", "March", "the 20th century", "noon"]),
    st.tuples(st.integers(1, 12), st.sampled_from(["am", "pm"])).map(lambda one: "{}:30 {}".format(*one)),
    st.integers(0, 23).map(lambda one: f"{one:02}:30"),
)


@settings(max_examples=60)
@given(st.lists(amounts, min_size=FEW + 1, max_size=80), st.lists(amounts, min_size=1, max_size=8))
def test_every_quantity_that_agrees_or_conflicts_is_found(given_: list[str], claimed: list[str]) -> None:
    known = quantities("; ".join(given_))
    index = QuantityIndex(known)
    for one in quantities("; ".join(claimed)):
        for verdict in ("same", "conflict"):
            all_of_it = [other for other in known if agrees(one, other) == verdict]
            found = [other for other in index.like(one) if agrees(one, other) == verdict]
            assert found[:FIRST] == all_of_it[:FIRST]


@settings(max_examples=60)
@given(st.lists(moments, min_size=FEW + 1, max_size=80), st.lists(moments, min_size=1, max_size=8))
def test_every_moment_that_covers_another_is_found(given_: list[str], claimed: list[str]) -> None:
    known = dates("; ".join(given_))
    index = MomentIndex(known)
    for one in dates("; ".join(claimed)):
        assert index.covering(one)[:FIRST] == [other for other in known if covers(other, one)][:FIRST]
