"""Runs: the list, a run's shape, its rows however many, and a file that is sent."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.conftest import Shoot
from tests.page.corpus import write
from tests.page.serving import Site, cases_of

ROWS = '[role="grid"] .rows-body [role="row"]'


def test_runs_are_listed_with_their_shapes(page: Page, site: Site, shoot: Shoot) -> None:
    page.goto(site.at("#/runs"))
    line = page.get_by_role("row", name=re.compile(site.runs["many"]))
    expect(line.get_by_role("img", name=re.compile("Hallucination, mean"))).to_be_visible()
    expect(line.get_by_role("img", name=re.compile("PASS .*FAIL"))).to_be_visible()
    expect(line).to_contain_text("200")
    shoot(page, "page-runs")
    line.get_by_role("link", name=site.runs["many"]).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(site.runs["many"])


def test_a_bar_narrows_the_rows_and_the_address_keeps_it(page: Page, site: Site, shoot: Shoot) -> None:
    page.goto(site.at("#/runs/{many}"))
    bar = page.get_by_role("button", name=re.compile(r"^Hallucination 0\.9 to 1: \d+ rows"))
    count = re.search(r": (\d+) rows", bar.get_attribute("aria-label") or "")
    assert count
    expect(page.get_by_text("200 rows", exact=True)).to_be_visible()
    shoot(page, "page-run")
    bar.click()
    expect(page.get_by_text(f"{count[1]} rows", exact=True)).to_be_visible()
    assert "metric=hallucination&low=0.9&high=1" in page.url
    page.reload()
    expect(page.get_by_text(f"{count[1]} rows", exact=True)).to_be_visible()
    expect(bar).to_have_attribute("aria-pressed", "true")
    bar.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("200 rows", exact=True)).to_be_visible()


def test_rows_are_found_by_words_verdict_status_cap_and_reason(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{many}"))
    page.get_by_label("Search").fill("tax-rate-7")
    expect(page.locator(ROWS)).to_have_count(1)
    page.get_by_role("button", name="Show all").click()
    expect(page.get_by_label("Search")).to_have_value("")
    expect(page.get_by_text("200 rows", exact=True)).to_be_visible()
    page.get_by_label("Verdict", exact=True).select_option("FAIL")
    expect(page.locator(ROWS).first).to_contain_text("FAIL")
    expect(page.locator(ROWS, has_text=re.compile("PASS"))).to_have_count(0)  # not "passport"
    page.goto(site.at("#/runs/{answers}"))
    page.get_by_label("Status", exact=True).select_option("failed")
    expect(page.locator(ROWS)).to_have_count(1)
    expect(page.locator(ROWS)).to_contain_text("broken")
    page.get_by_label("Status", exact=True).select_option("")
    page.get_by_label("Unscored", exact=True).select_option(index=1)
    expect(page.locator(ROWS).locator("a")).to_have_text(["no context"])
    page.goto(site.at("#/runs/{summaries}"))
    page.get_by_role("button", name=re.compile("^extraneous claim")).click()
    expect(page.locator(ROWS).locator("a")).to_have_text(["padded", "distorted", "invented", "hostile"])


def test_rows_are_sorted_by_a_metric_either_way(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{summaries}"))
    head = page.get_by_role("columnheader", name="Overall")
    head.get_by_role("button").click()
    expect(head).to_have_attribute("aria-sort", "ascending")
    expect(page.locator(ROWS).locator("a").first).to_have_text("hostile")
    head.get_by_role("button").click()
    expect(page.locator(ROWS).locator("a").first).to_have_text("faithful")


def test_the_table_is_walked_by_keyboard_and_only_draws_what_is_seen(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{many}"))
    grid = page.get_by_role("grid")
    expect(grid).to_have_attribute("aria-rowcount", "201")
    grid.focus()
    page.keyboard.press("End")
    expect(page.locator(".row.active a")).to_have_text("no-source-7")
    expect(page.locator(".row.active")).to_be_in_viewport()
    assert page.locator(ROWS).count() < 60
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("no-source-7")


def test_a_file_is_sent_followed_and_shown(page: Page, site: Site, tmp_path: Path) -> None:
    page.goto(site.at("#/runs"))
    page.get_by_label("Judge a file").set_input_files(write(tmp_path / "sent.jsonl", list(cases_of("after"))))
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile(r"^\d{8}-\d{6}-"))
    expect(page.get_by_text("25 rows", exact=True)).to_be_visible()
    expect(page.get_by_text("sent.jsonl")).to_be_visible()


def test_a_file_that_cannot_be_read_says_why(page: Page, site: Site, tmp_path: Path) -> None:
    page.goto(site.at("#/runs"))
    (tmp_path / "notes.txt").write_text("nothing", encoding="utf-8")
    page.get_by_label("Judge a file").set_input_files(tmp_path / "notes.txt")
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert")).to_be_visible()


def test_results_are_saved_as_a_file(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{answers}"))
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as CSV").click()
    text = saved.value.path().read_text(encoding="utf-8")
    assert text.splitlines()[0].startswith("id,")
