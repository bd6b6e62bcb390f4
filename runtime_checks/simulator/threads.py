"""Order between host threads: what one has waited for, another knows after a start, join, lock or wait."""

from __future__ import annotations

import concurrent.futures
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from .engine import Engine, active

Wrapper = Callable[[Callable[..., Any]], Callable[..., Any]]
_NAPS = 200  # sleeps after which all pending work is done, so that a loop that sleeps ends


def _start(original: Callable[..., Any]) -> Callable[..., Any]:
    def start(self: threading.Thread) -> None:
        engine = active()
        engine.signal(engine.host, ("started", id(self)))
        run = self.run

        def begun() -> None:
            engine.signal(("started", id(self)), engine.host)
            try:
                run()
            finally:
                engine.signal(engine.host, ("ended", id(self)))

        self.run = begun  # type: ignore[method-assign]
        original(self)

    return start


def _join(original: Callable[..., Any]) -> Callable[..., Any]:
    def join(self: threading.Thread, timeout: float | None = None) -> None:
        engine = active()
        engine.force_callbacks()
        original(self, timeout)
        if not self.is_alive():
            engine.signal(("ended", id(self)), engine.host)

    return join


def _lock_of(condition: threading.Condition) -> tuple[str, int]:
    return "lock", id(condition._lock)  # type: ignore[attr-defined]


def _enter(original: Callable[..., Any]) -> Callable[..., Any]:
    # Events, queues, semaphores, barriers and futures are all made of conditions.
    def enter(self: threading.Condition) -> Any:
        engine = _engine()
        if engine is None:
            return original(self)  # a thread of a pool that outlives its program
        engine.force_callbacks()
        result = original(self)
        engine.signal(_lock_of(self), engine.host)
        return result

    return enter


def _exit(original: Callable[..., Any]) -> Callable[..., Any]:
    def leave(self: threading.Condition, *args: Any) -> Any:
        engine = _engine()
        if engine is not None:
            engine.signal(engine.host, _lock_of(self))
        return original(self, *args)

    return leave


def _wait(original: Callable[..., Any]) -> Callable[..., Any]:
    def wait(self: threading.Condition, timeout: float | None = None) -> bool:
        engine = _engine()
        if engine is None:
            return bool(original(self, timeout))
        engine.signal(engine.host, _lock_of(self))
        result = bool(original(self, timeout))
        engine.signal(_lock_of(self), engine.host)
        return result

    return wait


def _submit(original: Callable[..., Any]) -> Callable[..., Any]:
    def submit(self: Any, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        engine = active()
        key = ("submitted", object())
        engine.signal(engine.host, key)

        def begun(*args: Any, **kwargs: Any) -> Any:
            engine.signal(key, engine.host)
            return function(*args, **kwargs)

        return original(self, begun, *args, **kwargs)

    return submit


class Lock:
    """``threading.Lock`` or ``RLock``: who holds it knows what those knew who held it before."""

    def __init__(self, lock: Any) -> None:
        self._lock = lock

    def acquire(self, blocking: bool = True, timeout: float = -1) -> bool:
        engine = _engine()
        if engine is not None:
            engine.force_callbacks()
        taken = bool(self._lock.acquire(blocking, timeout))
        if taken and engine is not None:
            engine.signal(("lock", id(self)), engine.host)
        return taken

    def release(self) -> None:
        engine = _engine()
        if engine is not None:
            engine.signal(engine.host, ("lock", id(self)))
        self._lock.release()

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *args: object) -> None:
        self.release()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._lock, name)


def _engine() -> Engine | None:
    """The active engine; None after the program's end, which its locks may outlive."""
    try:
        return active()
    except RuntimeError:
        return None


def _lock(original: Callable[..., Any]) -> Callable[..., Any]:
    return lambda: Lock(original())


def _simple_queue(original: Callable[..., Any]) -> Callable[..., Any]:
    # The one written in Python is made of a semaphore, and that of a condition.
    return queue._PySimpleQueue  # type: ignore[attr-defined, no-any-return]


def _sleep(original: Callable[..., Any]) -> Callable[..., Any]:
    def sleep(seconds: float) -> None:
        engine = active()
        engine.force_callbacks()
        engine.naps += 1
        if engine.naps % _NAPS == 0:
            engine.finish()
        engine.progress.look(engine, int(seconds * 1e9))
        original(min(seconds, 0.01))

    return sleep


PATCHES: list[tuple[Any, str, Wrapper]] = [
    (threading.Thread, "start", _start),
    (threading.Thread, "join", _join),
    (threading.Condition, "__enter__", _enter),
    (threading.Condition, "__exit__", _exit),
    (threading.Condition, "wait", _wait),
    (concurrent.futures.ThreadPoolExecutor, "submit", _submit),
    (threading, "Lock", _lock),
    (threading, "RLock", _lock),
    (queue, "SimpleQueue", _simple_queue),
    (time, "sleep", _sleep),
]
"""What to replace while a program runs: owner, name, what makes the replacement."""
