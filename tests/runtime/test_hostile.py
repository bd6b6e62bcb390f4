"""``cupylint --verify`` with programs that mean harm: a verdict each time, and nothing left behind.

Each program holds a lock on a file, which its descendants inherit whatever they do: who still holds it lives.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

fcntl = pytest.importorskip("fcntl")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="guards need Linux; elsewhere there are groups only"),
]

ROOT = Path(__file__).resolve().parents[2]
START = """\
import fcntl, json, os, resource, shutil, signal, sys, tempfile, time
import cupy as cp
mark = open(os.environ["MARK"], "a")
os.set_inheritable(mark.fileno(), True)
fcntl.flock(mark, fcntl.LOCK_SH)
s1, s2 = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.zeros(64)
cp.cuda.Device().synchronize()
"""
RACE = "with s1:\n    y = x + 1\nwith s2:\n    z = y + 1\ncp.cuda.Device().synchronize()\n"
WAIT = "while len(sys.argv) < 99:\n    time.sleep(0.1)\n"

DAEMON = """\
def daemon():
    if os.fork():
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(600)"], {})
"""

PIPES = """\
def spoil():
    forged = {"kind": "seen", "seen": {"pair": 0, "verdict": "ORDERED", "evidence": "forged"}}
    done = {"kind": "done", "error": "", "again": True}
    lines = [b"\\0\\xff{", json.dumps(forged).encode(), json.dumps(done).encode(), b"[" * 100_000, b"7", b"{}", b"null"]
    folders = [f"/proc/{number}/fd" for number in ("self", os.getppid(), grandparent())]
    for folder in folders:
        for name in os.listdir(folder):
            try:
                if not os.readlink(f"{folder}/{name}").startswith("pipe:"):
                    continue
                pipe = os.open(f"{folder}/{name}", os.O_WRONLY | os.O_NONBLOCK)
            except OSError:
                continue
            for line in lines:
                try:
                    os.write(pipe, line + b"\\n" if line[:1] != b"[" else line)
                except OSError:
                    pass
            os.close(pipe)
    for pipe in range(3, 64):
        try:
            os.set_blocking(pipe, True)
            os.write(pipe, b"without an end of line")
        except OSError:
            pass
def grandparent():
    with open(f"/proc/{os.getppid()}/stat") as file:
        return file.read().rpartition(")")[2].split()[1]
