"""Nothing in the current folder is executed: not by the command, not by the processes that it starts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.security import shadows

ROOT = Path(__file__).resolve().parents[2]


def run(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run this Python in `folder`."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.fixture
def command(tmp_path: Path) -> str:
    """As the script that an installation makes: its own folder is first on the path, not the current one."""
    script = tmp_path / "bin" / "cupylint"
    script.parent.mkdir()
    script.write_text("import sys\nfrom cupylint.cli import main\nsys.exit(main())\n", encoding="utf-8")
    return str(script)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_linting(hostile: Path, command: str, executed: Path, jobs: str) -> None:
    shadows.write(hostile, shadows.NAMED, executed)
    done = run(hostile, command, "-j", jobs, "--output-format", "concise", "one.py", "two.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert [line.split()[0] for line in done.stdout.splitlines()] == ["one.py:8:9:", "two.py:8:9:"]
    assert shadows.read(executed) == set()


def test_linting_where_everything_is_hidden(hostile: Path, command: str, executed: Path) -> None:
    shadows.write(hostile, sorted({*shadows.EVERY, *shadows.LIBRARIES}), executed)
    done = run(hostile, command, "-j", "2", "--output-format", "concise", "one.py", "two.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert shadows.read(executed) == set()


def test_as_a_module_runs_no_more_than_python_itself(hostile: Path, executed: Path, tmp_path: Path) -> None:
    """``python -m`` has the current folder first on the path before any of our code runs."""
    shadows.write(hostile, shadows.EVERY, executed)
    (tmp_path / "site" / "nothing").mkdir(parents=True)
    (tmp_path / "site" / "nothing" / "__init__.py").touch()
    (tmp_path / "site" / "nothing" / "__main__.py").touch()
    assert run(hostile, "-m", "nothing", PYTHONPATH=str(tmp_path / "site")).returncode == 0
    python_itself = shadows.read(executed)
    executed.unlink(missing_ok=True)
    done = run(hostile, "-m", "cupylint", "-j", "2", "--output-format", "concise", "one.py", "two.py")
    assert (done.returncode, done.stderr) == (1, "")
    assert shadows.read(executed) == python_itself


@pytest.mark.parametrize(
    "only", ["CUP101/bad_textbook", "CUP104/bad_b5_del_while_read", pytest.param("CUP104", marks=pytest.mark.slow)]
)
def test_proving_a_bundled_program(hostile: Path, command: str, executed: Path, only: str) -> None:
    shadows.write(hostile, sorted({*shadows.EVERY, *shadows.LIBRARIES}), executed)
    done = run(hostile, command, "--verify", "--backend", "simulator", "--only", only)
    assert done.returncode == 0, done.stdout + done.stderr
    assert shadows.read(executed) == set()


def test_looking_for_a_device(hostile: Path, command: str, executed: Path) -> None:
    shadows.write(hostile, shadows.LIBRARIES, executed)
    done = run(hostile, command, "--verify", "--only", "CUP101/bad_textbook")
    assert done.returncode == 0, done.stdout + done.stderr
    assert shadows.read(executed) == set()


def test_proving_a_program_that_lies_elsewhere(hostile: Path, command: str, executed: Path, tmp_path: Path) -> None:
    program = tmp_path / "elsewhere" / "program.py"
    program.parent.mkdir()
    (hostile / "one.py").rename(program)
    shadows.write(hostile, sorted({*shadows.EVERY, *shadows.LIBRARIES}), executed)
    done = run(hostile, command, "--verify", "--backend", "simulator", str(program))
    assert (done.returncode, "CONFIRMED" in done.stdout) == (1, True), done.stdout + done.stderr
    assert shadows.read(executed) == set()


def test_a_program_finds_its_own_folder_first(hostile: Path, command: str, executed: Path) -> None:
    """As Python does; but what the harness itself needs was imported before."""
    shadows.write(hostile, shadows.EVERY, executed)
    (hostile / "helper.py").write_text("value = 1\n", encoding="utf-8")
    with open(hostile / "one.py", "a", encoding="utf-8") as file:
        file.write("import helper, colorsys\nassert helper.value == 1\n")
    done = run(hostile, command, "--verify", "--backend", "simulator", "one.py")
    assert (done.returncode, "CONFIRMED" in done.stdout) == (1, True), done.stdout + done.stderr
    assert shadows.read(executed) == {"colorsys"}
