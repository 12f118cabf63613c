"""Chunks: the grammar letter of each token, and the chunks with their heads."""

from __future__ import annotations

import pytest

from jurat.nlp.syntax.chunker import chunk_sentence
from jurat.nlp.treebank_tokens import treebank_tokens


def letters(text: str) -> str:
    return chunk_sentence(treebank_tokens(text)).letters


def chunks(text: str) -> str:
    """Each chunk as its kind, its words, and its head after a star where it is not the last word."""
    sentence = chunk_sentence(treebank_tokens(text))
    shown = []
    for kind, first, last, head in sentence.chunks:
        words = "_".join(sentence.words[first:last])
        shown.append(f"{kind}:{words}" + (f"*{sentence.words[head]}" if head != last - 1 else ""))
    return " ".join(shown)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("The first CEO of Apple didn't buy it.", "DJPIPaxUp."),
        ("He was born on 5 May 1998 in Paris.", "pbnICMCIP."),
        ("It rose on Monday and in 1998.", "pVIykIy."),
        ("The Monday meeting ended last week.", "DPNVyy."),
        ("A Monday came.", "DPV."),
        ("They sold 1998 cars for $500k and won 3-1.", "pVCNi$CkVC."),
        ("More than 40 men as well as women left.", "RRCNRRkNn."),
        ("He saw her dog and her.", "pVDNkp."),
        ("The London-based firm re-opened shops.", "DJNJN."),
        ("That same man said that it works.", "DJNVtpV."),
        ("He did not found it, but she must disable the alarm.", "paxUp,KpmUDN."),
        ("They have gone because he had said so before noon.", "phnSphniiN."),
        ("What he said, whose dog ran when it rained?", "QpV,oNVwpV."),
        ("Being tired, having been paid, he wants to be seen.", "GJ,FEn,pVTBn."),
        ("Neither the mayor nor, according to him, police acted!", "DDNk,ITp,NV."),
        ("Blorply ran; qworp is (not) here / there.", "RV;Pb(x)R/R."),
        ("There is a well-known, old and very big house.", "ebDJ,JkRJN."),
        ("Researchers have used it.", "Nhnp."),
    ],
)
def test_every_token_has_a_letter(text: str, expected: str) -> None:
    assert letters(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (
            "The first CEO of Apple didn't buy it.",
            "noun:The_first_CEO preposition:of noun:Apple finite:did_n't_buy noun:it end:.",
        ),
        (
            "He was born on 5 May 1998 in Paris.",
            "noun:He finite:was_born preposition:on noun:5_May_1998*May preposition:in noun:Paris end:.",
        ),
        (
            "Windows 10 was set up quickly.",
            "noun:Windows_10*Windows finite:was_set_up*set adverb:quickly end:.",
        ),
        (
            "She gave up smoking to look after him.",
            "noun:She finite:gave_up*gave gerund:smoking infinitive:to_look either:after noun:him end:.",
        ),
        (
            "The very big house seemed calm, kind and wise.",
            "noun:The_very_big_house finite:seemed adjective:calm_,_kind_and_wise*calm end:.",
        ),
        ("Ann Reed's late father's dog slept.", "noun:Ann_Reed_'s_late_father_'s_dog finite:slept end:."),
        (
            "He wants to have been seen, being paid.",
            "noun:He finite:wants infinitive:to_have_been_seen comma:, gerund:being_paid end:.",
        ),
        ("It has not yet been fully tested.", "noun:It finite:has_not_yet_been_fully_tested end:."),
        (
            "In 1998 about 40 men left last week.",
            "preposition:In time:1998 noun:about_40_men participle:left time:last_week end:.",
        ),
        ("The rich gave 5.", "noun:The_rich finite:gave noun:5 end:."),
        (
            "A man named Smith made them pay.",
            "noun:A_man participle:named noun:Smith finite:made noun:them bare:pay end:.",
        ),
        (
            "The cat/dog shop (Oslo): now / — it.",
            "noun:The_cat_/_dog_shop open:( noun:Oslo close:) break:: adverb:now "
            "other:/ comma:— noun:it end:.",
        ),
    ],
)
def test_letters_make_chunks_with_heads(text: str, expected: str) -> None:
    assert chunks(text) == expected


def test_starts_are_those_of_the_text() -> None:
    text = "He  didn’t go."
    sentence = chunk_sentence(treebank_tokens(text))
    assert sentence.lower == ("he", "did", "n't", "go", ".")
    assert [text[start] for start in sentence.starts] == ["H", "d", "n", "g", "."]
    assert sentence.tags == ("PRP", "VBD", "RB", "VB", ".")
