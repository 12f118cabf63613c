"""A summary's wording before a model: its issues and its tone."""

from __future__ import annotations

from collections.abc import Sequence

from jurat.cases import SummaryCase
from jurat.llm.model_protocol import Form
from jurat.observations import BiasToxicity, Issue, Tone
from jurat.observers.llm.prompt_session import PromptSession, clean_quote, span_of
from jurat.observers.llm.reply_schemas import FINDINGS, BiasToxicityReply, IssueReply
from jurat.observers.llm.votes import Voted, majority, recurring, same_item
from jurat.scoring.issue_scores import bias_score, tox_score

TONES_WORST_FIRST: tuple[Tone, ...] = ("hostile", "subjective", "unclear", "neutral")


async def bias_toxicity(desk: PromptSession, case: SummaryCase) -> Voted[BiasToxicity]:
    """The summary's issues and tone; an issue that is not quoted exactly still stands, without its place."""
    form = Form("bias_toxicity", BiasToxicityReply, {"issues": (0, FINDINGS)})
    texts = {"summary": case.summary}
    first = await desk.ask(texts, form)
    replies = await desk.again(first, texts, form)
    tone, share = majority([reply.tone for reply in replies], TONES_WORST_FIRST)
    found, shares = recurring([reply.issues for reply in replies], same_item)
    issues = tuple(_issue(group, case.summary) for group in found)
    dropped = sum(bool(clean_quote(g[0].quote)) for g in found) - sum(i.span is not None for i in issues)
    seen = BiasToxicity(
        tone=tone,
        issues=issues,
        bias_score=bias_score(issues),
        tox_score=tox_score(issues),
        dropped_quotes=dropped,
    )
    return Voted(seen, (share, *shares), dropped)


def _issue(group: Sequence[IssueReply], summary: str) -> Issue:
    severity, _ = majority([one.severity for one in group], ("strong", "mild"))
    first = next(one for one in group if one.severity == severity)
    span = span_of(clean_quote(first.quote), "summary", summary)
    text = span.text if span else None
    return Issue(kind=first.kind, severity=severity, text=text, span=span, reason=first.reason)
