"""Compare: two runs over the same cases."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import Shoot
from tests.page.serving import Site


def test_two_runs_are_compared_with_intervals_and_changed_cases_first(
    page: Page, site: Site, shoot: Shoot
) -> None:
    page.goto(site.at("#/compare?a={before}&b={after}"))
    line = page.get_by_role("row", name=re.compile("^Hallucination"))
    expect(line).to_contain_text(re.compile(r"−0\.\d+ −0\.\d+ … −0\.\d+"))
    expect(line).to_contain_text("better")
    first = page.locator(".changed tbody tr").first
    expect(first).to_contain_text("→")
    shoot(page, "page-compare")
    first.get_by_role("link").last.click()
    expect(page.get_by_role("tab", name="Hallucination")).to_be_visible()
    expect(page).to_have_url(re.compile(site.runs["after"]))


def test_runs_are_ticked_in_the_list_and_swapped(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs"))
    page.get_by_label(f"Compare {site.runs['before']}").check()
    page.get_by_label(f"Compare {site.runs['after']}").check()
    page.get_by_role("button", name="Compare the two that are ticked").click()
    expect(page.get_by_role("row", name=re.compile("^Hallucination"))).to_contain_text("better")
    page.get_by_role("button", name="Swap").click()
    expect(page.get_by_role("row", name=re.compile("^Hallucination"))).to_contain_text("worse")


def test_runs_of_other_cases_are_refused_with_the_reason(page: Page, site: Site) -> None:
    page.goto(site.at("#/compare?a={before}&b={answers}"))
    expect(page.get_by_role("alert")).to_contain_text("cases")


def test_two_answers_stand_side_by_side_with_what_changed_and_why(page: Page, site: Site) -> None:
    page.goto(site.at("#/compare?a={before}&b={after}"))
    first = page.locator(".changed tbody tr").first.locator("th a")
    expect(page.locator(".case-diff h3")).to_have_text(first.inner_text())
    other = page.locator(".changed tbody tr").nth(1).locator("th a")
    other.click()
    expect(page.locator(".case-diff h3")).to_have_text(other.inner_text())
    expect(page.locator(".case-diff h3")).to_be_in_viewport()
    expect(page).to_have_url(re.compile("case="))
    page.reload()
    expect(page.locator(".case-diff h3")).to_have_text(other.inner_text())
    expect(page.locator(".side del").first).to_be_visible()
    expect(page.locator(".side ins").first).to_be_visible()
    changed = page.locator(".label-changes li").first
    expect(changed).to_contain_text("→")
    expect(changed.locator(".reason")).to_be_visible()
