"""Case view: the texts side by side, every finding and its evidence."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.page.conftest import Shoot, come_to_rest, expect_true
from tests.page.serving import Site


def test_a_finding_shows_its_evidence_in_the_other_text(page: Page, site: Site, shoot: Shoot) -> None:
    page.goto(site.at("#/runs/{summaries}/rows/3"))
    expect(page.get_by_role("heading", level=1)).to_have_text("distorted")
    page.locator(".findings button", has_text="Mayor Ann Reed said that safety did not").click()
    expect(page.get_by_role("region", name="Article, text").locator("mark.proof")).to_have_text(
        "Mayor Ann Reed, who had opposed a closure in January, said that safety came first."
    )
    expect(page.locator(".story")).to_contain_text("the summary denies “come”, the article affirms it")
    shoot(page, "page-case")


def test_a_click_in_the_text_selects_what_is_marked_there_and_the_address_keeps_it(
    page: Page, site: Site
) -> None:
    page.goto(site.at("#/runs/{answers}/rows/2"))
    response = page.get_by_role("region", name="Response, text")
    response.get_by_text("$21 billion", exact=True).click()
    expect(page.locator(".findings .open .finding-kind")).to_have_text("2 number: unsupported")
    expect(page).to_have_url(re.compile(r"mark=hallucination\.anchors\."))
    chosen = page.locator(".findings .open .finding-text").inner_text()
    page.reload()
    expect(page.locator(".findings .open .finding-text")).to_have_text(chosen)


def test_arrow_keys_walk_the_findings_from_the_list_and_from_a_text(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{answers}/rows/2?mark=hallucination.anchors.0"))
    opened = page.locator(".findings .open .finding")
    opened.focus()
    page.keyboard.press("ArrowDown")
    expect(opened).to_be_focused()
    expect(page.locator(".findings li").nth(1)).to_have_class("open")
    page.keyboard.press("End")
    expect(page.locator(".findings li").last).to_have_class("open")
    page.get_by_role("region", name="Response, text").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".findings li").first).to_have_class("open")


def test_evidence_far_down_a_long_text_is_scrolled_to(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/response"))
    page.get_by_role("textbox", name="Query").fill("What does the tea cost?")
    page.get_by_role("textbox", name="Context").fill(
        "The council met again and talked. " * 300 + "The price of the tea is $5."
    )
    page.get_by_role("textbox", name="Response").fill("The price of the tea is $5.")
    page.locator(".findings button", has_text="$5").last.click()
    expect(page.locator("mark.proof").last).to_be_in_viewport()
    expect_true(page, "document.querySelector('[data-source=context]').scrollTop > 0")


def test_offsets_count_characters_beyond_the_first_plane_once(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{emoji}/rows/1"))
    response = page.get_by_role("region", name="Response, text")
    page.locator(".findings button", has_text=re.compile(r"^✗\$9")).click()
    expect(response.locator("mark.chosen")).to_have_text("$9")
    expect(response).to_have_text("🍵🍵 The price of the 🍵 is $9 today.")


def test_caps_are_a_trail_from_raw_to_final(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{summaries}/rows/1"))
    page.get_by_role("tab", name="Coverage").click()
    trail = page.locator(".trail li")
    expect(trail.first).to_contain_text("raw")
    expect(trail.last).to_contain_text("final")
    expect(page.locator(".trail-cap", has_text="low_recall")).to_contain_text("at most 7.00")


def test_every_kind_of_finding_of_a_summary_is_marked(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{summaries}/rows/5"))
    kinds = {
        "Coverage": ("key point", "question", "extraneous claim"),
        "Alignment": ("deviation",),
        "Hallucination": ("claim", "question"),
        "Relevance": ("segment",),
        "Bias & toxicity": ("issue",),
    }
    for metric, expected in kinds.items():
        page.get_by_role("tab", name=metric).click()
        for kind in expected:
            expect(page.locator(".finding-kind", has_text=kind).first).to_be_visible()
        expect(page.locator(".text-body mark").first).to_be_visible()


def test_a_case_without_a_score_says_why(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{answers}/rows/5"))
    page.get_by_role("tab", name="Hallucination").click()
    expect(page.get_by_text("Unscored:")).to_be_visible()
    page.goto(site.at("#/runs/{answers}/rows/99"))
    expect(page.get_by_role("alert")).to_contain_text("the run has 6 rows")


def test_a_claim_of_the_verifier_has_its_probability_its_faulty_words_and_its_evidence(
    page: Page, site: Site
) -> None:
    page.goto(site.at("#/runs/{ultra}/rows/2"))
    response = page.get_by_role("region", name="Response, text")
    expect(response.locator("mark.fault")).to_have_text(["$21 billion", "14 January 2020"])
    first = page.locator(".findings li").first
    expect(first).to_contain_text("1 claim: unsupported, p 0.0")
    expect(first.locator("u.fault")).to_have_text("$21 billion")
    expect(first).to_contain_text("contradicted with probability 1.00")
    expect(first.locator("blockquote")).to_contain_text("would buy Fitbit for $2.1 billion")
    expect(page.locator('[data-source="context[0]"] mark.proof')).to_contain_text("$2.1 billion")


def test_a_part_of_the_query_shows_what_answers_it(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{ultra}/rows/2"))
    page.get_by_role("tab", name=re.compile("Completeness")).click()
    expect(page.get_by_role("region", name="Query, text").locator("mark")).to_have_text(
        ["Who bought Fitbit", "when and for how much?"]
    )
    answered = re.compile(r"answered with probability 0\.[5-9]")
    expect(page.locator(".findings li").first).to_contain_text(answered)
    expect(page.get_by_role("region", name="Response, text").locator("mark.proof")).to_contain_text(
        "Google bought Fitbit"
    )


def test_nested_anchors_are_told_apart_by_brackets_and_numbers(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{answers}/rows/2"))
    marks = page.get_by_role("region", name="Response, text").locator("mark")
    expect(marks.first).to_be_visible()
    come_to_rest(page)
    shown = "".join(
        f"{mark.get_attribute('data-begin') or ''}{mark.text_content()}{mark.get_attribute('data-end') or ''}"
        for mark in marks.all()
    )
    assert shown.startswith("[Google bought Fitbit]1")
    assert "[$21 billion]2" in shown
