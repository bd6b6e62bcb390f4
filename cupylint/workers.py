"""Shares tasks among child processes, each of which does one at a time.

A task that ends its process costs its own result and no other's; so does one that takes too long or too much memory.
The children are isolated interpreters (see `cupylint.child_python`), the same on every system: nothing is forked.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Literal

from cupylint import child_python
from cupylint.shares import Shares

START_LIMIT = 120.0
"""Seconds in which a worker must be ready."""

_WAITING = 5  # times the seconds that a task may use, for one that waits
_TICK = 0.1  # seconds between two looks at the limits
_END = 5.0
_SPARED_CTRL_C = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)  # on Windows

Maker = tuple[Callable[..., Callable[[Any], Any]], tuple[Any, ...]]
"""A function of a module with its arguments. What it returns in a worker does the tasks there."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a task may take at most before its worker is killed; None is no limit.

    Attributes:
        seconds: of a processor where there is ``/proc``, since a busy machine is no fault of the task; five times as
            many by the clock on the wall, which alone counts elsewhere.
        memory: bytes that its process holds in memory. Is watched where there is ``/proc``, and nowhere else.
    """

    seconds: float | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Lost:
    """Stands for the result of a task that its worker did not survive.

    Attributes:
        reason: "died" by itself, "late" or too large a "memory".
        text: how it died.
    """

    reason: Literal["died", "late", "memory"]
    text: str = ""


class NoWorkers(Exception):
    """No process can be started, or none gets ready. The text is one line."""


def share(
    tasks: Sequence[Any],
    count: int,
    maker: Maker,
    limits: Limits = Limits(),
    groups: Callable[[], Sequence[Sequence[int]]] | None = None,
) -> Generator[tuple[int, Any], None, None]:
    """Do `tasks` in `count` processes: the number of each with its result, or with `Lost`, as they get done.

    `groups` tells which tasks one process had better do, by their numbers. It is asked while the processes start.

    A task whose worker died or grew too large is tried once more in a process of its own: what was done there before
    may have been the reason. All processes are gone when the iterator is closed.

    Raises:
        NoWorkers: nothing more can be done in processes. What was not yielded before has not harmed any.
    """
    crew = _Crew(tasks, maker, limits)
    try:
        yield from crew.results(count, groups)
    finally:
        crew.end()


class _Worker:
    """One child process, as its parent sees it. A thread puts what it says into `events`: (worker, message or None).

    Attributes:
        task: the number of the one that it does, or will do first.
        since: when it began with that, or was started.
        used: seconds of a processor that it had used by then.
        fresh: it has done nothing before the task.
        doomed: why it was killed.
    """

    def __init__(self, command: list[str], maker: bytes, task: int | None, events: _Events) -> None:
        self.task, self.since, self.used = task, time.monotonic(), 0.0
        self.ready, self.fresh = False, True
        self.doomed: Lost | None = None
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=_SPARED_CTRL_C
        )
        self._events = events
        try:
            threading.Thread(target=self._listen, daemon=True).start()
        except RuntimeError as error:  # no more threads
            self.end()
            raise OSError(str(error)) from error
        self.send(maker)

    def send(self, data: bytes) -> None:
        """Write to the child; when it is gone, `events` tells."""
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.write(data)
            self.process.stdin.flush()

    def end(self) -> str:
        """Kill the child if it lives; how it ended."""
        self.process.kill()
        assert self.process.stdin is not None
        with suppress(OSError):
            self.process.stdin.close()
        try:
            code = self.process.wait(_END)
        except subprocess.TimeoutExpired:  # the system keeps it
            return "lost"
        with suppress(ValueError):
            if code < 0:
                return f"signal {signal.Signals(-code).name}"
        return f"exit status {code}"

    def _listen(self) -> None:
        assert self.process.stdout is not None
        with suppress(Exception), self.process.stdout as stream:  # its end, or nonsense from a child gone wrong
            while True:
                self._events.put((self, pickle.load(stream)))
        self._events.put((self, None))


_Events = queue.SimpleQueue[tuple[_Worker, "tuple[str, Any] | None"]]


class _Crew:
    """The processes that share some tasks."""

    def __init__(self, tasks: Sequence[Any], maker: Maker, limits: Limits) -> None:
        self._tasks, self._limits = tasks, limits
        self._waiting = Shares([])
        self._events: _Events = queue.SimpleQueue()
        self._workers: list[_Worker] = []
        self._maker = pickle.dumps(child_python.search_path()) + pickle.dumps(maker)
        self._why = ""

    def results(
        self, count: int, groups: Callable[[], Sequence[Sequence[int]]] | None = None
    ) -> Iterator[tuple[int, Any]]:
        """All tasks with their results."""
        for _ in range(min(count, len(self._tasks))):
            if not self._start():
                break
        self._waiting = Shares([[task] for task in range(len(self._tasks))] if groups is None else groups())
        looked = time.monotonic()
        while self._waiting or any(worker.task is not None for worker in self._workers):
            if not self._workers:
                raise NoWorkers(self._why)
            with suppress(queue.Empty):
                worker, message = self._events.get(timeout=_TICK)
                yield from self._ended(worker) if message is None else self._heard(worker, *message)
            if time.monotonic() - looked >= _TICK:
                self._look()
                looked = time.monotonic()

    def end(self) -> None:
        """Kill all processes."""
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.end()

    def _start(self, task: int | None = None) -> bool:
        """Start a worker, which does `task` first; whether that was possible."""
        try:
            command = child_python.isolated_module("cupylint.worker")
            with _interrupts_ignored():  # what is started now inherits it
                self._workers.append(_Worker(command, self._maker, task, self._events))
        except OSError as error:
            self._why = str(error)
            return False
        return True

    def _heard(self, worker: _Worker, kind: str, result: Any) -> Iterator[tuple[int, Any]]:
        if kind == "ready":
            worker.ready = True
        else:
            done, worker.task, worker.fresh = worker.task, None, False
            assert done is not None
            yield done, result
        if worker.doomed is None:
            self._give(worker)

    def _give(self, worker: _Worker) -> None:
        """Let a worker that is ready do its task, or the next one."""
        if worker.task is None:
            worker.task = self._waiting.take(worker)
        if worker.task is not None:
            worker.since, worker.used = time.monotonic(), processor_seconds(worker.process.pid) or 0.0
            worker.send(pickle.dumps(self._tasks[worker.task], pickle.HIGHEST_PROTOCOL))

    def _ended(self, worker: _Worker) -> Iterator[tuple[int, Any]]:
        self._workers.remove(worker)
        how = worker.end()
        task, lost = worker.task, worker.doomed or Lost("died", how)
        if not worker.ready:
            self._why = f"a process ended before it was ready ({how})"
            if task is not None:  # it was to be tried once more, and ended a process before
                yield task, Lost("died", how)
            return
        if task is not None and (worker.fresh or lost.reason == "late" or not self._start(task)):
            yield task, lost
            task = None
        if task is None and self._waiting:
            self._start()

    def _look(self) -> None:
        """Kill what is over a limit."""
        now = time.monotonic()
        for worker in self._workers:
            if worker.doomed is None and (lost := self._over(worker, now - worker.since)) is not None:
                worker.doomed = lost
                worker.process.kill()

    def _over(self, worker: _Worker, seconds: float) -> Lost | None:
        limits = self._limits
        if not worker.ready:
            return Lost("late") if seconds > START_LIMIT else None
        if worker.task is None:
            return None
        if limits.seconds is not None and seconds > limits.seconds:
            used = processor_seconds(worker.process.pid)
            if (used or 0.0) - worker.used > limits.seconds or seconds > _WAITING * limits.seconds:
                return Lost("late")
        if limits.memory is not None and resident(worker.process.pid) > limits.memory:
            return Lost("memory")
        return None


def processor_seconds(process: int) -> float | None:
    """Seconds of a processor that a process has used; None where the system does not say."""
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            of_user, of_system = file.read().rpartition(b")")[2].split()[11:13]
        return (int(of_user) + int(of_system)) / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, AttributeError):
        return None


def resident(process: int) -> int:
    """Bytes of memory that a process holds; 0 where the system does not say."""
    try:
        with open(f"/proc/{process}/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError, AttributeError):
        return 0


@contextmanager
def _interrupts_ignored() -> Iterator[None]:
    """Let processes that start meanwhile ignore Ctrl-C from their first moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)
