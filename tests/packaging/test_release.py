"""What is released: one version everywhere, and workflows that can run."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

import cupylint

WORKFLOWS = ("test", "release")


def workflow(root: Path, name: str) -> dict[str, Any]:
    data = yaml.safe_load((root / ".github" / "workflows" / f"{name}.yml").read_text(encoding="utf-8"))
    return {"on" if key is True else key: value for key, value in data.items()}  # YAML 1.1 takes `on` for true


@pytest.fixture
def action(root: Path) -> dict[str, Any]:
    """The composite action."""
    text = (root / ".github" / "actions" / "cupylint" / "action.yml").read_text(encoding="utf-8")
    return dict(yaml.safe_load(text))


@pytest.fixture
def recipe(root: Path) -> dict[str, Any]:
    """The recipe for conda."""
    return dict(yaml.safe_load((root / ".github" / "conda" / "recipe.yaml").read_text(encoding="utf-8")))


def test_all_agree_on_the_version(root: Path, recipe: dict[str, Any]) -> None:
    heading = re.search(r"^## (\S+) \((.+)\)$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heading is not None and re.fullmatch(r"\d{4}-\d{2}-\d{2}|not released yet", heading[2])
    assert heading[1] == recipe["context"]["version"] == cupylint.__version__


def test_the_recipe_needs_what_the_package_needs(recipe: dict[str, Any], pyproject: dict[str, Any]) -> None:
    needs = {
        re.split(r"[<>=;\s]", need)[0]: need.partition(";")[0].strip() for need in pyproject["project"]["dependencies"]
    }
    wanted = {name: need.removeprefix(name) for name, need in needs.items()}
    given = dict(need.partition(" ")[::2] for need in recipe["requirements"]["run"])
    assert given.pop("python") == ">=${{ python_min }}"
    assert given == wanted
    command, _, target = recipe["build"]["python"]["entry_points"][0].partition(" = ")
    assert pyproject["project"]["scripts"] == {command: target}


@pytest.mark.parametrize("name", WORKFLOWS)
def test_workflows_ask_for_little(root: Path, name: str) -> None:
    """They read the repository, each job ends, and what is used has a version."""
    found = workflow(root, name)
    assert found["permissions"] == {"contents": "read"}
    for job in found["jobs"].values():
        assert job["timeout-minutes"] <= 60 and job["runs-on"]
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert (
                "uses" not in step or step["uses"].startswith("./") or re.search(r"@(?:v\d+|release/v1)$", step["uses"])
            )
            assert "${{" not in step.get("run", "")  # a name of a branch must not become a part of a script


def test_every_python_is_tested_everywhere(root: Path, pyproject: dict[str, Any]) -> None:
    matrix = workflow(root, "test")["jobs"]["test"]["strategy"]["matrix"]
    assert {name.split("-")[0] for name in matrix["os"]} == {"ubuntu", "windows", "macos"}
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(pyproject["project"]["classifiers"]))
    assert matrix["python"] == named


def test_a_release_is_published_by_trust(root: Path) -> None:
    found = workflow(root, "release")
    assert found["on"] == {"push": {"tags": ["v*"]}}
    publish = found["jobs"]["publish"]
    assert publish["permissions"] == {"id-token": "write"} and publish["environment"] and publish["needs"] == "build"
    assert "secrets" not in (root / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8")


def test_the_action_takes_no_input_for_a_script(action: dict[str, Any]) -> None:
    steps = action["runs"]["steps"]
    assert action["runs"]["using"] == "composite"
    assert all(step["shell"] == "bash" and "${{" not in step["run"] for step in steps if "run" in step)
    used = set(re.findall(r"inputs\.([\w-]+)", str(steps)))
    assert used == set(action["inputs"]) and all("description" in one for one in action["inputs"].values())


@pytest.mark.skipif(sys.platform == "win32" or not shutil.which("bash"), reason="needs a shell of its own")
def test_what_the_action_runs(action: dict[str, Any], root: Path, tmp_path: Path) -> None:
    """The step that lints, with its inputs as GitHub gives them."""
    (lint,) = (step for step in action["runs"]["steps"] if step.get("name") == "Lint")
    command = tmp_path / "bin" / "cupylint"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cupylint "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    program = (root / "fixtures" / "CUP101" / "bad_textbook.py").read_text(encoding="utf-8")
    for name in ("a.py", "-b.py"):
        (tmp_path / name).write_text(program, encoding="utf-8")
    environment = {
        **os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(root),
        "PATHS": "a.py\n-b.py", "ARGUMENTS": "", "FORMAT": "github", "SARIF": "found.sarif",
    }  # fmt: skip
    script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", lint["run"]]
    done = subprocess.run(script, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2 and all(line.startswith("::error title=CUP101 unordered-read,file=") for line in lines)
    assert (tmp_path / "found.sarif").exists()
    quiet = {**environment, "ARGUMENTS": "--exit-zero --select CUP5"}
    done = subprocess.run(script, env=quiet, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
