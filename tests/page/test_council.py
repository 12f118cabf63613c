"""A council of a kept run: every score that was given, the ranking with its intervals, the audit."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.page.corpus import write
from tests.page.serving import RUBRIC, Site, serving

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


def test_a_second_round_shows_first_and_last_scores_and_what_it_changed(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{council_rounds}/rows/1"))
    row = page.get_by_role("table", name="accuracy").get_by_role("row", name=re.compile("^r1"))
    expect(row.get_by_role("cell")).to_have_text(["6 → 9", "7"])
    audit = page.get_by_role("region", name="Audit")
    expect(audit).to_contain_text("Round 2: 5 of 10 scores moved, 5 closer to the others’ mean, 0 farther")
    expect(audit).to_contain_text("Variance between reviewers 2.25 → 0.00. The winner is the same.")
    expect(audit).to_contain_text("r2 keeps its first scores: no reply in time")


def test_a_kept_jury_shows_its_verdict_and_every_vote(page: Page, site: Site) -> None:
    page.goto(site.at("#/runs/{jury}"))
    page.get_by_role("link", name="open", exact=True).click()
    expect(page.locator(".query")).to_have_text("Is the bridge open? cars cross it")
    expect(page.locator(".verdict-line")).to_have_text("yes 2 yes, 1 no, 0 abstained; 1 juror dissents")
    votes = page.get_by_role("table").locator("tbody tr")
    expect(votes).to_have_text(
        ["annyes0.75cars cross it", "boyes0.75cars cross it", "cyno (dissents)0.75cars cross it"]
    )
    expect(page.get_by_role("link", name="Label this case")).to_have_count(0)


def test_votes_are_counted_as_they_are_typed(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/jury"))
    page.get_by_role("textbox", name="Question").fill("Is it open?")
    page.get_by_role("textbox", name="Votes").fill("ann: yes 0.9 cars cross it\nbo: no")
    expect(page.locator(".verdict-line")).to_have_text("deadlock 1 yes, 1 no, 0 abstained")
    page.get_by_role("textbox", name="Tie-breaker").fill("bo")
    expect(page.locator(".verdict-line")).to_have_text(
        "no 1 yes, 1 no, 0 abstained; the tie-breaker bo decides; 1 juror dissents"
    )
    page.get_by_role("textbox", name="Votes").fill("ann: perhaps")
    expect(page.get_by_text("Line 1 of the votes is not")).to_be_visible()
    expect(page.get_by_role("button", name="Ask the models")).to_have_count(0)


def test_rules_review_candidates_with_a_context(page: Page, site: Site) -> None:
    page.goto(site.at("#/try/council"))
    page.get_by_role("textbox", name="Query").fill("What does tea cost?")
    page.get_by_role("textbox", name="Candidates").fill("a: Tea costs $9.\n\nb: Tea costs $5.")
    page.get_by_role("textbox", name="Context").fill("Our tea is $5 a cup.")
    expect(page.locator(".standing-name b")).to_have_text(["b", "a"])


def test_models_of_the_server_review_and_vote_when_asked(page: Page, tmp_path: Path) -> None:
    entries = [{"response": letter, **dict.fromkeys(RUBRIC, 8), "notes": "seen"} for letter in "AB"]
    lines = [
        {"form": "review", "reply": {"evaluations": entries}},
        {"form": "vote", "reply": {"reason": "cars cross it", "vote": "yes", "confidence": 0.9}},
    ]
    model = f"scripted:{write(tmp_path / 'model.jsonl', lines)}"
    with serving(tmp_path, "--model", model) as url:
        page.goto(f"{url}#/try/council")
        page.get_by_role("textbox", name="Query").fill("Why?")
        page.get_by_role("textbox", name="Candidates").fill("a: because\n\nb: so")
        page.get_by_role("checkbox", name=model).check()
        page.get_by_role("button", name="Ask the models").click()
        cells = page.get_by_role("table", name="clarity").get_by_role("row", name=model).get_by_role("cell")
        expect(cells).to_have_text(["8", "8"])
        expect(page.locator(".usage summary")).to_contain_text("1 call,")
        page.goto(f"{url}#/try/jury")
        page.get_by_role("textbox", name="Question").fill("Is it open?")
        page.get_by_role("checkbox", name=model).check()
        page.get_by_role("button", name="Ask the models").click()
        expect(page.locator(".verdict-line")).to_have_text("yes 1 yes, 0 no, 0 abstained")