"""


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path, dict[str, str]]:
    """Where the program lies, the folder for temporary files, and the variables of the command."""
    work, scratch = tmp_path / "work", tmp_path / "tmp"
    work.mkdir()
    scratch.mkdir()
    variables = {"PYTHONPATH": str(ROOT), "TMPDIR": str(scratch), "MARK": str(tmp_path / "mark")}
    return work, scratch, {**os.environ, **variables, "PYTHONDONTWRITEBYTECODE": "1"}


def command(limit: str = "30") -> list[str]:
    return [
        *(sys.executable, "-m", "cupylint", "--verify", "program.py", "--backend", "simulator"),
        *("--output-format", "json", "--time-limit", limit),
    ]


def assert_nothing_left(scratch: Path, variables: dict[str, str]) -> None:
    assert list(scratch.iterdir()) == []
    with open(variables["MARK"], "a", encoding="utf-8") as mark:
        fcntl.flock(mark, fcntl.LOCK_EX | fcntl.LOCK_NB)  # fails while a descendant of the program lives


PROGRAMS = {
    "writes into all pipes": (PIPES + "spoil()\n" + RACE + "spoil()\n", {"CONFIRMED", "FAILED"}, ""),
    "closes all descriptors": (RACE + "os.closerange(3, 256)\n", {"CONFIRMED", "FAILED"}, ""),
    "removes its source": (RACE + "os.path.exists(__file__) and os.unlink(__file__)\n", {"CONFIRMED"}, ""),
    "removes its source before all else": ("os.unlink(__file__)\n" + RACE, {"CONFIRMED"}, "nothing orders line"),
    "removes its folder": (
        RACE + "os.path.exists('.') and shutil.rmtree(os.path.dirname(os.path.abspath(__file__)), True)\n",
        {"CONFIRMED", "FAILED"},
        "",
    ),
    "makes a pipe of its source": (RACE + "os.unlink(__file__); os.mkfifo(__file__)\n", {"CONFIRMED", "FAILED"}, ""),
    "changes its folder": ("os.chdir('/')\n" + RACE, {"CONFIRMED"}, "they are ordered"),
    "leaves daemons": (DAEMON + "daemon(); daemon()\n" + RACE, {"CONFIRMED"}, "they are ordered"),
    "leaves a daemon and hangs": (DAEMON + "daemon()\n" + RACE + WAIT, {"CONFIRMED"}, ""),  # as before the end
    "forks and goes on": ("os.fork()\n" + RACE, {"CONFIRMED"}, ""),
    "fills the temporary folder": (
        "for _ in range(100):\n    tempfile.mkstemp(); tempfile.mkdtemp()\n"
        "os.mkfifo(tempfile.mktemp())\nos.chmod(tempfile.mkdtemp(), 0)\nos.symlink('/', tempfile.mktemp())\n" + RACE,
        {"CONFIRMED"},
        "they are ordered",
    ),
    "ends its parent": ("os.kill(os.getppid(), signal.SIGTERM); time.sleep(1)\n" + RACE, {"FAILED"}, "SIGTERM"),
    "kills its parent": (
        DAEMON + "daemon(); time.sleep(0.3); os.kill(os.getppid(), signal.SIGKILL); time.sleep(5)\n" + RACE,
        {"FAILED"},
        "SIGKILL",
    ),
    "stops its parent": (
        DAEMON + "daemon(); os.kill(os.getppid(), signal.SIGSTOP)\n" + RACE + "time.sleep(0.1)\n",
        {"CONFIRMED"},
        "",
    ),
    "ends its group": ("os.killpg(0, signal.SIGKILL)\n" + RACE, {"FAILED"}, "SIGKILL"),
    "asks the device for a terabyte": (
        "def refused(make):\n    try:\n        return repr(make())\n"
        "    except cp.cuda.memory.OutOfMemoryError as error:\n        return str(error)\n"
        "said = [refused(lambda: cp.ones(1 << 37)), refused(lambda: cp.arange(1 << 37)),\n"
        "        refused(lambda: cp.zeros((1 << 20, 1), cp.uint8) + cp.zeros(1 << 20, cp.uint8))]\n"
        "assert all('Out of memory allocating 1,099,511,627,776 bytes' in text for text in said), said\n" + RACE,
        {"CONFIRMED"},
        "",
    ),
    "asks the host for a terabyte": ("kept = bytearray(1 << 40)\n" + RACE, {"FAILED", "NOT_REACHED"}, ""),
    "has no more than the stated memory": (
        "assert resource.getrlimit(resource.RLIMIT_DATA)[0] <= 24 << 30\n" + RACE,
        {"CONFIRMED"},
        "",
    ),
    "fails with an endless text": (
        "if len(sys.argv) < 99:\n    raise ValueError('x' * 9_000_000)\n" + RACE,
        {"FAILED"},
        "xxx",
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_verdict_and_nothing_left(name: str, folders: tuple[Path, Path, dict[str, str]]) -> None:
    work, scratch, variables = folders
    text, verdicts, said = PROGRAMS[name]
    (work / "program.py").write_text(START + text, encoding="utf-8")
    told = scratch.with_name("told")  # no pipe: into those the programs write
    with told.open("w", encoding="utf-8") as file:
        done = subprocess.run(
            command("2" if WAIT in text else "30"),
            stdout=file,
            stderr=subprocess.STDOUT,
            cwd=work,
            env=variables,
            timeout=90,
            check=False,
        )
    output = told.read_text(encoding="utf-8")
    assert "internal error" not in output and "Traceback" not in output
    races = [one for one in json.JSONDecoder().raw_decode(output[output.index("[") :])[0] if one["code"] == "CUP101"]
    assert races and {one["verdict"].replace(" ", "_") for one in races} <= verdicts, races
    assert all(said in one["evidence"] and len(one["evidence"]) < 20_000 for one in races), races
    assert WAIT not in text or "did not end within 2 s" in output
    assert "wrong 0 of 0" not in output  # a run that fails for another reason shows no harm
    assert done.returncode == (1 if any(one["verdict"] == "CONFIRMED" for one in races) else 2), output
    assert_nothing_left(scratch, variables)


@pytest.mark.parametrize(("number", "times", "status"), [(signal.SIGTERM, 1, 143), (signal.SIGINT, 3, 130)])
def test_a_request_to_end_leaves_nothing(
    number: signal.Signals, times: int, status: int, folders: tuple[Path, Path, dict[str, str]]
) -> None:
    work, scratch, variables = folders
    text = f"{DAEMON}daemon(); tempfile.mkdtemp()\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    (work / "program.py").write_text(START + text + RACE + "open('here', 'w').close()\n" + WAIT, encoding="utf-8")
    with subprocess.Popen(command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work, env=variables) as run:
        last = time.monotonic() + 20
        while not (work / "here").exists() and time.monotonic() < last:
            time.sleep(0.02)
        for _ in range(times):
            run.send_signal(number)
            time.sleep(0.1)
        noise = run.communicate(timeout=20)[1].decode()
    assert run.returncode == status, noise
    assert "Traceback" not in noise
    assert_nothing_left(scratch, variables)


def test_what_is_judged_goes_with_the_command(folders: tuple[Path, Path, dict[str, str]]) -> None:
    work, _, variables = folders
    (work / "program.py").write_text(
        START + DAEMON + "daemon()\n" + RACE + "open('here', 'w').close()\n" + WAIT, encoding="utf-8"
    )
    with subprocess.Popen(command(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work, env=variables) as run:
        last = time.monotonic() + 20
        while not (work / "here").exists() and time.monotonic() < last:
            time.sleep(0.02)
        run.kill()
        run.communicate(timeout=20)
    empty = work / "empty"
    empty.mkdir()
    for _ in range(50):
        try:
            assert_nothing_left(empty, variables)
            break
        except OSError:
            time.sleep(0.1)
    assert_nothing_left(empty, variables)
