"""Test each adapter against its tool, in an environment of its own below build/adapters.

    python -m tools.adapters [NAME ...]

A tool that cannot be installed is reported and left out. Tests reach no other machine.
"""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
TOOLS = {
    "deepeval": ("deepeval==4.3.1",),
    "inspect_ai": ("inspect-ai==0.3.285",),
    "pydantic_evals": ("pydantic-evals==2.62.0",),
    "langsmith": ("langsmith==0.14.17",),
    "ragas": ("ragas==0.4.3", "langchain-community<0.4"),  # 0.4 has moved what Ragas imports
    "mlflow": ("mlflow-skinny==3.17.2", "pandas"),
}
QUIET = {
    "ANONYMIZED_TELEMETRY": "false",
    "CONFIDENT_METRIC_LOGGING_ENABLED": "NO",
    "CONFIDENT_TRACE_FLUSH": "NO",
    "DEEPEVAL_TELEMETRY_OPT_OUT": "YES",
    "DEEPEVAL_UPDATE_WARNING_OPT_IN": "NO",
    "DO_NOT_TRACK": "1",
    "LANGCHAIN_TRACING_V2": "false",
    "LANGSMITH_TRACING": "false",
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "RAGAS_DO_NOT_TRACK": "true",
}
INSTALL_SECONDS, TEST_SECONDS = 240, 180


def main(names: list[str]) -> int:
    """Install and test the named tools, or all of them; return how many failed."""
    failed = [name for name in names or TOOLS if not tested(name)]
    print(f"failed: {', '.join(failed)}" if failed else "all adapters that could be installed passed")
    return len(failed)


def tested(name: str) -> bool:
    """Return whether the tests of one adapter pass, or its tool cannot be installed."""
    folder = ROOT / "build" / "adapters" / name
    try:
        install(folder, TOOLS[name])
    except (subprocess.SubprocessError, OSError) as error:
        print(f"{name}: skipped, {TOOLS[name][0]} cannot be installed here ({error})")
        return True
    command = [python_of(folder), "-m", "pytest", "-q", "-c", os.devnull, f"--rootdir={ROOT}", "--noconftest"]
    plugin = ["-p", "tests.adapters.no_network", "-p", "no:cacheprovider", "--import-mode=importlib"]
    home = folder / "home"
    home.mkdir(exist_ok=True)
    environment = {**os.environ, **QUIET, "PYTHONPATH": str(ROOT), "HOME": str(home)}
    test = ROOT / "tests" / "adapters" / f"test_{name}.py"
    print(f"{name}: {TOOLS[name][0]}", flush=True)
    done = subprocess.run(  # noqa: S603
        [*command, *plugin, str(test)], env=environment, cwd=home, timeout=TEST_SECONDS, check=False
    )
    return done.returncode == 0


def install(folder: Path, requirements: Sequence[str]) -> None:
    """Make an environment with a tool and this package, unless it is there already."""
    ready = folder / ".installed"
    wanted = f"{requirements} {(ROOT / 'pyproject.toml').stat().st_mtime_ns}"
    if ready.exists() and ready.read_text("utf-8") == wanted:
        return
    uv, root = str(Path(sysconfig.get_path("scripts")) / "uv"), str(ROOT)
    make = [uv, "venv", "-q", "--clear", "--python", sys.executable, str(folder)]
    subprocess.run(make, check=True, timeout=60)  # noqa: S603
    fill = [uv, "pip", "install", "-q", "--python", python_of(folder), *requirements, "pytest>=8.3"]
    subprocess.run([*fill, "-e", root], check=True, timeout=INSTALL_SECONDS)  # noqa: S603
    ready.write_text(wanted, encoding="utf-8")


def python_of(folder: Path) -> str:
    """Return the interpreter of an environment."""
    return str(folder / ("Scripts" if os.name == "nt" else "bin") / "python")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
