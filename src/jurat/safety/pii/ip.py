"""Public internet addresses."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from jurat.safety.pii.personal_datum import PersonalDatum

if TYPE_CHECKING:
    from collections.abc import Iterator

_SHAPE = re.compile(
    r"(?<![\w.:])(?:\d{1,3}(?:\.\d{1,3}){3}(?!\w|\.\d)|[0-9A-Fa-f]{1,4}(?::{1,2}[0-9A-Fa-f]{1,4}){3,7}(?![\w:]))"
)


def recognise(text: str) -> Iterator[PersonalDatum]:
    """Addresses that can be reached from anywhere; private, reserved and documentation ranges are left out.

    >>> [d.end for d in recognise("8.8.4.4 or 192.168.0.1 or 203.0.113.9")]
    [7]
    """
    for match in _SHAPE.finditer(text):
        try:
            address = ipaddress.ip_address(match[0])
        except ValueError:
            continue
        if address.is_global:
            yield PersonalDatum("IP_ADDRESS", *match.span(), 0.6, "an address reachable from anywhere")
