"""Deeds: grave things that a summary says were done, and of which the article has no word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from jurat.nlp.doc import DocSentence
from jurat.nlp.lexicon.loader import read_list
from jurat.nlp.morphology.stems import stem
from jurat.nlp.syntax.clauses import Clause
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.roles import target
from jurat.observers.questions.question_forms import who_or_what


def unmentioned_events(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence
) -> Iterator[tuple[Clause, str]]:
    """The clauses of a sentence that state a deed which the article does not tell of, each with why.

    >>> from jurat.observers.grounding.indexed_doc import indexed_doc
    >>> article, said = map(indexed_doc, ("The coach blamed the referee.", "The club sacked its coach."))
    >>> [why for _, why in unmentioned_events(article, said, said.lines[0])]
    ['the summary says “sacked”, the article does not']
    """
    for clause in summary.clauses(line):
        told = _deeds().get(clause.lemma) or _deeds().get(f"{clause.lemma}*")
        if not told or not clause.assertive or clause.negated or clause.hedged:
            continue
        if clause.lemma not in _deeds() and not _to_person(summary, clause):
            continue
        if told.isdisjoint(article.postings) and not article.places(stem(clause.lemma)):
            yield clause, f"the summary says “{clause.verb.head}”, the article does not"


def _to_person(text: IndexedDoc, clause: Clause) -> bool:
    """Whether it is done to somebody: a coach can be dismissed in one sense only, a rumour in another."""
    whom = target(clause)
    return whom is not None and who_or_what(text.text, whom) == "who"


@cache
def _deeds() -> Mapping[str, frozenset[str]]:
    """Each verb of a deed, with a star if it has to be done to somebody, and the stems that tell of it."""
    found: dict[str, frozenset[str]] = {}
    for line in read_list("deeds.txt"):
        verbs, _, others = line.partition("|")
        told = frozenset(stem(one.rstrip("*")) for one in (*verbs.split(), *others.split()))
        for verb in verbs.split():
            found[verb] = found.get(verb, frozenset()) | told
    return found
