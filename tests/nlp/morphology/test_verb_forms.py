"""Verbs: lemmas by tag, kinds, and forms."""

from __future__ import annotations

import pytest

from jurat.nlp.morphology.verb_forms import is_kind, is_past, kinds, lemma, singular_base


@pytest.mark.parametrize(
    ("tag", "pairs"),
    [
        ("MD", "wo=will ca=can ’ll=will 'd=would sha=shall might=might Can=can"),
        ("VB", "found=found be=be go=go run=run"),
        ("VBP", "are=be have=have found=find bought=buy run=run walk=walk left=leave"),
        ("VBZ", "is=be has=have does=do goes=go carries=carry ties=tie dies=die catches=catch fixes=fix"),
        ("VBZ", "passes=pass pushes=push buzzes=buzz echoes=echo buys=buy press=press"),
        ("VBD", "found=find founded=found were=be 'd=have tied=tie died=die carried=carry stopped=stop"),
        ("VBD", "called=call passed=pass added=add hoped=hope hopped=hop agreed=agree used=use voted=vote"),
        ("VBD", "needed=need cut=cut red=red qaqated=qaqate qanked=qank qiced=qice qoaned=qoan qaked=qake"),
        (
            "VBD",
            "attributed=attribute analysed=analyse executed=execute devoted=devote visited=visit voted=vote",
        ),
        ("VBN", "written=write gone=go loved=love controlled=control"),
        ("VBG", "planning=plan being=be making=make dying=die ing=ing seeing=see selling=sell running=run"),
        ("VBG", "qaaling=qaal qiling=qile qoused=qouse qubing=qub"),
    ],
)
def test_a_lemma_is_told_by_letters_and_tag(tag: str, pairs: str) -> None:
    expected = dict(pair.split("=") for pair in pairs.split())
    assert {form: lemma(form, tag) for form in expected} == expected


@pytest.mark.parametrize(
    ("base", "kind", "expected"),
    [
        ("seem", "hedging", True),
        ("buy", "hedging", False),
        ("say", "reporting", True),
        ("deny", "denying", True),
        ("give", "giving", True),
        ("", "linking", False),
    ],
)
def test_verbs_are_of_kinds(base: str, kind: str, expected: bool) -> None:
    assert is_kind(base, kind) is expected  # type: ignore[arg-type]


def test_lines_of_one_kind_add_up() -> None:
    found = kinds("verb_kinds.txt")
    assert sorted(found) == [
        "believing",
        "denying",
        "doubting",
        "fulfilling",
        "giving",
        "hedging",
        "linking",
        "mutual",
        "ordering",
        "raising",
        "reporting",
    ]
    assert {"seem", "appear"} <= found["hedging"]


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("cures", "cure"),
        ("catches", "catch"),
        ("cure", "cure"),
        ("press", "press"),
        ("tries", "try"),
        ("ties", "tie"),
        ("goes", "go"),
        ("", ""),
    ],
)
def test_the_base_behind_he(word: str, expected: str) -> None:
    assert singular_base(word) == expected


@pytest.mark.parametrize(
    ("word", "expected"), [("bit", True), ("cut", False), ("bite", False), ("found", True), ("walked", False)]
)
def test_irregular_pasts_are_no_bases(word: str, expected: bool) -> None:
    assert is_past(word) is expected
