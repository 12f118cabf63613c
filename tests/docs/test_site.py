"""The site builds without a warning, holds every public name and command, and works without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

import jurat
from jurat.cli import COMMANDS
from tests.page.conftest import ARGUMENTS, CHROMIUM, SLOW_MACHINE

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("site")]

ROOT = Path(__file__).parents[2]
FETCHED = re.compile(r"<(?:script|img|link|iframe|source)\b[^>]*\b(?:src|href)=[\"']?(?:https?:)?//[^>]*>")
FETCHED_BY_STYLE = re.compile(r"(?:@import|url\()\s*[\"']?(?:https?:)?//")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site as `make docs` builds it, from an environment in which nothing can be fetched."""
    folder = tmp_path_factory.mktemp("site")
    nowhere = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"), "http://127.0.0.1:9")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        env=os.environ | nowhere | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder


def test_pages_fetch_nothing_from_elsewhere(site: Path) -> None:
    pages, styles = list(site.rglob("*.html")), list(site.rglob("*.css"))
    assert len(pages) > 40
    assert [found for page in pages for found in FETCHED.findall(page.read_text(encoding="utf-8"))] == []
    assert [one for one in styles if FETCHED_BY_STYLE.search(one.read_text(encoding="utf-8"))] == []


def test_the_reference_has_every_command(site: Path) -> None:
    text = (site / "reference" / "cli.html").read_text(encoding="utf-8")
    assert [name for name in COMMANDS if f'id="jurat-{name}"' not in text] == []
    assert 'id="jurat-runs-list"' in text


def test_the_api_reference_has_every_public_name(site: Path) -> None:
    text = "".join(page.read_text(encoding="utf-8") for page in (site / "reference" / "api").glob("*.html"))
    assert [
        name for name in jurat.__all__ if f'id="jurat.{name}"' not in text and name != "__version__"
    ] == []


def test_examples_of_docstrings_are_shown_as_code(site: Path) -> None:
    text = (site / "reference" / "api" / "judging.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in text
    assert '<span class="gp">&gt;&gt;&gt; </span>' in text


def test_files_that_pages_link_to_are_copied(site: Path) -> None:
    copied = site / "files" / "deploy" / "nginx.conf.txt"
    assert copied.read_text() == (ROOT / "deploy" / "nginx.conf").read_text()
    assert 'href="../files/deploy/nginx.conf.txt"' in (site / "how-to" / "deploy.html").read_text()


def test_the_search_works_in_pages_opened_as_files(site: Path) -> None:
    asked: list[str] = []
    with sync_playwright() as playwright:
        chromium = playwright.chromium
        browser = chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=SLOW_MACHINE)
        page = browser.new_page()
        page.set_default_timeout(SLOW_MACHINE)
        page.on("request", lambda request: asked.append(request.url))
        page.goto((site / "how-to" / "serve.html").as_uri())
        page.locator("input.md-search__input").click()
        page.keyboard.type("anchor")
        found = page.locator(".md-search-result__link").first
        expect(found).to_be_attached(timeout=SLOW_MACHINE)
        assert (found.get_attribute("href") or "").startswith("file://")
        browser.close()
    assert [url for url in asked if not url.startswith(("file:", "about:", "blob:", "data:"))] == []
