"""The command as a process of its own: exit status, pipes, signals, start-up."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("concurrent.futures", "libcst", "multiprocessing", "numpy", "pathspec", "tomllib")


def command(*argv: str, cwd: Path) -> subprocess.Popen[str]:
    """Start ``python -m cupylint``."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [sys.executable, "-m", "cupylint", *argv],
        cwd=cwd,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    """Exit status, output and errors."""
    out, err = process.communicate(timeout=60)
    return process.returncode, out, err


def test_importing_the_command_line_is_cheap(tmp_path: Path) -> None:
    code = f"import sys, cupylint.cli; print([name for name in {HEAVY} if name in sys.modules])"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert out.stdout == "[]\n"


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_a_text_alone_loads_next_to_nothing(tmp_path: Path, option: str) -> None:
    """Nothing that reads a configuration, and none of what dataclasses and difflib load."""
    code = f"import sys, cupylint.cli as cli; cli.main([{option!r}]); print(*sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    loaded = set(done.stdout.splitlines()[-1].split())
    own = {name for name in loaded if name.startswith("cupylint")}
    assert own <= {"cupylint", "cupylint.escape", "cupylint.cli"} | {
        f"cupylint.cli.{name}" for name in ("options", "status", "terminal")
    }
    assert loaded.isdisjoint({"ast", "dataclasses", "difflib", "hashlib", "inspect", "json", "pathlib"})


def test_a_project_without_cupy_needs_no_parser(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f(:\n")
    code = "import sys, cupylint.cli; print(cupylint.cli.main([]), 'libcst' in sys.modules, 'numpy' in sys.modules)"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    out = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert out.stdout == "0 False False\n"


def test_nothing_found(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n")
    assert finish(command(".", cwd=tmp_path)) == (0, "", "")


def test_a_file_that_is_not_python(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import cupy\ndef f(:\n")
    status, out, err = finish(command("--output-format", "concise", cwd=tmp_path))
    assert (status, err) == (1, "")
    assert out.startswith("a.py:")
    assert "CUP900" in out


def test_wrong_usage(tmp_path: Path) -> None:
    status, out, err = finish(command("--statistic", cwd=tmp_path))
    assert (status, out, err) == (2, "", "cupylint: unknown option --statistic: did you mean --statistics?\n")


def test_a_reader_that_went_away(tmp_path: Path) -> None:
    process = command("--help", cwd=tmp_path)
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    process.stderr.close()
    assert process.wait(timeout=60) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT for other processes")
def test_ctrl_c_while_workers_run(tmp_path: Path) -> None:
    """Neither the command nor its workers print a traceback, and none of them stays."""
    code = tmp_path / "code"
    code.mkdir()
    (code / "sleepy.py").write_text(
        "import time\n"
        "def check(data, filename, settings, workspace):\n"
        "    open(filename + '.started', 'w').close()\n"
        "    time.sleep(60)\n"
        "    return []\n"
    )
    (code / "sleepy_command.py").write_text(
        "import sys\n"
        "from cupylint import cli, runner\n"
        "from sleepy import check\n"
        "work = runner.run\n"
        "runner.run = lambda *a, **k: work(*a, check=check, **k)\n"
        "sys.exit(cli.main(['data', '--jobs', '2']))\n"
    )
    (tmp_path / "data").mkdir()
    for name in ("a.py", "b.py"):
        (tmp_path / "data" / name).write_text("import cupy\n")
    process = subprocess.Popen(
        [sys.executable, str(code / "sleepy_command.py")],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    deadline = time.monotonic() + 30
    while len(list(tmp_path.glob("data/*.started"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
    assert len(list(tmp_path.glob("data/*.started"))) == 2
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=30)  # returns when the last worker has closed its output
    assert (process.returncode, out, err) == (130, "", "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device there")
@pytest.mark.parametrize("argv", [["--bogus"], ["b.py"], ["gone.py"], ["--explain", "CUP101"], ["--memory", "gone.py"]])
@pytest.mark.parametrize("quiet", [True, False])
def test_status_2_where_nothing_can_be_said(tmp_path: Path, argv: list[str], quiet: bool) -> None:
    (tmp_path / "b.py").write_text("import cupy as cp\ncp.zerosx\n")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with open("/dev/full", "w") as full:
        out = full if "gone.py" not in argv and "--bogus" not in argv else subprocess.DEVNULL
        err = full if out == subprocess.DEVNULL or quiet else subprocess.DEVNULL
        command = [sys.executable, "-m", "cupylint", *argv]
        done = subprocess.run(command, cwd=tmp_path, env=environment, stdout=out, stderr=err, check=False, timeout=60)
    assert done.returncode == 2


@pytest.mark.skipif(sys.platform == "win32", reason="no such limit there")
@pytest.mark.parametrize("most", [10, 16])
def test_too_few_file_descriptors_for_processes(tmp_path: Path, most: int) -> None:
    for name in ("a.py", "b.py"):
        (tmp_path / name).write_text("import cupy\ncupy.arrange(3)\n")
    limit = f"import os, resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, ({most}, {most}))"
    code = f"{limit}; os.execv(sys.executable, [sys.executable, '-m', 'cupylint', '-j2', '--output-format', 'concise'])"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True,
        text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (1, "")
    assert [line.split()[:2] for line in done.stdout.splitlines()] == [["a.py:2:1:", "CUP301"], ["b.py:2:1:", "CUP301"]]
