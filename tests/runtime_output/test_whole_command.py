"""The command over all bundled programs, as a user starts it, and over programs that misbehave."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.runtime_output.running import Run, command

__all__ = ["command"]

ROOT = Path(__file__).resolve().parents[2]
START = """\
import cupy as cp, ctypes, os, signal, subprocess, sys, threading, time
s1 = cp.cuda.Stream(non_blocking=True)
s2 = cp.cuda.Stream(non_blocking=True)
x = cp.zeros(1 << 12, dtype=cp.float32)
cp.cuda.Device().synchronize()
"""
RACE = "with s1:\n    x += 1\nwith s2:\n    y = x * 2\ncp.cuda.Device().synchronize()\n"
LASTS = "while len(sys.argv) < 99:\n    time.sleep(1)\n"
SLEEPS = f"import time; time.sleep(4321)  # {os.getpid()}"
"""Leaves what another process of these tests starts alone."""


def verify(*arguments: str, scratch: Path, limit: float = 300.0) -> subprocess.CompletedProcess[str]:
    scratch.mkdir(exist_ok=True)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(scratch), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "-m", "cupylint", "--verify", *arguments],
        capture_output=True,
        text=True,
        cwd=scratch,
        env=environment,
        timeout=limit,
        check=False,
    )


def unless(statement: str) -> str:
    """A statement that the linter must think may not be reached."""
    return f"if len(sys.argv) < 99:\n    {statement}\n"


@pytest.mark.slow
def test_all_bundled_programs_are_as_expected_in_the_simulator(tmp_path: Path) -> None:
    done = verify("--backend", "simulator", "--output-format", "json", scratch=tmp_path / "tmp")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr
    results = json.loads(done.stdout)
    assert len(results) > 300
    racy = [one for one in results if one["expected"] == "CONFIRMED"]
    assert sum(one["verdict"] == "CONFIRMED" for one in racy) > 150
    assert {one["verdict"] for one in racy} <= {"CONFIRMED", "NOT SUPPORTED"}
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize(
    ("text", "verdict", "says"),
    [
        (unless("ctypes.string_at(0)") + RACE, "FAILED", "signal SIGSEGV"),
        (unless("sys.exit(3)") + RACE, "FAILED", "3"),
        (unless("os._exit(4)") + RACE, "FAILED", "exit status 4"),
        (unless("raise KeyError('x')") + RACE, "FAILED", "KeyError"),
        ("for _ in range(50):\n    print('m' * (1 << 20))\nos.write(1, b'n' * (1 << 20))\n" + RACE, "CONFIRMED", ""),
        ("threading.Thread(target=time.sleep, args=(1e6,)).start()\n" + RACE, "CONFIRMED", ""),
        ("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + RACE + LASTS, "CONFIRMED", "nothing orders line 10"),
        (
            f"subprocess.Popen([sys.executable, '-c', {SLEEPS!r}], start_new_session=True)\n" + RACE + LASTS,
            "CONFIRMED",
            "nothing orders line 10",
        ),
    ],
    ids=["crash", "exit", "exit at once", "exception", "50 MB", "threads", "ignores SIGTERM", "leaves a process"],
)
@pytest.mark.skipif(sys.platform == "win32", reason="signals and process groups of POSIX")
def test_what_misbehaves_gets_a_verdict_and_leaves_nothing(
    tmp_path: Path, command: Run, text: str, verdict: str, says: str
) -> None:
    script = tmp_path / "script.py"
    script.write_text(START + text, encoding="utf-8")
    scratch = tmp_path / "tmp"
    scratch.mkdir()
    start = time.monotonic()
    options = ("--verify", "--backend", "simulator", "--time-limit", "2", "--output-format", "json")
    done = command(scratch, scratch, *options, str(script))
    assert time.monotonic() - start < 60
    [result] = json.loads(done.out)
    assert result["verdict"] == verdict, result
    assert says in result["evidence"]
    assert done.status == (1 if verdict == "CONFIRMED" else 2)
    late = LASTS in text
    assert ("did not end within 2 s" in done.err) is late
    assert "Traceback" not in done.err
    assert list((tmp_path / "tmp").iterdir()) == []
    running = os.listdir("/proc") if os.path.isdir("/proc") else []
    assert not [name for name in running if name.isdigit() and SLEEPS in command_line(name)]


def command_line(process: str) -> str:
    """The command line of a process, "" if it is gone."""
    try:
        return Path("/proc", process, "cmdline").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
