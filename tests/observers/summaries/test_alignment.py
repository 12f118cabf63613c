"""Alignment: the article's intent within its limits, and each departure with its kind and severity."""

from __future__ import annotations

import pytest

from jurat.nlp.tokens import count_tokens
from jurat.observations import Alignment
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.statements import statements
from jurat.observers.summaries.alignment import observe_alignment
from jurat.observers.summaries.quotations import quoted_as_fact
from jurat.scoring.label_limits import JUDGE_LOCK, TWIN_LOCK

LIMITS = {"twin-lock": TWIN_LOCK, "judge-lock": JUDGE_LOCK, "judge-lock-ultra": JUDGE_LOCK}
ARTICLE = (
    "The city council voted on Monday to close the Alder Bridge. Inspectors found that 12 of its 80 cables "
    "were rusty. Repairs will cost more than $4 million. Mayor Ann Reed opposed the plan. "
    "It will not reopen before March. Shop owners may lose "
    "customers. The court approved the merger. Google acquired Fitbit in 2021. The team won the final."
)


def aligned(summary: str, judge: str = "twin-lock", article: str = ARTICLE) -> Alignment:
    source, text = IndexedDoc(article), IndexedDoc(summary)
    return observe_alignment(source, text, statements(source, text))


@pytest.mark.parametrize(
    ("summary", "kind", "severity", "where"),
    [
        ("It will reopen before March.", "meaning", "severe", "It will reopen before March"),
        (
            "The court did not approve the merger.",
            "meaning",
            "severe",
            "The court did not approve the merger",
        ),
        ("The court rejected the merger.", "meaning", "severe", "The court rejected the merger"),
        ("Mayor Ann Reed supported the plan.", "meaning", "severe", "Mayor Ann Reed supported the plan"),
        ("Fitbit acquired Google in 2021.", "meaning", "severe", "Fitbit acquired Google in 2021"),
        ("40 of its 80 cables were rusty.", "meaning", "severe", "40"),
        ("Repairs will cost less than $4 million.", "meaning", "severe", "$4 million"),
        ("Google acquired Fitbit in 2019.", "meaning", "severe", "2019"),
        ("The council voted on Friday to close the bridge.", "meaning", "severe", "Friday"),
        ("Shop owners will lose customers.", "meaning", "mild", "Shop owners will lose customers"),
        ("Sadly, the council voted to close the Alder Bridge.", "tone", "mild", "Sadly"),
        ("The council voted to close the so-called Alder Bridge.", "tone", "mild", "so-called"),
        ("The council made a disastrous vote to close the Alder Bridge.", "tone", "mild", "disastrous"),
    ],
)
def test_a_departure_is_named_where_it_stands(summary: str, kind: str, severity: str, where: str) -> None:
    (found,) = (one for one in aligned(summary).deviations or () if one.kind != "focus")
    assert (found.kind, found.severity, found.text) == (kind, severity, where)
    assert found.span is not None
    assert summary[found.span.start : found.span.end] == where
    assert found.evidence is not None
    assert found.reason


@pytest.mark.parametrize(
    "summary",
    [
        ARTICLE,
        "The council voted to close the Alder Bridge.",
        "It will not reopen before March.",
        "The merger was approved by the court.",
        "Fitbit was acquired by Google.",
        "Shop owners may lose customers.",
        "Shop owners might lose customers.",
        "12 of the cables were rusty.",
        "Repairs will cost over $4 million.",
        "Repairs will cost no less than $4 million.",
        "Repairs will cost $4 million.",
        "The mayor was against the plan.",
    ],
)
def test_what_says_the_same_does_not_depart(summary: str) -> None:
    assert [one for one in aligned(summary).deviations or () if one.kind != "focus"] == []


def test_a_summary_of_the_main_points_keeps_the_focus_and_one_of_a_side_point_loses_it() -> None:
    assert aligned("The council voted to close the Alder Bridge.").deviations == ()
    (found,) = aligned("The team won the final.").deviations or ()
    assert (found.kind, found.severity) == ("focus", "mild")
    assert found.reason == "the summary leaves out what the article is mainly about"


def test_a_summary_of_something_else_departs_in_focus() -> None:
    (found,) = aligned("Volcanoes erupted while pilots slept. Penguins painted churches.").deviations or ()
    assert (found.kind, found.severity) == ("focus", "severe")
    assert found.reason == "the summary is about something other than the article"


def test_three_framing_words_in_a_sentence_are_severe() -> None:
    found = aligned("Sadly, the pathetic council voted to close the Alder Bridge in a shameful farce.")
    assert {one.severity for one in found.deviations or ()} == {"severe"}


@pytest.mark.parametrize("judge", ["twin-lock", "judge-lock", "judge-lock-ultra"])
@pytest.mark.parametrize("article", [ARTICLE, "word " * 500, "One.", "I think we must act. We should go."])
def test_intent_stance_and_tone_keep_to_the_limit(judge: str, article: str) -> None:
    found = aligned("The council voted.", judge, article)
    said = f"{found.intent} {found.stance} {found.tone}"
    assert 0 < count_tokens(said) <= LIMITS[judge].intent_tokens


@pytest.mark.parametrize(
    ("article", "stance", "tone"),
    [
        (ARTICLE, "neutral", "factual"),
        ("I think we must act. We should go, I say.", "in favour", "confident and argumentative"),
    ],
)
def test_stance_and_tone_are_read_off_the_words(article: str, stance: str, tone: str) -> None:
    found = aligned("The council voted.", article=article)
    assert (found.stance, found.tone) == (stance, tone)


_QUOTING = "The firm cut 300 jobs. {} The firm denies it. Police are looking into the matter."


@pytest.mark.parametrize(
    ("sentence", "summary", "expected"),
    [
        (
            "“The chairman stole the pension money,” said Pat Moss.",
            "The chairman stole the pension money.",
            1,
        ),
        ("Moss claimed that the chairman stole the pension money.", "The chairman stole pension money.", 1),
        (
            "“The chairman stole the pension money,” said Pat Moss.",
            "Moss said the chairman stole the money.",
            0,
        ),
        ("“The chairman stole the pension money,” said Pat Moss.", "“The chairman stole the money.”", 0),
        ("The chairman stole the pension money.", "The chairman stole the pension money.", 0),
    ],
)
def test_a_quote_stated_as_a_fact_is_a_mild_departure(sentence: str, summary: str, expected: int) -> None:
    text = IndexedDoc(_QUOTING.format(sentence))
    found = [quoted_as_fact(text, IndexedDoc(summary), one) for one in statements(text, IndexedDoc(summary))]
    assert [text.text[line.start : line.end] for line in found if line] == [sentence] * expected
