"""The pre-commit hook: the published definition is valid, and its command works under pre-commit."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]


@pytest.fixture
def hook(root: Path) -> dict[str, Any]:
    """The published hook that reports."""
    return published(root)["cupylint"]


def published(root: Path) -> dict[str, dict[str, Any]]:
    """The published hooks by their names."""
    hooks = yaml.safe_load((root / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    return {hook["id"]: hook for hook in hooks}


@pytest.fixture
def repository(hook: dict[str, Any], checkout_environment: dict[str, str], tmp_path: Path) -> Path:
    """A git repository that runs the hook's command from this checkout, with nothing to install."""
    return repository_with(hook, tmp_path)


def repository_with(hook: dict[str, Any], tmp_path: Path) -> Path:
    program, *arguments = shlex.split(hook["entry"])
    assert program == "cupylint"
    local = {
        **hook,
        "language": "system",
        "entry": shlex.join([Path(sys.executable).as_posix(), "-m", program, *arguments]),
    }
    folder = tmp_path / "repository"
    folder.mkdir()
    # JSON is YAML too.
    configuration = json.dumps({"repos": [{"repo": "local", "hooks": [local]}]})
    (folder / ".pre-commit-config.yaml").write_text(configuration, encoding="utf-8")
    git(folder, "init", "--quiet")
    return folder


def git(folder: Path, *arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


def pre_commit(environment: dict[str, str], folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "pre_commit", *arguments],
        cwd=folder,
        env={**environment, "PRE_COMMIT_HOME": str(folder.parent / "home"), "PRE_COMMIT_COLOR": "never"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_definition_is_valid(checkout_environment: dict[str, str], root: Path, tmp_path: Path) -> None:
    manifest = str(root / ".pre-commit-hooks.yaml")
    done = pre_commit(checkout_environment, tmp_path, "validate-manifest", manifest)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_the_definition_fits_the_package(root: Path, pyproject: dict[str, Any]) -> None:
    hooks = published(root)
    assert sorted(hooks) == ["cupylint", "cupylint-fix"]
    for hook in hooks.values():
        assert (hook["language"], hook["types_or"]) == ("python", ["python", "jupyter"])
        assert hook["require_serial"] is True  # cupylint has its own worker processes
        assert shlex.split(hook["entry"])[0] in pyproject["project"]["scripts"]


def test_a_commit_with_a_race_is_stopped(checkout_environment: dict[str, str], root: Path, repository: Path) -> None:
    programs = root / "fixtures" / "CUP101"
    for name in ("bad_textbook.py", "good_textbook.py"):
        (repository / name).write_text((programs / name).read_text(encoding="utf-8"), encoding="utf-8")

    git(repository, "add", "good_textbook.py")
    done = pre_commit(checkout_environment, repository, "run")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Passed" in done.stdout

    git(repository, "add", "bad_textbook.py")
    done = pre_commit(checkout_environment, repository, "run")
    assert done.returncode == 1, done.stdout + done.stderr
    assert "exit code: 1" in done.stdout
    assert "CUP101" in done.stdout
    assert "bad_textbook.py" in done.stdout
    assert "good_textbook.py" not in done.stdout


def test_a_commit_is_fixed(checkout_environment: dict[str, str], root: Path, tmp_path: Path) -> None:
    """What was fixed stops the commit once; the next one goes through."""
    repository = repository_with(published(root)["cupylint-fix"], tmp_path)
    program = repository / "a.py"
    program.write_text("import cupy as cp\ncp.cuda.synchronize()\n", encoding="utf-8")
    git(repository, "add", ".")
    done = pre_commit(checkout_environment, repository, "run")
    assert done.returncode == 1 and "files were modified by this hook" in done.stdout, done.stdout + done.stderr
    assert "cupylint: fixed 1 finding in 1 file (CUP301 1)" in done.stdout
    assert program.read_text(encoding="utf-8") == "import cupy as cp\ncp.cuda.Device().synchronize()\n"
    git(repository, "add", ".")
    done = pre_commit(checkout_environment, repository, "run")
    assert done.returncode == 0, done.stdout + done.stderr


def test_excluded_files_stay_excluded(checkout_environment: dict[str, str], root: Path, repository: Path) -> None:
    text = (root / "fixtures" / "CUP101" / "bad_textbook.py").read_text(encoding="utf-8")
    (repository / "old").mkdir()
    (repository / "old" / "bad.py").write_text(text, encoding="utf-8")
    (repository / "pyproject.toml").write_text('[tool.cupylint]\nexclude = ["old"]\n', encoding="utf-8")
    git(repository, "add", ".")
    done = pre_commit(checkout_environment, repository, "run")
    assert done.returncode == 0, done.stdout + done.stderr


NAMES = ("-ovictim.py", "--output-file=victim.py", "--exit-zero.py", "--verify.py", "--select=CUP5.py", "--.py", "-.py")

EXECUTABLES = ("--exit-zero", "--verify", "--isolated", "--version", "-")


@pytest.mark.parametrize("options", [None, [], ["--output-format", "concise"], ["--select", "CUP301"], ["--"]])
def test_a_file_name_is_never_an_option(
    checkout_environment: dict[str, str], repository: Path, options: list[str] | None
) -> None:
    text = "import cupy as cp\n\nx = cp.arrange(3)\n"
    (repository / "victim.py").write_text("# not to be lost\n", encoding="utf-8")
    for name in NAMES:
        (repository / name).write_text(text, encoding="utf-8")
    # Files without a suffix count as Python by their first line.
    for name in EXECUTABLES:
        (repository / name).write_text("#!/usr/bin/env python3\n" + text, encoding="utf-8")
        (repository / name).chmod(0o755)
    if options is not None:
        path = repository / ".pre-commit-config.yaml"
        configuration = json.loads(path.read_text(encoding="utf-8"))
        configuration["repos"][0]["hooks"][0]["args"] = options
        path.write_text(json.dumps(configuration), encoding="utf-8")
    git(repository, "add", ".")
    done = pre_commit(checkout_environment, repository, "run")
    assert done.returncode == 1, done.stdout + done.stderr
    assert (repository / "victim.py").read_text(encoding="utf-8") == "# not to be lost\n"
    for name in (*NAMES, *EXECUTABLES):
        assert f"--> {name}:" in done.stdout or f"\n{name}:" in done.stdout, name
