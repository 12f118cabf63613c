"""A release names what it holds, refuses what is not ready, and says what it could not check."""

from __future__ import annotations

import hashlib
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from tools import release
from tools.locks import read_lock
from tools.sbom import bill_of_materials

ROOT = Path(__file__).parents[2]
METADATA = """\
Metadata-Version: 2.4
Name: thing
Version: 1.2
License-Expression: Apache-2.0
Requires-Dist: pyyaml>=6
Requires-Dist: rich>=14; extra == "show"
Requires-Dist: no-such-package; extra == "show"
Provides-Extra: show
"""


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    path = tmp_path / "thing-1.2-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("thing-1.2.dist-info/METADATA", METADATA)
    return path


def test_the_changelog_has_to_date_the_version() -> None:
    changelog = "# Changelog\n\n## 0.2.0, unreleased\n\n## 0.1.0, 17 November 2026\n"
    release.check_changelog("0.1.0", changelog)
    with pytest.raises(release.ReleaseError, match=r"0\.2\.0 is unreleased"):
        release.check_changelog("0.2.0", changelog)
    with pytest.raises(release.ReleaseError, match=r"has no section for 0\.3\.0"):
        release.check_changelog("0.3.0", changelog)


def test_packages_beside_the_main_one_are_found(tmp_path: Path) -> None:
    for name in ("b", "a"):
        (tmp_path / "packages" / name).mkdir(parents=True)
        (tmp_path / "packages" / name / "pyproject.toml").touch()
    (tmp_path / "packages" / "notes").mkdir()
    assert release.projects(tmp_path) == [tmp_path, tmp_path / "packages/a", tmp_path / "packages/b"]


def test_a_bill_names_what_is_required_what_is_optional_and_what_it_could_not_read(wheel: Path) -> None:
    lock = read_lock(release.LOCK)
    bill = bill_of_materials(wheel, lock, "2026-11-17T00:00:00Z")
    scopes = {one["name"]: one["scope"] for one in bill["components"]}
    yaml = next(pin for pin in lock if pin.name == "pyyaml")
    assert scopes == {
        "markdown-it-py": "optional",
        "mdurl": "optional",
        "Pygments": "optional",
        "PyYAML": "required",
        "rich": "optional",
    }
    assert bill["metadata"]["component"]["purl"] == "pkg:pypi/thing@1.2"
    assert bill["metadata"]["properties"] == [{"name": "jurat:not-installed", "value": "no-such-package"}]
    assert bill["components"][3]["version"] == yaml.version
    assert [one["value"] for one in bill["components"][3]["properties"]] == list(yaml.hashes)
    assert bill["dependencies"][-1] == {
        "ref": "pkg:pypi/thing@1.2",
        "dependsOn": sorted(one["purl"] for one in bill["components"] if one["name"] in ("PyYAML", "rich")),
    }
    assert bill_of_materials(wheel, lock, "2026-11-17T00:00:00Z") == bill


def test_a_wheel_of_the_same_release_is_described_by_its_file(wheel: Path, tmp_path: Path) -> None:
    other = tmp_path / "no_such_package-3.0-py3-none-any.whl"
    with zipfile.ZipFile(other, "w") as archive:
        archive.writestr("no_such_package-3.0.dist-info/METADATA", "Name: no-such-package\nVersion: 3.0\n")
    bill = bill_of_materials(wheel, read_lock(release.LOCK), "2026-11-17T00:00:00Z", [wheel, other])
    (found,) = [one for one in bill["components"] if one["name"] == "no-such-package"]
    digest = hashlib.sha256(other.read_bytes()).hexdigest()
    assert (found["version"], found["scope"]) == ("3.0", "optional")
    assert found["properties"] == [{"name": "jurat:locked-file", "value": f"sha256:{digest}"}]
    assert bill["metadata"]["properties"] == []


def test_an_environment_that_differs_from_the_lock_file_gives_no_bill(wheel: Path) -> None:
    lock = [replace(pin, version="1.0") if pin.name == "pyyaml" else pin for pin in read_lock(release.LOCK)]
    with pytest.raises(ValueError, match=r"pyyaml: .+ is installed, the lock file has 1\.0"):
        bill_of_materials(wheel, lock, "2026-11-17T00:00:00Z")


@pytest.mark.parametrize("name", ["audit", "bench", "core", "dev", "llm", "ray", "server"])
def test_every_locked_package_has_hashes_and_is_written_as_it_was_read(name: str) -> None:
    path = ROOT / "requirements" / f"{name}.txt"
    pins = read_lock(path)
    assert all(pin.hashes for pin in pins)
    assert "\n".join(map(str, pins)) + "\n" == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["ray", "server"])
def test_images_hold_the_versions_that_are_tested(name: str) -> None:
    tested, image = (read_lock(ROOT / f"requirements/{one}.txt") for one in ("dev", name))
    assert {(pin.name, pin.version) for pin in image} <= {(pin.name, pin.version) for pin in tested}


def test_a_line_that_is_no_pin_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "some.txt").write_text("thing>=1\n")
    with pytest.raises(ValueError, match=r"some\.txt, line 1: is neither a pinned package nor a hash"):
        read_lock(tmp_path / "some.txt")


def test_vulnerabilities_are_told_with_what_fixes_them() -> None:
    vulns = [{"id": "X-1", "fix_versions": ["2", "3"]}, {"id": "X-2", "fix_versions": []}]
    found = {"dependencies": [{"name": "a", "version": "1", "vulns": vulns}, {"name": "b", "version": "1"}]}
    assert release.vulnerabilities(found) == ["a 1: X-1, fixed in 2, 3", "a 1: X-2, fixed in no version"]


def test_an_audit_that_cannot_be_done_is_said_and_fails_where_it_is_required(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def offline(pins: object) -> list[str]:
        raise release.ReleaseError("pip-audit\nno route to host")

    monkeypatch.setattr(release, "audit", offline)
    release._audit([], required=False)
    assert capsys.readouterr().err.startswith("NOT AUDITED: no route to host\n")
    with pytest.raises(release.ReleaseError, match="the audit could not be done: no route to host"):
        release._audit([], required=True)


def test_a_known_vulnerability_stops_the_release(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(release, "audit", lambda pins: ["a 1: X-1, fixed in 2"])
    with pytest.raises(release.ReleaseError, match="a 1: X-1, fixed in 2"):
        release._audit([], required=False)
