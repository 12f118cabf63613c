"""The data files: each says where it comes from, every rule can be set off, every class is used."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from jurat.safety.gate_findings import PATTERNS
from jurat.safety.patterns import ALL_EXCUSES, rules, rules_by_word
from jurat.safety.word_lists import gerund, read_toml, word_classes

LISTS = sorted(path.name for path in (files("jurat.safety") / "lists").iterdir())


@pytest.mark.parametrize("name", LISTS)
def test_a_list_names_its_source_and_licence(name: str) -> None:
    head = (files("jurat.safety") / "lists" / name).read_text(encoding="utf-8")[:600]
    assert head.startswith("#")
    assert "Source: " in head
    assert "Licence: Apache-2.0" in head


def test_every_pattern_has_rules_and_every_rule_a_trigger() -> None:
    assert {rule.pattern for rule in rules()} == set(PATTERNS)
    reached = {number for numbers in rules_by_word().values() for number in numbers}
    assert reached == set(range(len(rules())))
    assert all(rule.excused_by and set(rule.excused_by) <= set(ALL_EXCUSES) for rule in rules())


def test_every_rule_accepts_a_refusal() -> None:
    assert all("refusal" in rule.excused_by for rule in rules())


def test_every_word_class_is_used() -> None:
    used = "".join(
        (files("jurat.safety") / "lists" / name).read_text(encoding="utf-8")
        for name in LISTS
        if name.endswith(".toml")
    )
    named = set(re.findall(r"\{([a-z_]+)\}", used))
    named |= {
        name
        for pattern in PATTERNS
        for rule in read_toml(f"{pattern}.toml")["rules"]
        for name in rule["triggers"]
    }
    assert set(word_classes()) <= named


def test_words_are_lower_case_and_not_repeated() -> None:
    table = read_toml("words.toml")
    for kind in ("verbs", "nouns"):
        for name, words in table[kind].items():
            assert all(word == word.lower().strip() for word in words), name


@pytest.mark.parametrize(
    ("verb", "expected"),
    [("rob", "robbing"), ("die", "dying"), ("dye", "dyeing"), ("fix", "fixing"), ("see", "seeing")],
)
def test_gerunds(verb: str, expected: str) -> None:
    assert gerund(verb) == expected
