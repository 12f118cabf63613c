"""The reason that decided a result, in one line for tables of rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

LENGTH, QUOTE = 300, 80
_LABELS = ("claims", "anchors")
_WORDS = {
    "hallucination": "unsupported",
    "contradicted": "contradicted",
    "unsupported_claim": "unsupported",
    "partial_claim": "supported only in part",
    "irrelevant": "not about the query",
    "low_overall": "low overall score",
    "middling_overall": "middling overall score",
    "doubtful": "doubtful",
}


def deciding_reason(result: Mapping[str, Any]) -> str:
    """Return why a result is what it is: the deciding label, the error, or what was checked.

    >>> anchor = {"text": "$9", "supported": False, "reason": "the context says $5"}
    >>> metric = {"metric": "hallucination", "value": 1.0, "details": {"anchors": [anchor]}}
    >>> deciding_reason({"verdict": "FAIL", "reasons": ["hallucination"], "metrics": [metric]})
    'unsupported: “$9”: the context says $5'
    >>> deciding_reason({"verdict": "PASS", "reasons": [], "metrics": []})
    'every threshold is met'
    """
    return shortened(_reason(result), LENGTH)


def shortened(text: str, length: int) -> str:
    """Return a text on one line, cut with an ellipsis.

    >>> shortened("one  two\\nthree", 8)
    'one two…'
    """
    line = " ".join(text[: 4 * length].split())
    return line if len(line) <= length else line[: length - 1].rstrip() + "…"


def _reason(result: Mapping[str, Any]) -> str:
    if result.get("error") and "metrics" not in result:
        return str(result["error"])
    if "candidates" in result:
        return _lead(result)
    reasons = result.get("reasons") or ()
    if reasons:
        return _told(str(reasons[0]), result)
    return _checked(result) or (result.get("error") and str(result["error"])) or "every threshold is met"


def _told(reason: str, result: Mapping[str, Any]) -> str:
    name, _, text = reason.partition(": ")
    word = _WORDS.get(name, name.replace("_", " "))
    if name == "incomplete":
        return _missing(result) or word
    if name == "unscored":
        return next((f"{one['metric']}: {one['unscored']}" for one in _unscored(result)), word)
    if not text and name not in ("hallucination", "doubtful"):
        return word
    label = next((one for one in labels_in(result) if text and one.get("text") == text), None)
    label = label or min(filter(_is_bad, labels_in(result)), key=_rank, default=None)
    if label is None:
        return f"{word}: {text}" if text else word
    quoted, why = shortened(label.get("text") or text, QUOTE), label.get("reason") or ""
    if quoted in why:
        return f"{word}: {why}"
    return f"{word}: “{quoted}”: {why}" if why else f"{word}: “{quoted}”"


def labels_in(result: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the claims and anchors of a result."""
    for metric in result.get("metrics", ()):
        details = metric.get("details") or {}
        for field in _LABELS:
            yield from (one for one in details.get(field) or () if isinstance(one, Mapping))


def _is_bad(label: Mapping[str, Any]) -> bool:
    return label.get("supported") is False or label.get("label") in ("unsupported", "partial")


def _rank(label: Mapping[str, Any]) -> tuple[float, int]:
    """Return the sort key of bad labels: the least probable first, then the most precise."""
    found = label.get("probability")
    return 1.0 if found is None else float(found), len(label.get("text") or "")


def _unscored(result: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in result.get("metrics", ()) if "unscored" in one]


def _missing(result: Mapping[str, Any]) -> str:
    """Return what of the query is not answered: keywords, or the parts that a verifier found."""
    for metric in result.get("metrics", ()):
        details = metric.get("details") or {}
        found = details.get("found") or ()
        missing = [word for word in details.get("keywords") or () if word not in found]
        missing += [f"“{one['text']}”" for one in details.get("parts") or () if 2 * one["answered"] < 1]
        if missing:
            return f"not answered: {', '.join(missing)}"
    return ""


def _checked(result: Mapping[str, Any]) -> str:
    """Return how many claims or anchors are supported."""
    for metric in result.get("metrics", ()):
        for field in _LABELS:
            labels = (metric.get("details") or {}).get(field)
            if labels:
                bad = sum(map(_is_bad, labels))
                one = field.removesuffix("s") if len(labels) == 1 else field
                return f"{len(labels) - bad} of {len(labels)} {one} supported"
    return ""


def _lead(result: Mapping[str, Any]) -> str:
    """Return who is first in a council, and by how much."""
    ranking, candidates = result.get("ranking") or (), result["candidates"]
    if not ranking:
        return next(
            (str(one["unscored"]) for one in candidates.values() if one.get("unscored")), "no ranking"
        )
    first, *others = ranking
    score = candidates[first]["score"]
    told = f"{first} is first with {score:.2f}"
    if not others or candidates[others[0]]["score"] is None:
        return told
    return f"{told}, {score - candidates[others[0]]['score']:.2f} ahead of {others[0]}"
