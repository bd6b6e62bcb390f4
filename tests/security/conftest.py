"""A folder that hides modules, as the current folder."""

from __future__ import annotations

from pathlib import Path

import pytest

RACE = """\
import cupy as cp
s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.zeros(64)
cp.cuda.Device().synchronize()
with s1:
    y = x + 1
with s2:
    z = y + 1
cp.cuda.Device().synchronize()
"""


@pytest.fixture
def executed(tmp_path: Path) -> Path:
    """Where shadow files write their names."""
    return tmp_path / "executed"


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """An empty folder for hostile files, and two programs with a race in it."""
    folder = tmp_path / "hostile"
    folder.mkdir()
    for name in ("one.py", "two.py"):
        (folder / name).write_text(RACE, encoding="utf-8")
    return folder
