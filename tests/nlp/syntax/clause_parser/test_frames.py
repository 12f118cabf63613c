"""Frames: what a clause in the making starts with."""

from __future__ import annotations

from jurat.nlp.syntax.chunker import Chunk
from jurat.nlp.syntax.clause_parser.frames import MOST, Attachment, Frame, ParsedFrames


def test_a_frame_starts_empty_and_shares_no_list_with_another() -> None:
    one, other = Frame("main"), Frame("relative", marker="who")
    one.subjects.append(Chunk("noun", 0, 1, 0))
    assert (one.governor, one.marker, one.verb, one.helper, one.gap, one.depth) == (
        None,
        "",
        None,
        None,
        None,
        0,
    )
    assert (one.chained, one.inverted, one.reduced) == (False, False, False)
    assert other.subjects == other.objects == other.second == other.adverbs == other.adjectives == []
    assert other.phrases == []
    assert (other.kind, other.marker, len(one.subjects)) == ("relative", "who", 1)


def test_coordinated_frames_may_share_one_list() -> None:
    one = Frame("main")
    other = Frame("main", subjects=one.subjects)
    one.subjects.append(Chunk("noun", 0, 1, 0))
    assert other.subjects is one.subjects


def test_at_most_eight_coordinated_parts_are_looked_at() -> None:
    assert MOST == 8
    noun = Chunk("noun", 1, 3, 2)
    assert Attachment(None, noun) == (None, noun)
    assert ParsedFrames([], [(noun, noun)]).appositions == [(noun, noun)]
