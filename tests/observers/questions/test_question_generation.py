"""Questions made from clauses, and what another text answers to them."""

from __future__ import annotations

import pytest

from jurat.nlp.tokens import count_tokens
from jurat.observations import QuestionAnswer
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.answer_search import answered
from jurat.observers.questions.cloze_questions import is_inside_name
from jurat.observers.questions.question_choice import questions
from jurat.observers.questions.question_generation import of_line
from jurat.spans import Span

FACTS = (
    "The city council voted on Monday to close the Alder Bridge after inspectors found that 12 of its 80 "
    "cables were rusty. Repairs would cost $4 million. The bridge has carried 20,000 cars a day since 1962. "
    "Mayor Ann Reed opposed the plan. Google acquired Fitbit in 2021. The council will run a free ferry."
)


def asked(sentence: str) -> list[str]:
    text = IndexedDoc(sentence)
    return [one.text for one in of_line(text, text.lines[0])]


def answers(source: str, other: str) -> tuple[QuestionAnswer, ...]:
    one, text = IndexedDoc(source), IndexedDoc(other)
    return answered(questions(one, one.lines, 6), one, text, "summary")


@pytest.mark.parametrize(
    ("sentence", "question"),
    [
        ("Inspectors found that 12 of its 80 cables were rusty.", "How many of its 80 cables were rusty?"),
        ("The city spent $4 million on repairs.", "How much did the city spend on repairs?"),
        ("The bridge has carried 20,000 cars.", "How many cars has the bridge carried?"),
        ("Mayor Ann Reed opposed the plan.", "What did Mayor Ann Reed oppose?"),
        ("Mayor Ann Reed opposed the new plan.", "Who opposed the new plan?"),
        ("Google acquired Fitbit in 2021.", "When did Google acquire Fitbit?"),
        ("Google acquired Fitbit in 2021.", "Who acquired Fitbit in 2021?"),
        ("The council will run a free ferry.", "Who will run a free ferry?"),
        ("The council will run a free ferry.", "What will the council run?"),
        ("The old bridge crosses the wide river.", "What crosses the wide river?"),
        ("The old bridge crosses the wide river.", "What does the old bridge cross?"),
    ],
)
def test_a_clause_becomes_a_readable_question(sentence: str, question: str) -> None:
    assert question in asked(sentence)


def completed(sentence: str) -> list[str]:
    text = IndexedDoc(sentence)
    return [one.text for one in questions(text, text.lines, 6) if one.text.startswith("Complete: ")]


def test_where_no_clause_can_be_read_a_gap_is_asked_for() -> None:
    assert asked("Rust on twelve cables of Harwick Bridge") == []
    assert completed("Rust on twelve cables of Harwick Bridge")[0] == (
        "Complete: “Rust on twelve cables of ___.”"
    )


def test_too_few_questions_are_filled_up_with_statements_to_complete() -> None:
    assert completed("The council approved the budget of Harwick on Monday.") == [
        "Complete: “The council approved the budget of ___ on Monday.”",
        "Complete: “The ___ approved the budget of Harwick on Monday.”",
        "Complete: “The council approved the ___ of Harwick on Monday.”",
    ]


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("Ann Reed won the race. She moved to Leeds in 2019.", "When did Ann Reed move to Leeds?"),
        ("Ann Reed won. Bob Lee met Ann Reed in May. He moved to Leeds in 2019.", None),
        ("The race was long. She moved to Leeds in 2019.", None),
    ],
)
def test_a_pronoun_is_named_or_the_clause_is_left_out(text: str, question: str | None) -> None:
    found = IndexedDoc(text)
    asked_of_last = [one.text for one in of_line(found, found.lines[-1])]
    assert (question in asked_of_last) if question else asked_of_last == []


def test_each_sentence_that_states_a_fact_is_asked_once_before_any_is_asked_again() -> None:
    text = IndexedDoc(FACTS)
    made = questions(text, text.lines, 6)
    assert [one.line.index for one in made] == [0, 3, 4, 5, 2, 0]
    assert len({one.key for one in made}) == 6


def test_one_sentence_gives_several_questions_with_different_answers() -> None:
    text = IndexedDoc("The Harwick city council closed the Alder Bridge in 2021.")
    made = questions(text, text.lines, 6)
    assert len(made) >= 4
    assert len({one.key for one in made}) == len(made)


def test_the_questions_of_a_sentence_come_by_how_telling_their_words_are() -> None:
    text = IndexedDoc("Google acquired Fitbit in 2021.")
    (figure_first,) = questions(text, text.lines, 1)
    (telling_first,) = questions(text, text.lines, 1, {"fitbit": 0.9, "googl": 0.2})
    assert figure_first.text == "When did Google acquire Fitbit?"
    assert telling_first.text == "What did Google acquire in 2021?"


def test_an_answer_that_is_only_part_of_a_word_is_not_asked_for() -> None:
    text = IndexedDoc("It stays in London until 7 September before it travels to New York in mid-October.")
    made = questions(text, text.lines, 6, {"york": 1.0})
    assert made
    assert all(one.answer for one in made)


def test_an_answer_may_stand_in_the_sentence_before_the_one_that_speaks_of_the_question() -> None:
    source = "Ann Reed opposed the bridge closure in January."
    other = "Ann Reed is mayor of Harwick. Many people live there. She opposed the bridge closure in January."
    (found,) = [one for one in answers(source, other) if one.question.startswith("Who opposed")]
    assert (found.status, found.answer) == ("correct", "Ann Reed")


