"""Clauses: their verbs, their standing as statements, and what hangs on them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.syntax.clauses import Clause, clauses, parse
from jurat.nlp.tokens import Token


def of(text: str) -> list[Clause]:
    return clauses(text, Token("", 0, len(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Google bought Fitbit.", [("main", "buy")]),
        ("Google bought Fitbit and sold Nest.", [("main", "buy"), ("main", "sell")]),
        ("Fitbit, which Google bought, makes watches.", [("relative", "buy"), ("main", "make")]),
        ("He said that Google bought Fitbit.", [("main", "say"), ("complement", "buy")]),
        ("He said Google bought Fitbit.", [("main", "say"), ("complement", "buy")]),
        ("Because Google paid, Fitbit agreed.", [("subordinate", "pay"), ("main", "agree")]),
        ("Founded in 1998, Google grew.", [("participle", "found"), ("main", "grow")]),
        ("Google plans to buy Fitbit.", [("main", "plan"), ("infinitive", "buy")]),
        ("Google left without paying the fine.", [("main", "leave"), ("gerund", "pay")]),
        ("Google made them pay.", [("main", "make"), ("bare", "pay")]),
        ("Who bought Fitbit?", []),
        ("The big house.", []),
        ("Stop!", []),
        ("", []),
    ],
)
def test_sentence_is_cut_into_its_clauses(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(clause.kind, clause.lemma) for clause in of(text)] == expected


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("Google bought Fitbit.", False),
        ("Google did not buy Fitbit.", True),
        ("Google didn’t buy Fitbit.", True),
        ("Google never bought Fitbit.", True),
        ("Google no longer sells Fitbit.", True),
        ("Google hardly sold Fitbit.", True),
        ("Nobody bought Fitbit.", True),
        ("No firm bought Fitbit.", True),
        ("Google bought nothing.", True),
        ("Google not only bought Fitbit.", False),
        ("Google bought nothing but Fitbit watches.", True),
        ("No fewer than 40 people died.", False),
        ("They found no more than 3 men.", False),
        ("They found no men.", True),
    ],
)
def test_negation_is_seen_in_verbs_determiners_and_pronouns(text: str, negated: bool) -> None:
    assert [clause.negated for clause in of(text)] == [negated]


@pytest.mark.parametrize(
    ("text", "negated"),
    [
        ("Google failed to buy Fitbit.", True),
        ("Google did not fail to buy Fitbit.", False),
        ("Google did not manage to buy Fitbit.", True),
        ("Google managed not to buy Fitbit.", True),
        ("Google denied that it bought Fitbit.", True),
        ("Google avoided buying Fitbit.", True),
    ],
)
def test_negation_reaches_into_the_dependent_clause(text: str, negated: bool) -> None:
    last = of(text)[-1]
    assert (last.lemma, last.negated) == ("buy", negated)


@pytest.mark.parametrize(
    ("text", "hedged", "assertive"),
    [
        ("Google bought Fitbit.", False, True),
        ("Google will buy Fitbit.", False, True),
        ("Google can buy Fitbit.", False, True),
        ("Google may buy Fitbit.", True, False),
        ("Google might have bought Fitbit.", True, False),
        ("Google could buy Fitbit.", True, False),
        ("Google should buy Fitbit.", False, False),
        ("Google would buy Fitbit.", False, False),
        ("Google possibly bought Fitbit.", True, False),
        ("Google has reportedly bought Fitbit.", True, False),
        ("A firm named Google reportedly bought Fitbit.", True, False),
        ("A firm that is named Google allegedly bought Fitbit.", True, False),
        ("Reports suggest that Google bought Fitbit.", True, False),
        ("It seems that Google bought Fitbit.", True, False),
        ("It is unclear whether Google bought Fitbit.", False, False),
        ("Google is thought to have bought Fitbit.", True, False),
        ("Google hopes to buy Fitbit.", False, False),
        ("Analysts hope that Google bought Fitbit.", False, False),
        ("Nobody said that Google bought Fitbit.", False, False),
        ("Cook said that Google bought Fitbit.", False, True),
        ("Cook asked if Google bought Fitbit.", False, False),
    ],
)
def test_hedged_wished_and_supposed_clauses_assert_nothing(text: str, hedged: bool, assertive: bool) -> None:
    last = of(text)[-1]
    assert (last.lemma, last.hedged, last.assertive) == ("buy", hedged, assertive)


def test_reported_speech_is_marked() -> None:
    said, bought = of("Cook said that Google bought Fitbit.")
    assert (said.reported, bought.reported) == (False, True)
    [according] = of("According to Cook, Google bought Fitbit.")
    assert according.reported


def test_prepositional_phrases_are_kept_with_their_prepositions() -> None:
    text = "In 2019, Google bought Fitbit for $2 billion on Monday."
    [clause] = of(text)
    phrases = [(one.preposition, text[one.phrase.start : one.phrase.end]) for one in clause.phrases]
    assert phrases == [("in", "2019"), ("for", "$2 billion"), ("on", "Monday")]


def test_passive_and_copula_are_told_apart() -> None:
    [passive] = of("Fitbit has been bought by Google.")
    [copula] = of("Fitbit has been a company.")
    assert (passive.passive, passive.copula) == (True, False)
    assert (copula.passive, copula.copula) == (False, True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Tim Cook, the chief of Apple, resigned.", [("Cook", "chief")]),
        ("Paris, France, is large.", []),
        ("Tim Cook, 59, resigned.", []),
        ("Google, Apple and Amazon grew.", []),
    ],
)
def test_apposition_needs_a_description(text: str, expected: list[tuple[str, str]]) -> None:
    found = parse(text, Token("", 0, len(text))).renamings
    assert [(one.named.head, one.renamed.head) for one in found] == expected


@given(st.text(max_size=200))
def test_any_text_has_clauses_that_lie_inside_it(text: str) -> None:
    for clause in of(text):
        assert 0 <= clause.start <= clause.verb.start < clause.verb.end <= clause.end <= len(text)


def test_verbs_of_a_list_share_the_subject_and_are_all_asserted() -> None:
    text = "They offer tea, accept reservations, and have outdoor seating."
    found = [(one.lemma, one.assertive) for one in clauses(text, Token("", 0, len(text)))]
    assert found == [("offer", True), ("accept", True), ("have", True)]


def test_adjectives_of_a_list_are_objects_one_by_one() -> None:
    text = "The room is described as very quiet, clean and big."
    [clause] = clauses(text, Token("", 0, len(text)))
    assert [text[one.start : one.end] for one in clause.objects] == ["very quiet", "clean", "big"]


def test_a_plan_and_an_advice_are_stated_but_not_asserted() -> None:
    for text in ("Google plans to buy Fitbit.", "Google should buy Fitbit."):
        clause = clauses(text, Token("", 0, len(text)))[-1]
        assert (clause.lemma, clause.assertive, clause.stated) == ("buy", False, True)


def test_a_clause_after_a_comma_has_its_joined_subjects() -> None:
    text = "WiFi is not available, and takeout and delivery services are available."
    found = [(len(one.subjects), one.negated) for one in clauses(text, Token("", 0, len(text)))]
    assert found == [(1, True), (2, False)]
