"""Judged text is hostile: in every field, in every view, it is shown as text and nothing runs."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import come_to_rest
from tests.page.corpus import ALL, XSS, council, responses, summary, write
from tests.page.serving import Site

STRANGE = (
    "img, iframe, script:not([src]), style, form[action], base, meta[http-equiv], [onerror], [onload], math, "
    "animate, body[style]"
)


def clean(page: Page, *shown: str) -> None:
    """The texts are there as text; nothing in the page was made from them, and nothing ran."""
    for text in shown:
        expect(page.locator("main")).to_contain_text(text)
    come_to_rest(page)
    assert page.locator(STRANGE).count() == 0
    assert page.locator('a[href^="javascript:" i], a[href^="data:" i]').count() == 0
    assert page.evaluate("window.pwned ?? null") is None
    assert page.evaluate("window.violations") == []


def test_in_try_it(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/response"))
    hostile = list(responses())[-1]
    page.get_by_role("textbox", name="Query").fill(hostile["query"])
    page.get_by_role("textbox", name="Context").fill("\n\n".join(hostile["contexts"]))
    page.get_by_role("textbox", name="Response").fill(hostile["response"])
    expect(page.locator(".findings")).to_be_visible()
    clean(page, XSS[1], XSS[4])
    page.goto(site.at("#/try/summary"))
    page.get_by_role("textbox", name="Article").fill(summary()["article"])
    page.get_by_role("textbox", name="Summary").fill(summary()["summary"])
    for tab in ("Coverage", "Alignment", "Relevance"):
        page.get_by_role("tab", name=tab).click()
        clean(page, XSS[1])


def test_in_a_council(page: Page, site: Site) -> None:
    one = council()
    page.goto(site.at("#/try/council"))
    page.get_by_role("textbox", name="Query").fill(one["query"])
    answers = "\n\n".join(f"{name}: {text}" for name, text in one["candidates"].items())
    page.get_by_role("textbox", name="Candidates").fill(answers)
    page.get_by_role("textbox", name="Reviews").fill("\n".join(map(json.dumps, one["reviews"])))
    page.get_by_label("Safety gate").check()
    expect(page.locator(".standing")).to_have_count(5)
    clean(page, XSS[0], XSS[1])


def test_in_a_council_that_was_kept(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{hostile_council}/rows/1"))
    expect(page.locator(".standing")).to_have_count(5)
    expect(page.get_by_role("table", name="clarity").get_by_role("cell", name="8")).to_have_count(20)
    clean(page, XSS[0], XSS[1])
    clarity = page.get_by_role("region", name="Scores of clarity")
    clarity.get_by_role("button", name="8").first.click()
    expect(clarity.get_by_role("status")).to_contain_text(XSS[4])
    clean(page)
    page.goto(site.at("#/runs/{hostile_council}/rows/1/label"))
    page.get_by_label("Your name").fill(XSS[1])
    page.get_by_label("clarity of").first.fill("3")
    page.get_by_role("button", name="Save the scores").click()
    expect(page.locator(".history li")).to_contain_text(XSS[1])
    clean(page)
    page.goto(site.at("#/runs/{hostile_council}"))
    clean(page, XSS[0], XSS[1])
    page.goto(site.at("#/runs/{hostile_jury}/rows/1"))
    expect(page.locator(".votes tbody tr")).to_have_count(3)
    clean(page, XSS[0], XSS[1])
    page.goto(site.at("#/runs/{hostile_jury}"))
    clean(page, XSS[0])
    page.goto(site.at("#/runs/{hostile_chair}/rows/1"))
    expect(page.get_by_role("alert")).to_contain_text("<iframe>-model.jsonl failed")
    expect(page.locator(".synthesis")).to_contain_text(XSS[1])
    clean(page, XSS[0], XSS[1])


def test_in_runs_and_rows(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs"))
    clean(page, "<img src=x onerror=window.pwned=1>.jsonl")
    page.goto(site.at("#/runs/{hostile}"))
    clean(page, XSS[0], XSS[1])
    page.get_by_label("Search").fill(XSS[1])
    expect(page.locator(".rows-body a").first).to_contain_text("<img src=x")
    clean(page)


@pytest.mark.parametrize("place", [1, 2, 5, 6, len(XSS) + 1])
def test_in_a_case_and_its_labels(page: Page, site: Site, place: int) -> None:
    page.goto(site.at(f"#/runs/{{hostile}}/rows/{place}"))
    clean(page, (*XSS, ALL)[place - 1].split("\n")[0])
    page.goto(site.at(f"#/runs/{{hostile}}/rows/{place}/label"))
    page.get_by_label("Your name").fill(XSS[1])
    page.get_by_label("or score the case, 0–1").fill("0.5")
    page.get_by_role("button", name="Save the score").click()
    expect(page.get_by_role("listitem").filter(has_text="scored it")).to_contain_text(XSS[1])
    clean(page)


def test_in_what_the_verifier_read(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{hostile_ultra}"))
    page.locator(".c-open button").first.click()
    expect(page.locator(".open-row .findings")).to_be_visible()
    clean(page, XSS[-2].split("\n")[0][:20])
    page.goto(site.at("#/runs/{hostile_ultra}/rows/3"))
    for tab in ("Completeness", "Hallucination"):
        page.get_by_role("tab", name=tab).click()
        clean(page, XSS[1])


def test_in_the_case_of_a_summary(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{hostile_summary}/rows/1"))
    clean(page, XSS[1])
    for tab in ("Coverage", "Relevance"):
        page.get_by_role("tab", name=tab).click()
        clean(page)


def test_in_compare(page: Page, site: Site) -> None:
    page.goto(site.at("#/compare?a={hostile}&b={hostile_again}"))
    expect(page.get_by_role("row", name="Hallucination ↓")).to_be_visible()
    expect(page.locator(".changed tbody tr").first).to_contain_text("→")
    clean(page, XSS[0], XSS[5])
    expect(page.locator(".changed tbody tr")).to_have_count(10)


def test_in_compare_where_ids_differ(page: Page, site: Site) -> None:
    page.goto(site.at("#/compare?a={hostile}&b={hostile_others}"))
    expect(page.get_by_role("alert")).to_be_visible()
    clean(page)
    page.get_by_role("button", name="Compare anyway").click()
    expect(page.get_by_text(re.compile("5 only before, 5 only after"))).to_be_visible()
    clean(page, XSS[5])


def test_in_addresses(page: Page, site: Site) -> None:
    for payload in ("<img src=x onerror=window.pwned=1>", "javascript:window.pwned=1"):
        for path in (
            "#/{0}",
            "#/try/{0}",
            "#/runs/{0}",
            "#/runs/{0}/rows/{0}",
            "#/compare?a={0}&b={0}",
            "#/runs?judge={0}",
        ):
            page.goto(f"{site.url}/{path.format(payload)}")
            expect(page.locator("main")).not_to_be_empty()
            clean(page)


def test_in_the_name_of_a_file_and_in_what_is_said_about_it(page: Page, site: Site, tmp_path: Path) -> None:
    page.goto(site.at("#/runs"))
    sent = write(tmp_path / "<img src=x onerror=window.pwned=1>.jsonl", [{XSS[0]: XSS[1]}])
    page.get_by_label("Judge a file").set_input_files(sent)
    page.get_by_role("button", name="Start").click()
    expect(page.get_by_role("alert").or_(page.locator(".rows"))).to_be_visible()
    clean(page)
