"""Aligned clauses: which clause of a source says most of what a clause says."""

from __future__ import annotations

import pytest

from jurat.observers.grounding.aligned_clauses import align_clause
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.sentence_windows import SentenceWindow


def aligned(said: str, given: str) -> str | None:
    """The verb of the clause that the first clause is aligned with."""
    summary, article = IndexedDoc(said), IndexedDoc(given)
    window = SentenceWindow(tuple(article.lines), article.lines[0], 1.0, 1.0)
    found = align_clause(article, summary, summary.lines[0], summary.clauses(summary.lines[0])[0], window)
    return found.given.verb.head if found else None


@pytest.mark.parametrize(
    ("said", "given", "verb"),
    [
        ("The board sold the mill.", "The board met. Later the board sold the old mill.", "sold"),
        ("The minister was appointed in March.", "The minister resigned in March.", "resigned"),
        ("He was willing.", "He was unwilling.", "was"),
        ("A thief took the ring.", "The maid took the ring.", "took"),
        ("The minister was appointed in March.", "The minister resigned in Rome.", None),
        ("Rain fell.", "The bus waits in Oslo.", None),
        ("He was tall.", "He was unwilling.", None),
    ],
)
def test_a_clause_is_aligned_by_its_words_or_by_what_is_done(said: str, given: str, verb: str | None) -> None:
    assert aligned(said, given) == verb
