"""The steps of a simulated program.

All that is ordered goes through the engine's `Order`, so listening to that tells the steps; the engine itself tells
which memory an operation touches.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

import numpy as np

from cupylint.order import HOST, Order, Stream

from ..simulator.engine import Action, Engine, Touch
from ..simulator.log import View, Volatile
from ..simulator.memory import Allocation
from .stacks import Stacks, rank
from .trace import Kind, Layout, Operation, Range

Take = Callable[[Operation], None]
_byte_bounds = np.lib.array_utils.byte_bounds


class Traced(Engine):
    """An engine that tells what it does; it does not judge by itself.

    Args:
        take: called with each step.
    """

    def __init__(self, *args: Any, take: Take, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.exact = True
        self._stacks = Stacks(rank)
        self.order: _Listening = _Listening(take, self._operation)
        self._touches: Sequence[Touch] = ()
        self._label = ""

    def _operation(self, stream: Stream | None, host: Hashable, kind: Kind) -> Operation | None:
        """The access that is being made."""
        touches, self._touches = self._touches, ()
        if not touches:
            return None
        reads = tuple(_range(touch) for touch in touches if not touch[1])
        writes = tuple(_range(touch) for touch in touches if touch[1])
        return Operation(kind, host, stream, None, reads, writes, None, self._label, self._stacks.here())

    def issue(
        self,
        stream: Stream,
        label: str,
        touches: Sequence[Touch],
        action: Action,
        copies: bool = False,
        idle: bool = False,
    ) -> int:
        """As `Engine.issue`."""
        with self.lock:
            self._touches, self._label = touches, label
            try:
                return super().issue(stream, label, touches, action, copies, idle)
            finally:
                self._touches = ()

    def in_order(self, stream: Stream, label: str, memory: Allocation, given_back: bool) -> None:
        """As `Engine.in_order`."""
        with self.lock:
            if self.capture is None or not self.capture.takes(stream):
                self._touches, self._label = [(memory.bytes, True, memory)], label
                self.order.in_order(stream, given_back, self.host)

    def host_access(self, touches: Sequence[Touch]) -> None:
        """As `Engine.host_access`."""
        with self.lock:
            self._touches, self._label = touches, self.local.label if self.calling_back else "host"
            super().host_access(touches)

    def forsake(self, stream: Stream) -> None:
        """As `Engine.forsake`."""
        super().forsake(stream)
        with self.lock:
            self.order.ended(stream)


class _Listening(Order):
    """An order that tells each step before it makes it."""

    __slots__ = ("_callers", "_operation", "_take")

    def __init__(self, take: Take, operation: Callable[[Stream | None, Hashable, Kind], Operation | None]) -> None:
        super().__init__()
        self._take, self._operation = take, operation
        self._callers: dict[Hashable, Stream] = {}

    def _host(self, host: Hashable) -> Hashable:
        """The functions that a stream calls come one after the other: they count as one thread."""
        caller = self._callers.get(host)
        return host if caller is None else ("called by", caller.key)

    def issue(self, stream: Stream, operations: int = 0, host: Hashable = HOST) -> int:
        who = self._host(host)
        self._take(self._operation(stream, who, Kind.WORK) or Operation(Kind.WORK, who, stream))
        return super().issue(stream, operations, host)

    def in_order(self, stream: Stream, given_back: bool, host: Hashable) -> None:
        """Memory is handed out, or given back, in the order of `stream`."""
        found = self._operation(stream, self._host(host), Kind.WORK if given_back else Kind.ALLOCATED)
        if found is not None:
            self._take(found)

    def host_access(self, operations: int, host: Hashable = HOST) -> int:
        found = self._operation(self._callers.get(host), self._host(host), Kind.HOST)
        if found is not None:
            self._take(found)
        return super().host_access(operations, host)

    def record(self, event: Hashable, stream: Stream, host: Hashable = HOST) -> None:
        self._take(Operation(Kind.RECORD, self._host(host), stream, event))
        super().record(event, stream, host)

    def wait_event(self, stream: Stream, event: Hashable, host: Hashable = HOST) -> int:
        self._take(Operation(Kind.WAIT, self._host(host), stream, event))
        return super().wait_event(stream, event, host)

    def host_wait_stream(self, stream: Stream, host: Hashable = HOST) -> int:
        if isinstance(host, tuple) and host[0] == "callback":
            self._callers[host] = stream
        self._take(Operation(Kind.JOIN_STREAM, self._host(host), stream))
        return super().host_wait_stream(stream, host)

    def host_wait_event(self, event: Hashable, host: Hashable = HOST) -> int:
        self._take(Operation(Kind.JOIN_EVENT, self._host(host), event=event))
        return super().host_wait_event(event, host)

    def host_wait_device(self, device: int | None, host: Hashable = HOST) -> int:
        self._take(Operation(Kind.JOIN_DEVICE, self._host(host), device=device))
        return super().host_wait_device(device, host)

    def host_signal(self, source: Hashable, target: Hashable) -> None:
        self._take(Operation(Kind.SIGNAL, self._host(target), event=self._host(source)))
        super().host_signal(source, target)

    def ended(self, stream: Stream) -> None:
        """Nobody can give `stream` work any more."""
        self._take(Operation(Kind.END, HOST, stream))


def _range(touch: Touch) -> Range:
    view, _, owner = touch
    if owner is None:
        return range_of(view)
    return range_of(view, owner.number, (owner.address, owner.address + owner.size))


def range_of(view: View, owner: int = 0, home: tuple[int, int] = (0, 0)) -> Range:
    """The range that a NumPy array uses."""
    first: int = view.__array_interface__["data"][0]
    shared = isinstance(view, Volatile)
    if view.flags.forc:
        return Range(first, first + view.nbytes, owner, shared=shared)
    low, high = _byte_bounds(view)
    return Range(int(low), int(high), owner, Layout(view.shape, view.strides, view.itemsize, first), home, shared)
