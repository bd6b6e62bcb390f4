"""The command in a folder of its own, with the real rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cupylint import cli


@dataclass(frozen=True)
class Result:
    """What a run of the command gave."""

    status: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder that is the working directory."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(project: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Run:
    """Run the command in this process."""

    def run(*argv: str) -> Result:
        status = cli.main(list(argv))
        captured = capfdbinary.readouterr()
        return Result(status, captured.out.decode("utf-8", "surrogateescape"), captured.err.decode())

    return run
