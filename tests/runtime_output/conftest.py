"""Results and programs that the tests of this folder share. Nothing here needs a GPU."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cupylint.runtime_checks.cases import Case, load
from cupylint.runtime_checks.results import Result, Step, Verdict
from cupylint.runtime_checks.table import Row

STEPS = (
    Step("first", 0.1, 0.35, "gate", "gate"),
    Step("first", 0.35, 0.42, "y = x * 2"),
    Step("second", 0.12, 0.2, "z = y + 1"),
    Step("host", 0.22, 0.35, "waits", "wait"),
)


@pytest.fixture
def make_row() -> Callable[..., Row]:
    """Makes a row; keyword arguments replace fields of the result, `static` is the row's own."""

    def make(static: str = "reported", **fields: object) -> Row:
        values: dict[str, object] = {
            "case": "CUP101/bad_one",
            "code": "CUP101",
            "filename": "bad_one.py",
            "row": 2,
            "column": 5,
            "expected": "CONFIRMED",
            "verdict": Verdict.CONFIRMED,
            "evidence": "line 2 was over while line 1 was held back",
            "milliseconds": 0.31,
            "backend": "cuda",
            "streams": ("first", "second"),
            "harm": "",
            "steps": STEPS,
        }
        return Row(Result(**{**values, **fields}), static)  # type: ignore[arg-type]

    return make


@pytest.fixture
def make_case(tmp_path: Path) -> Callable[..., Case]:
    """Writes a program into a folder named after its rule and loads it as a case."""

    def make(name: str, body: str = "x = 1\n", fields: str = "scenario: -") -> Case:
        path = tmp_path / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f'"""A program.\n\n{fields}\n"""\n{body}', encoding="utf-8")
        return load(path)

    return make


FAKE_CUPY = '''
"""As much of CuPy as a program's process uses before and after the program."""
import contextlib
import os
import types


class OutOfMemoryError(MemoryError):
    pass


class _Pool:
    def __init__(self):
        self.limit = int(os.environ.get("CUPY_GPU_MEMORY_LIMIT", 0))

    def free_all_blocks(self):
        pass

    def set_limit(self, size):
        self.limit = size

    def total_bytes(self):
        return 4096


class _Device:
    def synchronize(self):
        pass


_pools = []  # one, made when it is first used
_raw = []


def zeros(count):
    if not _raw:
        get_default_memory_pool()
    return [0] * count


def get_default_memory_pool():
    if not _pools:
        _pools.append(_Pool())
    return _pools[0]


@contextlib.contextmanager
def _using_allocator(allocator):
    _raw.append(allocator)
    yield
    _raw.pop()


cuda = types.SimpleNamespace(Device=_Device, using_allocator=_using_allocator)
'''


@pytest.fixture
def fake_cupy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Child processes of this test find a stand-in for CuPy."""
    folder = tmp_path / "site"
    folder.mkdir()
    (folder / "cupy.py").write_text(FAKE_CUPY, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))
