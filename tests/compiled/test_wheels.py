"""Both wheels: tagged for where they run, whole, and judging to the same bytes where they are installed."""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

from tools.compile import GROUP, ROOT, SUFFIX, modules

pytestmark = [pytest.mark.compiled, pytest.mark.slow, pytest.mark.xdist_group("wheels")]


def build(into: Path, **settings: str) -> Path:
    env = {**os.environ, "PYTHONPATH": "", **settings}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(into)]
    subprocess.run(command, cwd=ROOT, env=env, check=True, capture_output=True)
    (made,) = into.glob("*.whl")
    return made


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    return {
        "plain": build(tmp_path_factory.mktemp("plain")),
        "compiled": build(tmp_path_factory.mktemp("compiled"), HATCH_BUILD_HOOKS_ENABLE="1"),
    }


def text(wheel: Path, name: str) -> str:
    with ZipFile(wheel) as files:
        return files.read(f"jurat-0.1.0.dist-info/{name}").decode()


def test_each_says_where_it_runs(wheels: dict[str, Path]) -> None:
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    tag = f"{python}-{python}-{platform}"
    assert wheels["plain"].name == "jurat-0.1.0-py3-none-any.whl"
    assert wheels["compiled"].name == f"jurat-0.1.0-{tag}.whl"
    assert "Root-Is-Purelib: true\nTag: py3-none-any\n" in text(wheels["plain"], "WHEEL")
    assert f"Root-Is-Purelib: false\nTag: {tag}\n" in text(wheels["compiled"], "WHEEL")


def test_the_compiled_one_adds_the_compiled_files_and_nothing_else(wheels: dict[str, Path]) -> None:
    plain, compiled = (set(ZipFile(wheels[name]).namelist()) for name in ("plain", "compiled"))
    libraries = {f"jurat/{name.replace('.', '/')}{SUFFIX}" for name in modules()}
    assert compiled - plain == {*libraries, f"{GROUP}__mypyc{SUFFIX}"}
    assert plain - compiled == set()


@pytest.mark.parametrize("name", ["plain", "compiled"])
def test_the_record_lists_every_file_with_its_hash(wheels: dict[str, Path], name: str) -> None:
    listed = {row[0]: row[1] for row in csv.reader(io.StringIO(text(wheels[name], "RECORD")))}
    with ZipFile(wheels[name]) as files:
        assert set(listed) == set(files.namelist())
        for path, given in listed.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(files.read(path)).digest()).rstrip(b"=")
            assert given == ("" if path.endswith("/RECORD") else f"sha256={digest.decode()}")


def install(wheel: Path, place: Path) -> Path:
    """A fresh environment with the wheel, which finds what it depends on where we have it."""
    venv.create(place, with_pip=False)
    python = place / "bin" / "python"
    command = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "-q",
        "--no-deps",
        "--no-index",
    ]
    subprocess.run([*command, str(wheel)], check=True)
    (packages,) = place.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    return place / "bin" / "jurat"


def test_both_install_and_judge_the_example_to_the_same_bytes(
    wheels: dict[str, Path], tmp_path: Path
) -> None:
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    said, judged = {}, {}
    for name, wheel in wheels.items():
        jurat, out = install(wheel, tmp_path / name), tmp_path / f"{name}.jsonl"
        data = str(ROOT / "examples" / "answers.jsonl")
        command = [str(jurat), "run", data, "--judge", "claim-lock", "--quiet", "-o", str(out)]
        subprocess.run(command, cwd=tmp_path, env=env, check=False, capture_output=True)
        said[name] = subprocess.run([jurat, "--version"], env=env, capture_output=True, text=True).stdout
        judged[name] = out.read_bytes()
    assert said == {"plain": "jurat 0.1.0\n", "compiled": "jurat 0.1.0 (compiled)\n"}
    assert judged["compiled"] == judged["plain"]
    assert judged["plain"].count(b"\n") == 6
