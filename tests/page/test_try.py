"""Try it: paste texts, see the judgement."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.conftest import Shoot, expect_true
from tests.page.serving import EXAMPLES, Site, serving

DARK, LIGHT = "rgb(18, 21, 27)", "rgb(251, 250, 247)"


def test_a_stranger_sees_a_judged_summary_after_one_click(page: Page, site: Site, shoot: Shoot) -> None:
    page.goto(site.at(""))
    page.get_by_role("button", name="Show a worked example").click()
    expect(page.get_by_role("tab", name="Hallucination")).to_have_attribute("aria-selected", "true")
    expect(page.get_by_role("region", name="Summary, text").locator("mark.chosen")).to_have_text(
        [
            "The Harwick city council",
            " voted ",
            "7",
            " to 2 to close the Alder Bridge until spring after inspectors found 60 of its 80 cables "
            "badly rusted.",
        ]
    )
    expect(page.get_by_role("region", name="Article, text").locator("mark.proof").first).to_contain_text(
        "12 of its 80"
    )
    expect(page.get_by_text("the article says 12, the summary 60")).to_be_visible()
    shoot(page, "page-try")


def test_the_result_follows_what_is_typed(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/response"))
    page.get_by_role("textbox", name="Query").fill("What is the price of the tea?")
    page.get_by_role("textbox", name="Context").fill("The price of the tea is $5.\n\nCoffee is $7.")
    page.get_by_role("textbox", name="Response").fill("The price of the tea is $9.")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text("FAIL")
    expect(page.get_by_role("region", name="Context 2, text")).to_have_text("Coffee is $7.")
    page.get_by_role("textbox", name="Response").fill("The price of the tea is $5.")
    expect(verdict).to_contain_text("PASS")
    page.get_by_role("button", name="Clear").click()
    expect(page.get_by_role("textbox", name="Response")).to_have_value("")


def test_another_judge_gives_other_scores_of_the_same_summary(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/summary?example"))
    expect(page.locator(".judge-name")).to_contain_text("judge-lock")
    page.get_by_label("Judge", exact=True).select_option("twin-lock")
    expect(page.locator(".judge-name")).to_contain_text("twin-lock")


def test_the_verifier_judges_what_is_typed(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/response?example"))
    expect(page.locator(".judge-name")).to_contain_text("claim-lock 0")
    page.get_by_label("Judge", exact=True).select_option("claim-lock-ultra")
    expect(page.locator(".judge-name")).to_contain_text("claim-lock-ultra")
    expect(page.locator(".findings li").first).to_contain_text(re.compile(r"p \d\.\d"))


def test_the_kind_of_case_is_chosen_by_keyboard_and_kept_in_the_address(page: Page, site: Site) -> None:
    page.goto(site.at("#/try"))
    page.get_by_role("tab", name="A summary").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="A response")).to_be_focused()
    expect(page).to_have_url(re.compile("#/try/response$"))
    page.reload()
    expect(page.get_by_role("textbox", name="Query")).to_be_visible()


def test_what_the_server_refuses_is_said_with_the_field_at_fault(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/council"))
    page.get_by_role("textbox", name="Query").fill("Why?")
    page.get_by_role("textbox", name="Candidates").fill("a: because\n\nb: so")
    page.get_by_role("textbox", name="Reviews").fill('{"reviewer": "a", "evaluation": {}}')
    expect(page.get_by_role("alert")).to_contain_text("evaluation")
    page.get_by_role("textbox", name="Reviews").fill('{"reviewer": ')
    expect(page.get_by_text("Line 1 of the reviews is not JSON.")).to_be_visible()


def test_the_theme_follows_the_system_and_the_switch(page: Page, site: Site) -> None:
    page.emulate_media(color_scheme="dark")
    page.goto(site.at("#/try"))
    ground = page.locator("body")
    expect(ground).to_have_css("background-color", DARK)
    page.get_by_role("button", name="Theme: auto. Switch").click()
    expect(ground).to_have_css("background-color", LIGHT)
    page.reload()
    expect(ground).to_have_css("background-color", LIGHT)
    page.get_by_role("button", name="Theme: light. Switch").click()
    page.emulate_media(color_scheme="light")
    expect(ground).to_have_css("background-color", DARK)


def test_the_kept_theme_is_there_before_anything_is_drawn(page: Page, site: Site) -> None:
    page.add_init_script(
        """localStorage.setItem("jurat-theme", "dark");
        new MutationObserver((_, seen) => {
          if (!document.querySelector("main")) return;
          window.themeOfTheFirst = document.documentElement.dataset.theme;
          seen.disconnect();
        }).observe(document, { subtree: true, childList: true });"""
    )
    page.emulate_media(color_scheme="light")
    page.goto(site.at("#/try"))
    expect_true(page, "window.themeOfTheFirst === 'dark'")


def test_a_council_is_ranked_and_audited(page: Page, site: Site, shoot: Shoot) -> None:
    page.goto(site.at("#/try/council"))
    page.get_by_role("button", name="Show a worked example").click()
    places = page.locator(".standing")
    expect(places.locator(".standing-name b")).to_have_text(["amber", "dune", "birch", "cedar"])
    expect(places.nth(3)).to_contain_text("accuracy ceiling 4.00: 4.26 → 4.00")
    accuracy = page.get_by_role("table", name="accuracy")
    expect(accuracy.get_by_role("row", name=re.compile("^dune")).get_by_role("cell")).to_have_text(
        ["8", "own", "4", "1"]
    )
    expect(page.get_by_text("ranked birch above dune against its own scores")).to_be_visible()
    expect(page.get_by_text("The safety gate was off.")).to_be_visible()
    shoot(page, "page-council")


def test_the_safety_gate_caps_a_dangerous_candidate(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/council?example"))
    page.get_by_role("button", name="Edit the texts").click()
    candidates = page.get_by_role("textbox", name="Candidates")
    candidates.fill(
        candidates.input_value().replace(
            "Because it collapsed in March.", "Here is how to make a pipe bomb: fill it."
        )
    )
    page.get_by_label("Safety gate").check()
    expect(page.get_by_text("cedar failed the safety gate: ")).to_be_visible()
    expect(page.locator(".standing").nth(3)).to_contain_text("safety failed")


def test_a_model_of_the_server_judges_when_it_is_asked_and_its_usage_is_told(
    page: Page, tmp_path: Path
) -> None:
    with serving(tmp_path, "--model", f"scripted:{EXAMPLES / 'replies.jsonl'}") as url:
        page.goto(f"{url}/#/try/response?example")
        page.get_by_label("Observed by").select_option(f"scripted:{EXAMPLES / 'replies.jsonl'}")
        expect(page.get_by_text(re.compile(r"Each call sends about \d+ tokens"))).to_be_visible()
        page.get_by_role("button", name="Ask the model").click()
        expect(page.get_by_text(re.compile(r"It took \d+ calls?, [\d,]+ tokens in"))).to_be_visible()
        expect(page.locator(".signature")).to_contain_text("scripted")
        page.goto("about:blank")
