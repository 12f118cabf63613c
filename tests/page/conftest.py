"""Debian's Chromium at a real server; a test also fails on an error, a dialog or a breach of the policy."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, expect, sync_playwright

from tests.page.serving import ROOT, Site, filled, serving

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
WATCH = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) =>
  window.violations.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`));
{
  let awaited = 0, changed = performance.now();
  const real = window.fetch;
  window.fetch = async (...asked) => {
    awaited += 1;
    try {
      return await real(...asked);
    } finally {
      awaited -= 1;
      changed = performance.now();
    }
  };
  const seen = new MutationObserver(() => { changed = performance.now(); });
  const whole = { subtree: true, childList: true, attributes: true, characterData: true };
  document.addEventListener("DOMContentLoaded", () => seen.observe(document.body, whole));
  window.atRest = (pause) => awaited === 0 && performance.now() - changed > pause;
}
"""
"""Keeps what the policy refused, and tells whether answers are awaited or the document changed of late."""
PAUSE = 350
"""Milliseconds without a change after which a page is at rest: longer than it waits for more typing."""
SLOW_MACHINE = 120_000
"""Milliseconds until something that must happen is given up; nothing is measured by it."""
WIDE = 1280

expect.set_options(timeout=SLOW_MACHINE)

Shoot = Callable[[Page, str], None]


def come_to_rest(page: Page) -> None:
    """Wait until no answer is on its way and the document does not change any more."""
    page.wait_for_function("(pause) => window.atRest(pause)", arg=PAUSE)


def expect_true(page: Page, claim: str) -> None:
    """Wait until an expression holds; nothing that the browser lays out or navigates to is there at once."""
    page.wait_for_function(f"() => {claim}")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All tests of the page are slow, and share one process, its browser and its store."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)
            item.add_marker(pytest.mark.xdist_group("page"))


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The page over a store with runs of every kind."""
    folder = tmp_path_factory.mktemp("site")
    runs = filled(folder)
    with serving(folder) as url:
        yield Site(url, runs)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, once for all tests here; its event loop must not outlive them, or no other could run."""
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(
            executable_path=CHROMIUM, args=ARGUMENTS, headless=True, timeout=SLOW_MACHINE
        )
        yield made
        made.close()


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A fresh window that knows nothing."""
    made = browser.new_context(
        viewport={"width": WIDE, "height": 860}, locale="en-GB", timezone_id="UTC", accept_downloads=True
    )
    made.set_default_timeout(SLOW_MACHINE)
    made.add_init_script(WATCH)
    yield made
    made.close()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A page that is watched: nothing may go wrong in it that the test does not expect."""
    made = context.new_page()
    wrong: list[str] = []

    def refuse(dialog: Dialog) -> None:
        wrong.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    made.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    made.on("dialog", refuse)
    made.on(
        "console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None
    )
    yield made
    assert made.evaluate("window.violations ?? []") == []
    assert made.evaluate("window.pwned ?? null") is None
    assert wrong == []


@pytest.fixture
def shoot() -> Shoot:
    """Writes a picture for the docs, where JURAT_SCREENSHOTS is set; make screenshots does."""

    def picture(page: Page, name: str) -> None:
        if os.environ.get("JURAT_SCREENSHOTS"):
            if page.viewport_size is not None and page.viewport_size["width"] == WIDE:
                page.set_viewport_size({"width": WIDE, "height": 1020})
            page.evaluate("window.scrollTo(0, 0)")
            page.wait_for_timeout(400)
            page.screenshot(path=ROOT / "docs" / "images" / f"{name}.png", animations="disabled")

    return picture
