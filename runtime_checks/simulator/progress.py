"""Kernels that have begun and cannot end by themselves: they wait for a flag, or for each other.

Work that is ordered after such a kernel waits for it, and so does a host that asks for it. The clock of the device goes
on where the host sleeps or looks. Where all that is left waits, and no other thread of the program can do anything, the
clock jumps ahead; a kernel that goes on for longer than `HANG` is one that hangs.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any, Protocol

from .results import NotSupported

if TYPE_CHECKING:
    from .engine import Engine

HANG = 6.0
"""Seconds of the device after which nobody waits for a kernel any more, as `hangs.LEAST`."""

_LEAPS = (0.001, 0.01, 0.1, 1.0, HANG)
_LOOK = 2_000_000  # nanoseconds that pass where the host looks at the device
_OTHERS = 5.0  # seconds that other threads of the program are given to do something
_NAP = 0.005
_ASKED = 400  # times that a host may ask in vain, where nobody else can do anything


class Hangs(BaseException):
    """The host waits for what never ends. No program can catch it: it would not come to that."""


class Unfinished(Protocol):
    """A kernel that has begun."""

    @property
    def name(self) -> str:
        """What its text calls it."""
        ...

    @property
    def fills(self) -> bool:
        """Whether it leaves no room on the device for another one."""
        ...

    def go_on(self) -> bool:
        """Go on as far as possible; whether that is its end."""
        ...

    def never_ends(self) -> bool:
        """Whether it goes on as it is for longer than anybody waits."""
        ...

    def reported(self) -> object:
        """Tell what has gone wrong."""
        ...


class Progress:
    """What is under way on the device."""

    def __init__(self) -> None:
        self.held = 0  # operations that have begun and not ended
        self._kernels: dict[int, Unfinished] = {}
        self._clock = 1_000_000_000
        self._loaded: set[Hashable] = set()
        self._before = set(threading.enumerate())
        self._stuck: set[int] = set()  # threads that wait for the device
        self._asked = 0
        self.met = False  # there was such a kernel
        self.broken: Exception | None = None  # what every call reports from now on

    def tick(self, nanoseconds: int) -> int:
        """Move the clock on, and tell the time."""
        self._clock += nanoseconds
        return self._clock

    def hold(self, number: int, kernel: Unfinished) -> None:
        """The operation has begun."""
        self._kernels[number] = kernel
        self.held |= 1 << number
        self.met = True

    @property
    def names(self) -> list[str]:
        """The kernels that have not ended."""
        return [kernel.name for kernel in self._kernels.values()]

    @property
    def filling(self) -> int:
        """Operations that leave no room for others."""
        return sum(1 << number for number, kernel in self._kernels.items() if kernel.fills)

    def go_on(self) -> bool:
        """Let what has begun go on; whether some of it has ended."""
        ended = [number for number, kernel in list(self._kernels.items()) if kernel.go_on()]
        for number in ended:
            self._kernels.pop(number).reported()
            self.held &= ~(1 << number)
        return bool(ended)

    def check(self) -> None:
        """Report what a kernel has done wrong.

        Raises:
            CUDARuntimeError: there was one.
        """
        if self.broken is not None:
            raise self.broken

    # -- waiting -------------------------------------------------------------------------------

    def load(self, engine: Engine, kernel: Hashable) -> None:
        """The host is about to launch a kernel: the first time, it waits for all that runs."""
        if kernel not in self._loaded:
            self._loaded.add(kernel)
            self.until(engine)

    def until(self, engine: Engine, operations: int | None = None) -> None:
        """The host waits for operations; None: for all that have begun.

        Raises:
            Hangs: that is for ever.
            NotSupported: nobody can tell.
        """
        if not self.held:
            return
        leaps, given_up = iter(_LEAPS), monotonic() + _OTHERS
        self._stuck.add(threading.get_ident())
        try:
            with _uninterrupted():
                while True:
                    with engine.lock:
                        if not engine.left(self.held if operations is None else operations):
                            return
                        if self.go_on() or engine.run_what_can():
                            continue
                        if monotonic() > given_up or not self._others():
                            leap = next(leaps, None)
                            if leap is None:
                                raise self._verdict()
                            self.tick(int(leap * 1e9))
                            continue
                    sleep(_NAP)
        finally:
            self._stuck.discard(threading.get_ident())

    def _verdict(self) -> BaseException:
        if not self._others() and all(kernel.never_ends() for kernel in self._kernels.values()):
            return Hangs("the host waits for a kernel that never ends")
        return NotSupported("how long a kernel goes on is not known")

    def _others(self) -> bool:
        """Whether some thread of the program may still do something."""
        here = threading.current_thread()
        return any(
            thread is not here and thread.ident not in self._stuck
            for thread in threading.enumerate()
            if thread not in self._before
        )

    def asked_in_vain(self, engine: Engine) -> None:
        """The host asked whether something is done, and it is not: it may do so for ever.

        Raises:
            Hangs, NotSupported: as `until`.
        """
        self._asked += 1
        if self._asked > _ASKED and not self._others():
            self._asked = 0
            self.until(engine)

    def look(self, engine: Engine, nanoseconds: int = _LOOK) -> None:
        """Time passes on the device."""
        if self.held:
            with engine.lock:
                self.tick(nanoseconds)
                if self.go_on():
                    self._asked = 0
                    engine.run_what_can()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """CUDA waits without looking at signals: what arrives meanwhile is handled afterwards."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[tuple[int, Any]] = []
    handlers: dict[int, Any] = {}
    for sent in (signal.SIGINT, signal.SIGTERM):
        handler = signal.getsignal(sent)
        if callable(handler):
            handlers[sent] = handler
            signal.signal(sent, lambda number, frame: came.append((number, frame)))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    for number, frame in came:
        handlers[number](number, frame)
