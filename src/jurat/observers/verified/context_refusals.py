"""Responses that decline to answer because the context lacks the answer."""

from __future__ import annotations

import re
from typing import Final

from jurat.verifier.claim_texts import ClaimText

_GIVEN: Final = (
    r"(?:context|passages?|documents?|texts?|articles?|sources?|information|excerpts?|extracts?|materials?|"
    r"snippets?)"
)
"""What a response calls the context."""
_SOURCE: Final = (
    rf"(?:{_GIVEN}|data|records?|table|chart|report|policy|terms|contract|agreement|pages?|listing|entry|manual|"
    r"leaflet|brochure|notes?|notice|minutes|handbook|guide|faqs?|sheets?|docs|documentation|specification|"
    r"transcript|e-?mail|letter|announcement|release|section|summary|abstract|study|paper|recipe|schedule|menu|"
    r"rules|instructions|interview|programme|program|label|outlook)"
)
_TELLS: Final = r"(?:mention|say|state|specify|indicate|tell|answer|clarify|disclose|reveal|explain)"
_HOLDS: Final = rf"(?:{_TELLS}|contain|include|provide|give|cover|address|discuss|describe|list|name|show)"
_TOLD: Final = (
    r"(?:mentioned|stated|specified|disclosed|addressed|documented|indicated|explained|spel(?:t|led) out|"
    r"made (?:clear|known)|known to me)"
)
_NOT: Final = r"(?: not|n['’]t)"
_IS: Final = r"(?:is|are|was|were|has been|have been)"
_FIND: Final = (
    r"(?:find|answer|determine|tell|say|locate|provide|confirm|see|know|explain|identify|establish|give|judge|"
    r"work out|look up|help with|comment on|list|name|supply)"
)
_PATTERNS: Final = (
    rf"\b{_SOURCE}\b[^.?!]{{0,60}}?\b(?:do(?:es)?|did){_NOT}\s+(?:\w+\s+){{0,2}}?{_TELLS}\b",
    rf"\b{_GIVEN}\b[^.?!]{{0,60}}?\b(?:do(?:es)?|did){_NOT}\s+(?:\w+\s+){{0,2}}?{_HOLDS}\b",
    rf"\b{_SOURCE}\b[^.?!]{{0,40}}?\b(?:gives?|says?|states?|offers?|provides?|contains?|has|have|mentions?)\s+"
    r"(?:nothing|no (?:information|details?|figures?|dates?|reasons?|price|number|indication|explanation|"
    r"\w+ time))\b",
    rf"\bno (?:information|mention|details?|data|answer|indication|figures?)\b[^.?!]{{0,80}}\b{_SOURCE}\b",
    rf"\bno (?:[\w-]+\s+){{1,4}}?(?:{_IS}|can be|could be)\s+(?:{_TOLD}|given|provided|found|located)\b",
    rf"\bno (?:[\w-]+\s+){{1,3}}?appears? in\s+(?:\w+\s+){{0,3}}?{_SOURCE}\b",
    rf"\b{_IS}{_NOT} (?:\w+\s+)?{_TOLD}\b",
    rf"\b{_IS}{_NOT} given(?=[.,;:]|\s*\Z)",
    rf"\b{_IS}{_NOT} (?:\w+\s+)?"
    rf"(?:given|provided|included|covered|available|listed) (?:in|by) (?:\w+\s+){{0,2}}?{_SOURCE}\b",
    r"\bthere(?: is| are|['’]s) no "
    r"(?:information|mention|details?|data|answer|telling|explanation|indication)\b",
    rf"\bnothing (?:in|here|about|on|tells|lets|says)\b[^.?!]{{0,60}}?\b(?:{_SOURCE}|here|says|tells|me)\b",
    rf"\b(?:i|we) (?:could|can|do|did|was|were|am|are)(?:not| not|n['’]t| un\w+)\s+(?:able to\s+)?{_FIND}\b",
    rf"\b(?:i|we)(?: am|['’]m| are|['’]re) (?:unable|not able|in no position) to {_FIND}\b",
    r"\b(?:i|we)(?: have|['’]ve) "
    r"(?:no (?:information|details?|data|idea|way of knowing|knowledge)|nothing on|not been told)\b",
    r"\b(?:says?|mentions?|tells us|states?|specif(?:y|ies)) nothing (?:about|of|on|regarding|as to)\b",
    r"\bunable to (?:answer|determine|find)\b",
    r"\b(?:cannot|can['’]t|could not|couldn['’]t) be (?:answered|determined|found|inferred)\b",
    r"\b(?:i|we) (?:do not|don['’]t) have (?:\w+ )?(?:information|details|data|anything)\b",
    r"\b(?:not|n['’]t) (?:enough|sufficient) (?:information|context|data)\b",
    r"\binsufficient (?:information|context|data)\b",
)
_REFUSAL: Final = re.compile("|".join(_PATTERNS), re.IGNORECASE)
_LOOK: Final = 2000


def declines(text: str) -> bool:
    """Whether a sentence says that the answer is not in the context.

    >>> declines("The passages do not mention a refund."), declines("The price is not given in the leaflet.")
    (True, True)
    >>> declines("No date has been given."), declines("The notice gives no reason for it.")
    (True, True)
    >>> declines("The policy does not cover floods."), declines("I can't recommend it enough.")
    (False, False)
    """
    return _REFUSAL.search(text, 0, _LOOK) is not None


def is_refusal(claims: list[ClaimText]) -> bool:
    """Whether a response as a whole declines: its first or second claim does, and few others follow.

    >>> from jurat.verifier.claim_texts import claim_texts
    >>> is_refusal(claim_texts("I'm sorry. The documents don't say who paid. Please ask support."))
    True
    >>> is_refusal(claim_texts("It costs $5. It lasts a year. It is red. The text does not say why."))
    False
    """
    places = [number for number, claim in enumerate(claims) if declines(claim.text)]
    return bool(places) and places[0] <= 1 and len(claims) - len(places) <= 2
