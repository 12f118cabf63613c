"""Bias-Toxicity by rule: loaded wording, stereotypes, slurs and profanity in a summary, and its tone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from jurat.observations import BiasToxicity, Issue, IssueKind, IssueSeverity, Tone
from jurat.observers.toxicity import exemptions
from jurat.observers.toxicity.hostile_patterns import matches
from jurat.observers.toxicity.tone_words import tone_words, wording_tone
from jurat.observers.toxicity.toxicity_tokenizer import token_sentences, toxicity_tokens
from jurat.observers.toxicity.toxicity_tokens import ToxicityToken
from jurat.scoring.issue_scores import bias_score, tox_score
from jurat.spans import Span

FEW_WORDS = 2
_IN_ARTICLE = "; the article words it the same way"
_WORDED = frozenset({"SLUR", "PROFANE", "INSULT", "LOADED"})
_RANK = {
    ("slur", "strong"): 0,
    ("slur", "mild"): 0,
    ("stereotype", "strong"): 1,
    ("stereotype", "mild"): 1,
    ("bias", "strong"): 2,
    ("profanity", "strong"): 3,
    ("profanity", "mild"): 3,
    ("bias", "mild"): 4,
}
_TONED: dict[str, tuple[IssueKind, IssueSeverity, str]] = {
    "sexist": ("stereotype", "mild", "sexist wording"),
    "offensive": ("profanity", "mild", "insulting wording"),
}


def observe_bias_toxicity(summary: str, article: str | None = None) -> BiasToxicity:
    """The tone, issues and scores of a summary; a reason says where the article words it the same way.

    >>> seen = observe_bias_toxicity("The mayor resigned on Monday after a vote.", None)
    >>> seen.tone, seen.issues, seen.bias_score, seen.tox_score
    ('neutral', (), 10.0, 10.0)
    >>> [issue] = observe_bias_toxicity("Immigrants are vermin.", None).issues or ()
    >>> issue.kind, issue.severity, issue.text
    ('stereotype', 'strong', 'Immigrants are vermin')
    """
    found = toxicity_tokens(summary)
    issues = tuple(_with_article(_issues(found, summary), article))
    return BiasToxicity(
        tone=_tone(found, issues),
        issues=issues,
        bias_score=bias_score(issues),
        tox_score=tox_score(issues),
    )


def _issues(found: list[ToxicityToken], summary: str) -> list[Issue]:
    """The issues of all sentences in the order of the text, none of them inside another of its kind."""
    issues: list[Issue] = []
    after_group = False
    for sentence in token_sentences(found):
        hostile = _hostile(sentence, summary, after_group=after_group)
        found_here = _outermost([*hostile, *_worded(sentence, summary)])
        issues.extend([*found_here, *_toned(sentence, summary, found_here)])
        after_group = any(unit.has("GROUP") for unit in sentence)
    return issues


def _hostile(sentence: Sequence[ToxicityToken], summary: str, *, after_group: bool) -> Iterator[Issue]:
    """Statements against a group or a person."""
    for match in matches(sentence, after_group=after_group):
        if not exemptions.disowned(sentence, match.first, match.last):
            start, end = sentence[match.first].start, _last_word(sentence, match.last).end
            yield _issue(
                match.pattern.kind, match.pattern.severity, match.pattern.reason, summary, start, end
            )


def _last_word(sentence: Sequence[ToxicityToken], last: int) -> ToxicityToken:
    """The last unit of a match that is not the full stop after it."""
    return sentence[last - 1] if sentence[last].has("END") else sentence[last]


def _worded(sentence: Sequence[ToxicityToken], summary: str) -> Iterator[Issue]:
    """Single words and phrases that are an issue by themselves."""
    for place, unit in enumerate(sentence):
        judged = None if unit.entry.classes.isdisjoint(_WORDED) else _judged(sentence, place, summary)
        if judged:
            kind, severity, reason = judged
            yield _issue(kind, severity, reason, summary, unit.start, unit.end)


def _toned(sentence: Sequence[ToxicityToken], summary: str, known: Sequence[Issue]) -> Iterator[Issue]:
    """Wording that people call sexist or insulting, in a sentence where nothing as grave was found."""
    spoken = [unit for unit in sentence if unit.words[0]]
    if not spoken or any(_is_grave(issue) for issue in known) or exemptions.spoken_of(sentence):
        return
    tone = wording_tone(tone_words(spoken))
    if tone == "sexist" or (tone and not known):
        kind, severity, reason = _TONED[tone]
        yield _issue(kind, severity, reason, summary, spoken[0].start, spoken[-1].end)


def _is_grave(issue: Issue) -> bool:
    """Whether an issue is a stereotype or strong."""
    return issue.kind == "stereotype" or issue.severity == "strong"


def _judged(
    sentence: Sequence[ToxicityToken], place: int, summary: str
) -> tuple[IssueKind, IssueSeverity, str] | None:
    unit = sentence[place]
    classes = unit.entry.classes
    if exemptions.named(sentence, place, summary):
        return None
    if "SLUR" in classes:
        return _slur(sentence, place)
    if "PROFANE" in classes or "INSULT" in classes:
        if "VERB" in classes and unit.words == ("screw",):
            return None
        if exemptions.other_sense(sentence, place) or exemptions.quoted(sentence, place, place):
            return None
        return "profanity", "mild", "abusive name" if classes & {"NAME", "INSULT"} else "profanity"
    if unit.entry.loaded and not exemptions.disowned(sentence, place, place):
        return "bias", "mild", f"loaded wording ({unit.entry.loaded})"
    return None


def _slur(sentence: Sequence[ToxicityToken], place: int) -> tuple[IssueKind, IssueSeverity, str] | None:
    if (
        exemptions.other_sense(sentence, place)
        or exemptions.mentioned(sentence, place)
        or exemptions.reclaimed(sentence, place)
    ):
        return None
    entry = sentence[place].entry
    strong = entry.force == "strong" or (entry.force == "aimed" and exemptions.aimed(sentence, place))
    return "slur", "strong" if strong else "mild", f"slur against {entry.whom}"


def _issue(
    kind: IssueKind, severity: IssueSeverity, reason: str, summary: str, start: int, end: int
) -> Issue:
    text = summary[start:end]
    return Issue(
        kind=kind, severity=severity, text=text, reason=reason, span=Span("summary", start, end, text)
    )


def _outermost(issues: list[Issue]) -> list[Issue]:
    """One issue for each stretch of text: the strong before the mild, the longer before the shorter."""
    kept: list[Issue] = []
    for issue in sorted(issues, key=_weight):
        if not any(_covers(other, issue) for other in kept):
            kept.append(issue)
    return sorted(kept, key=_extent)


def _weight(issue: Issue) -> tuple[bool, int, int, int]:
    start, end = _extent(issue)
    return issue.severity == "mild", _RANK[issue.kind, issue.severity], start - end, start


def _extent(issue: Issue) -> tuple[int, int]:
    return (issue.span.start, issue.span.end) if issue.span else (0, 0)


def _covers(kept: Issue, issue: Issue) -> bool:
    """Whether a kept issue already speaks for another: they overlap and neither is a slur of its own."""
    start, end = _extent(issue)
    from_, to = _extent(kept)
    return from_ < end and start < to and (issue.kind != "slur" or kept.kind == "slur")


def _with_article(issues: list[Issue], article: str | None) -> list[Issue]:
    """The issues, with a word in the reason of those that the article words the same way."""
    if not article or not issues:
        return issues
    folded = _folded(article)
    shared = {text for text in {issue.text or "" for issue in issues} if _folded(text) in folded}
    return [
        replace(issue, reason=f"{issue.reason}{_IN_ARTICLE}") if issue.text in shared else issue
        for issue in issues
    ]


def _folded(text: str) -> str:
    return " ".join(text.split()).casefold()


def _tone(found: Sequence[ToxicityToken], issues: Sequence[Issue]) -> Tone:
    """Hostile with a strong issue or abuse, subjective with a mild one or an I, unclear if hardly a word."""
    if any(issue.severity == "strong" or issue.kind == "slur" for issue in issues):
        return "hostile"
    if any(issue.reason and issue.reason.startswith(("abusive", "insults")) for issue in issues):
        return "hostile"
    spoken = [unit for unit in found if unit.words and unit.words[0]]
    if issues or any(unit.words[0] in {"i", "im"} for unit in spoken):
        return "subjective"
    return "unclear" if len(spoken) <= FEW_WORDS else "neutral"
