"""Cases that all adapters judge, and what is expected of them."""

from __future__ import annotations

QUERY = "What does the tea cost in the shop?"
CONTEXTS = ["The tea costs $5 in the shop."]
RIGHT = "The tea costs $5 in the shop."
WRONG = "The tea costs $9 in the shop."
REASON = "$9"
