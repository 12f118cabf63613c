"""Lies and truthful paraphrases of the same articles: the first lose their score, the second keep it."""

from __future__ import annotations

import pytest

from jurat.cases import SummaryCase
from jurat.judges.registry import judge
from jurat.observations import Claim, Hallucination
from jurat.outcomes import Score

MATCH = (
    "Real Madrid beat Barcelona 3-1 on Saturday at the Bernabeu. Vinicius Junior scored twice and Jude "
    "Bellingham added a late third. Barcelona coach Hansi Flick criticised the referee after the match, "
    "saying that a penalty should have been given. Real Madrid are now four points clear at the top of "
    "the table."
)
BATTERY = (
    "Researchers at the University of Helsinki have developed a new sodium-ion battery that charges in "
    "five minutes. The project was funded by the European Union. The battery could reach the market by "
    "2029, the team said. Independent experts cautioned that the lab results have not yet been "
    "reproduced. Twelve companies have asked for samples."
)
COURTS = (
    "Acme Corp sued Globex Industries over a patent on Tuesday. The Supreme Court of Norway ruled that "
    "the ministry of health had misled parliament. The Red Cross praised the World Food Programme for its"
    " help. Jane Doe married John Smith in 1999. Smith has not yet signed the contract with Leeds United,"
    " his agent said."
)
CUP = (
    "Manchester City defeated Manchester United 2-0 in the final. The mayor, Tunde Bello, visited the "
    "site three times last year. The World Health Organization called the water safe. The company has not"
    " paid its workers since June. Dangote Group accused Shell Nigeria of blocking its new refinery."
)
FROG = (
    "Scientists in Japan discovered a blue-green frog near Kyoto. The frog was photographed twice by a "
    "student. The study, paid for by the Toyota Foundation, has yet to be reviewed. Dr Yumi Sato led the "
    "team, and Professor Ken Abe criticised the methods. Fourteen people took part."
)
SPELLING = (
    "The Labour Party defended its programme of defence spending in Parliament. Neighbours praised the "
    "colourful design of the theatre in the city centre. The government did not approve the plan last "
    "week. The UK signed a treaty with the US."
)
SALE = (
    "Norwegian energy firm Equinor has agreed to sell its stake in a Danish wind farm to Germany's RWE. "
    "The deal, which regulators must still approve, is expected to close in the autumn. Greenpeace "
    "criticised the sale. Mark Hale could face five years in prison."
)


def claims(article: str, summary: str) -> tuple[float, tuple[Claim, ...]]:
    score = judge("twin-lock").judge(SummaryCase(article=article, summary=summary))["hallucination"]
    assert isinstance(score, Score)
    assert isinstance(score.details, Hallucination)
    return float(score.value), score.details.claims or ()


@pytest.mark.parametrize(
    ("article", "summary"),
    [
        (MATCH, "Barcelona beat Real Madrid 3-1 on Saturday."),
        (MATCH, "Barcelona beat Madrid."),
        (MATCH, "Real Madrid were beaten by Barcelona on Saturday."),
        (
            BATTERY,
            "The European Union developed a new battery that was funded by the University of Helsinki.",
        ),
        (COURTS, "Globex sued Acme over a patent."),
        (COURTS, "The ministry of health ruled that the Supreme Court of Norway had misled parliament."),
        (COURTS, "The World Food Programme praised the Red Cross for its help."),
        (CUP, "Manchester United defeated Manchester City 2-0 in the final."),
        (CUP, "United defeated City in the final."),
        (CUP, "Shell accused Dangote of blocking its new refinery."),
        (FROG, "Ken Abe led the team and Yumi Sato criticised the methods."),
        (SALE, "RWE agreed to sell its stake in a Danish wind farm to Equinor."),
        (SALE, "Equinor criticised Greenpeace."),
    ],
)
def test_roles_given_to_others_are_a_relation_error(article: str, summary: str) -> None:
    score, (claim,) = claims(article, summary)
    assert (score, claim.label, claim.error) == (0, "unsupported", "relation")


