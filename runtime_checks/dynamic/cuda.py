"""A traced run on a device."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import asdict
from typing import Any, cast

from .. import scene
from ..jobs import Job
from ..simulator import host, threads
from ..simulator.engine import Engine, Touch, activate
from .analysis import Analysis
from .of_cupy import Pinned, Tracer
from .trace import Observed, Operation
from .wrapping import Wrapping

_OUTPUT = 10_000  # characters of what a program printed, from the end
_LEFT_OUT = frozenset(("sleep", "SimpleQueue"))  # which the simulator replaces for reasons of its own


def judged(job: Job, say: Callable[..., None]) -> tuple[str, bool]:
    """Run the program of `job`, tell what is observed at once; its error, and whether the process is as new."""
    analysis = Analysis(lambda observed: _told(observed, say))
    say(kind="stage", stage="the traced run")
    with tracing(analysis.take) as settle:

        def ended(names: dict[str, Any]) -> dict[str, Any]:
            settle()
            return {}

        ran = scene.run(job.path, dict(job.texts), job.argv, None, collect=ended, module=job.module)
    counts = [observed.count for observed in analysis.observed.values()]
    say(kind="ran", error=ran.error, output=ran.output[-_OUTPUT:].decode("utf-8", "replace"))
    say(kind="traced", summary=asdict(analysis.summary), counts=counts)
    return ran.error, not ran.leftovers


@contextmanager
def tracing(take: Callable[[Operation], None]) -> Iterator[Callable[[], None]]:
    """In the block what is done with CuPy in this process is told to `take`, step by step.

    Gives a function that waits for those that streams have yet to call. They need the names of the program.
    """
    import cupy

    tracer = Tracer(cupy, take)

    def settle() -> None:
        if tracer.waiting:
            with suppress(Exception):  # whatever the program has done to the device
                cupy.cuda.runtime.deviceSynchronize()

    with Wrapping(tracer).installed(), _host(tracer):
        yield settle
        settle()


def _told(observed: Observed, say: Callable[..., None]) -> None:
    say(kind="observed", observed=asdict(observed))


class _Listener:
    """Takes what the simulator's stand-ins for threads, locks and pinned arrays tell of the host."""

    calling_back = False

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer
        self.memory = self
        self.lock, self.local = threading.RLock(), threading.local()

    @property
    def host(self) -> Hashable:
        """The thread that acts."""
        return self._tracer.host

    def find(self, address: int) -> Pinned | None:
        """The memory at an address that a device can reach."""
        return self._tracer.find(address)

    def host_access(self, touches: Sequence[Touch]) -> None:
        """The host reads or writes such memory."""
        self._tracer.host_access(touches)

    def signal(self, source: Hashable, target: Hashable) -> None:
        """One goes on after another has come somewhere."""
        self._tracer.signal(source, target)

    def force_callbacks(self) -> None:
        """Nothing is held back."""


@contextmanager
def _host(tracer: Tracer) -> Iterator[None]:
    """In the block pinned arrays and the order of threads are told to `tracer`."""
    patches: list[tuple[Any, str, Callable[[Any], Any]]] = [*host.PATCHES, *threads.PATCHES]
    listener = _Listener(tracer)  # its lock is none of those that are told
    with ExitStack() as undo:
        activate(cast(Engine, listener))
        undo.callback(activate, None)
        for owner, name, wrap in patches:
            if name not in _LEFT_OUT:
                original = getattr(owner, name)
                setattr(owner, name, wrap(original))
                undo.callback(setattr, owner, name, original)
        yield
