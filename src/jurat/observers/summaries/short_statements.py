"""Short statements: what a sentence says in its main clause, as a sentence that is complete by itself."""

from __future__ import annotations

from typing import NamedTuple

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.syntax.plain_clauses import PlainClause, statement
from jurat.nlp.tokens import count_tokens
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.questions.named_subjects import named_subject
from jurat.observers.questions.question_forms import tidied

_DROPPED = frozenset({"phrase", "time", "relative"})
_FEWEST = 3


class ShortStatement(NamedTuple):
    """A complete sentence, and the stretch of the article that says it."""

    text: str
    start: int
    end: int

    def words(self, article: IndexedDoc) -> tuple[DocWord, ...]:
        """The words of the stretch."""
        return tuple(article.words(self.start, self.end))


def short_statement(article: IndexedDoc, line: DocSentence, limit: int) -> ShortStatement | None:
    """The first plain clause of a sentence, with its subject named, in so many tokens at most."""
    for one in article.plain_clauses(line):
        name = named_subject(article, line, one)
        if name is None or one.end > line.end:
            continue
        short = _shortened(article, one, limit)
        if short is not None:
            said = statement(article.text, short)
            own = article.text[one.subject.start : one.subject.end]
            if own.lower() in {"he", "she"}:
                said = name + said[len(own) :]
            return ShortStatement(as_sentence(said), one.start, short.end)
    return None


def _shortened(article: IndexedDoc, one: PlainClause, limit: int) -> PlainClause | None:
    """A clause without its last phrases, as many as must go; nothing if it stays too long."""
    while count_tokens(statement(article.text, one)) > limit:
        if one.opening is not None:
            one = one._replace(opening=None)
        elif len(one.parts) > 1 and one.parts[-1].role in _DROPPED and one.parts[-2].role != "rest":
            one = one._replace(parts=one.parts[:-1])
        else:
            return None
    return one if len(article.words(one.start, one.end)) >= _FEWEST else None


def as_sentence(said: str) -> str:
    """Words as a sentence: a capital at its start, a full stop at its end.

    >>> as_sentence("the bridge  closed on Monday ,")
    'The bridge closed on Monday.'
    """
    plain = tidied(said).rstrip(" .,;:–—-")
    return f"{plain[:1].upper()}{plain[1:]}."
