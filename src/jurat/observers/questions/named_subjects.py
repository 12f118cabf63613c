"""Names of subjects: what a question calls the subject of a clause, a pronoun by the name it stands for."""

from __future__ import annotations

import re

from jurat.nlp.doc import DocSentence
from jurat.nlp.syntax.plain_clauses import PlainClause
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.question_forms import inside

_NAME = re.compile(r"[A-Z][\w'’.-]+(?: (?:[A-Z][\w'’.-]*|de|van|von|der|al|bin|la))* [A-Z][\w’-]+")
_TITLED = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|Prof|Sir|Lord|Lady)\.? [A-Z][\w’-]+")


def named_subject(text: IndexedDoc, line: DocSentence, one: PlainClause) -> str | None:
    """The subject as a question names it; nothing for a pronoun without a single name before it."""
    if one.sentence.lower[one.subject.head] not in {"he", "she"}:
        return inside(text.text, one.subject.start, one.subject.end)
    return antecedent(text, line, one)


def antecedent(text: IndexedDoc, line: DocSentence, one: PlainClause) -> str | None:
    """The name that "he" or "she" stands for: the last subject, if no other person is named."""
    if one.subject.start != line.start or line.index == 0:
        return None
    before = text.lines[line.index - 1]
    said = text.text[before.start : before.end]
    plain = text.plain_clauses(before)
    people = {found.strip() for pattern in (_NAME, _TITLED) for found in pattern.findall(said)}
    if not plain or any(mark in said for mark in '"“”'):
        return None
    subject = plain[0].subject
    if plain[0].sentence.lower[subject.head] == one.sentence.lower[one.subject.head]:
        return antecedent(text, before, plain[0]) if not people else None
    name = text.text[subject.start : subject.end]
    proper = set(plain[0].sentence.letters[subject.first : subject.last]) <= {"P"}
    return name if proper and people <= {name} else None
