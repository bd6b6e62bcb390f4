"""A request to stop, by a signal or by Ctrl-C: told once, so that all is cleaned up however often it comes."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_ONCE_MORE = 15.0
"""Seconds after which a request is told again: what began to clean up then hangs, or the first was lost."""


class Stopped(BaseException):
    """Somebody asked the command to end.

    Attributes:
        status: the exit status by which shells tell.
    """

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.status = 128 + number


@contextmanager
def heeded() -> Iterator[Callable[[], None]]:
    """In the block a request to end raises `Stopped`, Ctrl-C `KeyboardInterrupt`, and those that follow do nothing.

    Nor do they after the block, once there was one: then the process ends. What the block gets is called when it begins
    to clean up, which requests do not disturb. Nothing is changed on other threads than the main one, and for signals
    that are ignored already (``nohup``).
    """
    if threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return
    told, quiet = False, 0.0

    def cleaning() -> None:
        nonlocal quiet
        quiet = time.monotonic() + _ONCE_MORE

    def tell(number: int, frame: FrameType | None) -> None:
        nonlocal told
        if time.monotonic() < quiet:
            return
        told = True
        cleaning()
        raise KeyboardInterrupt if number == signal.SIGINT else Stopped(number)

    numbers = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    try:
        for number, handler in before.items():
            if handler in (signal.SIG_DFL, signal.default_int_handler):
                signal.signal(number, tell)
        yield cleaning
    finally:
        for number, handler in before.items():
            if signal.getsignal(number) is tell:
                signal.signal(number, signal.SIG_IGN if told else handler)
