"""The files that serve contributors name commands and paths that exist."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
TARGETS = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))


def test_the_hooks_are_valid_and_use_the_tools_of_the_environment() -> None:
    path = ROOT / ".pre-commit-config.yaml"
    done = subprocess.run([sys.executable, "-m", "pre_commit", "validate-config", path])
    assert done.returncode == 0
    hooks = yaml.safe_load(path.read_text())["repos"][0]["hooks"]
    assert [hook["entry"].split()[0] for hook in hooks] == [
        ".venv/bin/ruff",
        ".venv/bin/ruff",
        ".venv/bin/mypy",
    ]
    assert {hook["language"] for hook in hooks} == {"system"}


def test_the_workflow_runs_what_ci_runs() -> None:
    job = yaml.safe_load((ROOT / ".github/workflows/ci.yml").read_text())["jobs"]["all"]
    commands = [step["run"] for step in job["steps"] if "run" in step]
    assert commands == [".ci/run", "make docs"]
    assert "docs" in TARGETS
    assert (ROOT / ".ci/run").stat().st_mode & 0o111


def test_the_container_of_developers_runs_targets_that_exist() -> None:
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
    assert (ROOT / ".devcontainer" / container["build"]["dockerfile"]).exists()
    assert container["postCreateCommand"].removeprefix("make ") in TARGETS


def test_owners_are_of_paths_that_exist() -> None:
    lines = (ROOT / ".github/CODEOWNERS").read_text().splitlines()
    paths = [line.split()[0] for line in lines if line and not line.startswith("#")]
    assert paths[0] == "*"
    assert [path for path in paths[1:] if not (ROOT / path.strip("/")).exists()] == []


def test_the_forms_of_issues_have_what_the_forge_asks_for() -> None:
    forms = [path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"]
    for path in forms:
        form = yaml.safe_load(path.read_text())
        assert {"name", "description", "body"} <= form.keys()
        ids = [part["id"] for part in form["body"]]
        assert len(ids) == len(set(ids))


def test_the_notice_names_every_file_that_holds_material_of_others() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    found = []
    for path in sorted((ROOT / "src/jurat").rglob("*.t*")):
        head = path.read_text(encoding="utf-8").splitlines()[:6] if path.suffix in (".txt", ".toml") else []
        said = " ".join(line for line in head if line.startswith("#"))
        if re.search(r"Source: (?!compiled for).*Copyright|Reduced from", said):
            found.append(path.relative_to(ROOT).as_posix())
    assert len(found) == 3
    assert [name for name in found if name not in notice] == []


def test_the_promises_of_security_name_tests_that_exist() -> None:
    named = re.findall(r"`(tests/[\w/.]+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) > 10
    assert [name for name in named if not (ROOT / name).exists()] == []
