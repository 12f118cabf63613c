"""Kinds of articles: whether one reports, appeals, argues, announces, reviews, advises, asks or remembers.

What an article wants, thinks and sounds like follows from its kind, told by the words that such texts have:
how often they speak to the reader, instruct, praise or blame.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Literal, NamedTuple

from jurat.nlp.doc import Doc
from jurat.nlp.morphology.verb_forms import kinds

ArticleKind = Literal[
    "report", "appeal", "opinion", "announcement", "review", "advice", "interview", "obituary"
]
_KEPT = 64
_TURN = re.compile(r"[?.!]\s*\n?\s*[–—-] |^\s*(?:Q|A|[A-Z][a-z]+): ", re.MULTILINE)
_DIED = re.compile(r"\b(?:has died|have died|who died|died (?:on|at|in|aged)|passed away)\b")
_HARM = re.compile(
    r"\b(?:police|crash|killed|accident|murder|shot|court|fire|victims?|arrested|hospital)\b", re.IGNORECASE
)
_QUOTATION = re.compile(r"“[^”]*”?|\"[^\"]*\"?|(?<!\w)['‘][^'’\n]{12,}['’](?!\w)")
_TOLD = re.compile(r"\b(?:said|says|told|according to|announced)\b")
_TURNS, _LEAST = 2, 0.05
_LEADING = 400
_MIXED = 0.5
"""How far a text praises or blames that does both."""
_PERSONAL = 0.4
"""How often a person says "I" per sentence who talks about their own life."""
_WORDS = 18
"""Words of a sentence on average."""


class ArticleFrame(NamedTuple):
    """What an article wants, what it thinks of its subject, and how it sounds."""

    intent: str
    stance: str
    tone: str


@lru_cache(maxsize=_KEPT)
def frame(article: Doc) -> ArticleFrame:
    """The intent, stance and tone of an article, as three phrases."""
    kind = article_kind(article)
    likes = _leaning(article)
    if kind == "interview":
        return _interview(article, likes)
    return {
        "report": ArticleFrame("to inform readers with a news report", "neutral", "factual"),
        "appeal": _appeal(article),
        "opinion": _opinion(article, likes),
        "announcement": _announcement(article),
        "review": _review(likes),
        "advice": ArticleFrame(
            "to advise and help readers", "supportive and helpful", "friendly and practical"
        ),
        "obituary": ArticleFrame("to honour and remember a life", "appreciative", "respectful and moving"),
    }[kind]


@lru_cache(maxsize=_KEPT)
def article_kind(article: Doc) -> ArticleKind:
    """What kind of text an article is.

    >>> from jurat.nlp.doc import analyse
    >>> article_kind(analyse("The council closed the bridge on Monday. Police said two people were hurt."))
    'report'
    """
    text = article.text
    if len(_TURN.findall(text)) >= _TURNS and text.count("?") >= _TURNS:
        return "interview"
    if _DIED.search(text[:_LEADING]) and not _HARM.search(text[:_LEADING]):
        return "obituary"
    scores = _scores(article)
    best = max(scores, key=lambda one: scores[one])
    return best if scores[best] >= _LEAST else "report"


def _scores(article: Doc) -> dict[ArticleKind, float]:
    """How much speaks for each kind, per sentence."""
    counts = _counts(article)
    lines = max(1.0, len(article.lines), len(article.words) / _WORDS)
    you, we, own = (_total(counts, some) for some in (_YOU, _WE, _I))
    orders = sum(line.words[0].token.text in _words("imperative") for line in article.lines)
    reported = len(_TOLD.findall(article.text))
    rates = {kind: _total(counts, _words(kind)) / lines for kind in _KINDS}
    told = reported / lines
    spoken = (you + we + own) / lines
    return {
        "appeal": rates["appeal"] * 0.5 + min(1.0, (you + we) / lines) * 0.6 + orders / lines * 0.5 - told
        - 0.5,
        "advice": orders / lines * 1.6 + min(1.5, you / lines) * 0.5 + rates["advice"] * 0.3 - told - 0.35
        - min(1.0, we / lines) * 0.6,
        "opinion": rates["opinion"] * 0.7 + min(1.0, (own + we) / lines) * 0.5 - told - 0.1 - orders / lines,
        "announcement": rates["announcement"] * 0.6 + min(1.0, we / lines) * 0.3 - told * 0.5 - 0.2,
        "review": rates["review"] * 0.6 - told - 0.1 + min(0.5, spoken) * 0.1,
    }  # fmt: skip


def _appeal(article: Doc) -> ArticleFrame:
    counts = _counts(article)
    ends = counts["stop"] > 0 or _total(counts, _words("against")) > len(article.lines) // 3
    pressing = _total(counts, _words("pressing")) >= 2
    return ArticleFrame(
        "to appeal to readers to act",
        "critical of what is done now" if ends else "supportive of the cause",
        "urgent and heartfelt" if pressing else "warm and urging",
    )


def _opinion(article: Doc, likes: float) -> ArticleFrame:
    angry = _total(_counts(article), _words("angry")) >= 2
    if likes >= 0:
        return ArticleFrame("to argue for a point of view", "in favour", "confident and argumentative")
    return ArticleFrame(
        "to criticise and argue for change", "critical", "angry" if angry else "sharp and argumentative"
    )


def _announcement(article: Doc) -> ArticleFrame:
    lively = article.text.count("!") + _total(_counts(article), _words("lively")) >= 3
    if lively:
        return ArticleFrame("to announce and inform", "positive", "enthusiastic")
    return ArticleFrame("to announce and inform", "neutral", "polite and factual")


def _review(likes: float) -> ArticleFrame:
    if abs(likes) <= _MIXED:
        return ArticleFrame("to review and evaluate", "mixed", "sober and measured")
    if likes > 0:
        return ArticleFrame("to review and evaluate", "positive", "appreciative and warm")
    return ArticleFrame("to review and evaluate", "critical", "critical and sober")


def _interview(article: Doc, likes: float) -> ArticleFrame:
    tense = _total(_counts(article), _words("tense")) >= 4
    if tense:
        return ArticleFrame("to inform and explain in an interview", "defensive", "combative")
    if _total(_counts(article), _I) >= _PERSONAL * len(article.lines):
        return ArticleFrame("to inform and portray in an interview", "sympathetic", "personal and serious")
    stance = "positive" if likes > _MIXED else "critical and analytical"
    return ArticleFrame("to inform and explain in an interview", stance, "analytical")


def _leaning(article: Doc) -> float:
    """How far an article praises, from -1 to 1; its last third counts twice."""
    said = [word.token.text for word in article.words]
    last = len(said) * 2 // 3
    good, bad = _words("praise"), _words("blame")
    liked = sum((word in good) * (1 + (place >= last)) for place, word in enumerate(said))
    disliked = sum((word in bad) * (1 + (place >= last)) for place, word in enumerate(said))
    return (liked - disliked) / (liked + disliked) if liked + disliked else 0.0


@lru_cache(maxsize=_KEPT)
def _counts(article: Doc) -> Counter[str]:
    """How often each word comes outside quotations, which are not the article's own voice."""
    quoted = [match.span() for match in _QUOTATION.finditer(article.text)]
    found: Counter[str] = Counter()
    at = 0
    for word in article.words:
        while at < len(quoted) and quoted[at][1] <= word.token.start:
            at += 1
        if at == len(quoted) or word.token.start < quoted[at][0]:
            found[word.token.text] += 1
    return found


def _total(counts: Counter[str], some: frozenset[str]) -> int:
    return sum(counts[word] for word in some)


def _words(kind: str) -> frozenset[str]:
    return kinds("article_kinds.txt")[kind]


_YOU = frozenset({"you", "your", "you're", "you'll", "you've", "yours"})
_WE = frozenset({"we", "our", "us", "we're", "we'll", "we've", "ours"})
_I = frozenset({"i", "my", "me", "i'm", "i've", "mine"})
_KINDS = ("appeal", "opinion", "announcement", "review", "advice")
