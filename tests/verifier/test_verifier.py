"""The installed verifier: what it returns, that nothing but the texts decides it, and odd inputs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from jurat import ResponseCase, judge
from jurat.errors import InputError
from jurat.verifier.claim_texts import ClaimText, claim_texts
from jurat.verifier.retrieval import Source
from jurat.verifier.verifier import Verifier, installed_verifier, is_copied
from jurat.verifier.weights import load_weights, verifier_name

CONTEXT = (
    "The museum opened in 1998 and has 120 rooms. Entry costs 12 euros. It is closed on Mondays. "
    "The director, Ada Brink, said that a new wing might open next year."
)
CLAIMS = (
    "The museum has 120 rooms.",
    "It opens on Mondays.",
    "Ada Brink will open a new wing.",
    "Entry costs 12 euros.",
    "Cats sleep a lot.",
)


def claim(text: str) -> ClaimText:
    return ClaimText(0, len(text), text)


def verifier() -> Verifier:
    return installed_verifier()


def test_a_verbatim_claim_is_not_read() -> None:
    verdict = verifier().check(Source((CONTEXT,)), claim("Entry costs 12 euros."))
    assert verdict.verbatim
    assert verdict.supported == verifier().calibration["verbatim"]
    assert verdict.deciding is not None
    assert CONTEXT[verdict.deciding.start : verdict.deciding.end] == "Entry costs 12 euros."


def test_verdicts_do_not_depend_on_order_or_company() -> None:
    source = Source((CONTEXT,))
    claims = [claim(text) for text in CLAIMS]
    alone = [verifier().check(Source((CONTEXT,)), one) for one in claims]
    assert verifier().check_all(source, claims) == alone
    assert verifier().check_all(source, claims[::-1]) == alone[::-1]


def test_probabilities_and_fault_spans_are_within_their_bounds() -> None:
    for text in CLAIMS:
        verdict = verifier().check(Source((CONTEXT,)), claim(text))
        assert 0 <= verdict.supported <= 1
        assert 0 <= verdict.contradicted <= 1
        assert all(0 <= start < end <= len(text) for start, end in verdict.faults)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\x00\x1b[2J\u202e",
        "谷歌以21亿美元收购了Fitbit。",
        "\ud83d\ude00" * 5,
        "a" * 5000,
        "🎉 " * 3000,
        "1 " * 3000,
    ],
)
def test_odd_sources_and_claims_have_an_outcome(text: str) -> None:
    for source, said in ((text, "Tea is hot."), (CONTEXT, text or "."), (text, text or ".")):
        verdict = verifier().check(Source((source,)), claim(said))
        assert 0 <= verdict.supported <= 1


def test_a_response_of_too_many_sentences_is_unscored() -> None:
    result = judge("claim-lock-ultra").judge(
        ResponseCase(query="What?", response="It rains. " * 401, contexts=("It rains.",))
    )
    assert [getattr(one, "unscored", None) for one in result.metrics] == [
        "the response has 401 sentences; the verifier reads at most 400"
    ] * 3
    assert result.verdict == "WARN"


def test_a_changed_weight_file_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(load_weights().folder, folder)
    (folder / "vocab.txt").write_text("[PAD]", encoding="utf-8")
    with pytest.raises(InputError, match=r"vocab\.txt: SHA-256 is .*; install jurat-verifier again"):
        load_weights(folder).read("vocab.txt")


def test_results_name_weights_and_runtime() -> None:
    case = ResponseCase(query="How many rooms?", response="120.", contexts=(CONTEXT,))
    assert f"observer:{verifier_name()}" in judge("claim-lock-ultra").judge(case).signature
    assert verifier_name().startswith("verifier(0.2.0+")


def test_the_manifest_names_the_calibration_of_every_head() -> None:
    manifest = json.loads((load_weights().folder / "manifest.json").read_text(encoding="utf-8"))
    assert set(manifest["calibration"]) == {
        "support", "contradiction", "combined", "about", "answers", "tone", "verbatim",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "lead", "expected"),
    [
        ("all but the DOG left", "", True),
        ("the dog left", "", False),
        ("...", "", False),
        ("All but the dog left.", "Who left?", False),
        ("All but the dog left the old house early.", "Who left?", False),
    ],
)
def test_only_a_whole_sentence_that_is_understood_alone_is_copied(
    text: str, lead: str, expected: bool
) -> None:
    source = Source(("All but the dog left. It rained.",))
    assert is_copied(ClaimText(0, len(text), text, lead), source, 0) is expected


@pytest.mark.parametrize(
    ("reference", "response", "supported"),
    [
        ("Paris.", "Lyon.", False),
        ("Ada Smith", "Bob.", False),
        ("Yes", "No.", False),
        ("Yes", "Yes, it is.", True),
    ],
)
def test_an_answer_as_source_is_read_with_its_query(reference: str, response: str, supported: bool) -> None:
    query = "Is it Ada in Paris?"
    verdict = installed_verifier().check(
        Source((reference,), query), ClaimText(0, len(response), response, query)
    )
    assert (verdict.supported >= 0.5) is supported


def test_rows_of_records_are_named_in_each_line() -> None:
    source = Source(('[{"name": "Ada", "cores": 8}, {"name": "Bob", "cores": 6}]',))
    assert [unit.text for unit in source.units] == [
        "name: Ada;",
        "ada, cores: 8;",
        "name: Bob;",
        "bob, cores: 6;",
    ]


def test_a_value_the_source_gives_otherwise_is_contradicted_for_every_judge_with_the_verifier() -> None:
    case = ResponseCase(query="What is the price?", response="Entry costs 15 euros.", contexts=(CONTEXT,))
    result = judge("claim-lock-ultra").judge(case)
    assert result.verdict == "FAIL"
    assert result.reasons is not None
    assert result.reasons[0] == "contradicted: Entry costs 15 euros."


def test_claims_of_a_summary_get_probabilities_from_the_verifier() -> None:
    result = judge("judge-lock", observer="verifier").judge(
        {"article": CONTEXT, "summary": " ".join(CLAIMS[:3])}
    )
    claims = result["hallucination"].details.claims  # type: ignore[union-attr]
    assert [one.text for one in claims] == [one.text for one in claim_texts(" ".join(CLAIMS[:3]))]  # type: ignore[union-attr]
    assert all(one.probability is not None for one in claims)  # type: ignore[union-attr]
