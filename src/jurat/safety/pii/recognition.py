"""All recognisers over one text: overlaps settled, examples excused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jurat.safety.pii import addresses, cards, email, iban, ip, phone, secret_keys, ssn, wallets
from jurat.safety.word_lists import any_word

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jurat.safety.pii.personal_datum import Kind, PersonalDatum

RECOGNISERS: tuple[Callable[[str], Iterator[PersonalDatum]], ...] = (
    secret_keys.recognise,
    iban.recognise,
    cards.recognise,
    ssn.recognise,
    email.recognise,
    wallets.recognise,
    ip.recognise,
    phone.recognise,
    addresses.recognise,
)
"""In the order of trust: where two overlap, the earlier one holds."""

EXPOSED: dict[Kind, float] = {
    "US_SSN": 0.7,
    "CREDIT_CARD": 0.7,
    "IBAN_CODE": 0.7,
    "SECRET_KEY": 0.7,
    "EMAIL_ADDRESS": 0.7,
    "PHONE_NUMBER": 0.7,
    "STREET_ADDRESS": 0.8,
}
"""What fails the gate, and from which score; internet addresses and wallets are reported but pass."""


def personal_data(text: str) -> list[PersonalDatum]:
    """All personal data of a text in order of place, none overlapping another.

    >>> [(d.kind, d.start, d.end) for d in personal_data("Ann, 212-736-5000, ann@firm.com")]
    [('PHONE_NUMBER', 5, 17), ('EMAIL_ADDRESS', 19, 31)]
    """
    found: list[PersonalDatum] = []
    taken = bytearray(len(text))
    for recognise in RECOGNISERS:
        for datum in sorted(recognise(text), key=lambda one: (one.start, -one.end)):
            if not any(taken[datum.start : datum.end]):
                taken[datum.start : datum.end] = b"\x01" * (datum.end - datum.start)
                found.append(datum)
    return sorted(found, key=lambda one: one.start)


def exposed(text: str) -> list[PersonalDatum]:
    """The personal data that fail the gate: certain enough, and not called an example just before.

    >>> exposed("An SSN looks like 536-22-1234."), len(exposed("His SSN is 536-22-1234."))
    ([], 1)
    """
    return [
        datum
        for datum in personal_data(text)
        if datum.score >= EXPOSED.get(datum.kind, 2.0) and not _is_example(text, datum.start)
    ]


def _is_example(text: str, start: int) -> bool:
    """Whether the words just before, in the same line, announce an example."""
    before = text[max(0, start - 45) : start].lower().rpartition("\n")[2]
    return any_word("examples", "announced").search(before) is not None
