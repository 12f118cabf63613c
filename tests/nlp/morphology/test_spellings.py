"""British spellings, made American."""

from __future__ import annotations

import pytest

from jurat.nlp.morphology.spellings import american, listed_spellings


@pytest.mark.parametrize(
    "pairs",
    [
        "colour=color colours=colors coloured=colored colourful=colorful",
        "favourite=favorite neighbourhood=neighborhood honourable=honorable hour four scour course",
        "armoury=armory diarrhoea=diarrhea foetus=fetus manoeuvre=maneuver oesophagus=esophagus",
        "shoe paediatric=pediatric anaesthetic=anesthetic archaeology=archeology",
        "gynaecology=gynecology caesarean=cesarean analyse=analyze analysed=analyzed",
        "paralysing=paralyzing analysers=analyzers analysis centre=center centres=centers",
        "centred=centered fibre=fiber tree red catalogue=catalog dialogues=dialogs rogue vogue",
        "grey=gray tea",
    ],
)
def test_a_word_is_spelled_as_americans_do(pairs: str) -> None:
    split = [pair.partition("=") for pair in pairs.split()]
    expected = {british: other or british for british, _, other in split}
    assert {word: american(word) for word in expected} == expected
    assert american("") == ""


def test_listed_spellings_follow_no_rule() -> None:
    assert listed_spellings()["grey"] == "gray"
    assert all(british != other for british, other in listed_spellings().items())
