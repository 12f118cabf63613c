"""Label: a person corrects a label or scores a case."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

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
    expect(page.get_by_role("listitem").filter(has_text="corrected the labels")).to_contain_text("ann")
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


def test_a_correction_can_be_taken_back_before_it_is_saved(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{summaries}/rows/3/label?mark=hallucination.claims.1"))
    expect(page.get_by_role("button", name="Save the labels")).to_be_disabled()
    page.get_by_role("radio", name="supported", exact=True).check()
    page.get_by_role("button", name="Take back").click()
    expect(page.get_by_role("radio", name="unsupported")).to_be_checked()
