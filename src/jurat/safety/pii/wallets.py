"""Addresses of crypto-currency wallets."""

from __future__ import annotations

import hashlib
import re
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum

if TYPE_CHECKING:
    from collections.abc import Iterator

_BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_BITCOIN = re.compile(rf"(?<![A-Za-z0-9])[13][{_BASE58}]{{25,34}}(?![A-Za-z0-9])")
_SEGWIT = re.compile(r"(?<![A-Za-z0-9])bc1[02-9ac-hj-np-z]{11,71}(?![A-Za-z0-9])")
_ETHEREUM = re.compile(r"(?<![A-Za-z0-9])0x[0-9a-fA-F]{40}(?![A-Za-z0-9])")


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Bitcoin addresses with a right checksum, and those of the bech32 and Ethereum forms.

    >>> [d.why for d in recognise("1BoatSLRHtKNngkdXEeobR76b53LETtpyT")]
    ['a Bitcoin address with a right checksum']
    """
    for match in _BITCOIN.finditer(text):
        if checksum(match[0]):
            yield PersonalDatum(
                "CRYPTO_WALLET", *match.span(), 0.9, "a Bitcoin address with a right checksum"
            )
    for pattern, why in ((_SEGWIT, "a Bitcoin address"), (_ETHEREUM, "an Ethereum address")):
        for match in pattern.finditer(text):
            if len(set(match[0])) > 6:
                yield PersonalDatum("CRYPTO_WALLET", *match.span(), 0.7, why)


def checksum(address: str) -> bool:
    """Whether the last four bytes of a base-58 address check the others.

    >>> checksum("1BoatSLRHtKNngkdXEeobR76b53LETtpyT"), checksum("1BoatSLRHtKNngkdXEeobR76b53LETtpyU")
    (True, False)
    """
    number = 0
    for character in address:
        number = number * 58 + _BASE58.index(character)
    if number >> 200:
        return False
    data = number.to_bytes(25, "big")
    return hashlib.sha256(hashlib.sha256(data[:21]).digest()).digest()[:4] == data[21:]
