"""Nothing that a program started outlives it, whatever it did to be forgotten. Uses nothing of cupylint.

On Linux a process can ask to become the parent of all its descendants whose own parents end ("child subreaper"). So a
program's process gets a guard for its parent: a daemon may leave its session, fork twice and empty its environment, it
still descends from the guard and is found through ``/proc``. Elsewhere there are process groups only (see `process`).
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress

PATIENCE = 5.0
"""Seconds for which processes are ended again and again that go on starting others."""

_SUBREAPER, _DEATH_SIGNAL = 36, 1  # of prctl(2)
_LOOK = 1.0  # seconds between two looks whether the command is still there
_LINUX = sys.platform == "linux"


def watched() -> None:
    """Go on in a child of this process, which stays behind as the guard of it.

    The guard ends like the child, once everything is ended that descends from it; as soon as the command that started
    it is gone; and it hands a request to end on. To be called before there are threads, and before a device is used.
    Where there is no such guard nothing happens.
    """
    if not _LINUX or not _prctl(_SUBREAPER, 1):
        return
    command, guard = os.getppid(), os.getpid()
    told = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, told)
    child = os.fork()
    if not child:
        os.setsid()  # what it sends to its group does not reach the guard
        _prctl(_DEATH_SIGNAL, signal.SIGKILL)
        if os.getppid() != guard:
            os._exit(1)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        first_to_go()
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):  # the ends of pipes belong to the child alone
        os.dup2(nothing, descriptor)
    status = _guard(child, command, told)
    end_all(lambda: below(guard))
    _end_like(status)


@contextmanager
def custody() -> Iterator[None]:
    """End what was started in the block and is still there at its end, even if its guard was ended first."""
    before = set(below(os.getpid()))
    adopts = _LINUX and _prctl(_SUBREAPER, 1)
    try:
        yield
    finally:
        if adopts:
            end_all(lambda: set(below(os.getpid())) - before)
            _prctl(_SUBREAPER, 0)


def below(root: int) -> list[int]:
    """The processes that descend from `root` and have not ended yet, where the system shows that."""
    children: dict[int, list[int]] = {}
    ended = set()
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdigit():
                with suppress(OSError, IndexError, ValueError), open(f"/proc/{name}/stat", "rb") as file:
                    state, parent = file.read().rpartition(b")")[2].split()[:2]
                    children.setdefault(int(parent), []).append(int(name))
                    if state in (b"Z", b"X"):
                        ended.add(int(name))
    found, left = [], [root]
    while left:
        each = children.pop(left.pop(), [])
        found += each
        left += each
    return [number for number in found if number not in ended]


def end_all(find: Callable[[], Iterable[int]]) -> None:
    """End the processes that `find` names, again until it names none: one may just have started another."""
    last = time.monotonic() + PATIENCE
    while (left := list(find())) and time.monotonic() < last:
        for number in left:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        time.sleep(0.002)


def first_to_go() -> None:
    """Where memory runs out, the system ends this process and its children before any other."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w", encoding="ascii") as file:
        file.write("1000")


def _guard(child: int, command: int, told: set[signal.Signals]) -> int:
    """Wait for the end of `child`; its status."""
    while os.getppid() == command:
        heard = signal.sigtimedwait(told, _LOOK)
        if heard is not None and heard.si_signo != signal.SIGCHLD:
            with suppress(OSError):
                os.killpg(child, signal.SIGTERM)
        while (ended := _waited())[0]:
            if ended[0] == child:
                return ended[1]
    return 0


def _waited() -> tuple[int, int]:
    try:
        return os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return 0, 0


def _end_like(status: int) -> None:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # the child has left one if there is to be one
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, ())
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 1)


def _prctl(option: int, value: int) -> bool:
    import ctypes

    try:
        return bool(ctypes.CDLL(None).prctl(option, value, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False
