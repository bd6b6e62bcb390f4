"""What is built is what lies in the tree: nothing is forgotten, nothing else slips in."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.slow

NOT_SHIPPED = {".md", ".pyc"}  # documents and byte code
FOR_TESTS = {"EVIDENCE.json", "measured.json"}  # what is known of devices


@pytest.mark.slow
def test_the_wheel_made_from_the_sdist_holds_every_file(root: Path, pyproject: dict[str, Any], tmp_path: Path) -> None:
    folders = {"cupylint": "cupylint", **pyproject["tool"]["setuptools"]["package-dir"]}
    tree = tmp_path / "tree"
    for folder in folders.values():
        shutil.copytree(root / folder, tree / folder, ignore=shutil.ignore_patterns("__pycache__", ".*"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(root / name, tree / name)

    wanted = {
        "/".join([*package.split("."), *path.relative_to(tree / folder).parts])
        for package, folder in folders.items()
        for path in (tree / folder).rglob("*")
        if path.is_file() and path.suffix not in NOT_SHIPPED and path.name not in FOR_TESTS
    }
    planted = tree / "fixtures" / "CUP101" / "__pycache__" / "planted.pyc"
    planted.parent.mkdir()
    planted.touch()

    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(tmp_path / "dist"), str(tree)]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

    (wheel,) = (tmp_path / "dist").glob("*-py3-none-any.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name and not name.endswith("/")}
        metadata = {name.rpartition("/")[2] for name in archive.namelist() if ".dist-info/" in name}
    assert names == wanted
    assert {"cupylint/rules/unordered_read.py", "cupylint/configuration.schema.json", "cupylint/py.typed"} <= names
    assert not [name for name in names if name.split("/")[0] != "cupylint" or "tests" in name.split("/")]
    assert {"entry_points.txt", "LICENSE"} <= metadata
