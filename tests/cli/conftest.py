"""The command line with toy rules: what the real ones find is not the matter here."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cupylint import cli, registry, runner


@dataclass(frozen=True)
class Result:
    """What a run of the command gave."""

    status: int
    out: str
    err: str


Run = Callable[..., Result]
Write = Callable[[str, str], Path]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module `toy_engine`, in place of the engine and the rules."""
    monkeypatch.syspath_prepend(str(Path(__file__).parent))
    module = importlib.import_module("toy_engine")
    monkeypatch.setattr(registry, "rules", lambda: module.RULES)
    monkeypatch.setattr(runner, "_engine", lambda: module.check_bytes)
    return module


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the working directory."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def write(project: Path) -> Write:
    """Write a file of the project."""

    def write(name: str, text: str) -> Path:
        path = project / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    return write


@pytest.fixture
def run(toy: Any, project: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command in this process."""

    def run(*argv: str) -> Result:
        status = cli.main(list(argv))
        captured = capsys.readouterr()
        return Result(status, captured.out, captured.err)

    return run
