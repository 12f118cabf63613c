"""Whether two quantities agree, and whether one moment covers another."""

from __future__ import annotations

import pytest

from jurat.nlp.dates.moment import covers, dates
from jurat.nlp.quantities.quantity import agrees, quantities

AGREEMENTS = [
    ("1 million", "$1m", "same"),
    ("$1m", "1,000,000", "same"),
    ("$1 million", "US$1,000,000", "same"),
    ("5%", "5 percent", "same"),
    ("10", "1000", "different"),
    ("$5", "€5", "conflict"),
    ("$5", "€6", "different"),
    ("5 km", "5 miles", "different"),
    ("5 km", "5 kg", "conflict"),
    ("5 km", "5 people", "same"),
    ("1 km", "1000 m", "same"),
    ("60 minutes", "1 hour", "same"),
    ("1 kg", "1000 g", "same"),
    ("1 kg", "100 g", "different"),
    ("12 months", "1 year", "same"),
    ("7 days", "one week", "same"),
    ("20°C", "68°F", "same"),
    ("20°C", "20°F", "different"),
    ("20 degrees", "20°C", "same"),
    ("16 km", "10 miles", "same"),
    ("17 km", "10 miles", "different"),
    ("50 cents", "$0.50", "same"),
    ("50 cents", "€0.50", "same"),
    ("50p", "£0.50", "same"),
    ("50 cents", "50p", "conflict"),
    ("5 pounds", "£5", "same"),
    ("5 pounds", "5 lbs", "same"),
    ("5 pounds", "€5", "conflict"),
    ("half of it", "50%", "same"),
    ("75%", "three quarters", "same"),
    ("50%", "0.4", "different"),
    ("5%", "5 percentage points", "conflict"),
    ("50 basis points", "0.5 percentage points", "same"),
    ("third place", "3rd place", "same"),
    ("third place", "3 places", "different"),
    ("5-10", "between 5 and 10", "same"),
    ("5-10", "5-11", "different"),
    ("10%", "from 5% to 10%", "same"),
    ("7%", "from 5% to 10%", "different"),
    ("5-10", "5", "different"),
    ("about 1 million", "1,012,345", "same"),
    ("1 million", "1,012,345", "different"),
    ("over 500", "512", "same"),
    ("about 10", "12", "different"),
    ("5-star", "5-course", "conflict"),
    ("5-year", "five years", "same"),
    ("A$5", "C$5", "conflict"),
    ("-5", "5", "different"),
]

COVERINGS = [
    ("5 March 2024", "2024-03-05", True),
    ("5 March 2024", "March 2024", True),
    ("5 March 2024", "in 2024", True),
    ("March 2024", "5 March 2024", False),
    ("March 2024", "March 2019", False),
    ("March 5", "5 March 2024", False),
    ("5 March 2024", "March 5", True),
    ("03/05/2024", "5 March 2024", True),
    ("03/05/2024", "3 May 2024", True),
    ("03/05/2024", "3 June 2024", False),
    ("3 May 2024", "03/05/2024", True),
    ("13/05/2024", "13 May 2024", True),
    ("5 March 2024", "Tuesday", True),
    ("5 March 2024", "Wednesday", False),
    ("Tuesday", "5 March 2024", False),
    ("in 1994", "the 1990s", True),
    ("the 1990s", "in 1994", False),
    ("in 1894", "19th century", True),
    ("in 1900", "19th century", True),
    ("in 1901", "19th century", False),
    ("the 1890s", "19th century", True),
    ("March 2024", "Q1 2024", True),
    ("April 2024", "Q1 2024", False),
    ("Q1 2024", "March 2024", False),
    ("5:30", "5:30 p.m.", True),
    ("5:30", "17:30", True),
    ("5:30 a.m.", "17:30", False),
    ("5 pm", "17:00", True),
    ("5 pm", "5:30 pm", False),
    ("noon", "12 pm", True),
    ("noon", "midnight", False),
    ("31 February 2024", "Tuesday", False),
]


@pytest.mark.parametrize(("claimed", "given", "expected"), AGREEMENTS)
def test_agreement_is_by_value_and_unit(claimed: str, given: str, expected: str) -> None:
    assert agrees(quantities(claimed)[0], quantities(given)[0]) == expected


@pytest.mark.parametrize(("given", "claimed", "expected"), COVERINGS)
def test_a_moment_covers_what_it_states(given: str, claimed: str, expected: bool) -> None:
    assert covers(dates(given)[0], dates(claimed)[0]) is expected
