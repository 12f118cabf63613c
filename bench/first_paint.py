"""How long the page takes to show a run of a million rows on loopback, and what scrolling waits for.

python -m bench.first_paint [--times 5] [--trace build/first-paint.zip]

The trace of the last visit can be opened with: playwright show-trace build/first-paint.zip
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from statistics import median

from playwright.sync_api import Page, sync_playwright

from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.million import ROWS, fill
from tests.page.serving import serving

GOAL = 500.0
STEPS, STEP, SETTLE = 60, 300, 300
WATCH = """
window.drawn = null; window.missing = 0;
new MutationObserver(() => {
  if (window.drawn === null && document.querySelector(".rows-body .c-texts")) {
    requestAnimationFrame(() => { window.drawn ??= performance.now(); });
  }
  window.missing = Math.max(window.missing, document.querySelectorAll(".c-coming").length);
}).observe(document, { childList: true, subtree: true });
"""
PAINT = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"


def main() -> None:
    """Print the times of several visits, their median beside the goal, and what scrolling met."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=5)
    parser.add_argument("--trace", type=Path, default=Path("build/first-paint.zip"))
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        run, _ = fill(Path(folder))
        with serving(Path(folder)) as url:
            measure(f"{url}/#/runs/{run}", asked.times, asked.trace)


def measure(address: str, times: int, trace: Path) -> None:
    """Visit the run in fresh windows, each traced."""
    painted, drawn, missing = [], [], 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, headless=True)
        for _ in range(times):
            context = browser.new_context(viewport={"width": 1280, "height": 860})
            context.tracing.start(screenshots=True, snapshots=True)
            page = context.new_page()
            page.add_init_script(WATCH)
            page.goto(address)
            page.locator(".rows-body .c-texts").first.wait_for()
            page.wait_for_timeout(SETTLE)
            painted.append(float(page.evaluate(PAINT) or 0))
            drawn.append(float(page.evaluate("window.drawn")))
            missing = max(missing, scrolled(page))
            context.tracing.stop(path=trace)
            context.close()
        browser.close()
    print(f"{ROWS:,} rows, {times} visits; trace of the last: {trace}")
    print(f"first contentful paint  median {median(painted):6.0f} ms  worst {max(painted):6.0f} ms")
    rows = f"median {median(drawn):6.0f} ms  worst {max(drawn):6.0f} ms"
    print(f"first rows drawn        {rows}  goal {GOAL:.0f} ms")
    print(f"rows not yet there in {STEPS} steps of {STEP} pixels: {missing}")


def scrolled(page: Page) -> int:
    """Scroll as a wheel does, and return how many rows were ever waited for."""
    page.evaluate("window.missing = 0")
    page.get_by_role("grid").hover()
    for _ in range(STEPS):
        page.mouse.wheel(0, STEP)
        page.wait_for_timeout(30)
    return int(page.evaluate("window.missing"))


if __name__ == "__main__":
    main()
