"""Key points and themes of texts with tables, lists and greetings."""

from __future__ import annotations

import pytest

from jurat.observers.grounding.indexed_doc import indexed_doc
from jurat.observers.summaries.key_points import key_points
from jurat.observers.summaries.themes import theme
from jurat.scoring.label_limits import JUDGE_LOCK

REPORT = """| Segment | Revenue Q1 | Revenue Q2 | Change |
|---|---|---|---|
| Dairy | $120 million | $134 million | +12% |

Total revenue rose to $261 million in the second quarter. The company closed its bakery in Leeds in May.
The firm expects annual revenue of about $1.1 billion. Shares of the firm fell 2% after the news."""
RULES = """The company lends a laptop to each of its employees.
1. Use the company network at all times.
2. Never store customer data on private devices.
3. Report a lost laptop to the help desk within 24 hours."""
MAIL = """Thanks to everyone who joined the long call yesterday. The launch has moved from 12 May to 26 May.
Tom will run the load test with 5,000 users. Marketing will send an announcement on 8 May.
The budget stays at 85,000 euros this year."""


@pytest.mark.parametrize(
    ("article", "points"),
    [
        (
            REPORT,
            [
                "Total revenue rose to $261 million in the second quarter.",
                "The company closed its bakery in Leeds in May.",
                "The firm expects annual revenue of about $1.1 billion.",
                "Shares of the firm fell 2% after the news.",
            ],
        ),
        (
            RULES,
            [
                "The company lends a laptop to each of its employees.",
                "Use the company network at all times.",
                "Never store customer data on private devices.",
                "Report a lost laptop to the help desk within 24 hours.",
            ],
        ),
        (
            MAIL,
            [
                "The launch has moved from 12 May to 26 May.",
                "Tom will run the load test with 5,000 users.",
                "Marketing will send an announcement on 8 May.",
                "The budget stays at 85,000 euros this year.",
            ],
        ),
    ],
    ids=["table", "list", "mail"],
)
def test_key_points_are_statements_without_rows_numbers_and_greetings(
    article: str, points: list[str]
) -> None:
    assert [one.text for one in key_points(indexed_doc(article), JUDGE_LOCK) or ()] == points


def test_a_theme_has_no_number_of_an_item() -> None:
    assert theme(indexed_doc(RULES), 20) == "The company lends a laptop to each of its employees."
