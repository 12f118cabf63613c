"""Presidio beside ours: without the extra an error that says so, with it its own findings."""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from jurat.errors import MissingExtraError
from jurat.safety.presidio import Entity, analyzer, entities

INSTALLED = find_spec("presidio_analyzer") is not None


def test_without_the_extra_the_error_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> object:
        raise ImportError(name)

    monkeypatch.setattr("jurat.safety.presidio.import_module", missing)
    analyzer.cache_clear()
    with pytest.raises(MissingExtraError, match=r"Presidio requires the extra.*jurat\[presidio\]"):
        entities("ann@firm.com")


def test_what_presidio_reports_becomes_entities_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    class Reported:
        def __init__(self, entity_type: str, start: int, end: int, score: float) -> None:
            self.entity_type, self.start, self.end, self.score = entity_type, start, end, score

    class Engine:
        def analyze(self, *, text: str, language: str, entities: list[str] | None) -> list[Reported]:
            assert (text, language, entities) == ("Ann, a@b.de", "en", ["EMAIL_ADDRESS", "PERSON"])
            return [Reported("EMAIL_ADDRESS", 5, 11, 1.0), Reported("PERSON", 0, 3, 0.85)]

    monkeypatch.setattr("jurat.safety.presidio.analyzer", lambda pipeline: Engine())
    assert entities("Ann, a@b.de", ["EMAIL_ADDRESS", "PERSON"]) == [
        Entity(0, 3, "PERSON", 0.85),
        Entity(5, 11, "EMAIL_ADDRESS", 1.0),
    ]


@pytest.mark.slow
@pytest.mark.skipif(not INSTALLED, reason="needs the extra presidio")
def test_the_real_engine_finds_an_address() -> None:
    analyzer.cache_clear()
    assert "EMAIL_ADDRESS" in {one.kind for one in entities("Write to ann@firm.com.")}
