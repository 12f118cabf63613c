"""Everybody can use the page: axe finds nothing, in both themes, and a phone is wide enough."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.page.conftest import Shoot, come_to_rest, expect_true
from tests.page.serving import ROOT, Site, serving

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
VIEWS = {
    "try": ("#/try", ".inputs"),
    "summary": ("#/try/summary?example", ".findings"),
    "response": ("#/try/response?example", ".findings"),
    "council": ("#/try/council?example", ".heat"),
    "kept council": ("#/runs/{council}/rows/1", ".heat"),
    "runs": ("#/runs", ".spark"),
    "run": ("#/runs/{many}", ".plot .hit"),
    "run of summaries": ("#/runs/{summaries}", ".rows-body .c-texts"),
    "case": ("#/runs/{summaries}/rows/3", ".findings"),
    "case of an answer": ("#/runs/{many}/rows/1", ".findings"),
    "label council": ("#/runs/{council}/rows/3/label", ".heat input"),
    "label": ("#/runs/{summaries}/rows/3/label", ".choices"),
    "queue": ("#/runs/{before}/queue", ".question"),
    "compare": ("#/compare?a={before}&b={after}", ".changed"),
}
WHAT = """async () => {
  const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const found = await axe.run(document, { runOnly: rules });
  const said = (node) => `${node.html} ${node.any.map((any) => any.message).join(" ")}`;
  return found.violations.map((one) => [one.id, ...one.nodes.slice(0, 3).map(said)]);
}"""

SPILLED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const cards = [...document.querySelectorAll(".scores > button")];
  const wide = cards.filter((one) => one.scrollWidth > one.clientWidth + 1);
  const rows = [...document.querySelectorAll(".rows-body .row")].sort((a, b) => box(a).top - box(b).top);
  const tall = rows.filter((one, at) => rows[at + 1] && box(one).bottom > box(rows[at + 1]).top + 1.5);
  return [...wide, ...tall].map((one) => one.innerText);
}"""
"""Scores that spill out of their cards, and rows that reach into the next one."""


@pytest.mark.parametrize("view", VIEWS)
def test_axe_finds_nothing_in_light_and_dark(page: Page, site: Site, view: str) -> None:
    path, ready = VIEWS[view]
    page.goto(site.at(path))
    expect(page.locator(ready).first).to_be_visible()
    come_to_rest(page)
    page.evaluate(AXE.read_text(encoding="utf-8") + "; undefined")
    found: dict[str, Any] = {}
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        found[scheme] = page.evaluate(WHAT)
    assert found == {"light": [], "dark": []}


@pytest.mark.parametrize("view", VIEWS)
def test_a_phone_shows_every_view_without_scrolling_sideways(
    page: Page, site: Site, shoot: Shoot, view: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    path, ready = VIEWS[view]
    page.goto(site.at(path))
    expect(page.locator(ready).first).to_be_visible()
    come_to_rest(page)
    expect_true(page, "document.documentElement.scrollWidth <= 390")
    assert page.evaluate(SPILLED) == []
    if view == "case":
        shoot(page, "page-phone")


def test_a_server_with_a_token_asks_for_it_and_remembers_it(page: Page, tmp_path: Path) -> None:
    with serving(tmp_path, "--token", "a token of the tests") as url:
        page.goto(f"{url}/#/try/response?example")
        expect(page.get_by_role("dialog")).to_be_visible()
        page.locator("input[name=token]").fill("a token of the tests")
        page.get_by_role("button", name="Go on").click()
        expect(page.locator(".findings")).to_be_visible()
        page.reload()
        expect(page.locator(".findings")).to_be_visible()
        page.goto("about:blank")
