"""``cupylint --dynamic`` as a user starts it: what it prints, how it ends, and that the program runs as without it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cupylint.runtime_checks.backends import Backend
from cupylint.runtime_checks.command import Command
from cupylint.runtime_checks.dynamic import show
from cupylint.runtime_checks.dynamic.main import main, status
from cupylint.runtime_checks.dynamic.observe import Surroundings, observe
from cupylint.runtime_checks.main import main as verify
from cupylint.runtime_checks.table import Terminal

ROOT = Path(__file__).resolve().parents[2]
FAKE = ROOT / "tests" / "runtime" / "fake"
RACE = """\
import cupy as cp

first, second = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)


def add(values):
    values["x"] += 1


kept = {"x": cp.zeros(9)}
cp.cuda.Device().synchronize()
with first:
    add(kept)
with second:
    print(eval("kept['x'] * 2").shape)
    y = kept.get("x") * 2
"""
SAFE = RACE.replace("with second:", "second.wait_event(first.record())\nwith second:")
TESTS = """\
import multiprocessing

import cupy as cp
import pytest

one, two = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)


def work():
    x = cp.ones(8)
    cp.cuda.Device().synchronize()
    with one:
        x *= 3
    with two:
        y = x + 1  # race
    cp.cuda.Device().synchronize()
    return y


def test_passes():
    assert work().shape == (8,)


def test_fails():
    assert float(cp.ones(3).sum()) == 4


@pytest.mark.skip
def test_skipped():
    raise AssertionError


def test_raises():
    with pytest.raises(TypeError):
        len(cp.cuda.Stream())


def child():
    x = cp.ones(8)
    cp.cuda.Device().synchronize()
    with one:
        x *= 3
    with two:
        x += 1  # race in a child
    cp.cuda.Device().synchronize()


def test_another_process():
    process = multiprocessing.get_context("spawn").Process(target=child)
    process.start()
    process.join()
    assert process.exitcode == 0
"""

Script = Callable[..., Path]


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Script:
    """Writes a program into the current folder."""
    monkeypatch.chdir(tmp_path)

    def write(text: str, name: str = "program.py") -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return Path(name)

    return write


def rows(text: str, words: str) -> list[int]:
    return [row for row, line in enumerate(text.splitlines(), 1) if words in line]


def test_a_race_that_no_source_shows(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--backend", "simulator", str(script(RACE))]) == 1
    out = capsys.readouterr().out
    assert "CONFIRMED race: memory is read on stream2 while stream1 may still be writing it (line 7)" in out
    assert "program.py:16:9" in out and "stream1  ──[7 values[" in out
    assert "the earlier access: program.py:13 <module>, then program.py:7 add" in out
    assert out.splitlines()[-1].startswith("2 of 3 pairs unordered: 2 races observed, ")


def test_the_same_with_an_order(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--backend", "simulator", "--", str(script(SAFE))]) == 0
    assert "0 of 3 pairs unordered: " in capsys.readouterr().out


def test_verify_tells_what_the_linter_misses(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    missed = "import cupy as cp\n" + RACE.partition("\n")[2].replace("with second:", "with globals()['second']:")
    assert verify(["--backend", "simulator", str(script(missed))]) == 1
    out = capsys.readouterr().out
    assert "The linter reports nothing in this program" in out
    assert "2 of 3 pairs unordered in what ran; races that the linter does not report:" in out
    assert "CONFIRMED race: memory is read on stream2" in out


def test_json_lines(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    path = script(RACE)
    status = main(["--backend", "simulator", "--no-confirm", "--output-format", "jsonl", str(path), "--", "x"])
    race, _, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert status == 1
    assert (race["kind"], race["verdict"], race["filename"], race["count"]) == ("race", "OBSERVED", str(path), 1)
    assert [frame["row"] for frame in race["earlier"]["stack"]] == [7, 13]
    assert (race["later"]["mode"], race["later"]["stream"], race["later"]["host"]) == ("read", "stream2", False)
    assert summary | {"operations": 0} == {
        "kind": "summary", "operations": 0, "pairs": 3, "unordered": 2, "races": 2, "error": ""
    }  # fmt: skip


def test_only_what_stands_in_the_paths_is_told(script: Script, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = script(RACE), script("", "other.py")
    command = ["--backend", "simulator", "--no-confirm", "--output-format", "json"]
    assert main([*command, str(other), "--", sys.executable, str(path)]) == 0
    assert json.loads(capsys.readouterr().out)["summary"]["unordered"] == 2


@pytest.fixture(scope="module")
def simulator() -> Iterator[Backend]:
    with Backend("simulator") as backend:
        yield backend


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("print('no device')\n", "Nothing was traced"),
        ("import cupy\ncupy.ones(3)\nraise ValueError(7)\n", "ValueError: 7 (line 3)"),
        ("import sys\nsys.exit('usage: program.py N')\n", "it ended with status 1: usage"),
        (RACE + "assert not y.size\n", "2 races observed"),
    ],
)
def test_what_cannot_be_trusted(script: Script, simulator: Backend, text: str, said: str) -> None:
    """A command that fails, or does nothing, is never in order; a race is one all the same."""
    seen = observe(Command(str(script(text)), "", ()), simulator, Surroundings(60), confirm=False)
    assert said in show.closing(seen, 0.0, Terminal()) + seen.ran.error
    assert status(seen) == (1 if "kept" in text else 2)


SPARSE = """\
import cupy as cp
import cupyx.distributed, cupyx.scipy.sparse
from cupy.cuda import nccl
a, b = cp.cuda.Stream(non_blocking=True), cp.cuda.Stream(non_blocking=True)
x = cp.ones((8, 8))
cp.cuda.Device().synchronize()
with a:
    x += 1
    {call}
