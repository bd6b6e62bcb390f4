"""Worker processes: what a task does to its process costs that task, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from cupylint import child_python, workers
from cupylint.workers import Limits, Lost, NoWorkers

ROOT = Path(__file__).resolve().parents[2]
NO_LIMITS = Limits()


@pytest.fixture(autouse=True)
def _importable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def share(work: list[tuple[str, Any]], count: int = 1, limits: Limits = NO_LIMITS, greeting: str = "hi") -> list[Any]:
    """The results of tasks, in their order."""
    import tasks

    results = dict(workers.share(work, count, (tasks.make, (greeting,)), limits))
    return [results[number] for number in range(len(work))]


def test_results() -> None:
    assert share([("", number) for number in range(20)], 2) == [("hi", number) for number in range(20)]
    assert share([], 2) == []


def test_both_processes_work() -> None:
    assert len(set(share([("pid", 0), ("sleep", 0.3), ("pid", 0), ("sleep", 0.3)], 2))) >= 2


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_what_ends_a_process_costs_its_own_task() -> None:
    ends = [("exit", 3), ("crash", 0), ("raise", 0)]
    work = [pair for number, end in enumerate(ends) for pair in (("", number), end)]
    lost = [Lost("died", how) for how in ("exit status 3", "signal SIGSEGV", f"exit status {70}")]
    assert share(work) == [pair for number, one in enumerate(lost) for pair in (("hi", number), one)]


def test_a_task_is_not_blamed_for_what_was_done_before() -> None:
    assert share([("", 1), ("crash-if-used", 2), ("", 3)]) == [("hi", 1), ("hi", 2), ("hi", 3)]


def test_a_task_that_takes_too_long() -> None:
    start = time.monotonic()
    assert share([("", 1), ("sleep", 60), ("", 2)], limits=Limits(seconds=0.5)) == [("hi", 1), Lost("late"), ("hi", 2)]
    assert time.monotonic() - start < 30


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system does not tell what a process uses")
def test_a_task_that_a_busy_machine_lets_wait_is_not_late() -> None:
    assert not any(isinstance(one, Lost) for one in share([("sleep", 1.5)], limits=Limits(seconds=0.5)))


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system does not tell what a process uses")
def test_a_task_that_works_too_long_is_late_before_one_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_WAITING", 1000)
    assert share([("", 1), ("spin", 600), ("", 2)], limits=Limits(seconds=1.0)) == [("hi", 1), Lost("late"), ("hi", 2)]


def test_a_task_that_waits_is_not_late_where_nobody_knows_what_it_uses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "processor_seconds", lambda process: None)
    assert not any(isinstance(one, Lost) for one in share([("sleep", 1.5)], limits=Limits(seconds=0.5)))


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system does not tell the memory of a process")
def test_a_task_that_takes_too_much_memory() -> None:
    work = [("", 1), ("take", 300_000_000), ("", 2)]
    assert share(work, limits=Limits(memory=200_000_000)) == [("hi", 1), Lost("memory"), ("hi", 2)]


def test_what_a_task_prints_or_reads_does_no_harm() -> None:
    assert share([("print", 0), ("", 1)]) == [b"", ("hi", 1)]


def test_where_nothing_gets_ready() -> None:
    with pytest.raises(NoWorkers, match="ended before it was ready"):
        share([("", 1)], 2, greeting="fail")


def test_where_nothing_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)  # as in programs that hold their own Python
    with pytest.raises(NoWorkers, match="part of another program"):
        share([("", 1)])


def test_processes_are_gone_when_nobody_wants_more() -> None:
    import tasks

    results = workers.share([("pid", 0), ("sleep", 60)], 2, (tasks.make, ("hi",)))
    _, process = next(results)
    results.close()
    if os.path.isdir("/proc/self"):
        assert not os.path.exists(f"/proc/{process}")


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
def test_a_killed_parent_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "parent.py").write_text(
        "import tasks\nfrom cupylint import workers\n"
        "for _, process in workers.share([('pid', 0), ('sleep', 60)], 1, (tasks.make, ('hi',))):\n"
        "    print(process, flush=True)\n"
    )
    path = os.pathsep.join([str(ROOT), str(Path(__file__).parent)])
    parent = subprocess.Popen(
        [sys.executable, str(tmp_path / "parent.py")], env={**os.environ, "PYTHONPATH": path}, stdout=subprocess.PIPE
    )
    assert parent.stdout is not None
    with parent.stdout:
        worker = int(parent.stdout.readline())
        time.sleep(0.2)  # it sleeps in its second task now
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    last = time.monotonic() + 10
    while os.path.exists(f"/proc/{worker}") and not _is_zombie(worker) and time.monotonic() < last:
        time.sleep(0.05)
    assert not os.path.exists(f"/proc/{worker}") or _is_zombie(worker)


def _is_zombie(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_the_current_folder_is_on_no_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    away = str(tmp_path / "lib")
    assert child_python.search_path(["", ".", str(tmp_path), "lib", away]) == [away]
    variables = {"PYTHONPATH": os.pathsep.join(["", away]), "HOME": "here"}
    assert child_python.environment(variables) == {"PYTHONPATH": away, "HOME": "here"}
    assert child_python.environment({"HOME": "here"}) == {"HOME": "here"}
