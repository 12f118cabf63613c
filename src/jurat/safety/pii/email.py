"""E-mail addresses."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum
from jurat.safety.word_lists import personal_words

if TYPE_CHECKING:
    from collections.abc import Iterator

_AT = re.compile(r"@(?=[^\W_])")
_LOCAL = re.compile(r"[\w.!#$%&'*+/=?^`{|}~-]{1,64}$")
_DOMAIN = re.compile(r"@((?:[^\W_](?:[\w-]{0,61}[^\W_])?\.){1,8}[^\W\d_]{2,24})(?![\w@-])")


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Addresses outside the reserved and placeholder domains; a shared mailbox scores low.

    >>> text = "mail ann.lee@firm.co.uk, not user@example.org"
    >>> [text[d.start : d.end] for d in recognise(text)]
    ['ann.lee@firm.co.uk']
    """
    for at in _AT.finditer(text):
        local = _LOCAL.search(text, max(0, at.start() - 64), at.start())
        domain = _DOMAIN.match(text, at.start())
        if local is None or domain is None or is_reserved(domain[1].lower()):
            continue
        start = local.start() + len(local[0]) - len(local[0].lstrip(".!#$%&'*+/=?^`{|}~-"))
        if start == at.start() or local[0].endswith("."):
            continue
        shared = text[start : at.start()].lower() in personal_words()["email"]["shared"]
        why = "a shared mailbox" if shared else "an address that can receive mail"
        yield PersonalDatum("EMAIL_ADDRESS", start, domain.end(), 0.4 if shared else 0.95, why)


def is_reserved(domain: str) -> bool:
    """Whether a domain, or one above it, is reserved for documentation or a stock placeholder.

    >>> is_reserved("mail.example.org"), is_reserved("firm.co.uk")
    (True, False)
    """
    reserved = personal_words()["email"]["reserved"]
    labels = domain.split(".")
    return any(".".join(labels[first:]) in reserved for first in range(len(labels)))
