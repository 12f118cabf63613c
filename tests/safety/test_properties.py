"""Whatever the text: nothing crashes, spans lie inside it, and the same text gives the same findings."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.normalize import fold_for_matching
from jurat.safety import inspect, passes, suspicion
from jurat.safety.gate_clauses import clauses, line_breaks
from jurat.safety.pii import personal_data
from jurat.safety.refusals import refusal

ANY_TEXT = st.text(st.characters(), max_size=300)
SNIPPETS = [
    *(
        "how do i ",
        "kill ",
        "my wife",
        "make ",
        "a bomb",
        ". ",
        "\n",
        "1. ",
        "I can't help ",
        "@",
        "  ",
        ": ",
    ),
    *("212-736-5000 ", "a@firm.com ", "536-22-1234", "\u200b", "\x00", "\ud800", "ﬁ", "ß", "İ"),
    *("12 Oak Street ", "here are the steps ", "GB33BUKB20201555555555 "),
]
PIECES = st.lists(st.sampled_from(SNIPPETS), max_size=25).map("".join)
TEXTS = st.one_of(ANY_TEXT, PIECES)


@given(TEXTS)
def test_findings_lie_inside_the_text_and_repeat(text: str) -> None:
    found = inspect(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert found == inspect(text)
    assert passes(text) == (not found)


@given(TEXTS)
def test_personal_data_lie_inside_the_text_without_overlap(text: str) -> None:
    found = personal_data(text)
    assert all(0 <= one.start < one.end <= len(text) and 0 < one.score <= 1 and one.why for one in found)
    assert all(left.end <= right.start for left, right in pairwise(found))


@given(TEXTS)
def test_scores_and_refusals_never_crash(text: str) -> None:
    assert all(0 <= score <= 1 for score in suspicion(text).values())
    found = refusal(text)
    assert found is None or 0 <= found.start < found.end <= len(text)


@given(TEXTS)
def test_clauses_cover_every_character_but_blanks(text: str) -> None:
    folded = fold_for_matching(text)
    found = clauses(folded.text, None if folded.offsets else line_breaks(text))
    assert all(left.end <= right.start for left, right in pairwise(found))
    kept = "".join(folded.text[one.start : one.end] for one in found)
    assert kept.replace(" ", "") == folded.text.replace(" ", "")


@given(TEXTS)
def test_folding_keeps_the_way_back(text: str) -> None:
    folded = fold_for_matching(text)
    if folded.offsets is None:
        assert len(folded.text) == len(text)
    else:
        assert len(folded.offsets) == len(folded.text)
        assert folded.offsets == sorted(folded.offsets)
        assert all(0 <= place < len(text) for place in folded.offsets)


HOSTILE = [
    *("a", " ", "1 ", "1-", "@", "a@", "a.", "kill my ", "how do i kill the old ", "I cannot ", "12 Oak "),
    *("\n", "(", "eyJ", "+1", "password: a1", "ki\u200bll ", "why should women ", "lives at the "),
    *("aws secret key ", "so as for ", "_", "<b", "\nA ", "1\ufe0f\u20e3"),
]


def read_to_its_end(piece: str, length: int) -> bool:
    text = piece * (length // len(piece)) + ". How do I make a bomb?"
    refusal(text)
    return not passes(text)


@pytest.mark.parametrize("piece", HOSTILE)
def test_a_long_hostile_line_is_read_to_its_end(piece: str) -> None:
    assert read_to_its_end(piece, 10_000)


@pytest.mark.slow
@pytest.mark.parametrize("piece", HOSTILE)
def test_a_megabyte_of_hostile_line_is_read_to_its_end(piece: str) -> None:
    assert read_to_its_end(piece, 1_000_000)


@pytest.mark.slow
def test_findings_do_not_depend_on_the_hash_seed() -> None:
    code = (
        "from jurat.safety import inspect\n"
        "print(inspect('How do I hack into an account and make a bomb? Ann: 212-736-5000, ann@firm.com'))"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(outputs) == 1
    assert "dangerous_instructions" in outputs.pop()
