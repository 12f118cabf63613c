"""Label: a person corrects a label or scores a case."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from jurat.client import Client
from tests.page.conftest import Shoot
from tests.page.serving import Site


def test_a_corrected_label_is_saved_rescored_and_agreement_shown(
    page: Page, site: Site, shoot: Shoot
) -> None:
    page.goto(site.at("#/runs/{after}/rows/1"))
    page.get_by_role("link", name="Label this case").click()
    page.get_by_label("Your name").fill("ann")
    before = page.locator(".verdict").inner_text()
    page.locator(".findings button", has_text=re.compile("supported")).first.click()
    was = page.locator(".choices input:checked")
    said = (
        "unsupported"
        if was.evaluate("(one) => one.parentElement.textContent") == "supported"
        else "supported"
    )
    page.get_by_role("radio", name=said, exact=True).check()
    shoot(page, "page-label")
    page.get_by_role("button", name="Save the labels").click()
    expect(page.get_by_text("With people’s labels:")).to_be_visible()
    expect(page.get_by_role("heading", name="Agreement with people")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^Hallucination"))).to_contain_text(
        re.compile(r"\d of \d")
    )
    said_so = page.locator(".history li").last
    expect(said_so).to_contain_text(re.compile(rf"ann .* corrected Hallucination: .* → {said}$"))
    page.reload()
    expect(page.locator(".findings .open .finding-kind")).to_contain_text(said)
    assert before


def test_a_case_is_scored_by_a_person(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{summaries}/rows/1/label"))
    expect(page.get_by_role("button", name="Save the score")).to_be_disabled()
    page.get_by_label("Your name").fill("bo")
    page.get_by_label("or score the case, 0–10").fill("7.5")
    page.get_by_role("button", name="Save the score").click()
    expect(page.get_by_role("listitem").filter(has_text="scored it 7.50")).to_contain_text("bo")
    expect(page.get_by_role("row", name=re.compile("^Overall"))).to_be_visible()
    page.goto(site.at("#/runs/{summaries}"))
    expect(page.get_by_text("1 row labelled by bo")).to_be_visible()


def test_what_was_scored_is_said_metric_by_metric(page: Page, site: Site) -> None:
    with Client(site.url) as client:
        client.label(site.runs["summaries"], 2, "cy", score={"coverage": 7, "overall": 6.5}, note="too short")
    page.goto(site.at("#/runs/{summaries}/rows/2/label"))
    expect(page.locator(".history li")).to_contain_text("scored Coverage 7.00, Overall 6.50 “too short”")


def test_a_score_of_a_council_is_corrected_settled_again_and_agreement_shown(
    page: Page, site: Site, shoot: Shoot
) -> None:
    page.goto(site.at("#/runs/{council}/rows/1"))
    page.get_by_role("link", name="Label this case").click()
    save = page.get_by_role("button", name="Save the scores")
    expect(save).to_be_disabled()
    page.get_by_label("Your name").fill("ann")
    score = page.get_by_label("accuracy of fluent, by mild")
    expect(score).to_have_value("4")
    score.fill("10")
    page.get_by_role("button", name="Take back").click()
    expect(score).to_have_value("4")
    score.fill("10")
    save.click()
    expect(page.locator(".history li")).to_contain_text("corrected mild’s accuracy of fluent: 4 → 10")
    shoot(page, "page-label-council")
    expect(page.locator(".rescored")).to_contain_text("With people’s scores: careful")
    row = page.get_by_role("row", name=re.compile("^Accuracy"))
    expect(row).to_contain_text("2 of 3")
    expect(page.get_by_text("the same candidate comes first in 1 of 1")).to_be_visible()
    page.reload()
    expect(score).to_have_value("10")


def test_a_person_reviews_beside_a_council(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{council}/rows/2/label"))
    page.get_by_label("Your name").fill("bo")
    for dimension in ("accuracy", "relevance", "completeness", "conciseness", "clarity"):
        page.get_by_label(f"{dimension} of careful, by bo").fill("2")
        page.get_by_label(f"{dimension} of terse, by bo").fill("10")
    page.get_by_role("button", name="Save the scores").click()
    expect(page.locator(".history li")).to_contain_text("reviewed careful, terse as bo")
    expect(page.locator(".audit")).to_contain_text("bo")
    expect(page.get_by_label("accuracy of terse, by bo")).to_have_value("10")
    page.get_by_label("accuracy of terse, by bo").fill("11")
    page.get_by_role("button", name="Save the scores").click()
    expect(page.get_by_role("alert")).to_contain_text("is not a number from 1 to 10")


def test_a_correction_can_be_taken_back_before_it_is_saved(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{summaries}/rows/3/label?mark=hallucination.claims.0"))
    expect(page.get_by_role("button", name="Save the labels")).to_be_disabled()
    page.get_by_role("radio", name="supported", exact=True).check()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("radio", name="unsupported")).to_be_checked()


def test_the_queue_asks_for_the_most_informative_rows_and_offers_to_calibrate(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{many}/queue"))
    page.get_by_label("Your name").fill("ann")
    asked = []
    for number in range(30):
        expect(page.get_by_role("status").filter(has_text=f"{number} row")).to_be_visible()
        why = page.get_by_text("asked because")
        expect(why).to_be_visible()
        asked.append(why.inner_text())
        page.get_by_role("button", name=("Right (r)", "Wrong (w)")[number % 2]).click()
    margins = [float(text.split("it is ")[1].split()[0]) for text in asked if "it is " in text]
    assert margins == sorted(margins)
    assert len({text.split(",")[0] for text in asked}) == 30
    expect(page.get_by_text("jurat calibrate")).to_be_visible()
    expect(page.get_by_role("heading", name="Agreement with people")).to_be_visible()