with b:
    y = x * 2
"""


@pytest.mark.parametrize(
    "call",
    [
        "m = cupyx.scipy.sparse.csr_matrix(x)",
        "cupyx.distributed.init_process_group(1, 0).all_reduce(x, x)",
        "nccl.NcclCommunicator(1, 0, 0).allReduce(x.data.ptr, x.data.ptr, 64, 8, 0, a.ptr); a.synchronize()",
    ],
)
def test_nobody_is_accused_behind_what_the_simulator_lacks(script: Script, simulator: Backend, call: str) -> None:
    """Whether such a call waits is not known there, so that it does."""
    path = str(script(SPARSE.format(call=call)))
    seen = observe(Command(path, "", ()), simulator, Surroundings(60), confirm=False)
    assert (seen.races, seen.ran.error, status(seen)) == ((), "", 0)


def test_what_was_seen_before_the_end_counts(script: Script, simulator: Backend) -> None:
    """The run is cut; what it had shown is told."""
    endless = RACE + "while True: pass\n"
    seen = observe(Command(str(script(endless)), "", ()), simulator, Surroundings(2))
    assert (len(seen.races), seen.summary, status(seen)) == (2, None, 1)
    assert "did not end within 2 s" in seen.ran.error


@pytest.mark.parametrize("argv", [[], ["nosuch.py"], ["--bogus"], [".", "--"], ["nosuch", "--", "python", "-c", "1"]])
def test_wrong_usage(script: Script, capsys: pytest.CaptureFixture[str], argv: list[str]) -> None:
    assert main(argv) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.startswith("cupylint: ") and said.err.count("\n") == 1


def test_a_test_suite_passes_and_fails_as_without_it(script: Script) -> None:
    path = script(TESTS, "test_streams.py")
    files = sorted(path.parent.iterdir())
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST")}
    environment["PYTHONPATH"] = str(ROOT)
    command = [sys.executable, "-m", "cupylint", "--dynamic", "--backend", "simulator", "--no-confirm"]
    command += ["--output-format", "json", "--", "python", "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=100, check=False)
    told = json.loads(done.stdout)
    assert done.returncode == 1
    assert {race["location"]["row"] for race in told["races"]} == set(rows(TESTS, "# race"))
    assert "1 failed, 3 passed, 1 skipped" in done.stderr and "assert 3.0 == 4" in done.stderr
    assert sorted(path.parent.iterdir()) == files


def test_on_a_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The way of a run on a device; a stand-in for CuPy takes its place."""
    monkeypatch.setenv("PYTHONPATH", str(FAKE))
    path = tmp_path / "program.py"
    path.write_text(RACE, encoding="utf-8")
    with Backend("cuda") as backend:
        seen = observe(Command(str(path), "", ()), backend, Surroundings(60), confirm=False)
        assert [race.observed.lines[1][1] for race in seen.races] == [15, 16]
        path.write_text(SAFE, encoding="utf-8")
        seen = observe(Command(str(path), "", ()), backend, Surroundings(60))
        assert seen.races == () and seen.summary is not None and seen.summary.pairs and not seen.ran.error
