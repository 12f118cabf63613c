"""The verb that a clause must have, where none was tagged."""

from __future__ import annotations

import pytest

from jurat.nlp.tagging.verb_repair import find_verb


def repaired(tagged: str) -> str:
    """The words whose tags changed, with their new tags."""
    words, tags = zip(*(one.rsplit("/", 1) for one in tagged.split()), strict=True) if tagged else ((), ())
    now = list(tags)
    find_verb(words, [word.lower() for word in words], now)
    return " ".join(f"{word}/{new}" for word, old, new in zip(words, tags, now, strict=True) if old != new)


@pytest.mark.parametrize(
    ("tagged", "expected"),
    [
        ("", ""),
        ("the/DT man/NN bit/NN the/DT dog/NN", "bit/VBD"),
        ("the/DT man/NN saw/VBD bit/NN the/DT dog/NN", ""),
        ("man/NN bit/NN", ""),
        ("Metformin/NNP cures/NNS cancer/NN ./.", "cures/VBZ"),
        ("Metformin/NNP cures/NNS cancer/NN", ""),
        ("Metformin/NNP cures/NNS the/DT cancer/NN", "cures/VBZ"),
        ("Metformin/NNP Cures/NNS the/DT cancer/NN", ""),
        ("Drugs/NNS cure/NN the/DT cancer/NN", "cure/VBP"),
        ("Drugs/NNS cures/NNS the/DT cancer/NN", ""),
        ("People/NN cure/NN the/DT cancer/NN", "cure/VBP"),
        ("A/DT drug/NN and/CC tea/NN cure/NN the/DT cancer/NN", "cure/VBP"),
        ("A/DT drug/NN cure/NN the/DT cancer/NN", ""),
        ("He/PRP cures/NNS cancer/NN", "cures/VBZ"),
        ("They/PRP cure/NN cancer/NN ./.", "cure/VBP"),
        ("They/PRP cures/NNS cancer/NN ./.", ""),
        ("the/DT firm/JJ lent/NN the/DT cash/NN", "lent/VBD"),
        ("the/DT firm/NN sacked/JJ the/DT man/NN", "sacked/VBD"),
        ("the/DT firm/NN sacked/JJ Reed/NNP ./.", "sacked/VBD"),
        ("the/DT firm/NN sacked/JJ men/NNS ./.", ""),
        ("the/DT firm/NN to/TO bit/NN the/DT man/NN", ""),
        ("the/DT firm/NN in/IN Oslo/NNP cures/NNS the/DT man/NN", "cures/VBZ"),
        ("the/DT firm/NN in/IN Oslo/NNP cures/NNS men/NNS ./.", ""),
        ("customer/NN reviews/NNS rate/NN the/DT hotel/NN", "rate/VBP"),
        ("customer/NN reviews/NNS rate/NN Hilton/NNP ./.", "rate/VBP"),
        ("customer/NN reviews/NNS rate/NN", ""),
        ("drug/NN cures/NNS next/JJ week/NN ./.", ""),
        ("drug/NN cures/NNS that/IN he/PRP saw/VBD", ""),
        ("drug/NN cures/NNS the/DT man/NN because/IN he/PRP saw/VBD", "cures/VBZ"),
        ("drug/NN cures/NNS the/DT man/NN ,/, and/CC he/PRP saw/VBD it/PRP", "cures/VBZ"),
        ("drug/NN cures/NNS the/DT man/NN ,/, he/PRP saw/VBD it/PRP", ""),
        ("drug/NN cures/NNS the/DT man/NN and/CC he/PRP saw/VBD it/PRP", "cures/VBZ"),
        ("Qworps/VBZ bit/NN the/DT man/NN", "Qworps/NNS bit/VBD"),
        ("Cures/VBZ bit/NN the/DT man/NN", ""),
        ("the/DT man/NN up/IN the/DT dog/NN", ""),
        ("the/DT man/NN blorped/IN the/DT dog/NN", ""),
        ("the/DT " + "big/JJ " * 13 + "man/NN bit/NN the/DT dog/NN", "bit/VBD"),
        ("the/DT " + "big/JJ " * 14 + "man/NN bit/NN the/DT dog/NN", ""),
    ],
)
def test_the_word_that_must_be_a_verb_is_tagged_as_one(tagged: str, expected: str) -> None:
    assert repaired(tagged) == expected
