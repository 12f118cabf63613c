"""Claims of a summary: what the article supports, what it does not, and why."""

from __future__ import annotations

import pytest

from jurat.observations import Claim
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.statements import pieces, statements
from jurat.observers.summaries.claim_labels import observe_claims

ARTICLE = (
    "The city council voted on Monday to close the Alder Bridge after inspectors found that 12 of its 80 "
    "cables were rusty. Mayor Ann Reed, who opposed the plan, said repairs would cost $4 million. The bridge "
    "has carried 20,000 cars a day since 1962. It will not reopen before March. Shop owners in the old town "
    "fear that they may lose customers. The council will pay for a free ferry. "
    "Google acquired Fitbit in 2021. The school hired Omar Said on 5 March 2024. "
    "Sales increased by 15 percent in Germany. "
    "The court approved the merger. The festival attracted many visitors from France."
)


def claims(summary: str, article: str = ARTICLE) -> tuple[Claim, ...]:
    source, text = IndexedDoc(article), IndexedDoc(summary)
    return observe_claims(source, text, statements(source, text))


SUPPORTED = [
    "The council voted to close the Alder Bridge.",
    "Inspectors found that 12 of its 80 cables were rusty.",
    "12 of the bridge's cables were rusty.",
    "Repairs would cost $4m, the mayor said.",
    "Repairs would cost 4 million dollars.",
    "The bridge carries 20,000 cars a day.",
    "The bridge has carried cars since 1962.",
    "The bridge will not reopen before March.",
    "Shop owners fear that they may lose customers.",
    "The council will pay for a free ferry.",
    "Fitbit was acquired by Google in 2021.",
    "Google bought Fitbit in 2021.",
    "The school hired Omar Said in March 2024.",
    "Omar Said was hired on 2024-03-05.",
    "Sales increased by 15% in Germany.",
    "German sales increased by 15 percent.",
    "The merger was approved by the court.",
    "The festival attracted many French visitors.",
    "Mayor Ann Reed opposed the plan.",
    "THE COUNCIL VOTED TO CLOSE THE ALDER BRIDGE.",
    "- The council voted to close the bridge\n- Repairs would cost $4 million",
]


@pytest.mark.parametrize("summary", SUPPORTED)
def test_what_the_article_says_is_supported_with_a_sentence_of_it(summary: str) -> None:
    for claim in claims(summary):
        assert (claim.label, claim.error) == ("supported", None)
        assert claim.evidence is not None


@pytest.mark.parametrize(
    ("summary", "label", "error"),
    [
        ("40 of its 80 cables were rusty.", "unsupported", "number"),
        ("Repairs would cost $9 million.", "unsupported", "number"),
        ("The bridge has carried 50,000 cars a day.", "unsupported", "number"),
        ("Sales increased by 25 percent in Germany.", "unsupported", "number"),
        ("The council voted on Friday to close the Alder Bridge.", "unsupported", "date"),
        ("The school hired Omar Said on 6 March 2024.", "unsupported", "date"),
        ("Google acquired Fitbit in 2019.", "unsupported", "date"),
        ("Sales increased by 15 percent in Japan.", "partial", "entity"),
        ("Mayor Ann Baker opposed the plan.", "unsupported", "entity"),
        ("Microsoft acquired Fitbit in 2021.", "unsupported", "entity"),
        ("Mayor Ann Reed supported the plan.", "unsupported", "negation"),
        ("The court rejected the merger.", "unsupported", "negation"),
        ("Sales decreased by 15 percent in Germany.", "unsupported", "negation"),
        ("The bridge will reopen before March.", "unsupported", "negation"),
        ("The council will not pay for a free ferry.", "unsupported", "negation"),
        ("The court did not approve the merger.", "unsupported", "negation"),
        ("Fitbit acquired Google in 2021.", "unsupported", "relation"),
        ("Google was acquired by Fitbit in 2021.", "unsupported", "relation"),
        ("Shop owners will lose customers.", "partial", "relation"),
        ("Dolphins painted a lighthouse with strawberry jam.", "unsupported", "unfounded"),
        ("Volcanoes erupted while pilots slept.", "unsupported", "unfounded"),
        ("Bananas.", "unsupported", "unfounded"),
        ("市议会周一投票决定关闭大桥。", "unsupported", "unfounded"),
    ],
)
def test_what_the_article_does_not_say_is_named_by_its_error(summary: str, label: str, error: str) -> None:
    (claim,) = claims(summary)
    assert (claim.label, claim.error) == (label, error)
    assert claim.reason


@pytest.mark.parametrize(
    ("summary", "reason"),
    [
        ("40 of its 80 cables were rusty.", "the article says 12, the summary 40"),
        ("Repairs would cost $9 million.", "the article says $4 million, the summary $9 million"),
        ("Microsoft acquired Fitbit in 2021.", "the summary says Microsoft, the article does not mention it"),
        ("The court did not approve the merger.", "the summary denies “approve”, the article affirms it"),
        ("The bridge will reopen before March.", "the article denies “reopen”, the summary affirms it"),
        ("Shop owners will lose customers.", "the article says “may”, the summary states it as certain"),
        (
            "The council voted to close the Alder Bridge.",
            "the article says it too: “The city council voted on Monday to close the Alder Bridge after "
            "inspectors found that 12 of its 80 cables…”",
        ),
    ],
)
def test_the_reason_is_a_plain_sentence(summary: str, reason: str) -> None:
    assert [claim.reason for claim in claims(summary)] == [reason]


@pytest.mark.parametrize(
    ("summary", "deciding"),
    [
        ("Google bought Fitbit.", "Google acquired Fitbit in 2021."),
        ("The ferry will be free.", "The council will pay for a free ferry."),
        ("The court rejected the merger.", "The court approved the merger."),
        ("The bridge will reopen before March.", "It will not reopen before March."),
    ],
)
def test_evidence_is_the_sentence_of_the_article_that_decides(summary: str, deciding: str) -> None:
    (claim,) = claims(summary)
    assert claim.evidence is not None
    assert not isinstance(claim.evidence, str)
    assert claim.evidence.text == deciding == ARTICLE[claim.evidence.start : claim.evidence.end]


def test_at_most_ten_claims_are_kept_the_most_consequential_in_their_order() -> None:
    plain = [f"The {word} old town fears." for word in ("red", "big", "sad", "odd")]
    telling = [f"Mayor Ann Reed paid {n} dollars to Omar Said." for n in range(100, 110)]
    found = claims(" ".join([plain[0], *telling[:5], *plain[1:], *telling[5:]]))
    assert [claim.text for claim in found] == telling


def test_an_announcement_of_the_summary_is_no_claim() -> None:
    (claim,) = claims(
        "Here is a summary of the article in 96 words:\n\nThe council voted to close the bridge."
    )
    assert claim.text == "The council voted to close the bridge."


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        ("Rain fell.", ["Rain fell."]),
        ("Rain fell, and wind blew.", ["Rain fell, and wind blew."]),
        (
            "The city council of Alder closed three old bridges, "
            "but inspectors later discovered heavy rust on steel cables.",
            [
                "The city council of Alder closed three old bridges",
                "inspectors later discovered heavy rust on steel cables.",
            ],
        ),
    ],
)
def test_a_long_sentence_is_cut_where_a_clause_ends(sentence: str, parts: list[str]) -> None:
    text = IndexedDoc(sentence)
    assert [sentence[one.start : one.end] for one in pieces(text, text.lines[0])] == parts
