"""The rule observer of Bias-Toxicity: what wording is an issue, of which kind and where, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from jurat.nlp.lexicon.loader import read_lines
from jurat.observations import IssueKind, IssueSeverity
from jurat.observers.toxicity.deobfuscation import deobfuscate
from jurat.observers.toxicity.toxicity_lexicon import pattern_lines, toxicity_lexicon
from jurat.observers.toxicity.toxicity_observer import observe_bias_toxicity

Row = tuple[str, IssueKind, IssueSeverity, str]

GENERALISATIONS: list[Row] = [
    ("All immigrants are lazy.", "stereotype", "mild", "immigrants are lazy"),
    ("Women are too emotional to lead.", "stereotype", "mild", "Women are too emotional to"),
    ("Women can't drive.", "stereotype", "mild", "Women can't drive"),
    ("Asians are good at math.", "stereotype", "mild", "Asians are good at math"),
    ("Muslims are terrorists.", "stereotype", "mild", "Muslims are terrorists"),
    ("Old people are senile.", "stereotype", "mild", "Old people are senile"),
    ("It is typical of immigrants to complain.", "stereotype", "mild", "typical of immigrants"),
    ("Typical woman.", "stereotype", "mild", "Typical woman"),
    ("Gay people are all the same.", "stereotype", "mild", "Gay people are all the same"),
    ("Jews control the media.", "stereotype", "mild", "Jews control the media"),
    ("Poor people don't want to work.", "stereotype", "mild", "Poor people don't want to work"),
    ("Lazy immigrants fill the centre.", "stereotype", "mild", "Lazy immigrants"),
    ("Are Mexicans criminals?", "stereotype", "mild", "Are Mexicans criminals"),
    ("Spaniards always cheat.", "stereotype", "mild", "Spaniards always cheat"),
    ("Finns are lazy.", "stereotype", "mild", "Finns are lazy"),
    ("Women can't referee.", "stereotype", "mild", "Women can't referee"),
]
DEROGATIONS: list[Row] = [
    ("Immigrants are vermin.", "stereotype", "strong", "Immigrants are vermin"),
    ("Black people are inferior.", "stereotype", "strong", "Black people are inferior"),
    ("Women are not human.", "stereotype", "strong", "Women are not human"),
    (
        "Trans people are without a doubt the stupidest people alive.",
        "stereotype",
        "strong",
        "Trans people are without a doubt the stupidest",
    ),
    ("Disabled people are a burden on society.", "stereotype", "strong", "Disabled people are a burden on"),
    ("You and all the other Muslims are a plague.", "stereotype", "strong", "Muslims are a plague"),
    ("Filthy immigrants crowd the station.", "stereotype", "strong", "Filthy immigrants"),
    ("I find gay people repulsive.", "stereotype", "strong", "I find gay people repulsive"),
    ("Why are women so stupid?", "stereotype", "strong", "are women so stupid"),
    ("Muslims can't be trusted.", "stereotype", "strong", "Muslims can't be trusted"),
    ("Gay people will never be respected.", "stereotype", "strong", "Gay people will never be respected"),
    ("There is nothing worse than immigrants.", "stereotype", "strong", "nothing worse than immigrants"),
    ("Here come the refugees. Disgusting creatures.", "stereotype", "strong", "Disgusting creatures"),
    ("Jews are a cancer on this nation.", "stereotype", "strong", "Jews are a cancer"),
    ("Those stupid Spaniards always cheat.", "stereotype", "strong", "stupid Spaniards"),
    ("Disgusting Hungarians lost again.", "stereotype", "strong", "Disgusting Hungarians"),
    ("Women are too stupid to vote.", "stereotype", "strong", "Women are too stupid to"),
    ("Immigrants are too dumb to learn English.", "stereotype", "strong", "Immigrants are too dumb to"),
    ("Czechs can't be trusted.", "stereotype", "strong", "Czechs can't be trusted"),
]
HOSTILITY: list[Row] = [
    ("I hate women.", "bias", "strong", "I hate women"),
    ("We despise every immigrant in this town.", "bias", "strong", "We despise every immigrant"),
    ("I feel nothing but contempt for Muslims.", "bias", "strong", "I feel nothing but contempt for Muslims"),
    ("Gay people make me sick.", "bias", "strong", "Gay people make me sick"),
    ("I have no respect for women.", "bias", "strong", "I have no respect for women"),
    ("Never trust a Muslim.", "bias", "strong", "Never trust a Muslim"),
    ("Women should not watch football.", "bias", "strong", "Women should not watch"),
    ("Girls should never be taught physics.", "bias", "strong", "Girls should never be taught"),
    ("I think Muslims must not play here.", "bias", "strong", "I think Muslims must not play"),
    ("We should not let women play football.", "bias", "strong", "should not let women play"),
    (
        "I would rather die than date a black person.",
        "bias",
        "strong",
        "I would rather die than date a black person",
    ),
    ("I would never hire a woman.", "bias", "strong", "I would never hire a woman"),
    ("Fuck immigrants.", "bias", "strong", "Fuck immigrants"),
    ("Muslims can all go fuck themselves.", "bias", "strong", "Muslims can all go fuck"),
    ("There are too many immigrants in this country.", "bias", "strong", "too many immigrants in this"),
    ("The world would be better without Muslims.", "bias", "strong", "better without Muslims"),
    ("How can anyone respect trans people?", "bias", "strong", "How can anyone respect trans people"),
]
THREATS: list[Row] = [
    ("Immigrants should be exterminated.", "bias", "strong", "Immigrants should be exterminated"),
    ("Death to all Jews.", "bias", "strong", "Death to all Jews"),
    ("Kill all Muslims.", "bias", "strong", "Kill all Muslims"),
    ("We should just hang all these women.", "bias", "strong", "We should just hang all these women"),
    (
        "I am going to shoot the next immigrant I see.",
        "bias",
        "strong",
        "I am going to shoot the next immigrant",
    ),
    ("I wish all gay people would be shot.", "bias", "strong", "I wish all gay people would be shot"),
    ("Let's burn the immigrants.", "bias", "strong", "Let's burn the immigrants"),
    ("Women deserve to be raped.", "bias", "strong", "Women deserve to be raped"),
    ("Killing gay people should be legal.", "bias", "strong", "Killing gay people should be legal"),
    ("Why don't we just gas the refugees?", "bias", "strong", "Why don't we just gas the refugees"),
    ("Muslims came here. We should shoot them.", "bias", "strong", "We should shoot them"),
    ("Muslims had better watch their backs.", "bias", "strong", "Muslims had better watch their backs"),
]
EXCLUSIONS: list[Row] = [
    ("Immigrants should be deported.", "bias", "strong", "Immigrants should be deported"),
    ("Send the immigrants back.", "bias", "strong", "Send the immigrants back"),
    ("Women should not be allowed to vote.", "bias", "strong", "Women should not be allowed to"),
    ("Muslims do not deserve rights.", "bias", "strong", "Muslims do not deserve"),
    ("Gay people do not belong in our society.", "stereotype", "strong", "Gay people do not belong in"),
    ("Immigrants are destroying our country.", "bias", "strong", "Immigrants are destroying our country"),
    ("Women belong in the kitchen.", "stereotype", "mild", "Women belong in the kitchen"),
    ("Black people should get out of our country.", "bias", "strong", "Black people should get out of"),
]
SLURS: list[Row] = [
    ("The faggot ran away.", "slur", "strong", "faggot"),
    ("A group of niggers stood outside.", "slur", "strong", "niggers"),
    ("He is a retard.", "slur", "strong", "retard"),
    ("Those kikes own it.", "slur", "strong", "kikes"),
    ("You are such a bitch.", "slur", "strong", "bitch"),
    ("The negro walked in.", "slur", "mild", "negro"),
    ("These bitches are late.", "slur", "strong", "bitches"),
    ("A tranny entered the shop.", "slur", "strong", "tranny"),
    ("The illegals crossed at night.", "slur", "mild", "illegals"),
    ("That wetback took my seat.", "slur", "strong", "wetback"),
]
PROFANITY: list[Row] = [
    ("What the fuck happened here.", "profanity", "mild", "fuck"),
    ("The budget is a load of bullshit.", "profanity", "mild", "bullshit"),
    ("He was an asshole about it.", "profanity", "mild", "asshole"),
    ("She is vile.", "profanity", "mild", "She is vile"),
    ("You are a pest.", "profanity", "mild", "You are a pest"),
    ("The minister is an idiot.", "profanity", "mild", "idiot"),
    ("It was a shitty day.", "profanity", "mild", "shitty"),
    ("I will kill you.", "profanity", "strong", "I will kill you"),
    ("They should be shot.", "profanity", "strong", "They should be shot"),
    ("Damn, it rained again.", "profanity", "mild", "Damn"),
]
LOADED: list[Row] = [
    ("The so-called reform failed.", "bias", "mild", "so-called"),
    ("The minister gave a pathetic speech.", "bias", "mild", "pathetic"),
    ("Obviously, the plan will fail.", "bias", "mild", "Obviously"),
    ("The woke mob won again.", "bias", "mild", "woke mob"),
    ("A flood of migrants reached the coast.", "bias", "mild", "flood of migrants"),
    ("The glorious leader spoke.", "bias", "mild", "glorious"),
]
DISGUISED: list[Row] = [
    ("I hate w0men.", "bias", "strong", "I hate w0men"),
    ("F**k this.", "profanity", "mild", "F**k"),
    ("What a sh!tty plan.", "profanity", "mild", "sh!tty"),
    ("You are a b1tch.", "slur", "strong", "b1tch"),
    ("fuuuuck that", "profanity", "mild", "fuuuuck"),
    ("You r3t4rd.", "slur", "strong", "r3t4rd"),
    ("I h a t e women.", "bias", "strong", "I h a t e women"),
    ("Women are s.c.u.m", "stereotype", "strong", "Women are s.c.u.m"),
    ("The fag got away.", "slur", "strong", "fag"),
    ("You re-tard!", "slur", "strong", "re-tard"),
    ("nigg\u200ber", "slur", "strong", "nigg\u200ber"),
    ("\uff26\uff55\uff43\uff4b this", "profanity", "mild", "\uff26\uff55\uff43\uff4b"),
    ("fúck this", "profanity", "mild", "fúck"),
    ("All womn are stupid.", "stereotype", "strong", "womn are stupid"),
    ("Musilms are vermin.", "stereotype", "strong", "Musilms are vermin"),
    ("Women are sosickening.", "stereotype", "strong", "Women are sosickening"),
    ("Ihatewomen", "bias", "strong", "Ihatewomen"),
    ("Blackpeople are scum.", "stereotype", "strong", "Blackpeople are scum"),
    ("You ni gger.", "slur", "strong", "ni gger"),
    ("Immigrаnts are vermin.", "stereotype", "strong", "Immigrаnts are vermin"),
    (
        "\u210date crimes rose, and \U0001d58b\U0001d59a\U0001d588\U0001d590 the rest.",
        "profanity",
        "mild",
        "\U0001d58b\U0001d59a\U0001d588\U0001d590",
    ),
    ("The n*****s came.", "slur", "strong", "n*****s"),
]
QUOTED_OR_REPORTED = [
    'The mayor said "immigrants are vermin".',
    'He called her a "bitch" in court.',
    'She should be banned for writing "death to all Jews".',
    '"Muslims are scum," the man shouted.',
    "He said that women are inferior.",
    "The leaflet claimed that Jews control the media.",
    "According to the pastor, gay people are sick.",
    "Calling people faggots is wrong.",
    "It is racist to say that black people are lazy.",
    "The idea that women are inferior is nonsense.",
    "The word nigger is a slur.",
    "The court heard he wanted to kill Jews.",
    "The gunman hated Muslims.",
    "He was jailed for chanting that immigrants should be shot.",
    '"What the fuck," he said.',
    'The senator described the bill as "a pathetic joke".',
]
ENDORSED: list[Row] = [
    ("I think women are stupid.", "stereotype", "strong", "women are stupid"),
    ("In my opinion, immigrants are vermin.", "stereotype", "strong", "immigrants are vermin"),
    ("We all know that Muslims are scum.", "stereotype", "strong", "Muslims are scum"),
    ("I believe Jews are parasites.", "stereotype", "strong", "Jews are parasites"),
    ("Is it not obvious that I hate women?", "bias", "strong", "I hate women"),
    ('"Immigrants are vermin."', "stereotype", "strong", "Immigrants are vermin"),
]
NEGATED = [
    "Women are not inferior.",
    "I don't hate immigrants.",
    "Not all Muslims are terrorists.",
    "No woman deserves to die.",
    "Immigrants should not be deported.",
    "I would never hurt a woman.",
    "Gay people aren't animals.",
    "Women do not deserve to suffer.",
    "We must protect refugees from violence.",
    "It is not okay to kill women.",
    "I do not think black people are lazy.",
    "Nobody should hate gay people.",
]
OTHER_SENSES = [
    "Kill the process and restart the server.",
    "It was a cock and bull story.",
    "The train to Scunthorpe was late.",
    "Dick Cheney met Tyson Gay in Penistone.",
    "The drug retarded growth in mice.",
    "He was niggardly with praise.",
    "We walked along the dyke by the water.",
    "Use a hoe to turn the soil in the garden.",
    "Faggots and peas with gravy is a dish.",
    "The bitch had a litter of six puppies.",
    "There is a chink in his armour.",
    "Homo sapiens left Africa.",
    "The therapist assessed the classic case.",
    "Black cats sat on a white wall.",
    "The old dog bit the lazy cat.",
    "The assassin passed the mass grave.",
    "Matsushita and Cockburn signed.",
    "He smoked a fag, a cigarette he had rolled.",
    "The Maine coon is a cat.",
    "She played the pussy cat in Essex.",
    "Niger and Nigeria signed a pact.",
    "The Rio Negro is a river.",
]
RECLAIMED = [
    "I'm a faggot and proud of it.",
    "We are queers and we are here.",
    "Dykes like me are marching today.",
    "Happy birthday to the baddest bitch I know.",
]
NEUTRAL = [
    "Spaniards voted on Sunday.",
    "Spaniards always cheer for their team.",
    "A dirty coat and a few bits of string lay there.",
    "Pregnant women should not travel by air after 36 weeks.",
    "Britons should not travel to the region.",
    "Women should not have to choose between work and family.",
    "The club said that women should not watch football.",
    "Women should not be barred from watching football.",
    "Immigrants cannot vote in national elections.",
    "Women are not too stupid to vote.",
    "Women won three of the five seats.",
    "Refugees should be protected.",
    "The council of Jews and Muslims met on Tuesday.",
    "Police shot two black men in Chicago.",
    "Ten women were killed in the blast.",
    "Migrants drowned in the Channel on Monday.",
    "Muslims were victims of a vile attack, she said.",
    "The report says disabled people are denied jobs.",
    "Women in the study were older than men.",
    "Immigrants contribute to the economy.",
    "Violence against women rose.",
    "The German economy shrank.",
    "Older people should be vaccinated first.",
    "Gay people can marry in 30 countries.",
    "The Chinese virus lab was closed in 1990.",
    "The poor harvest hurt the region.",
    "Shares fell 3% on Monday.",
]


def seen(text: str, article: str | None = None) -> list[tuple[str, str, str | None]]:
    issues = observe_bias_toxicity(text, article).issues
    assert issues is not None
    return [(issue.kind, issue.severity, issue.text) for issue in issues]


STATEMENTS = [*GENERALISATIONS, *DEROGATIONS, *HOSTILITY, *THREATS, *EXCLUSIONS, *ENDORSED]
WORDS = [*SLURS, *PROFANITY, *LOADED, *DISGUISED]


@pytest.mark.parametrize(("text", "kind", "severity", "wording"), [*STATEMENTS, *WORDS])
def test_each_issue_has_its_kind_severity_and_wording(
    text: str, kind: str, severity: str, wording: str
) -> None:
    assert seen(text) == [(kind, severity, wording)]


@pytest.mark.parametrize("text", [*QUOTED_OR_REPORTED, *NEGATED, *OTHER_SENSES, *RECLAIMED, *NEUTRAL])
def test_what_the_writer_does_not_say_against_anybody_is_no_issue(text: str) -> None:
    found = observe_bias_toxicity(text, None)
    assert found.issues == ()
    assert (found.bias_score, found.tox_score) == (10.0, 10.0)


@pytest.mark.parametrize("text", [row[0] for row in (*STATEMENTS, *WORDS)])
def test_spans_point_at_the_original_characters(text: str) -> None:
    for padding in ("", "ﬁ Ünïcödé 𝖙𝖊𝖝𝖙.\n", "A\u0301 e\u0301\u200b. "):
        whole = padding + text
        for issue in observe_bias_toxicity(whole, None).issues or ():
            assert issue.span is not None
            assert issue.span.source == "summary"
            assert whole[issue.span.start : issue.span.end] == issue.span.text == issue.text
            assert issue.span.start >= len(padding)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Oh f\u200bu\u200bc\u200bk.", 3, 10),
        ("Oh ｆｕｃｋ.", 3, 7),
        ("Oh fu\u0301ck.", 3, 8),
        ("Oh f u c k.", 3, 10),
        ("Oh f**k.", 3, 7),
        ("ﬁﬁ fuck", 3, 7),
        ("Oh \u0444uck, fuсk.", 9, 13),
    ],
)
def test_disguised_words_are_spanned_as_written(text: str, start: int, end: int) -> None:
    [issue] = observe_bias_toxicity(text, None).issues or ()
    assert issue.span is not None
    assert (issue.span.start, issue.span.end) == (start, end)


@pytest.mark.parametrize(
    "word",
    [
        "therapist",
        "scunthorpe",
        "assassin",
        "classic",
        "manslaughter",
        "treat",
        "niger",
        "cockburn",
        "1990",
        "x",
    ],
)
def test_ordinary_words_are_nobody_in_disguise(word: str) -> None:
    assert deobfuscate(word) == ()


@pytest.mark.parametrize(
    ("text", "tone"),
    [
        ("", "unclear"),
        ("Rain.", "unclear"),
        ("\u4e2d\u6587", "unclear"),
        ("The mayor resigned on Monday.", "neutral"),
        ("I went to the market today.", "subjective"),
        ("The minister gave a pathetic speech.", "subjective"),
        ("All immigrants are lazy.", "subjective"),
        ("Immigrants are vermin.", "hostile"),
        ("He is an idiot and a liar.", "hostile"),
        ("The faggot ran away.", "hostile"),
        ('He said "immigrants are vermin" in court.', "neutral"),
    ],
)
def test_tone(text: str, tone: str) -> None:
    assert observe_bias_toxicity(text, None).tone == tone


def test_wording_that_the_article_shares_stands_and_says_so() -> None:
    article = "The pamphlet was blunt: immigrants  are VERMIN, it went on."
    [issue] = observe_bias_toxicity("Immigrants are vermin.", article).issues or ()
    assert issue.reason == "degrades a group; the article words it the same way"
    [issue] = observe_bias_toxicity("Immigrants are vermin.", "Immigrants work.").issues or ()
    assert issue.reason == "degrades a group"


def test_issues_come_in_the_order_of_the_text_and_each_place_once() -> None:
    text = (
        "The so-called reform is bullshit. Immigrants are vermin, and the faggot knows it. Women can't drive."
    )
    assert seen(text) == [
        ("bias", "mild", "so-called"),
        ("profanity", "mild", "bullshit"),
        ("stereotype", "strong", "Immigrants are vermin"),
        ("slur", "strong", "faggot"),
        ("stereotype", "mild", "Women can't drive"),
    ]


@given(st.text())
def test_any_text_is_observed(text: str) -> None:
    found = observe_bias_toxicity(text, text)
    assert found.bias_score is not None
    assert found.tox_score is not None
    assert 0 <= found.bias_score <= 10
    assert 0 <= found.tox_score <= 10
    for issue in found.issues or ():
        assert issue.span is not None
        assert text[issue.span.start : issue.span.end] == issue.span.text


PIECES = [row[0] for row in (*STATEMENTS, *WORDS)] + [
    '"',
    "'",
    " ",
    "\n",
    "\u200b",
    "\ud800",
    "women",
    "f",
    "*",
    "not",
]


@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_spans_stay_true_however_hostile_pieces_are_joined(text: str) -> None:
    for issue in observe_bias_toxicity(text, None).issues or ():
        assert issue.span is not None
        assert issue.span.start < issue.span.end
        assert text[issue.span.start : issue.span.end] == issue.span.text


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "women ",
        "a ",
        "f*",
        "\u0301",
        '"',
        "I hate ",
        "women are ",
        "not all ",
        "n't",
        "1!|",
        "\u200b",
        "gay ",
    ],
)
def test_a_very_long_line_of_anything_finishes(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    assert observe_bias_toxicity(text, None).issues is not None


def test_every_list_says_where_it_comes_from() -> None:
    from importlib.resources import files

    data = files("jurat.nlp.lexicon") / "data"
    lists = [*(data / "toxicity").iterdir(), data / "look_alikes.txt"]
    assert len(lists) == 10
    for file in lists:
        head = [line for line in file.read_text(encoding="utf-8").splitlines()[:4] if line.startswith("#")]
        assert any("Source:" in line for line in head), file.name
        assert any("Licence: Apache-2.0" in line for line in head), file.name


def test_patterns_use_only_classes_that_words_have() -> None:
    known = {name for classes in toxicity_lexicon().codes for name in classes}
    for line in pattern_lines():
        for part in line.sequence.split():
            if part not in {"START", "AFTERGROUP"} and part[0] not in "~^_-=":
                assert set(part.strip("!*?").split("|")) <= known, line.sequence


def test_no_word_is_both_innocent_and_listed() -> None:
    assert not [word for word in read_lines("toxicity/innocent.txt") if toxicity_lexicon().find(word)]
