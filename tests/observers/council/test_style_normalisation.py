"""Candidates in one plain style."""

from __future__ import annotations

import pytest

from jurat.observers.council.style_normalisation import normalise_style


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("Tea is hot.", "Tea is hot."),
        ("## Tea ##\nhot", "Tea\nhot"),
        ("####### Tea", "####### Tea"),
        ("- a\n* b\n• c\n2. d", "a\nb\nc\n2. d"),
        ("-5 degrees", "-5 degrees"),
        ("**Green** tea, 2**3**4", "Green tea, 2**3**4"),
        ("a\n---\nb\n***\nc\n___\nd", "a\n\nb\n\nc\n\nd"),
        ("a\n\n\n\nb", "a\n\nb"),
        ("a\n\nb", "a\n\nb"),
        ("```\n# code\n- x\n```\n# head", "```\n# code\n- x\n```\nhead"),
        ("Great question! Tea.", "Tea."),
        ("Hi! Great question! Sure, tea. Hope this helps! Feel free to ask.", "tea."),
        ("As an AI language model, I cannot taste.", "I cannot taste."),
        ("Hello!", "Hello!"),
        ("Sure thing is good.", "Sure thing is good."),
        ("Tea. I hope this helps", "Tea."),
        ("Tea\nHope this helps!", "Tea"),
        ("He said hope this helps", "He said hope this helps"),
        ("I’d be happy to help. Tea.", "Tea."),
        ("Hi! " * 8 + "Tea.", "Tea."),
        ("Hi! " * 9 + "Tea.", "Hi! Tea."),
    ],
)
def test_layout_and_courtesies_go_and_words_stay(text: str, expected: str) -> None:
    assert normalise_style(text) == expected
