"""A backend without a GPU: CuPy's place is taken by `fake/cupy`, whose streams are threads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cupylint.runtime_checks.backends import Backend

FAKE = str(Path(__file__).resolve().parent / "fake")


@pytest.fixture(scope="module")
def device() -> Iterator[Backend]:
    """The device backend, whose processes serve the tests of a file one after the other."""
    with Backend("cuda") as made:
        yield made


@pytest.fixture(scope="module")
def simulator() -> Iterator[Backend]:
    """The simulator, likewise."""
    with Backend("simulator") as made:
        yield made


@pytest.fixture
def backend(device: Backend, monkeypatch: pytest.MonkeyPatch) -> Backend:
    """The device backend over the stand-in."""
    monkeypatch.setenv("PYTHONPATH", FAKE)
    return device


@pytest.fixture(params=["backend", "simulator"], ids=["cuda", "simulator"])
def either(request: pytest.FixtureRequest) -> Backend:
    """Both backends, one after the other."""
    made: Backend = request.getfixturevalue(request.param)
    return made


@pytest.fixture
def script(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a program to a file."""

    def write(text: str, name: str = "program.py") -> Path:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return write
