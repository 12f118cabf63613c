"""The cluster files hold what their readers know: Ray's own schema, and the fields of KubeRay's API."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.main import get_command

from jurat.cli.commands import run
from jurat.runs.parts.folder import is_folder

DEPLOY = Path(__file__).parents[2] / "deploy"

RAY_JOB = {  # ray-project.github.io/kuberay/reference/api, package ray.io/v1
    "activeDeadlineSeconds",
    "backoffLimit",
    "clusterSelector",
    "deletionStrategy",
    "entrypoint",
    "entrypointNumCpus",
    "entrypointNumGpus",
    "entrypointResources",
    "jobId",
    "managedBy",
    "metadata",
    "rayClusterSpec",
    "runtimeEnvYAML",
    "shutdownAfterJobFinishes",
    "submissionMode",
    "submitterConfig",
    "submitterPodTemplate",
    "suspend",
    "ttlSecondsAfterFinished",
}
RAY_CLUSTER = {
    "authOptions",
    "autoscalerOptions",
    "enableInTreeAutoscaling",
    "gcsFaultToleranceOptions",
    "headGroupSpec",
    "headServiceAnnotations",
    "managedBy",
    "rayVersion",
    "suspend",
    "workerGroupSpecs",
}
HEAD = {"enableIngress", "headService", "labels", "rayStartParams", "resources", "serviceType", "template"}
WORKERS = {
    "groupName",
    "idleTimeoutSeconds",
    "labels",
    "maxReplicas",
    "minReplicas",
    "numOfHosts",
    "rayStartParams",
    "replicas",
    "resources",
    "scaleStrategy",
    "suspend",
    "template",
}


def read(name: str) -> Any:
    return yaml.safe_load((DEPLOY / name).read_text(encoding="utf-8"))


def test_the_cluster_file_is_what_ray_up_reads() -> None:
    from jsonschema import validate

    found = find_spec("ray")
    assert found is not None
    assert found.origin is not None
    schema = json.loads((Path(found.origin).parent / "autoscaler" / "ray-schema.json").read_text())
    cluster = read("ray-cluster.yaml")
    validate(cluster, schema)
    assert set(cluster) <= set(schema["properties"])
    starts = [one for name in cluster if name.endswith("start_ray_commands") for one in cluster[name]]
    assert all("RAY_USAGE_STATS_ENABLED=0" in one for one in starts if "ray start" in one)


def test_the_kubernetes_job_holds_documented_fields() -> None:
    job = read("kuberay-job.yaml")
    cluster = job["spec"]["rayClusterSpec"]
    assert (job["apiVersion"], job["kind"]) == ("ray.io/v1", "RayJob")
    assert set(job["spec"]) <= RAY_JOB
    assert set(cluster) <= RAY_CLUSTER
    assert set(cluster["headGroupSpec"]) <= HEAD
    assert all(set(one) <= WORKERS for one in cluster["workerGroupSpecs"])
    for group in (cluster["headGroupSpec"], *cluster["workerGroupSpecs"]):
        assert all(isinstance(value, str) for value in group["rayStartParams"].values())
        (container,) = group["template"]["spec"]["containers"]
        assert {"name": "RAY_USAGE_STATS_ENABLED", "value": "0"} in container["env"]


def test_the_kubernetes_job_runs_a_command_that_we_have() -> None:
    program, name, *arguments = shlex.split(read("kuberay-job.yaml")["spec"]["entrypoint"])
    assert (program, name) == ("jurat", "run")
    flags = {one for one in arguments if one.startswith("--")}
    known = {flag for one in _options() for flag in one}
    assert flags <= known
    assert is_folder(arguments[arguments.index("--out") + 1])


def _options() -> list[list[str]]:
    import typer

    app = typer.Typer()
    app.command()(run.command)
    return [one.opts for one in get_command(app).params]


@pytest.mark.parametrize("name", ["ray-cluster.yaml", "kuberay-job.yaml"])
def test_files_hold_no_secret_and_no_latest(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8").lower()
    assert "secret" not in text
    assert ":latest" not in text


@pytest.mark.parametrize("name", ["Containerfile", "Dockerfile.ray"])
def test_images_pin_their_base_and_every_package(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    bases = re.findall(r"^FROM (\S+)", text, re.MULTILINE)
    assert bases
    assert [base for base in bases if not re.search(r":\d+\.\d+\.\d+-\S+$", base)] == []
    installs = re.findall(r"pip install (.+?)(?: &&|$)", text, re.MULTILINE)
    locks = [re.search(r"--require-hashes -r \S*(requirements/\w+\.txt)$", one) for one in installs]
    assert [
        lock is not None or "--no-deps --no-build-isolation" in one
        for lock, one in zip(locks, installs, strict=True)
    ] == [True, True]
    assert all((DEPLOY.parent / lock[1]).exists() for lock in locks if lock)


@pytest.mark.slow
def test_the_image_copies_all_that_its_wheel_is_built_from(tmp_path: Path) -> None:
    """No engine is here to build the image; this does what its first stage does with what it copies."""
    lines = (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines()
    copied = [line.split()[1:-1] for line in lines if line.startswith("COPY ") and "--from" not in line]
    for name in (name for names in copied for name in names):
        source, target = DEPLOY.parent / name, tmp_path / name
        target.parent.mkdir(exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    (wheel,) = (tmp_path / "dist").glob("jurat-*.whl")
    with zipfile.ZipFile(wheel) as files:
        assert {"jurat/server/page/index.html", "jurat/py.typed"} <= set(files.namelist())


def test_ci_builds_the_image_starts_it_and_asks_for_its_health() -> None:
    workflow = yaml.safe_load(
        (DEPLOY.parent / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    )
    commands = [shlex.split(step["run"]) for step in workflow["jobs"]["image"]["steps"] if "run" in step]
    (build,) = [command for command in commands if command[:2] == ["docker", "build"]]
    assert (DEPLOY.parent / build[build.index("-f") + 1]).is_file()
    (start,) = [command for command in commands if command[:2] == ["docker", "run"]]
    assert start[-1] == build[build.index("-t") + 1]
    assert any(command[0] == "curl" and command[-1].endswith("/v1/health") for command in commands)
