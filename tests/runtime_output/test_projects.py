"""``--verify`` over projects: a package that tests, a driver or ``python -m`` run."""

from __future__ import annotations

import json
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.runtime_output.running import Run, command

__all__ = ["command"]

ROOT = Path(__file__).resolve().parents[2]

PACKAGE = {
    "pyproject.toml": "[project]\nname = 'pkg'\nversion = '1'\n[tool.pytest.ini_options]\npythonpath = ['src']\n",
    "src/pkg/__init__.py": "from .ops import fine, never, unordered\n",
    "src/pkg/streams.py": """\
import cupy as cp

first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
""",
    "src/pkg/ops.py": """\
import cupy as cp

from . import streams


def unordered(n):
    x = cp.zeros(n)
    cp.cuda.Device().synchronize()
    with streams.first:
        x += 1
    with streams.second:
        y = x * 2  # confirmed
    cp.cuda.Device().synchronize()
    return y


def never(n):
    x = cp.zeros(n)
    cp.cuda.Device().synchronize()
    with streams.first:
        x += 1
    with streams.second:
        return x * 2  # not reached


def fine(n):
    return cp.zeros(n)
""",
    "src/pkg/__main__.py": """\
import argparse

from .ops import unordered

parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, required=True)
print(float(unordered(parser.parse_args().n).sum()))
""",
}
TESTS = {
    "tests/conftest.py": "import pytest\n\n\n@pytest.fixture\ndef count():\n    return 8\n",
    "tests/test_ops.py": """\
import os
import runpy
from pathlib import Path

import cupy as cp
import pytest
from pkg import fine, unordered


def test_unordered(count):
    assert unordered(count).shape == (count,)


def test_fine(count):
    assert float(fine(count).sum()) == 0


def test_race_of_its_own(count):
    one, two = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
    x = cp.ones(count)
    cp.cuda.Device().synchronize()
    with one:
        x *= 3
    with two:
        y = x + 1  # confirmed
    cp.cuda.Device().synchronize()
    assert y.shape == (count,)


def test_forks():
    child = os.fork()
    if not child:
        os._exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 7


def test_wrong(count):
    assert count == 9


@pytest.mark.skip
def test_skipped():
    raise AssertionError
""",
}
CHILDREN = """\
import multiprocessing
import sys

from pkg import fine, never

if __name__ == "__main__":
    process = multiprocessing.get_context(sys.argv[1]).Process(target=never, args=(8,))
    process.start()
    process.join()
    print(process.exitcode)
"""


@dataclass(frozen=True)
class Done:
    """What the command said: its status, verdicts by file and line, and the rest of its output."""

    status: int
    verdicts: dict[str, str]
    evidence: dict[str, str]
    said: str


Verify = Callable[..., Done]


