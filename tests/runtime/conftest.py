"""A backend without a GPU: CuPy's place is taken by `fake/cupy`, whose streams are threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cupylint.runtime_checks.backends import Backend

FAKE = str(Path(__file__).resolve().parent / "fake")


@pytest.fixture
def backend(monkeypatch: pytest.MonkeyPatch) -> Iterator[Backend]:
    """The device backend over the stand-in."""
    monkeypatch.setenv("PYTHONPATH", FAKE)
    with Backend("cuda") as made:
        yield made


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a program to a file."""

    def write(text: str, name: str = "program.py") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