@pytest.mark.parametrize(
    ("article", "summary", "error"),
    [
        (BATTERY, "Experts praised the lab results and said that they had been reproduced.", "negation"),
        (BATTERY, "The lab results have been reproduced.", "negation"),
        (COURTS, "Smith has signed the contract with Leeds United.", "negation"),
        (FROG, "The study has been reviewed.", "negation"),
        (CUP, "The company has paid its workers since June.", "negation"),
        (CUP, "The WHO called the water unsafe.", "negation"),
        (MATCH, "Vinicius Junior scored three times.", "number"),
        (MATCH, "Vinicius Junior scored three goals.", "number"),
        (MATCH, "Vinicius Junior scored once.", "number"),
        (CUP, "Mayor Tunde Bello visited the site twice last year.", "number"),
        (FROG, "A student photographed the frog three times.", "number"),
        (MATCH, "Flick was sacked as Barcelona coach.", "unfounded"),
        (MATCH, "Hansi Flick resigned as Barcelona coach.", "unfounded"),
        (CUP, "Tunde Bello died last year.", "unfounded"),
        (BATTERY, f"{'9' * 42}.", "number"),
    ],
)
def test_denials_counts_and_deeds_that_the_article_does_not_have(
    article: str, summary: str, error: str
) -> None:
    score, (claim,) = claims(article, summary)
    assert (score, claim.label, claim.error) == (0, "unsupported", error)


def test_a_number_of_more_digits_than_are_read_is_missing_all_the_same() -> None:
    score, (claim,) = claims(BATTERY, f"The new battery has {'9' * 60} cells and charges in five minutes.")
    assert score < 10
    assert claim.error == "number"


@pytest.mark.parametrize(
    ("article", "summary"),
    [
        (MATCH, "Barcelona were beaten 3-1 by Real Madrid on Saturday."),
        (MATCH, "Madrid beat Barcelona."),
        (MATCH, "Vinicius Junior scored two goals."),
        (MATCH, "Vinicius Junior scored two times."),
        (MATCH, "Flick blamed the referee after the match."),
        (
            BATTERY,
            "The University of Helsinki developed a new battery that was funded by the European Union.",
        ),
        (BATTERY, "The EU funded the new battery."),
        (BATTERY, "The EU paid."),
        (BATTERY, "It uses sodium."),
        (BATTERY, "A dozen companies have asked for samples."),
        (BATTERY, "Experts warned that the lab results have not been reproduced so far."),
        (BATTERY, "The lab results are yet to be reproduced, experts cautioned."),
        (BATTERY, "The lab results still have to be reproduced."),
        (BATTERY, "The battery may be on the market by 2029."),
        (COURTS, "Globex was sued by Acme over a patent."),
        (COURTS, "John Smith married Jane Doe in 1999."),
        (COURTS, "Norway's Supreme Court ruled that the health ministry misled parliament."),
        (COURTS, "Smith's agent said that he had not signed the contract with Leeds United."),
        (COURTS, "The WFP was praised by the Red Cross."),
        (CUP, "Manchester United lost the final 2-0 to Manchester City."),
        (CUP, "Bello visited the site three times."),
        (CUP, "The WHO called the water safe."),
        (CUP, "Workers have not been paid since June."),
        (FROG, "The study has not been reviewed yet."),
        (FROG, "The frog is green and blue."),
        (FROG, "Yumi Sato led the team, whose methods were criticised by Ken Abe."),
        (FROG, "The frog was photographed two times."),
        (SPELLING, "The Labor Party defended its program of defense spending."),
        (SPELLING, "Neighbors praised the colorful theater in the center."),
        (SPELLING, "The United Kingdom signed a treaty with the United States."),
        (SPELLING, "The government rejected the plan last week."),
        (SALE, "RWE is buying Equinor's stake in a Danish wind farm."),
        (SALE, "Regulators have not yet approved the deal."),
        (SALE, "Mark Hale faces up to five years in prison."),
    ],
)
def test_a_truthful_paraphrase_keeps_its_score(article: str, summary: str) -> None:
    score, found = claims(article, summary)
    assert [(claim.label, claim.reason) for claim in found if claim.label != "supported"] == []
    assert score == 10


def test_a_possibility_stated_as_certain_is_only_partly_supported() -> None:
    score, (claim,) = claims(BATTERY, "The battery will reach the market by 2029.")
    assert (score, claim.label, claim.error) == (3, "partial", "relation")


def test_a_reason_writes_names_as_the_summary_does() -> None:
    _, (claim,) = claims(MATCH, "The EU paid.")
    assert claim.reason == "the summary says EU, the article does not mention it"
