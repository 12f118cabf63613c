"""Stems: forms of one word share one, different words do not."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.stems import stem

FAMILIES = """
create created creating creates creation creator
educate education educated educating educates
inform informed information informs
organise organised organize organizing organisation organization organizations
plan plans planned planning
make made makes making maker
acquire acquired acquires acquiring acquisition acquisitions
study studies studied studying
control controls controlled controlling
fall falls falling fell fallen
child children child's
company companies company's
happy happiness happily
quick quickly quickness
govern government governments governed governor
agree agreed agrees agreement agreements agreeing
secure security secured securing
active activity activities actively
pass passes passed passing
box boxes boxed
church churches
decide decided decision decisions deciding
die died dies dying death
use used using uses user users
refer referred referring refers
tax taxes taxed taxing
price prices priced pricing
announce announced announcing announcement announces
increase increased increasing increases
close closed closing closes
argue argued argues arguing
hope hoped hoping hopes
invest invested investor investors investment investments
move moved moving movement movements
play player players played plays
win won winning winner winners wins
run ran running runner
leave left leaves leaving
report reported reporter reporters reports
celebrate celebrated celebration celebrating
nation nations
city cities
found founded founder founding
believe believed belief believing
begin began begun beginning begins
travel travelled traveling travelling travels
publish published publishes publisher publishing
judge judged judges judging
charge charged charges charging
change changed changes changing
manage managed manager managing management
continue continued continuing continues
solve solved solving solves solution
carry carried carries carrying carrier
cause caused causing causes
raise raised raising raises
promise promised promises promising
apply applied applies applying
operate operated operation operating operations operator
investigate investigated investigation investigator investigators
house houses housed housing
base based
advise advised advice advising
lose lost losing loses loss
family families
university universities
business businesses
analysis analyses
release released releases releasing
sign signed signing signs
add added adding adds
kill killed killing killer
need needed needs
see saw seen seeing sees
""".strip().splitlines()
STRANGERS = [
    ("university", "universe"),
    ("news", "new"),
    ("moment", "mom"),
    ("department", "depart"),
    ("early", "ear"),
    ("number", "numb"),
    ("nation", "nat"),
    ("million", "mill"),
    ("bus", "bu"),
    ("king", "k"),
    ("business", "busy"),
    ("found", "find"),
    ("police", "policy"),
    ("general", "generous"),
    ("care", "car"),
    ("planes", "plans"),
    ("note", "not"),
    ("hoping", "hopping"),
    ("wine", "win"),
    ("staring", "starring"),
]
AS_THEY_ARE = ["", "x", "b2b", "1998", "naïve", "東京", "covid-19", "\ud800"]


@pytest.mark.parametrize("family", FAMILIES)
def test_forms_of_one_word_share_a_stem(family: str) -> None:
    assert len({stem(word) for word in family.split()}) == 1


@pytest.mark.parametrize(("one", "other"), STRANGERS)
def test_different_words_keep_different_stems(one: str, other: str) -> None:
    assert stem(one) != stem(other)


def test_no_two_families_share_a_stem() -> None:
    stems = sorted({stem(family.split()[0]) for family in FAMILIES})
    firsts = sorted({family.split()[0] for family in FAMILIES})
    assert [pair for pair in combinations(firsts, 2) if stem(pair[0]) == stem(pair[1])] == []
    assert len(stems) == len(firsts)


@pytest.mark.parametrize("word", AS_THEY_ARE)
def test_what_is_no_plain_word_stays(word: str) -> None:
    assert stem(word) == word


def test_case_and_possessives_do_not_matter() -> None:
    assert stem("COMPANY’S") == stem("companies'") == stem("company")


def test_irregular_forms_reach_a_fixed_stem() -> None:
    listed = [word for line in read_list("stems.txt") for word in line.split()]
    assert [word for word in listed if stem(stem(word)) != stem(word)] == []


@given(
    st.from_regex(r"[a-z]{1,6}(s|es|ed|ing|ly|ation|ment|ness|ity|ise|ies)?(s|ly)?", fullmatch=True)
    | st.text(max_size=20)
)
def test_a_stem_is_its_own_stem(word: str) -> None:
    assert stem(stem(word)) == stem(word)
