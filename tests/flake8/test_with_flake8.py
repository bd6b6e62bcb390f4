"""The plugin inside the real flake8, on files and on standard input."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

Flake8 = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def flake8(checkout_environment: dict[str, str], tmp_path: Path) -> Flake8:
    """Runs flake8 in a folder of its own: ``flake8(*arguments, stdin="")``."""

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "flake8", "--isolated", "--jobs=1", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=checkout_environment, input=stdin, capture_output=True, text=True, check=False
        )

    return run


@pytest.fixture
def bad(root: Path) -> Path:
    return root / "fixtures" / "CUP101" / "bad_textbook.py"


def expected(source: str) -> str:
    """The place of the finding as flake8 prints it, from the fixture's ``# expect`` comment."""
    rows = [(row, line) for row, line in enumerate(source.splitlines(), 1) if "# expect: CUP101" in line]
    ((row, line),) = rows
    return f"{row}:{line.index('y + 1') + 1}: CUP101 "


def test_flake8_knows_the_plugin(flake8: Flake8) -> None:
    assert "cupylint: " in flake8("--version").stdout


def test_a_race_is_reported_where_it_happens(flake8: Flake8, bad: Path) -> None:
    done = flake8("--select=CUP", str(bad))
    assert done.returncode == 1, done.stderr
    (line,) = done.stdout.splitlines()
    assert line.startswith(f"{bad}:{expected(bad.read_text(encoding='utf-8'))}")


def test_the_corrected_program_is_clean(flake8: Flake8, bad: Path) -> None:
    done = flake8("--select=CUP", str(bad.with_name("good_textbook.py")))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_standard_input(flake8: Flake8, bad: Path) -> None:
    source = bad.read_text(encoding="utf-8")
    done = flake8("--select=CUP", "--stdin-display-name=shown.py", "-", stdin=source)
    assert done.stdout.startswith(f"shown.py:{expected(source)}")


@pytest.mark.parametrize("comment", ["# noqa: CUP301", "# cupylint: ignore[no-such-api] known", ""])
def test_suppression_on_the_line(flake8: Flake8, comment: str) -> None:
    done = flake8("--select=CUP3", "-", stdin=f"import cupy as cp\n\nx = cp.arrange(3)  {comment}\n")
    assert ("CUP301" in done.stdout) is (comment == "")


def test_settings_of_the_nearest_pyproject(flake8: Flake8, bad: Path, tmp_path: Path) -> None:
    program = tmp_path / "package" / "program.py"
    program.parent.mkdir()
    program.write_text(bad.read_text(encoding="utf-8"), encoding="utf-8")
    assert "CUP101" in flake8("--select=CUP", str(program)).stdout
    (tmp_path / "pyproject.toml").write_text('[tool.cupylint]\nignore = ["CUP101"]\n', encoding="utf-8")
    assert flake8("--select=CUP", str(program)).stdout == ""


def test_a_wrong_setting_does_not_end_flake8(flake8: Flake8, bad: Path, tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text("import os\n" + bad.read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "pyproject.toml").write_text('[tool.cupylint]\nignored = ["CUP101"]\n', encoding="utf-8")
    lines = flake8("--select=CUP,F401", str(program)).stdout.splitlines()
    assert [line.split()[1] for line in lines] == ["CUP900", "F401"]
    assert "ignored" in lines[0]
