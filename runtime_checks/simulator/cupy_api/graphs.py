"""Captures and graphs: work of a captured stream is kept, and issued anew by each launch.

A graph is launched as one piece in the order in which its work was captured. It keeps addresses, not memory:
like CUDA's, it reads and writes whatever owns its blocks by then. Not known: which library calls cannot be captured.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from cupylint.order import Kind, Order
from cupylint.order import Stream as Queue

from .errors import CUDARuntimeError

Touch = tuple[Any, bool, Any]
Action = Callable[[], object]

_UNSUPPORTED = "cudaErrorStreamCaptureUnsupported: operation not permitted when stream is capturing"
_IMPLICIT = "cudaErrorStreamCaptureImplicit: the legacy stream would depend on a capturing blocking stream"
_INVALIDATED = "cudaErrorStreamCaptureInvalidated: operation failed due to a previous error during capture"
_UNJOINED = "cudaErrorStreamCaptureUnjoined: capturing stream has unjoined work"


class Capture:
    """A capture that goes on.

    Args:
        stream: the one whose capture was begun.
    """

    def __init__(self, stream: Queue) -> None:
        self.stream = stream
        self.work: list[tuple[list[Touch], Action]] = []
        self._streams, self._events = {stream}, set[Hashable]()
        self._order, self._count, self._valid = Order(), 0, True

    def takes(self, stream: Queue) -> bool:
        """Whether work on `stream` becomes part of the graph.

        Raises:
            CUDARuntimeError: it would have to wait for captured work.
        """
        if stream.kind is Kind.NULL and any(own.kind is Kind.BLOCKING for own in self._streams):
            self._fail(_IMPLICIT)
        return stream in self._streams

    def add(self, stream: Queue, touches: Sequence[Touch], action: Action) -> None:
        """Take a piece of work."""
        self.work.append(([(view, writes, None) for view, writes, _ in touches], action))
        self._step(stream)

    def _step(self, stream: Queue) -> None:
        self._order.issue(stream, 1 << self._count)
        self._count += 1

    def records(self, event: Hashable, stream: Queue) -> bool:
        """An event is recorded; whether that is part of the capture."""
        if not self.takes(stream):
            self._events.discard(event)
            return False
        self._order.record(event, stream)
        self._events.add(event)
        return True

    def waits_event(self, stream: Queue, event: Hashable) -> bool:
        """A stream waits for an event; whether that is part of the capture."""
        if event in self._events:
            self._streams.add(stream)
            self._order.wait_event(stream, event)
            self._step(stream)
            return True
        if stream in self._streams:
            self._fail("cudaErrorStreamCaptureIsolation: dependency created on uncaptured work in another stream")
        return False

    def waits(self, what: Queue | Hashable | None) -> None:
        """The host waits for a stream, an event, or (None) the device.

        Raises:
            CUDARuntimeError: that is captured.
        """
        if self._has(what):
            self._fail(_UNSUPPORTED)

    def answers(self, what: Queue | Hashable) -> bool:
        """The host asks whether a stream or an event is done: that of captured work says no, and ends the capture."""
        self._valid = self._valid and not self._has(what)
        return not self._has(what)

    def _has(self, what: Queue | Hashable | None) -> bool:
        legacy = isinstance(what, Queue) and what.kind is Kind.NULL and self.stream.kind is Kind.BLOCKING
        return what is None or what in self._streams or what in self._events or legacy

    def _fail(self, text: str) -> None:
        self._valid = False
        raise CUDARuntimeError(text)

    def covers(self, stream: Queue) -> bool:
        """Whether `stream` is part of the capture."""
        return stream in self._streams

    def end(self) -> Graph:
        """The graph.

        Raises:
            CUDARuntimeError: an error has ended the capture, or work was not joined.
        """
        if not self._valid:
            raise CUDARuntimeError(_INVALIDATED)
        if ((1 << self._count) - 1) & ~self._order.issue(self.stream):
            raise CUDARuntimeError(_UNJOINED)
        return Graph(self.work)


class Graph:
    """``cupy.cuda.Graph``"""

    def __init__(self, work: Sequence[tuple[list[Touch], Action]]) -> None:
        self._work = tuple(work)

    def launch(self, stream: Any = None) -> None:
        """Issue all work on `stream`, by default the current one."""
        from ..engine import active
        from .devices import target

        queue, label = target(stream)
        for touches, action in self._work:
            active().issue(queue, label, touches, action)

    def upload(self, stream: Any = None) -> None:
        """Nothing to do here."""
