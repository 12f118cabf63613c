"""A million rows of a real store, served: scrolled through, narrowed, sorted, and jumped into."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import come_to_rest
from tests.page.million import ROWS, fill
from tests.page.serving import Site, serving

DRAWN = '[role="grid"] .rows-body [role="row"]'


@pytest.fixture(scope="module")
def million(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("million")
    run, summary = fill(folder)
    assert (summary.rows, dict(summary.verdicts)) == (ROWS, {"FAIL": 300_000, "WARN": 700_000})
    with serving(folder) as url:
        yield Site(url, {"tea": run})
    (folder / "runs.sqlite").unlink()


def drag(page: Page, share: float) -> None:
    """Scroll as somebody does who drags the bar."""
    grid = page.get_by_role("grid")
    grid.scroll_into_view_if_needed()
    grid.evaluate("(box, share) => { box.scrollTop = share * (box.scrollHeight - box.clientHeight); }", share)


def place(page: Page, number: int) -> None:
    """The row of that place is drawn and in sight."""
    page.get_by_role("grid").scroll_into_view_if_needed()
    row = page.locator(DRAWN).filter(has=page.locator(f'a[href$="/rows/{number}"]'))
    expect(row).to_be_in_viewport()


def test_all_of_them_scroll_to_the_end_and_the_middle(page: Page, million: Site) -> None:
    page.goto(million.at("#/runs/{tea}"))
    expect(page.get_by_text("1,000,000 rows", exact=True)).to_be_visible()
    drag(page, 1)
    place(page, ROWS)
    drag(page, 0.5)
    expect(page.locator(DRAWN).locator(f'a[href$="/rows/{ROWS // 2}"]')).to_be_visible()
    come_to_rest(page)
    assert page.locator(DRAWN).count() < 60
    page.get_by_role("grid").focus()
    page.keyboard.press("Home")
    place(page, 1)
    page.keyboard.press("End")
    place(page, ROWS)


def test_what_is_scrolled_to_by_the_wheel_is_not_left_blank(page: Page, million: Site) -> None:
    page.goto(million.at("#/runs/{tea}"))
    place(page, 1)
    page.get_by_role("grid").hover()
    for _ in range(40):
        page.mouse.wheel(0, 600)
    come_to_rest(page)
    expect(page.locator(DRAWN).locator('a[href$="/rows/1"]')).to_have_count(0)
    expect(page.locator(DRAWN).locator(".c-coming")).to_have_count(0)
    expect(page.locator(DRAWN).first).to_contain_text("The tea costs")


def test_a_verdict_narrows_them_and_one_may_jump_into_what_is_left(page: Page, million: Site) -> None:
    page.goto(million.at("#/runs/{tea}"))
    page.get_by_label("Verdict", exact=True).select_option("FAIL")
    expect(page.get_by_text("300,000 rows", exact=True)).to_be_visible()
    place(page, 3)
    drag(page, 1)
    place(page, 999_999)
    drag(page, 0.5)
    expect(page.locator(DRAWN).locator('a[href$="/rows/500003"]')).to_be_visible()
    expect(page.locator(DRAWN, has_text="WARN")).to_have_count(0)


def test_they_are_sorted_either_way_and_jumped_into(page: Page, million: Site) -> None:
    page.goto(million.at("#/runs/{tea}?order=-hallucination"))
    expect(page.get_by_text("900,000 rows", exact=True)).to_be_visible()
    expect(page.locator(DRAWN).first).to_contain_text("FAIL")
    drag(page, 1)
    place(page, 1)
    page.get_by_role("columnheader", name="Hallucination").get_by_role("button").click()
    expect(page.get_by_text("1,000,000 rows", exact=True)).to_be_visible()
    page.goto(million.at("#/runs/{tea}?order=hallucination"))
    expect(page.get_by_text("900,000 rows", exact=True)).to_be_visible()
    drag(page, 1)
    place(page, 999_999)


def test_a_reason_finds_its_rows_and_words_are_searched_for_page_by_page(page: Page, million: Site) -> None:
    page.goto(million.at("#/runs/{tea}"))
    page.get_by_label("Unscored", exact=True).select_option(index=1)
    expect(page.get_by_text("100,000 rows", exact=True)).to_be_visible()
    drag(page, 1)
    place(page, ROWS)
    page.get_by_role("button", name="Show all").click()
    page.get_by_label("Search").fill("tea 777")
    place(page, 777)
    expect(page.get_by_text(re.compile("^at least"))).to_be_visible()


def test_a_row_in_the_middle_is_opened(page: Page, million: Site) -> None:
    page.goto(million.at("#/runs/{tea}/rows/654321"))
    expect(page.get_by_role("heading", level=1)).to_have_text("tea 321")
    response = page.get_by_role("region", name="Response", exact=True)
    expect(response).to_contain_text("The tea costs $9.")
