"""Test suites and drivers that fork, start workers, kill themselves or leave things behind: nothing is left of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks, signals, and /proc")

ROOT = Path(__file__).resolve().parents[2]
MARK = "CUPYLINT_TEST_MARK"
OPS = """\
import cupy as cp

a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)


def racy(n=64):
    x = cp.zeros(n)
    cp.cuda.Device().synchronize()
    with a:
        x += 1
    with b:
        y = x * 2  # race
    cp.cuda.Device().synchronize()
    return y
"""
ROW = OPS.splitlines().index("        y = x * 2  # race") + 1
FORKS = """\
import multiprocessing
import os


def work(queue):
    from ops import racy
    queue.put(racy().shape)


def test_fork():
    child = os.fork()
    if not child:
        from ops import racy
        racy()
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_process():
    context = multiprocessing.get_context("fork")
    queue = context.SimpleQueue()
    process = context.Process(target=work, args=(queue,))
    process.start()
    process.join()
    assert (queue.get(), process.exitcode) == ((64,), 0)


def test_pool():
    with multiprocessing.get_context("fork").Pool(2) as pool:
        assert pool.map(abs, [-1, -2]) == [1, 2]


def test_fails():
    assert 1 == 2
"""
PLAIN = """\
import os
import signal

from ops import racy


def test_first():
    assert racy().shape == (64,)


def test_second():
    {end}
"""
LEAVES = """\
import os
import subprocess
import sys
import tempfile
import threading
import time

from ops import racy


def forever():
    while True:
        time.sleep(0.05)


threading.Thread(target=forever, daemon=True).start()
threading.Thread(target=time.sleep, args=(300,)).start()
subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"], start_new_session=True)
for _ in range(3):
    kept = tempfile.NamedTemporaryFile(delete=False)
    tempfile.mkdtemp()
racy()
"""
PYTEST = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py")


class Suite(NamedTuple):
    """A file, the command that runs it, and what the output says of it."""

    name: str
    text: str
    command: tuple[str, ...]
    said: str = ""


def _dies(end: str, said: str) -> Suite:
    return Suite("test_it.py", PLAIN.format(end=end), PYTEST, said)


SUITES = {
    "forks": Suite("test_it.py", FORKS, (*PYTEST, "-W", "error:This process"), "1 failed, 3 passed"),
    "workers": Suite("test_it.py", PLAIN.format(end="assert 1 == 2"), (*PYTEST, "-n", "2"), "1 failed, 1 passed"),
    "kills itself": _dies("os.kill(os.getpid(), signal.SIGKILL)", "signal SIGKILL"),
    "exits": _dies("os._exit(3)", "exit status 3"),
    "aborts": _dies("os.abort()", "signal SIGABRT"),
    "leaves things": Suite("driver.py", LEAVES, ("python", "driver.py")),
}
if find_spec("xdist") is None:
    del SUITES["workers"]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """A project; afterwards nothing has been added to it, nor to the temporary files, and no process is left."""
    project, scratch = tmp_path / "project", tmp_path / "t"
    project.mkdir()
    scratch.mkdir()
    (project / "pyproject.toml").write_text("[project]\nname = 'p'\nversion = '1'\n", encoding="utf-8")
    (project / "ops.py").write_text(OPS, encoding="utf-8")
    yield project
    assert {path.name for path in project.rglob("*")} <= {"pyproject.toml", "ops.py", "test_it.py", "driver.py"}
    assert list(scratch.iterdir()) == []
    last = time.monotonic() + 10
    while (left := _marked(str(tmp_path))) and time.monotonic() < last:
        time.sleep(0.1)
    assert not left


def _marked(mark: str) -> list[str]:
    """What the processes that have the mark run."""
    found = []
    for path in Path("/proc").iterdir():
        try:
            if path.name.isdecimal() and f"{MARK}={mark}\0".encode() in (path / "environ").read_bytes():
                found.append((path / "cmdline").read_bytes().decode("utf-8", "replace"))
        except OSError:  # it has ended, or is somebody else's
            continue
    return found


def _run(folder: Path, suite: Suite, *options: str) -> subprocess.CompletedProcess[str]:
    (folder / suite.name).write_text(suite.text, encoding="utf-8")
    variables = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    variables |= {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder.parent / "t"), MARK: str(folder.parent)}
    return subprocess.run(
        [sys.executable, "-m", "cupylint", *options, "--backend", "simulator", "--", *suite.command],
        capture_output=True,
        text=True,
        cwd=folder,
        env=variables,
        timeout=180,
        check=False,
    )


@pytest.mark.parametrize("name", SUITES)
def test_a_traced_run(folder: Path, name: str) -> None:
    suite = SUITES[name]
    done = _run(folder, suite, "--dynamic", "--no-confirm", "--output-format", "jsonl")
    races = [one for one in map(json.loads, done.stdout.splitlines()) if one["kind"] == "race"]
    assert [(Path(one["filename"]).name, one["location"]["row"]) for one in races] == [("ops.py", ROW)]
    assert done.returncode == 1 and suite.said in done.stderr


@pytest.mark.parametrize("name", [*(pytest.param(name, marks=pytest.mark.slow) for name in SUITES)])
def test_findings(folder: Path, name: str) -> None:
    suite = SUITES[name]
    done = _run(folder, suite, "--verify", "ops.py", "--output-format", "json")
    assert [(one["location"]["row"], one["verdict"]) for one in json.loads(done.stdout)] == [(ROW, "CONFIRMED")]
    assert done.returncode == 1 and suite.said in done.stderr
