"""The linter's modules on Windows and macOS, as far as one can pretend: see `pretend`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("system", ["win32", "darwin"])
def test_all_modules_import_and_files_are_linted(system: str, hostile: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(Path(__file__).with_name("pretend.py")), system, "one.py", "two.py"],
        cwd=hostile,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    *found, last = done.stdout.splitlines()
    assert [line.split()[0] for line in found] == ["one.py:8:9:", "two.py:8:9:"] * 2
    assert last == "processes: 2"
