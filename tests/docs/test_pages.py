"""Every page: its snippets run, its commands print what it says, its links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from jurat.llm.model_names import parse_model

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")
END = "\x01"


def blocks(page: Path, language: str) -> list[str]:
    return [body for found, body in BLOCK.findall(page.read_text(encoding="utf-8")) if found == language]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that has the examples, as a clone has; commands see our own programs first."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    (tmp_path / ".jurat").mkdir()  # a project of its own, whatever lies above it
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    for name in ("CI", "COLUMNS", "FORCE_COLOR", "NO_COLOR"):  # what changes the look of output
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_python_snippets_run(page: Path, place: Path) -> None:
    result = doctest.testfile(
        str(page), module_relative=False, encoding="utf-8", optionflags=doctest.NORMALIZE_WHITESPACE
    )
    assert result.failed == 0
    snippets = [body for body in blocks(page, "python") if ">>>" not in body]
    for snippet in snippets:
        exec(compile(snippet, str(page), "exec", dont_inherit=True), {"__name__": "page"})


def commands(block: str) -> Iterator[tuple[str, list[str]]]:
    """The commands of a console block, each with the lines it should print."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        head, *lines = part.rstrip("\n").split("\n")
        while head.endswith("\\"):
            head = f"{head}\n{lines.pop(0)}"
        yield head, lines


def printed(block: str) -> list[list[str]]:
    """What each command of a block really prints, all in one shell."""
    script = "".join(
        f"{{ {command}\n}} 2>&1; rc=$?; printf '{END}'; (exit $rc)\n" for command, _ in commands(block)
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, encoding="utf-8")
    return [text.rstrip("\n").split("\n") if text.strip() else [] for text in done.stdout.split(END)[:-1]]


def matches(expected: list[str], actual: list[str]) -> bool:
    """Whether lines are as expected; a line that is only … stands for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line.strip() == "…" else re.escape(line.rstrip()).replace("…", ".*?") + "\n"
        for line in expected
    )
    return re.fullmatch(pattern, "".join(f"{line.rstrip()}\n" for line in actual)) is not None


CONSOLE = [(page, body) for page in PAGES for body in blocks(page, "console")]


@pytest.mark.parametrize(
    ("page", "block"), CONSOLE, ids=[f"{page.relative_to(ROOT)}-{n}" for n, (page, _) in enumerate(CONSOLE)]
)
def test_commands_print_what_the_page_says(page: Path, block: str, place: Path) -> None:
    for (command, expected), actual in zip(commands(block), printed(block), strict=True):
        shown = "\n".join(actual)
        assert matches(expected, actual), f"{command}\nprinted\n{shown}\ninstead of\n" + "\n".join(expected)


def test_a_page_that_says_something_else_is_found() -> None:
    assert matches(["a", "…", "z"], ["a", "b", "c", "z"])
    assert not matches(["a", "…", "z"], ["a", "b"])
    assert not matches(["a"], ["b"])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    prose = BLOCK.sub("", page.read_text("utf-8"))
    dead = [link for link in LINK.findall(prose) if not (page.parent / link).exists()]
    assert dead == []


def test_make_targets_of_the_pages_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    text = "".join(page.read_text("utf-8") for page in PAGES)
    named = set(re.findall(r"^make ([a-z-]+)", text, flags=re.MULTILINE))
    named |= set(re.findall(r"`make ([a-z-]+)`", text))
    targets = set(re.findall(r"^([a-z-]+):", makefile, flags=re.MULTILINE))
    assert named <= targets
    assert named >= {"demo", "test"}


MODEL = re.compile(r"--(?:member|reviewer|chair|observer)[ =](?:\w+=)?(?:llm:)?(?!rules\b)(\S+)")


def test_models_of_commands_that_are_not_run_can_be_named_so() -> None:
    named = [name for page in PAGES for body in blocks(page, "sh") for name in MODEL.findall(body)]
    assert {str(parse_model(name)) for name in named} == set(named)
    assert set(named) >= {"openai:gpt-4o-mini", "any-llm:anthropic:claude-sonnet-4-5"}


def places(nav: object) -> Iterator[str]:
    """The pages of a navigation, at any depth."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict | list):
        for below in nav.values() if isinstance(nav, dict) else nav:
            yield from places(below)


def test_the_site_leads_to_every_page() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]
    pages = {str(page.relative_to(ROOT / "docs")) for page in PAGES if page.parent != ROOT}
    generated = {"index.md", "reference/cli.md", "contributing.md", "changelog.md"}
    assert set(places(nav)) - generated == pages


def test_the_readme_names_every_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    _, table = (ROOT / "README.md").read_text("utf-8").split("| extra | for |")
    cells = re.findall(r"^\| (`[^|]+) \|", table.split("\n\n")[0], flags=re.MULTILINE)
    assert {name for cell in cells for name in re.findall(r"`([\w-]+)`", cell)} == set(
        project["optional-dependencies"]
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_pages_can_be_read(page: Path) -> None:
    """Snippets stand in fences, rows under a heading, and no cell of a table holds a paragraph."""
    prose = BLOCK.sub("", page.read_text("utf-8"))
    rows = re.findall(r"^\|.+\|$", prose, flags=re.MULTILINE)
    assert ">>>" not in prose
    assert re.findall(r"(?:\A|\n\n)\|.+\|\n(?!\|[ :|-]+\|\n)", prose) == []
    assert [row for row in rows if max(map(len, LINK.sub("", row).split("|"))) > 450] == []
