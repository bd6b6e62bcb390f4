"""Short programs, step by step, in the model and in the happens-before graph at once."""

from __future__ import annotations

from collections.abc import Hashable

from cupylint.order import HOST, Kind, Order, Stream
from tests.order.vector_clocks import Graph

NULL = Stream(0, Kind.NULL)
S1, S2 = Stream(1, Kind.BLOCKING), Stream(2, Kind.BLOCKING)  # Stream()
N1, N2 = Stream(3, Kind.NON_BLOCKING), Stream(4, Kind.NON_BLOCKING)  # Stream(non_blocking=True)
MINE, THEIRS = Stream(5, Kind.PER_THREAD), Stream(6, Kind.PER_THREAD)  # Stream.ptds of two threads
FOREIGN = Stream(7, Kind.UNKNOWN)  # ExternalStream(pointer)
NULL_B, S_B = Stream(0, Kind.NULL, device=1), Stream(1, Kind.BLOCKING, device=1)  # of the second device
LEGACY = (S1, MINE)  # the kinds that are ordered with the null stream
FREE = (N1, FOREIGN)  # the kinds that are ordered with nothing


class Program:
    """One execution, in both models."""

    def __init__(self) -> None:
        self.order, self.graph = Order(), Graph()
        self._before: dict[int, int] = {}  # of each operation, the bit set of those before it

    def work(self, stream: Stream, host: Hashable = HOST) -> int:
        """An operation is issued to `stream`; returns its number."""
        number = len(self._before)
        self._before[number] = self.order.issue(stream, 1 << number, host)
        self.graph.issue(stream, number, host)
        return number

    def touch(self, host: Hashable = HOST) -> int:
        """The host reads or writes memory; returns the number of the operation."""
        number = len(self._before)
        self._before[number] = self.order.host_access(1 << number, host)
        self.graph.host_access(number, host)
        return number

    def do(self, verb: str, *arguments: Hashable) -> None:
        """A step that is no operation: a method of both models."""
        getattr(self.order, verb)(*arguments)
        getattr(self.graph, verb)(*arguments)

    def ordered(self, earlier: int, later: int) -> bool:
        """Whether `earlier` is over before `later` starts."""
        answer = bool(self._before[later] >> earlier & 1)
        assert answer == self.graph.ordered(earlier, later), "the model and the graph disagree"
        return answer
