"""The pages about the server: their requests are sent to a real one, their files name flags that exist."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from jurat.cli.commands.serve import command
from tests.docs.test_pages import ROOT, blocks
from tests.server.conftest import serving

PAGES = [ROOT / "docs/how-to/serve.md", ROOT / "docs/reference/http-api.md"]
SHOWN = "http://127.0.0.1:8321"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(ROOT / "examples", folder / "examples")
    return folder


@pytest.fixture(scope="module")
def address(place: Path) -> Iterator[str]:
    with serving(place) as address:
        yield address


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_requests_of_the_pages_are_answered(page: Path, place: Path, address: str) -> None:
    found = blocks(page, "bash")
    assert found
    for block in found:
        script = "set -euo pipefail\n" + block.replace(SHOWN, address).replace("curl -s", "curl -fs")
        done = subprocess.run(["bash", "-c", script], cwd=place, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr + block
        assert "internal error" not in done.stdout
    if page.stem == "serve":
        assert len((place / "results.csv").read_text().splitlines()) >= 7


@pytest.mark.slow
def test_snippets_of_the_pages_run(
    place: Path, address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(place)
    (snippet,) = blocks(PAGES[0], "py")
    exec(snippet.replace(SHOWN, address), {"__name__": "page"})
    said = capsys.readouterr().out.splitlines()
    assert said[0] == "FAIL 1.0"
    assert "6 None None" in said


def test_routes_of_the_reference_are_those_of_the_server() -> None:
    from jurat.server.app import create_app
    from jurat.server.server_limits import Serving

    text = PAGES[1].read_text(encoding="utf-8")
    described = create_app(Serving(store="unused.sqlite")).openapi()["paths"]
    routes = {f"{method.upper()} {path}" for path, found in described.items() for method in found}
    told = set(re.findall(r"`((?:GET|POST|PATCH|DELETE) /[\w/{}.]*)", text))
    assert told - {"GET /v1/openapi.json"} == routes


@pytest.mark.slow
def test_files_for_deployment_use_flags_that_exist() -> None:
    known = {f"--{name.replace('_', '-')}" for name in command.__annotations__} - {"--return"}
    texts = [path.read_text(encoding="utf-8") for path in sorted((ROOT / "deploy").iterdir())]
    texts.append((ROOT / "docs/how-to/deploy.md").read_text(encoding="utf-8"))
    lines = [line for text in texts for line in text.splitlines() if re.search(r"\bjurat\W+serve\b", line)]
    used = {flag for line in lines for flag in re.findall(r"--[a-z-]+", line)}
    assert {"--workers", "--host", "--name", "--store"} <= used <= known
