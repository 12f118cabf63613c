"""Signs: what speaks against a claim, each from 0 up, so that more of any never makes a claim likelier."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from jurat.nlp.doc import DocSentence, DocWord
from jurat.nlp.morphology.verb_forms import kinds
from jurat.nlp.quantities.quantity import Quantity, agrees
from jurat.nlp.terms import soft_stems
from jurat.nlp.word_similarity import similar_stems
from jurat.observers.grounding.entities import around
from jurat.observers.grounding.entity_names import has_name, name_words
from jurat.observers.grounding.indexed_doc import IndexedDoc
from jurat.observers.grounding.statements import Statement

POOR = 0.4
"""Below which support a claim is poor as well as weak."""
_MOST_PLACED, _MOST_STRANGE = 2, 3
_MODALS = ("modal", "unreal")
_REVERSED = frozenset({"opposite", "bound", "roles"})


class Features(NamedTuple):
    """What speaks against a claim; all zero where it is copied."""

    weak: float
    """1 less the support that Judge-Lock labels by."""
    poor: float
    """How far that support is below 0.4, at most 1; missing figures and contradictions take it below 0."""
    scattered: float
    """The share of its words, by weight, that the best two neighbouring sentences do not have."""
    unpaired: float
    """The share of its neighbouring words that are not neighbours anywhere in the article; of one word, if it
    is not there."""
    reworded: float
    """1 unless all of it stands in the article as it is."""
    misfit: float
    """1 if it has a name, number or date that the article does not have."""
    wrong_figures: float
    """Numbers and dates that the article does not have, at most 2."""
    moved_figure: float
    """The share of the words around one of its numbers that are not around that number in the article."""
    moved_names: float
    """Names that the article has elsewhere than in the best two sentences, at most 2."""
    strange: float
    """Rare words of which the article has neither them nor any near them, at most 3."""
    new_adverbs: float
    """Adverbs of which the article has nothing, at most 3."""
    new_modals: float
    """Modal verbs ("will", "might") that the article does not have, at most 3."""
    reversed: float
    """1 if a clause of the article has the opposite word, the other bound of a number, or swapped roles."""
    denied: float
    """1 if a clause of the article affirms what it denies, or denies what it affirms."""


def claim_features(article: IndexedDoc, summary: IndexedDoc, one: Statement) -> Features:
    """What speaks against a statement of the summary; nothing where the article has it as it stands."""
    if article.verbatim(one.words):
        return Features(*[0.0] * len(Features._fields))
    content = [word for word in one.words if word.content]
    lines = one.support.window.lines if one.support.window else ()
    figures = sum(misfit.kind != "entity" for misfit in one.entity_errors)
    support = min(1.0, max(0.0, one.score))
    return Features(
        weak=1.0 - support,
        poor=min(1.0, max(0.0, POOR - one.score)),
        scattered=1.0 - one.support.together,
        unpaired=_unpaired(article, one.words),
        reworded=1.0,
        misfit=float(bool(one.entity_errors)),
        wrong_figures=float(min(_MOST_PLACED, figures)),
        moved_figure=_moved_figure(article, summary, one),
        moved_names=float(min(_MOST_PLACED, _moved_names(article, summary, one, lines))),
        strange=float(min(_MOST_STRANGE, sum(_is_strange(article, word) for word in content))),
        new_adverbs=float(min(_MOST_STRANGE, _new_adverbs(article, summary, one.line, content))),
        new_modals=float(min(_MOST_STRANGE, _new_modals(article, one.words))),
        reversed=float(any(contrast.kind in _REVERSED for contrast in one.conflicts)),
        denied=float(any(contrast.kind == "negation" for contrast in one.conflicts)),
    )


def _unpaired(article: IndexedDoc, words: Sequence[DocWord]) -> float:
    stems = [word.stem for word in words]
    pairs = list(itertools.pairwise(stems))
    if not pairs:
        return float(any(stem not in article.postings for stem in stems))
    return sum(pair not in article.pairs for pair in pairs) / len(pairs)


def _moved_figure(article: IndexedDoc, summary: IndexedDoc, one: Statement) -> float:
    """Of the number whose surroundings differ most; a number that the article lacks has nothing around it."""
    found = summary.quantities(one.start, one.end)
    return max((_moved(article, summary, figure) for figure in found), default=0.0)


def _moved(article: IndexedDoc, summary: IndexedDoc, figure: Quantity) -> float:
    mine = around(summary, figure)
    same = [other for other in article.distinct.quantities if agrees(figure, other) == "same"]
    kept = max((len(mine & around(article, other)) for other in same), default=0)
    return 1.0 - kept / len(mine) if mine else float(not same)


def _moved_names(
    article: IndexedDoc, summary: IndexedDoc, one: Statement, lines: Sequence[DocSentence]
) -> int:
    found = [word for word in name_words(summary, one.words) if has_name(article, word.stem)]
    return sum(all(line.index not in article.places(word.stem) for line in lines) for word in found)


def _is_strange(article: IndexedDoc, word: DocWord) -> bool:
    return word.stem not in soft_stems() and not article.places(word.stem) and not similar_stems(word.stem)


def _new_adverbs(
    article: IndexedDoc, summary: IndexedDoc, line: DocSentence, content: Sequence[DocWord]
) -> int:
    parts = summary.parts(line)
    adverbs = (word.stem for word in content if parts.get(word.token.start) == "ADV")
    return sum(stem not in soft_stems() and not article.places(stem) for stem in adverbs)


def _new_modals(article: IndexedDoc, words: Sequence[DocWord]) -> int:
    texts = (word.token.text for word in words if not word.content)
    return sum(text in _modals() and text not in article.by_text for text in texts)


@lru_cache(maxsize=1)
def _modals() -> frozenset[str]:
    listed = kinds("hedges.txt")
    return frozenset(one for kind in _MODALS for one in listed[kind]) | {"will", "can", "must"}
