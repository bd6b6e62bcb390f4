"""pyproject.toml says what the tree holds, and says it once."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import Any

import cupylint


def test_every_package_is_listed(root: Path, pyproject: dict[str, Any]) -> None:
    setuptools = pyproject["tool"]["setuptools"]
    folders = {"cupylint": "cupylint", **setuptools["package-dir"]}
    found = {
        ".".join([package, *init.parent.relative_to(root / folder).parts])
        for package, folder in folders.items()
        for init in (root / folder).rglob("__init__.py")
    }
    assert sorted(setuptools["packages"]) == sorted(found)


def test_the_version_stands_in_one_place(root: Path, pyproject: dict[str, Any]) -> None:
    assert pyproject["project"]["dynamic"] == ["version"]
    assert pyproject["tool"]["setuptools"]["dynamic"] == {"version": {"attr": "cupylint.__version__"}}
    newest = re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest is not None
    assert newest.group(1) == cupylint.__version__


def test_entry_points_exist(pyproject: dict[str, Any]) -> None:
    project = pyproject["project"]
    for entries in (project["scripts"], *project["entry-points"].values()):
        for target in entries.values():
            module, _, name = target.partition(":")
            assert callable(getattr(importlib.import_module(module), name))
    assert all(re.fullmatch("[A-Z]{1,3}[0-9]{0,3}", code) for code in project["entry-points"]["flake8.extension"])


def test_cupy_is_no_requirement(pyproject: dict[str, Any]) -> None:
    assert not [need for need in pyproject["project"]["dependencies"] if "cupy" in need]
