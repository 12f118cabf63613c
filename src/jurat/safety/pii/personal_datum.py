"""What a recogniser of personal data reports."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "US_SSN",
    "CREDIT_CARD",
    "IBAN_CODE",
    "EMAIL_ADDRESS",
    "PHONE_NUMBER",
    "SECRET_KEY",
    "STREET_ADDRESS",
    "IP_ADDRESS",
    "CRYPTO_WALLET",
]


@dataclass(frozen=True, slots=True)
class PersonalDatum:
    """Personal data at ``text[start:end]``: its kind, how sure we are (0 to 1), and why."""

    kind: Kind
    start: int
    end: int
    score: float
    why: str


def context(text: str, start: int, end: int, reach: int = 60) -> str:
    """What stands around a place, in lower case, without the place itself.

    >>> context("My SSN is 1 now", 10, 11, reach=7)
    'ssn is  n'
    """
    return (text[max(0, start - reach) : start] + text[end : end + reach // 3]).lower()
