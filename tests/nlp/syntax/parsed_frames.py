"""Frames of a sentence in one line each, for the tests of the clause parser."""

from __future__ import annotations

from jurat.nlp.syntax.chunker import Chunk, chunk_sentence
from jurat.nlp.syntax.clause_parser.frames import Frame
from jurat.nlp.syntax.clause_parser.sentence_parser import frames
from jurat.nlp.treebank_tokens import treebank_tokens

LISTS = ("subjects", "objects", "second", "adverbs", "adjectives")
SINGLE = ("helper", "gap")
FLAGS = ("chained", "inverted", "reduced")


def parsed(text: str) -> list[str]:
    """Each frame as "kind/marker verb<governor", then each list of chunks, phrases and flags that it has."""
    sentence = chunk_sentence(treebank_tokens(text))

    def words(chunk: Chunk) -> str:
        return "_".join(sentence.words[chunk.first : chunk.last])

    def shown(frame: Frame) -> str:
        verb = words(frame.verb) if frame.verb else "-"
        above = f"<{words(frame.governor.verb)}" if frame.governor and frame.governor.verb else ""
        pieces = [f"{frame.kind}{'/' * bool(frame.marker)}{frame.marker} {verb}{above}"]
        lists = {name: getattr(frame, name) for name in LISTS}
        pieces += [f"{name}={','.join(map(words, found))}" for name, found in lists.items() if found]
        pieces += [f"{name}={words(getattr(frame, name))}" for name in SINGLE if getattr(frame, name)]
        if frame.phrases:
            said = (
                f"{words(one.preposition) if one.preposition else '-'}:{words(one.noun)}"
                for one in frame.phrases
            )
            pieces.append(f"phrases={','.join(said)}")
        return "; ".join([*pieces, *(flag for flag in FLAGS if getattr(frame, flag))])

    found = frames(sentence)
    renamed = [f"{words(named)} = {words(other)}" for named, other in found.appositions]
    return [*map(shown, found.frames), *renamed]
