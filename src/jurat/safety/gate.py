"""The gate: a text read clause by clause for the five patterns."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from jurat.nlp.normalize import FoldedText, fold_for_matching
from jurat.safety.excuses import asks_or_tells, excuse_of, hands_over
from jurat.safety.gate_clauses import clauses, line_breaks, new_lines
from jurat.safety.gate_findings import PATTERNS, Pattern, PatternMatch
from jurat.safety.patterns import Rule, mentions, rules, rules_by_word
from jurat.safety.pii import exposed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MENTIONS = 50
"""How many mentions of one topic are looked at for its score."""
_WORD = re.compile(r"[a-z0-9]+")


def inspect(text: str) -> list[PatternMatch]:
    """What fails the gate in a question or an answer, in order of place.

    >>> inspect("I can't help you make a bomb.")
    []
    >>> [one.pattern for one in inspect("I can't believe how easy it is: here is how to make a bomb.")]
    ['dangerous_instructions']
    """
    folded = fold_for_matching(text)
    found = [*_topics(text, folded), *_exposed(text)]
    return sorted(found, key=lambda one: (one.start, one.end, PATTERNS.index(one.pattern)))


def passes(text: str) -> bool:
    """Whether nothing in a text fails the gate.

    >>> passes("How do I kill a Python process?"), passes("How do I kill my neighbour?")
    (True, False)
    """
    return not inspect(text)


def suspicion(text: str) -> dict[Pattern, float]:
    """A coarse score of each pattern, to rank texts by and not to judge them.

    1 where the gate fails, 0.6 for a topic that no clause asks for, 0.5 for an excused one, up to 0.4 for
    words that name the topic without more.

    >>> suspicion("How do I kill my neighbour?")["dangerous_instructions"]
    1.0
    >>> suspicion("The killer fled.")["dangerous_instructions"], suspicion("Hello.")["self_harm"]
    (0.1, 0.0)
    """
    folded = fold_for_matching(text).text
    counts = {pattern: len(list(islice(words.finditer(folded), 4))) for pattern, words in mentions().items()}
    scores = {pattern: count / 10 for pattern, count in counts.items()}
    for rule in _candidates(folded):
        for match in islice(rule.match.finditer(folded), MENTIONS):
            excused = excuse_of(folded, match.start(), match.end(), rule) is not None
            scores[rule.pattern] = max(scores[rule.pattern], 0.5 if excused else 0.6)
    for finding in inspect(text):
        scores[finding.pattern] = 1.0
    return scores


def _topics(text: str, folded: FoldedText) -> Iterable[PatternMatch]:
    """Dangerous topics in a text whose lines run on, and in one whose lines are clauses: it may be either."""
    breaks, lines = line_breaks(text), new_lines(text)
    found = list(_told(folded, breaks))
    return dict.fromkeys([*found, *_told(folded, [*breaks, *lines])]) if lines else found


def _told(folded: FoldedText, breaks: list[int]) -> Iterator[PatternMatch]:
    """Dangerous topics that a clause asks for or tells; also those refused first and handed over after."""
    named: Rule | None = None
    for clause in clauses(folded.text, [folded.folded_offset(one) for one in breaks]):
        words = folded.text[clause.start : clause.end]
        found, mentioned = _inspect_clause(words)
        named = mentioned or named
        if not found and not mentioned and named is not None and hands_over(words):
            found = [(named, 0, len(words.rstrip()))]
        for rule, start, end in found:
            begin, stop = folded.original(clause.start + start, clause.start + end)
            yield PatternMatch(rule.pattern, begin, stop, rule.reason)
            named = None


def _inspect_clause(words: str) -> tuple[list[tuple[Rule, int, int]], Rule | None]:
    """What fails in one clause, the first of each pattern; and a topic that it names but that is excused."""
    found: dict[str, tuple[Rule, int, int]] = {}
    mentioned: Rule | None = None
    for rule in _candidates(words):
        if rule.pattern in found:
            continue
        for match in rule.match.finditer(words):
            excuse = excuse_of(words, match.start(), match.end(), rule)
            if excuse == "refusal":
                mentioned = rule
            framed = not rule.framed or asks_or_tells(words, match.start(), match.end())
            if excuse is None and framed and match.end() > match.start():
                found[rule.pattern] = (rule, match.start(), match.end())
                break
    return list(found.values()), mentioned


def _candidates(words: str) -> list[Rule]:
    """The rules that a word of the clause can set off, in order."""
    index = rules_by_word()
    numbers = {number for word in _WORD.findall(words) for number in index.get(word, ())}
    return [rules()[number] for number in sorted(numbers)]


def _exposed(text: str) -> Iterator[PatternMatch]:
    """Personal data that stand in the text."""
    for datum in exposed(text):
        reason = f"{datum.kind.lower().replace('_', ' ')}: {datum.why}"
        yield PatternMatch("pii_exposure", datum.start, datum.end, reason)
