"""Good replies for one case, by form, and a scripted model that gives them."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from typing import Any

from jurat.cases import ResponseCase, SummaryCase
from jurat.judges.registry import judge_spec
from jurat.llm.model_protocol import Request
from jurat.llm.pacing import RetryPolicy
from jurat.llm.scripted import Reply, ScriptedEndpoint
from jurat.observers.llm.llm_observer import LlmObserver, ModelOptions

ARTICLE = (
    "The town council of Elmfield voted on Tuesday to close the old swimming pool. "
    "The repair would have cost 2.3 million dollars. "
    "Residents had collected 4,000 signatures against it. A new pool is planned for 2027."
)
SUMMARY = "Elmfield's council voted to close the old swimming pool. A new pool is planned for 2027."
CASE = SummaryCase(article=ARTICLE, summary=SUMMARY, id="a")
RESPONSE = ResponseCase(
    query="What would the repair cost?",
    response="The repair would have cost 2.3 million dollars. It was due on Friday.",
    contexts=(ARTICLE, "The pool opened in 1961."),
    id="r",
)

POINTS = (
    ("The council of Elmfield voted to close the pool", "voted to close the old swimming pool", "fully"),
    ("The repair would have cost 2.3 million dollars", "", "not"),
    ("Residents had collected signatures against the closure", "", "not"),
    ("A new pool is planned for the year 2027", "A new pool is planned for 2027", "fully"),
)
QUESTIONS = (
    "Did the council vote?",
    "What closes?",
    "When is it planned?",
    "What is new?",
    "Whose council?",
    "Which pool?",
)
SUMMARY_QUOTES = (
    "Elmfield's council voted to close",
    "voted to close the old",
    "is planned for 2027",
    "A new pool is planned",
    "council voted to close the",
    "close the old swimming pool",
)
ARTICLE_QUOTES = (
    "The town council of Elmfield",
    "to close the old swimming pool",
    "is planned for 2027",
    "A new pool is planned",
    "town council of Elmfield voted",
    "the old swimming pool",
)


def good_replies() -> dict[str, Any]:
    """A valid reply for each form."""
    return {
        "coverage": {
            "key_points": [
                {"point": point, "reason": "r", "evidence": evidence, "label": label}
                for point, evidence, label in POINTS
            ],
            "added": [],
        },
        "alignment": {"intent": "report a vote", "stance": "neutral", "tone": "sober", "deviations": []},
        "hallucination": {
            "claims": [
                {
                    "claim": "Elmfield's council voted to close the old swimming pool",
                    "reason": "r",
                    "evidence": "voted on Tuesday to close the old swimming pool",
                    "label": "supported",
                },
                {
                    "claim": "A new pool is planned for 2027",
                    "reason": "r",
                    "evidence": "A new pool is planned for 2027",
                    "label": "supported",
                },
            ]
        },
        "relevance": {
            "theme": "A town closes its pool",
            "segments": [
                {"segment": 1, "reason": "r", "label": "high"},
                {"segment": 2, "reason": "r", "label": "high"},
            ],
        },
        "bias_toxicity": {"issues": [], "reason": "it reports", "tone": "neutral"},
        "questions": {
            "questions": [{"fact": "f", "question": one, "expected": "e"} for one in QUESTIONS],
        },
        "answers": {
            "answers": [
                {"question": number, "evidence": quote, "answer": "e"}
                for number, quote in enumerate(ARTICLE_QUOTES, 1)
            ]
        },
        "grades": {
            "grades": [{"question": number, "reason": "r", "status": "correct"} for number in range(1, 7)]
        },
        "criterion": {
            "checks": [
                {"number": 1, "reason": "r", "evidence": "would have cost 2.3 million", "label": "met"},
                {"number": 2, "reason": "r", "evidence": "", "label": "not_met"},
            ]
        },
        "criterion_grade": {
            "checks": [{"number": 1, "reason": "r", "evidence": "would have cost 2.3 million", "grade": 4}]
        },
        "anchors": {
            "anchors": [
                {
                    "anchor": "2.3 million dollars",
                    "kind": "number",
                    "reason": "r",
                    "evidence": "would have cost 2.3 million dollars",
                    "label": "supported",
                },
                {
                    "anchor": "It was due on Friday",
                    "kind": "date",
                    "reason": "r",
                    "evidence": "",
                    "label": "unsupported",
                },
            ]
        },
        "response_claims": {
            "claims": [
                {
                    "claim": "The repair would have cost 2.3 million dollars",
                    "reason": "r",
                    "evidence": "would have cost 2.3 million dollars",
                    "label": "supported",
                },
                {
                    "claim": "It was due on Friday",
                    "reason": "the vote was on Tuesday",
                    "evidence": "voted on Tuesday to close",
                    "label": "unsupported",
                },
            ]
        },
        "query_parts": {
            "parts": [
                {
                    "part": "What would the repair cost",
                    "reason": "r",
                    "evidence": "2.3 million dollars",
                    "label": "answered",
                }
            ],
            "refusal": "none",
        },
        "aboutness": {"reason": "r", "label": "about"},
    }


def good_reply(request: Request) -> dict[str, Any]:
    """The good reply to a request: answers quote the text that they were asked to answer from."""
    reply: dict[str, Any] = copy.deepcopy(good_replies()[request.name])
    if request.name == "answers" and ARTICLE not in request.messages[1].content:
        for answer, quote in zip(reply["answers"], SUMMARY_QUOTES, strict=True):
            answer["evidence"] = quote
    return reply


def answering(
    changes: dict[str, Callable[[Request], Reply] | Reply] | None = None,
) -> Callable[[Request], Reply]:
    """A model that replies well, except where a form is answered otherwise."""

    def answer(request: Request) -> Reply:
        change = (changes or {}).get(request.name)
        if change is None:
            return json.dumps(good_reply(request))
        return change(request) if callable(change) else change

    return answer


def observer(
    judge: str,
    changes: dict[str, Callable[[Request], Reply] | Reply] | None = None,
    *,
    endpoint: ScriptedEndpoint | None = None,
    options: ModelOptions | None = None,
) -> LlmObserver:
    """An observer over a scripted model that loses no time."""
    script = endpoint or ScriptedEndpoint(answering(changes))
    quick = RetryPolicy(deadline=60, timeout=60, max_attempts=2, first_wait=0.001)
    return LlmObserver(
        lambda: script, judge_spec(judge).require_model_task(), options or ModelOptions(patience=quick)
    )