def test_a_wrong_figure_is_shown_by_the_one_that_stands_in_its_place() -> None:
    (found,) = [
        one
        for one in answers(
            "Inspectors found that 12 of its 80 cables were rusty.",
            "The council voted 7 to 2 after inspectors found that 60 of its 80 cables were rusty.",
        )
        if one.question.startswith("How many")
    ]
    assert (found.status, found.expected, found.answer) == ("wrong", "12", "60")


def test_no_gap_is_asked_for_a_loose_s() -> None:
    assert not any("'___" in one for one in completed("Reed 's old friends at Harwick 's bridge"))


def test_a_text_answers_its_own_questions_each_with_evidence_of_its_own() -> None:
    found = answers(FACTS, FACTS)
    assert [one.status for one in found] == ["correct"] * 6
    quotes = [one.evidence for one in found if isinstance(one.evidence, Span)]
    assert len({(quote.start, quote.end) for quote in quotes}) == 6
    assert all(4 <= count_tokens(quote.text) <= 12 for quote in quotes)
    assert all(FACTS[quote.start : quote.end] == quote.text for quote in quotes)


@pytest.mark.parametrize(
    ("source", "other", "status", "answer"),
    [
        (
            "Repairs would cost $4 million.",
            "The repairs will cost 4 million dollars.",
            "correct",
            "4 million dollars",
        ),
        ("Repairs would cost $4 million.", "The repairs will cost $9 million.", "wrong", "$9 million"),
        ("Repairs would cost $4 million.", "The fair was fun for all of us.", "wrong", None),
        ("Google acquired Fitbit in 2021.", "Google bought Fitbit in 2021.", "correct", "2021"),
        ("Google acquired Fitbit in 2021.", "Google bought Fitbit in 2019.", "wrong", "2019"),
        ("Google acquired Fitbit in March 2021.", "Google bought Fitbit in 2021.", "partial", "2021"),
        (
            "The council will run a free ferry.",
            "A free ferry will be run by the council.",
            "correct",
            "council",
        ),
        ("The council will run a free ferry.", "A free ferry will be run by the state.", "wrong", None),
        ("Mayor Ann Reed opposed the new plan.", "Ann Reed opposed the new plan.", "correct", "Ann Reed"),
    ],
)
def test_the_first_question_is_answered_from_the_other_text_alone(
    source: str, other: str, status: str, answer: str | None
) -> None:
    asking = "Who will run" if "ferry" in source else ""
    first = next(one for one in answers(source, other) if one.question.startswith(asking))
    assert (first.status, first.answer) == (status, answer)
    assert (first.evidence is None) == (status == "wrong")


def test_a_text_of_three_words_has_no_evidence_so_the_answer_is_wrong() -> None:
    assert {one.status for one in answers("The council closed the bridge.", "Council closed bridge.")} == {
        "wrong"
    }


@pytest.mark.parametrize(
    ("source", "other", "answer"),
    [
        ("Mayor Ann Reed opposed the new plan.", "The plan was opposed by Mayor Ann Reed.", "Mayor Ann Reed"),
        ("The firm closed its bakery in Leeds.", "The firm closed its Leeds bakery.", "Leeds bakery"),
        ("Cut dead roots with clean scissors.", "Use clean scissors to cut dead roots.", "scissors"),
        ("The team ran for 12 long days.", "For 12 long days the team ran.", "12 long days"),
    ],
)
def test_an_answer_is_the_whole_phrase_that_says_it(source: str, other: str, answer: str) -> None:
    assert answer in {one.answer for one in answers(source, other)}


@pytest.mark.parametrize(
    ("source", "other", "quote"),
    [
        ("Shares of the firm fell 2%.", "After the news its shares fell 2%, traders said.", "2%"),
        ("The city spent $4 million.", "$4 million was spent by the city.", "$4 million was spent"),
    ],
)
def test_evidence_never_cuts_off_the_mark_of_a_figure(source: str, other: str, quote: str) -> None:
    quotes = [one.evidence.text for one in answers(source, other) if isinstance(one.evidence, Span)]
    assert any(quote in one for one in quotes)
    assert not any(one.startswith("4") or one.endswith("2") for one in quotes)


def test_the_leading_sentences_are_asked_about_before_any_other() -> None:
    text = IndexedDoc(
        "The city spent $4 million on repairs. The council runs a free ferry. Ann Reed leads it."
    )
    asked = questions(text, (text.lines[1], text.lines[0]), 2, leading=1)
    assert [one.line.index for one in asked] == [1, 1]


@pytest.mark.parametrize(
    ("text", "start", "end", "inside"),
    [
        ("the University of Bergen", 0, 14, True),
        ("University of Bergen", 0, 10, True),
        ("the University of Bergen", 0, 24, False),
        ("the council of ministers", 0, 11, False),
        ("the Alder Bridge", 4, 9, True),
    ],
)
def test_no_part_of_a_name_is_asked_for(text: str, start: int, end: int, inside: bool) -> None:
    assert is_inside_name(text, start, end) == inside


def test_the_number_of_an_item_is_no_part_of_a_statement_to_be_completed() -> None:
    made = completed("3. Report a lost laptop to the help desk within 24 hours.")
    assert made[0] == "Complete: “Report a lost laptop to the help desk within ___.”"


@pytest.mark.parametrize(
    ("sentence", "questions_of_it"),
    [
        ("The firm sold 300 lamps made in Graz.", ["Who sold 300 lamps made in Graz?"]),
        ("The team analysed 12 samples collected in May.", ["Who analysed 12 samples collected in May?"]),
    ],
)
def test_what_is_not_surely_read_is_not_asked(sentence: str, questions_of_it: list[str]) -> None:
    assert asked(sentence) == questions_of_it
