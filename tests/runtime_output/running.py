"""The command in the test's process, which spares a start of it; what it starts itself are processes as ever."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from cupylint.cli import main

ROOT = Path(__file__).resolve().parents[2]


class Done(NamedTuple):
    """What a command returned and printed."""

    status: int
    out: str
    err: str


Run = Callable[..., Done]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    """Runs cupylint in a folder, with a folder for its temporary files and more of the module search path."""

    def run(folder: Path, scratch: Path, *arguments: str, paths: str = "") -> Done:
        with monkeypatch.context() as patch:
            for name in [name for name in os.environ if name.startswith("PYTEST")]:
                patch.delenv(name)
            patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(ROOT), paths))))
            patch.setenv("TMPDIR", str(scratch))
            patch.setattr(tempfile, "tempdir", None)
            patch.chdir(folder)
            status = main(arguments)
        return Done(status, *capfd.readouterr())

    return run
