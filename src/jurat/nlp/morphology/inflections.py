"""Regular English endings, so that a list names each word once."""

from __future__ import annotations

_HISSING = ("s", "x", "z", "ch", "sh")


def inflected(marked: str) -> list[tuple[str, str]]:
    """The forms that a marked term stands for, each with the suffix of the class it belongs to.

    >>> inflected("hate+")
    [('hate', ''), ('hates', ''), ('hated', ''), ('hating', '')]
    >>> inflected("stab==")
    [('stab', ''), ('stabs', ''), ('stabbed', 'ED'), ('stabbing', 'ING')]
    >>> inflected("pansy~"), inflected("ugly^")
    ([('pansy', ''), ('pansies', '')], [('ugly', ''), ('uglier', ''), ('ugliest', '')])
    """
    term = marked.rstrip("+=~^")
    mark = marked[len(term) :]
    if mark == "~":
        return [(term, ""), (plural(term), "")]
    if mark == "^":
        stem = term[:-1] + "i" if term.endswith("y") else term.removesuffix("e")
        return [(term, ""), (stem + "er", ""), (stem + "est", "")]
    if not mark:
        return [(term, "")]
    past, gerund = _past_and_gerund(term + term[-1] if len(mark) == 2 else term)
    apart = "=" in mark
    return [(term, ""), (plural(term), ""), (past, "ED" if apart else ""), (gerund, "ING" if apart else "")]


def plural(noun: str) -> str:
    """The regular plural of a noun, which is also the third person of a verb.

    >>> plural("bitch"), plural("pansy"), plural("gay")
    ('bitches', 'pansies', 'gays')
    """
    if noun.endswith(_HISSING):
        return noun + "es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + "s"


def _past_and_gerund(verb: str) -> tuple[str, str]:
    if verb.endswith("e"):
        return verb + "d", verb[:-1] + "ing"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ied", verb + "ing"
    return verb + "ed", verb + "ing"
