"""The analysis can be compiled. That it then finds the same, `.ci/compiled` tests: see CONTRIBUTING.md."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

WRITE_C = "import pathlib, runpy; runpy.run_path('setup.py', run_name='setup')['extensions'](pathlib.Path({!r}))"


@pytest.fixture(scope="module")
def setup(root: Path) -> dict[str, Any]:
    """What setup.py defines."""
    return runpy.run_path(str(root / "setup.py"), run_name="setup")


@pytest.mark.slow
def test_mypyc_takes_the_sources(root: Path, tmp_path: Path) -> None:
    """It writes C, which no compiler has to see for that."""
    done = subprocess.run(
        [sys.executable, "-c", WRITE_C.format(str(tmp_path))], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "build" / "__native_cupylint___flow___interp___interpreter.c").exists()


def test_what_is_left_out_is_there(root: Path, setup: dict[str, Any]) -> None:
    assert all((root / "cupylint" / path).is_file() for path in setup["LEFT_OUT"])
    assert "flow/interp/interpreter.py" in setup["sources"]()


def test_annotations_of_classes_become_strings(setup: dict[str, Any]) -> None:
    source = (
        "x: int = 1\n"
        "class Ä:\n"
        "    a: ClassVar[int] = 1\n"
        "    b: dict[str, 'X'] = {}; c: 'X'\n"
        "    def f(self, d: X) -> None: e: X = d\n"
    )
    assert setup["quoted"](source) == source.replace("dict[str, 'X']", "\"dict[str, 'X']\"")


def test_without_mypy_it_says_what_to_install(root: Path, tmp_path: Path) -> None:
    without = f"import sys; sys.modules['mypyc.build'] = None; {WRITE_C.format(str(tmp_path))}"
    done = subprocess.run([sys.executable, "-c", without], cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("CUPYLINT_COMPILE=1 needs ") and done.stderr.count("\n") == 1
