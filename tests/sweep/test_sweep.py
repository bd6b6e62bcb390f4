"""``cupylint sweep``: a line for each target, what is known is not done again, and no target harms another one."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cupylint import cli
from cupylint.sweep import cluster, command, lines, one
from cupylint.sweep.one import Line, Order

RACE = """\
import cupy as cp
a, b = cp.cuda.Stream(), cp.cuda.Stream()
with a:
    x = cp.ones(9)
with b:
    y = x + 1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a program, an archive of it, and a list of both and of what is not there."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "race.py").write_text(RACE)
    with tarfile.open(tmp_path / "pack.tar.gz", "w:gz") as archive:
        archive.add(tmp_path / "race.py", "pack-1.0/race.py")
    (tmp_path / "list").write_text("# two of them\nrace.py\n\npack.tar.gz\npack.tar.gz\nmissing.zip\n")
    return tmp_path


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """No cluster: the names of the targets that were gone through, one after the other, in this process."""
    names: list[str] = []

    def here(targets: Iterable[str], order: Order, address: str | None, count: int, ended: object) -> Iterator[Line]:
        for target in targets:
            names.append(os.path.basename(target))
            known = {"status": "done", "findings": [1]} if os.path.exists(target) else {"status": "unreadable"}
            yield {"target": target, **known}

    monkeypatch.setattr(cluster, "lines", here)
    return names


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


# --- one target -----------------------------------------------------------------------------------


def test_an_archive_is_linted_as_its_folder_would_be(folder: Path) -> None:
    line = one.swept(str(folder / "pack.tar.gz"), Order())
    assert (line["status"], line["kind"], line["files"], line["cupy_files"]) == ("done", "tar", 1, 1)
    (finding,) = line["findings"]
    assert (finding["code"], finding["filename"]) == ("CUP101", os.path.join("pack-1.0", "race.py"))
    json.dumps(line)


@pytest.mark.parametrize(
    ("order", "reason"),
    [
        (Order(seconds=0.0), "took longer than 0 s and was stopped"),
        pytest.param(
            Order(memory=1),
            "took more than 0 MB of memory and was stopped",
            marks=pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc"),
        ),
    ],
)
def test_a_target_that_takes_too_much(folder: Path, order: Order, reason: str) -> None:
    many = folder / "many"
    many.mkdir()
    for number in range(40):
        (many / f"{number}.py").write_text(RACE * 20)
    line = one.swept(str(many), order)
    assert (line["status"], line["reason"]) == ("lost", reason)


def test_what_is_unpacked_is_removed(folder: Path) -> None:
    (folder / "scratch").mkdir()
    assert one.swept(str(folder / "pack.tar.gz"), Order(), str(folder / "scratch"))["status"] == "done"
    assert not list((folder / "scratch").iterdir())


# --- the file -------------------------------------------------------------------------------------


def test_what_is_done_is_not_done_again(folder: Path, done: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["sweep", "list"]) == 2
    assert capsys.readouterr().err == "cupylint: list.jsonl: 2 done, 1 unreadable; 2 findings in 2 targets\n"
    assert done == ["race.py", "pack.tar.gz", "missing.zip"]
    assert cli.main(["sweep", "list"]) == 2
    assert done[3:] == ["missing.zip"], "it may be there now"
    (folder / "race.py").write_text(RACE + "\n")
    (folder / "list").write_text("race.py\npack.tar.gz\n")
    assert cli.main(["sweep", "list"]) == 1
    assert done[4:] == ["race.py"]
    assert cli.main(["sweep", "list", "--select", "CUP102", "--exit-zero"]) == 0
    assert done[5:] == ["race.py", "pack.tar.gz"]


def test_one_of_a_kind_is_said_so(folder: Path, done: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "list").write_text("race.py\n")
    assert cli.main(["sweep", "list"]) == 1
    assert capsys.readouterr().err == "cupylint: list.jsonl: 1 done; 1 finding in 1 target\n"


def test_what_is_known_counts(folder: Path, done: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "list").write_text("race.py\npack.tar.gz\n")
    assert cli.main(["sweep", "list"]) == 1
    assert cli.main(["sweep", "list"]) == 1
    said = "cupylint: list.jsonl: 2 done (2 from an earlier run); 2 findings in 2 targets\n"
    assert capsys.readouterr().err.splitlines(keepends=True)[1:] == [said]
    assert done == ["race.py", "pack.tar.gz"]


def test_what_is_still_unreadable_has_one_line(folder: Path, done: list[str]) -> None:
    assert cli.main(["sweep", "list"]) == cli.main(["sweep", "list"]) == 2
    assert [os.path.basename(line["target"]) for line in read(folder / "list.jsonl")] == done[:3]
    assert len(done) == 4
    (folder / "missing.zip").write_text("")
    assert cli.main(["sweep", "list"]) == 1
    assert len(read(folder / "list.jsonl")) == 4


def test_a_line_that_was_cut_is_done_again(folder: Path, done: list[str]) -> None:
    cli.main(["sweep", "list", "-o", "out"])
    whole = (folder / "out").read_bytes()
    first, second = whole.splitlines(keepends=True)[:2]
    del done[:]
    (folder / "out").write_bytes(first + second[:-1])
    cli.main(["sweep", "list", "-o", "out"])
    assert done == ["pack.tar.gz", "missing.zip"]
    assert (folder / "out").read_bytes() == whole


