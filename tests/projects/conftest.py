"""Small projects of several files, and what is found in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint import runner
from cupylint.config import Resolver
from cupylint.files import discover
from cupylint.findings import Finding

Lint = Callable[..., list[Finding]]


@pytest.fixture
def lint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lint:
    """Writes the files of a project, lints all of it or the paths named, and gives the findings."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pyproject.toml").write_text("")

    def run(files: dict[str, str], *paths: str, jobs: int = 1) -> list[Finding]:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        found = discover(paths or ["."], Resolver())
        return list(runner.run(found.targets, jobs=jobs).findings)

    return run
