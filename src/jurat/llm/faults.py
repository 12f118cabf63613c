"""Errors from HTTP responses of endpoints: status and message in, one of our errors out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from jurat.llm.model_errors import (
    AccessError,
    ModelError,
    RateLimitedError,
    RequestRefusedError,
    UnavailableError,
)

LONGEST_WORDS = 300
_NO_CREDIT = ("insufficient_quota", "insufficient funds", "insufficient credit", "billing")
_TOO_LONG = re.compile(
    r"context.?(?:length|size|window)|maximum context|too many tokens|prompt is too long", re.IGNORECASE
)
_FILTERED = re.compile(r"content.?filter|content.?policy|moderation|flagged", re.IGNORECASE)
_PARAMETERS = ("logprobs", "temperature", "seed", "max_tokens")


def fault(status: int | None, words: str, headers: Mapping[str, str] | None = None) -> ModelError:
    """Return the error for a status, a message and headers.

    >>> fault(401, "bad key")
    AccessError('the endpoint refuses access (401): bad key')
    >>> fault(429, "slow down", {"retry-after": "7"}).retry_after
    7.0
    """
    said = f": {short}" if (short := _short(words)) else ""
    lowered = words.lower()
    if status == 402 or (status in (403, 429) and any(sign in lowered for sign in _NO_CREDIT)):
        return AccessError(f"the endpoint grants no more credit ({status}){said}")
    if status in (401, 403) and not _FILTERED.search(words):
        return AccessError(f"the endpoint refuses access ({status}){said}")
    if status in (404, 405):
        return AccessError(f"there is no such model or address ({status}){said}")
    if status == 429:
        return RateLimitedError(f"asked too often (429){said}", retry_after(headers or {}))
    if status is None or status in (408, 409, 425) or status >= 500 or status < 400:
        shown = f" ({status})" if status else ""
        return UnavailableError(f"the endpoint failed{shown}{said}", retry_after(headers or {}))
    return _refusal(status, words, said)


def _refusal(status: int, words: str, said: str) -> RequestRefusedError:
    named = next((name for name in _PARAMETERS if name in words), "")
    final = bool(status == 413 or _TOO_LONG.search(words) or _FILTERED.search(words))
    return RequestRefusedError(
        f"the endpoint refuses the request ({status}){said}", parameter=named, final=final
    )


def retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait if the headers have them: a number, milliseconds, or a date.

    >>> retry_after({"retry-after-ms": "250"})
    0.25
    >>> retry_after({"date": "Wed, 01 Jan 2025 10:00:00 GMT", "retry-after": "Wed, 01 Jan 2025 10:00:09 GMT"})
    9.0
    >>> retry_after({"retry-after": "soon"}) is None
    True
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return milliseconds / 1000
    value = headers.get("retry-after", "")
    seconds = _seconds(value)
    return seconds if seconds is not None else _until(value, headers.get("date", ""))


def _seconds(value: str) -> float | None:
    return float(value) if re.fullmatch(r"\s*\d{1,9}(?:\.\d{1,9})?\s*", value, re.ASCII) else None


def _until(moment: str, now: str) -> float | None:
    try:
        wait = parsedate_to_datetime(moment) - parsedate_to_datetime(now)
    except (ValueError, TypeError):
        return None
    return max(0.0, wait.total_seconds())


def _short(words: str) -> str:
    """Return the endpoint's message in one line, shortened, without control characters."""
    line = " ".join("".join(c if c.isprintable() else " " for c in words[: 4 * LONGEST_WORDS]).split())
    return line if len(line) <= LONGEST_WORDS else line[: LONGEST_WORDS - 1] + "…"
