"""Runs: the list, a run's shape, its rows however many, and a file that is sent."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from jurat.client import Client
from tests.page.conftest import Shoot, come_to_rest, expect_true
from tests.page.corpus import write
from tests.page.serving import EXAMPLES, Site, cases_of, serving

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
    expect(page).to_have_url(re.compile("metric=hallucination&low=0.9&high=1"))
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
    come_to_rest(page)
    assert page.locator(ROWS).count() < 60
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("no-source-7")


def test_a_row_shows_its_texts_verdict_reason_and_caps(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{before}"))
    row = page.locator(ROWS).first
    expect(row).to_contain_text("How much will the harbour bridge repairs cost and how long will they take?")
    expect(row).to_contain_text("The harbour bridge repairs will cost 32 million euros and take two years.")
    expect(row.locator(".why")).to_contain_text("unsupported: ")
    come_to_rest(page)
    assert all(text.strip() for text in page.locator(f"{ROWS} .why").all_inner_texts())
    page.goto(site.at("#/runs/{summaries}"))
    padded = page.locator(ROWS).nth(1)
    expect(padded.locator(".why")).to_contain_text("unsupported: “Bridges have fascinated painters")
    expect(padded.locator(".why")).to_contain_text("capped: extraneous claim")
    page.goto(site.at("#/runs/{council}"))
    expect(page.locator(ROWS).first.locator(".why")).to_contain_text("is first with")
    page.goto(site.at("#/runs/{answers}"))
    expect(page.locator(ROWS).last.locator(".why")).to_contain_text("is null; give the text")


def test_a_row_opens_in_its_place_by_key_and_by_click(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{many}"))
    grid, second = page.get_by_role("grid"), page.locator("#row-1")
    grid.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    expect(second.get_by_role("tab", name=re.compile("Hallucination"))).to_be_visible()
    expect(second.get_by_role("region", name="Response", exact=True)).to_contain_text("ferry")
    third = page.locator("#row-2")
    box = "document.querySelector('#row-{}').getBoundingClientRect()"
    expect_true(page, f"{box.format(2)}.top >= {box.format(1)}.bottom - 1")
    page.keyboard.press(" ")
    expect(second.get_by_role("tab")).to_have_count(0)
    third.locator(".c-texts").click()
    expect(third.get_by_role("button", name="Show row 3 here")).to_have_attribute("aria-expanded", "true")


def test_the_figures_on_top_name_means_and_thresholds(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{before}"))
    figure = page.get_by_role("figure").filter(has_text="Hallucination")
    expect(figure).to_contain_text("0.4271")
    expect(figure).to_contain_text("mean of 24, 1 unscored · fair above 0.20 · bad above 0.50")
    expect(figure.locator(".bar-part.bad")).to_have_count(5)


def test_a_slash_leads_to_the_search_and_nothing_found_leads_back(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{many}"))
    page.get_by_role("grid").focus()
    page.keyboard.press("/")
    expect(page.get_by_label("Search")).to_be_focused()
    page.keyboard.type("no such words")
    page.get_by_role("button", name="Show all rows").click()
    expect(page.get_by_text("200 rows", exact=True)).to_be_visible()


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


def test_a_run_is_named_tagged_annotated_deleted_and_brought_back(
    page: Page, site: Site, tmp_path: Path
) -> None:
    page.goto(site.at("#/runs"))
    page.get_by_label("Judge a file").set_input_files(write(tmp_path / "own.jsonl", list(cases_of("after"))))
    page.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="Name, tags, note").click()
    page.get_by_label("Name", exact=True).fill("Prompt <b>two</b>")
    page.get_by_label("Tags, with commas between").fill("rag, <i>night</i>")
    page.get_by_role("textbox", name="Note").fill("Shorter answers.")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Prompt <b>two</b>")
    expect(page.get_by_role("list", name="Tags").get_by_role("listitem")).to_have_text(
        ["rag", "<i>night</i>"]
    )
    expect(page.get_by_text("Shorter answers.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Delete").click()
    named = page.get_by_role("link", name="Prompt <b>two</b>")
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(named).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(named).to_be_visible()
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)


def test_what_is_not_there_offers_a_way_back(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/20200101-000000-bcd"))
    expect(page.get_by_role("alert")).to_contain_text("unknown run")
    page.get_by_role("link", name="Back to all runs").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Runs")
    page.goto(site.at("#/runs/{answers}/rows/77"))
    expect(page.get_by_role("alert")).to_contain_text("the run has 6 rows")
    page.get_by_role("link", name="Back to the run").click()
    expect(page.get_by_text("6 rows", exact=True)).to_be_visible()
    page.goto(site.at("#/nowhere"))
    expect(page.get_by_role("link", name="Show all runs")).to_be_visible()


def test_a_moved_threshold_changes_the_verdicts_at_once(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{before}"))
    page.get_by_text("Try other thresholds").click()
    effect = page.locator(".effect")
    expect(effect).to_contain_text("FAIL 9")
    expect(effect).to_contain_text("0 verdicts changed")
    page.get_by_role("slider", name="Threshold hallucination").fill("1")
    expect(effect).to_contain_text("FAIL 0")
    expect(effect).to_contain_text("9 verdicts changed")
    expect(page.locator(".moved li").first).to_contain_text("FAIL → ")
    expect(page.get_by_role("button", name="Save to jurat.yaml")).to_be_enabled()
    page.get_by_role("button", name="Take back").click()
    expect(effect).to_contain_text("FAIL 9")


def test_an_empty_page_leads_to_a_run_whose_moved_threshold_is_measured_and_saved(
    page: Page, tmp_path: Path
) -> None:
    with serving(tmp_path) as url:
        page.goto(f"{url}/#/runs")
        expect(page.get_by_text("No run is kept yet. Choose a file above")).to_be_visible()
        rows = write(tmp_path / "sent.jsonl", list(cases_of("before")))
        page.get_by_label("Judge a file").set_input_files(rows)
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_text("25 rows", exact=True)).to_be_visible()
        run = page.get_by_role("heading", level=1).inner_text()
        with Client(url) as client:
            failed = next(row for row in client.rows(run) if row["verdict"] == "FAIL")
            client.label(run, failed["place"], "ann", score=1)
        page.get_by_text("Try other thresholds").click()
        expect(page.get_by_text("Agrees with people on 0 of 1 labelled rows (0 %).")).to_be_visible()
        page.get_by_role("slider", name="Threshold hallucination").fill("1")
        expect(page.get_by_text("Agrees with people on 1 of 1 labelled rows (100 %).")).to_be_visible()
        page.get_by_role("button", name="Save to jurat.yaml").click()
        expect(
            page.get_by_text("Saved to jurat.yaml: claim-lock judges with them from now on.")
        ).to_be_visible()
        assert "hallucination: 1" in (tmp_path / "jurat.yaml").read_text(encoding="utf-8")
        page.goto("about:blank")


def test_a_file_is_judged_with_a_model_and_its_use_is_told_before_and_after(
    page: Page, tmp_path: Path
) -> None:
    model = f"scripted:{EXAMPLES / 'replies.jsonl'}"
    rows = write(tmp_path / "sent.jsonl", list(cases_of("after"))[:3])
    with serving(tmp_path, "--model", model, "--run-calls", "2") as url:
        page.goto(f"{url}/#/runs")
        page.get_by_label("Judge a file").set_input_files(rows)
        page.get_by_label("observed by").select_option(f"llm:{model}")
        told = page.get_by_text(re.compile(r"3 rows: at least 3 calls with about [\d,]+ tokens in"))
        expect(told).to_contain_text("Only 2 calls are granted to a run")
        page.get_by_role("button", name="Start").click()
        expect(page.get_by_text("It took 2 calls, 0 tokens in, 0 out")).to_be_visible()
        expect(page.get_by_text("3 rows: ")).to_be_visible()
        page.goto("about:blank")
