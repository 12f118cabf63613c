"""A council of a kept run: every score that was given, the ranking with its intervals, the audit."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.serving import Site

DIMENSIONS = ("accuracy", "relevance", "completeness", "conciseness", "clarity")


def test_a_kept_council_shows_every_score_of_every_reviewer(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{council}"))
    page.get_by_role("link", name="capital").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("capital")
    expect(page.locator(".query")).to_have_text("What is the capital of Australia?")
    expect(page.locator(".standing-name b")).to_have_text(["careful", "terse", "fluent"])
    accuracy = page.get_by_role("table", name="accuracy")
    for reviewer, scores in {"strict": "991", "mild": ("10", "10", "4"), "hasty": "896"}.items():
        row = accuracy.get_by_role("row", name=re.compile(f"^{reviewer}"))
        expect(row.get_by_role("cell")).to_have_text(list(scores))
    for dimension in DIMENSIONS:
        cells = page.get_by_role("table", name=dimension).locator("tbody td")
        expect(cells).to_have_text([re.compile(r"^\d+$")] * 9)
    expect(page.get_by_role("table", name="calibrated").locator("tbody td").first).to_have_text("9")


def test_the_ranking_has_intervals_and_how_many_reviews_they_rest_on(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{council}/rows/1"))
    scores = page.locator(".standing-score")
    expect(scores.first).to_have_text("9.119.00 … 9.24, n 3")
    expect(scores.last).to_have_text("4.004.39 … 4.43, n 3")
    expect(page.locator(".scale .whisker")).to_have_count(3)
    expect(page.locator(".scale .given")).to_have_count(9)


def test_below_three_reviews_no_interval_is_claimed(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/council"))
    page.get_by_role("textbox", name="Query").fill("Why?")
    page.get_by_role("textbox", name="Candidates").fill("a: because\n\nb: so")
    reviews = [f'{{"reviewer": "r{n}", "holistic": {{"a": 9, "b": {n}}}}}' for n in range(2, 5)]
    page.get_by_role("textbox", name="Reviews").fill("\n".join(reviews[:2]))
    expect(page.locator(".standing-score small")).to_have_text(["no interval, n 2"] * 2)
    expect(page.locator(".scale .whisker")).to_have_count(0)
    page.get_by_role("textbox", name="Reviews").fill("\n".join(reviews))
    expect(page.locator(".scale .whisker")).to_have_count(2)


def test_without_texts_the_reviews_are_still_there(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{council_without_texts}/rows/1"))
    expect(page.get_by_text("The texts of this run were not kept")).to_be_visible()
    expect(page.get_by_role("table", name="clarity").locator("tbody td")).to_have_text(
        ["9", "8", "7", "10", "9", "10", "8", "7", "9"]
    )


def test_what_a_reviewer_wrote_is_read_by_mouse_and_keyboard(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{council}/rows/1"))
    accuracy = page.get_by_role("region", name="Scores of accuracy")
    strict = accuracy.get_by_role("row", name=re.compile("^strict"))
    strict.get_by_role("button").last.click()
    note = accuracy.get_by_role("status")
    expect(note).to_have_text("strict on fluent: wrong city")
    expect(strict.get_by_role("button", expanded=True)).to_have_text("1")
    page.keyboard.press("Tab")
    expect(note).to_have_text("mild on careful: complete")
    expect(page.get_by_role("region", name="Scores of clarity").get_by_role("status")).to_have_count(0)