@pytest.fixture
def project(tmp_path: Path) -> Callable[[Mapping[str, str]], Path]:
    """Writes files into a folder."""

    def write(files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = tmp_path / "project" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return tmp_path / "project"

    return write


@pytest.fixture
def verify(command: Run) -> Iterator[Verify]:
    """Runs the command in a folder, and sees to it that it leaves nothing there and among the temporary files."""
    scratch = Path(tempfile.mkdtemp())  # a short path: sockets lie there

    def run(folder: Path, *arguments: str, paths: str = "") -> Done:
        before = sorted(folder.rglob("*"))
        options = ("--verify", "--backend", "simulator", "--output-format", "json")
        status, told, said = command(folder, scratch, *options, *arguments, paths=paths)
        assert "Traceback" not in said
        assert sorted(folder.rglob("*")) == before
        assert list(scratch.iterdir()) == []
        results = json.loads(told or "[]")
        places = {f"{Path(one['filename']).name}:{one['location']['row']}": one for one in results}
        verdicts = {place: one["verdict"] for place, one in places.items()}
        return Done(status, verdicts, {place: one["evidence"] for place, one in places.items()}, said)

    yield run
    shutil.rmtree(scratch)


def line(files: Mapping[str, str], name: str, words: str) -> str:
    """Where a line stands, as `Done` has it."""
    rows = files[name].splitlines()
    return f"{Path(name).name}:{next(number for number, row in enumerate(rows, 1) if words in row)}"


SRC = "src/pkg/ops.py"


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
def test_a_test_suite_passes_and_fails_as_without_it(project: Callable[..., Path], verify: Verify) -> None:
    """Also with findings in the tests themselves, whose asserts the test runner would rewrite."""
    files = {**PACKAGE, **TESTS}
    done = verify(project(files), "--", "python", "-m", "pytest", "-p", "no:cacheprovider", "-q", "tests")
    never = line(files, SRC, "# not reached")
    assert done.verdicts == {
        line(files, SRC, "# confirmed"): "CONFIRMED",
        line(files, "tests/test_ops.py", "# confirmed"): "CONFIRMED",
        never: "NOT REACHED",
    }
    assert done.evidence[never] == "the run did not come to line 21; it ended with status 1"
    assert done.status == 1
    assert "1 failed, 4 passed, 1 skipped" in done.said
    assert "assert 8 == 9" in done.said


def test_a_module_with_arguments_and_without(project: Callable[..., Path], verify: Verify) -> None:
    """Whatever the command says about its usage is shown."""
    folder = project(PACKAGE) / "src"
    wanted = line(PACKAGE, SRC, "# confirmed")
    done = verify(folder, "--", "python", "-m", "pkg", "--n", "3")
    assert (done.status, done.verdicts[wanted]) == (1, "CONFIRMED")
    done = verify(folder, "pkg/ops.py", "--", sys.executable, "-m", "pkg")
    assert (done.status, set(done.verdicts.values())) == (2, {"NOT REACHED"})
    assert "error: the following arguments are required: --n" in done.said
    done = verify(folder, "pkg/streams.py", "--", "python", "-m", "nosuch")
    assert (done.status, done.verdicts) == (2, {})
    assert "No module named nosuch" in done.said
    done = verify(folder, "pkg/streams.py", "--", "python", "-m", "pkg.streams")
    assert (done.status, done.verdicts, done.said.count("\n")) == (0, {}, 1)


def test_a_script_that_drives_a_package(project: Callable[..., Path], verify: Verify) -> None:
    """The findings are in the modules that it imports; byte code that lies beside them is not used."""
    files = {
        **PACKAGE,
        "driver.py": "import sys\nimport pkg\n\nprint(len(sys.argv))\nassert sys.argv[1:]\npkg.unordered(8)\n",
    }
    folder = project(files)
    src = str(folder / "src")
    done = verify(folder, "driver.py", "--", "python.npy", "x", paths=src)
    wanted, never = line(files, SRC, "# confirmed"), line(files, SRC, "# not reached")
    assert (done.status, done.verdicts) == (1, {wanted: "CONFIRMED", never: "NOT REACHED"})
    done = verify(folder, "driver.py", paths=src)
    assert (done.status, set(done.verdicts.values())) == (2, {"FAILED"})
    assert re.search(r"AssertionError.* \(line 5\)", done.said)


@pytest.mark.skipif(sys.platform == "win32", reason="forks")
@pytest.mark.parametrize("method", ["fork", "spawn", pytest.param("forkserver", marks=pytest.mark.slow)])
def test_what_other_processes_see_counts(project: Callable[..., Path], verify: Verify, method: str) -> None:
    folder = project({**PACKAGE, "driver.py": CHILDREN})
    done = verify(folder, SRC, "--", "python", "driver.py", method, paths=str(folder / "src"))
    assert done.verdicts[line(PACKAGE, SRC, "# not reached")] == "CONFIRMED"
    assert done.verdicts[line(PACKAGE, SRC, "# confirmed")] == "NOT REACHED"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("end", "said"),
    [
        ("os.kill(os.getpid(), signal.SIGKILL)", "signal SIGKILL"),
        ("while True: time.sleep(1)", "did not end within 3 s"),
    ],
)
def test_what_was_proven_before_the_end_counts(
    project: Callable[..., Path], verify: Verify, end: str, said: str
) -> None:
    driver = "import os, signal, sys, time\nimport pkg\n\npkg.unordered(8)\n"
    driver += f"if len(sys.argv) < 9:\n    {end}\npkg.never(8)\n"
    folder = project({**PACKAGE, "driver.py": driver})
    done = verify(folder, "--time-limit", "3", "driver.py", paths=str(folder / "src"))
    assert done.status == 1
    assert done.verdicts.pop(line(PACKAGE, SRC, "# confirmed")) == "CONFIRMED"
    assert set(done.verdicts.values()) <= {"FAILED", "NOT REACHED"}
    assert said in done.said