def test_a_file_that_is_no_sweep_stays(folder: Path, done: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("mine\n", '{"target": 3}\n', "[" * 100_000 + "\n"):
        (folder / "notes").write_text(text)
        assert cli.main(["sweep", "list", "-o", "notes"]) == 2
        assert "notes: holds something else in line 1: name another file" in capsys.readouterr().err
        assert (folder / "notes").read_text() == text
    assert not done


def test_the_rest_of_a_line_is_found_far_back(tmp_path: Path) -> None:
    path = str(tmp_path / "out")
    Path(path).write_bytes(b"{}\n" + b"x" * 200_000)
    with lines.appending(path) as writer:
        writer.add({"target": "a"})
    assert Path(path).read_bytes() == b'{}\n{"target": "a"}\n'


# --- the command ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "sweep needs a list of targets"),
        (["nothing"], "nothing: cannot be read: No such file"),
        (["race.bin"], "race.bin: is no list of targets"),
        (["list", "--backend", "cuda"], "--backend says where programs run"),
        (["list", "-j", "0"], "--jobs is the number of workers"),
        (["list", "-j", "2", "--scheduler", "tcp://x"], "and not with --scheduler"),
        (["list", "--target-time", "0"], "--target-time must be a second or more"),
        (["list", "--target-memory", "much"], "--target-memory: memory-limit must be"),
        (["list", "--select", "CUP999"], "CUP999"),
        (["list", "-o", "no/folder"], "cannot be read or written"),
        (["list", "--fix"], "--fix"),
    ],
)
def test_wrong_usage(
    folder: Path, done: list[str], capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    (folder / "race.bin").write_bytes(b"\xff\xfe")
    assert cli.main(["sweep", *arguments]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not done


def test_without_dask(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert cli.main(["sweep", "list"]) == 2
    assert capsys.readouterr().err == "cupylint: a sweep needs Dask: pip install 'cupylint[dask]'\n"


def test_a_folder_of_that_name_is_linted(folder: Path) -> None:
    (folder / "sweep").mkdir()
    (folder / "sweep" / "race.py").write_text(RACE)
    assert cli.main(["sweep"]) == 1


def test_settings_count(folder: Path) -> None:
    orders = [Order(), Order({"select": ("CUP101",)}), Order(verify=()), Order(memory=1), Order(seconds=1)]
    assert len({command.settings_of(order) for order in orders}) == len(orders)
    assert command.settings_of(Order(devices=("0",))) == command.settings_of(Order())


# --- a cluster ------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc to find a worker")
def test_a_worker_that_is_killed_costs_a_second_try(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("distributed")
    targets = []
    for number in range(8):
        (folder / f"p{number}").mkdir()
        for file in range(4):
            (folder / f"p{number}" / f"f{file}.py").write_text(RACE)
        targets.append(f"p{number}")
    (folder / "list").write_text("\n".join(targets))
    before = _children(os.getpid())
    killer = threading.Thread(target=_kill_a_worker, args=(folder / "list.jsonl", before))
    killer.start()
    assert cli.main(["sweep", "list", "-j", "2"]) == 1
    killer.join()
    assert capsys.readouterr().err.endswith("cupylint: 1 worker ended; what was under way there was done again\n")
    found = read(folder / "list.jsonl")
    assert sorted(os.path.basename(line["target"]) for line in found) == targets
    assert {(line["status"], len(line["findings"])) for line in found} == {("done", 4)}
    assert _children(os.getpid()) <= before


@pytest.mark.slow
def test_nothing_but_the_summary_is_told(folder: Path) -> None:
    """By a sweep in a process of its own: what Dask itself has to say goes around what a test can catch."""
    pytest.importorskip("distributed")
    environment = {**os.environ, "PYTHONPATH": str(Path(cli.__file__).parents[2])}
    done = subprocess.run(
        [sys.executable, "-m", "cupylint", "sweep", "list", "-j", "1"],
        capture_output=True, text=True, env=environment, check=False,
    )  # fmt: skip
    assert done.stderr == "cupylint: list.jsonl: 2 done, 1 unreadable; 2 findings in 2 targets\n"
    assert (done.stdout, done.returncode) == ("", 2)


def _kill_a_worker(path: Path, known: set[int]) -> None:
    """Kill a worker of the cluster while it does its second target or so."""
    end = time.monotonic() + 120
    while time.monotonic() < end and not (path.exists() and path.read_text().count("\n") >= 2):
        time.sleep(0.05)
    os.kill(min(_children(os.getpid()) - known), signal.SIGKILL)


def _children(process: int) -> set[int]:
    """The processes that one has started and that do something."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, rest = path.read_text().split(" ", 1)
        except OSError:
            continue
        fields = rest.rpartition(")")[2].split()
        if int(fields[1]) == process and fields[0] != "Z" and b"spawn_main" in (path.parent / "cmdline").read_bytes():
            found.add(int(number))
    return found


@pytest.mark.slow
def test_programs_are_verified(folder: Path) -> None:
    pytest.importorskip("distributed")
    (folder / "list").write_text("race.py\nmissing.py\n")
    assert cli.main(["sweep", "--verify", "--backend", "simulator", "list", "-j", "1"]) == 2
    found = {os.path.basename(line["target"]): line for line in read(folder / "list.jsonl")}
    (verdict,) = found["race.py"]["verdicts"]
    assert (verdict["code"], verdict["verdict"]) == ("CUP101", "CONFIRMED")
    assert found["missing.py"]["status"] == "unreadable"
    assert "missing.py" in found["missing.py"]["reason"]
