"""Streams, events and host threads as agents; what each of them knows to be finished.

For every agent ``x`` the model keeps the set ``known[x]`` of operations that are ordered before whatever x does
next. All CUDA ordering rules are unions of such sets:

* an operation issued to a stream starts after everything its issuing host thread has waited for
  and after everything issued to that stream before;
* an event recorded on a stream takes a *snapshot* of what the stream knows; waiting adds the
  snapshot; an event that was never recorded is an empty snapshot;
* the legacy null stream waits for all blocking streams of its device, and they for it;
* a host wait adds what the stream (or the event) knows to what the host knows.

Two operations on overlapping memory race when one writes and neither is known to the other.

`Agents` has the rules, whatever the sets are. In an `Order` they are bit sets, operation *i* is bit ``1 << i`` of a
Python integer, and states of two paths join by `Order.join`, which keeps what is known on both. For one execution
without joins, however long it is, see `cupylint.order.clock`.

Source of the rules: CUDA Programming Guide, "Asynchronous Concurrent Execution" (explicit and
default streams) and the runtime API's stream and event management; measured on an H200.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import and_
from typing import Generic, Protocol, TypeVar

Event = Hashable
Host = Hashable
HOST: Host = "host"
"""The name of the main host thread."""


class Kind(Enum):
    """How a stream behaves towards the legacy null stream."""

    NULL = "null"  # the legacy null stream itself: one per device
    BLOCKING = "blocking"  # Stream(): ordered with null both ways, not with each other
    NON_BLOCKING = "non-blocking"  # Stream(non_blocking=True): ordered with nothing
    PER_THREAD = "per-thread default"  # a thread's default stream; behaves like a blocking stream
    REQUEST = "request"  # a request of MPI or KvikIO: ordered with nothing, and no wait for a device covers it
    UNKNOWN = "unknown"  # a stream from elsewhere; no implicit order is assumed


_HEEDS_NULL = (Kind.BLOCKING, Kind.PER_THREAD)


@dataclass(frozen=True, slots=True)
class Stream:
    """A stream: its identity, its kind and the device it belongs to."""

    key: Hashable
    kind: Kind
    device: int = 0

    def __hash__(self) -> int:
        return hash(self.key)  # streams are looked up all the time, and their keys tell them apart


_Set = TypeVar("_Set")


class _Union(Protocol):
    def __or__(self: _Set, other: _Set, /) -> _Set: ...


Known = TypeVar("Known", bound=_Union)
"""A set of operations; ``|`` is the union."""


class Agents(Generic[Known]):
    """What every agent knows, at one moment of one execution: the rules of order.

    A subclass says what the sets are: `nothing` and `_added`.
    """

    __slots__ = ("barrier", "events", "hosts", "streams")
    nothing: Known

    def __init__(self) -> None:
        self.streams: dict[Stream, Known] = {}
        self.events: dict[Event, Known] = {}
        self.hosts: dict[Host, Known] = {HOST: self.nothing}
        self.barrier: dict[int, Known] = {}  # device -> what its null stream knew at its last action

    def _added(self, known: Known, before: Known) -> Known:
        """What of `known` is not in `before`."""
        raise NotImplementedError

    # -- what a stream knows -------------------------------------------------------------------

    def known(self, stream: Stream, host: Host = HOST) -> Known:
        """Operations ordered before one that `host` would issue to `stream` now."""
        known = self.streams.get(stream, self.nothing) | self.hosts.get(host, self.nothing)
        if stream.kind is Kind.NULL:
            for other, does in self.streams.items():
                if other.kind in _HEEDS_NULL and other.device == stream.device:
                    known |= does
        elif stream.kind in _HEEDS_NULL:
            known |= self.barrier.get(stream.device, self.nothing)
        return known

    def covered(self, stream: Stream) -> Known:
        """Operations that a host wait on `stream` waits for.

        The null stream stands for all blocking ones. A blocking stream does not stand for the null
        stream: unless something was issued to it since, it is not waiting for null (measured).
        """
        return self.known(stream, host=None) if stream.kind is Kind.NULL else self.streams.get(stream, self.nothing)

    def _act(self, stream: Stream, host: Host, adds: Known) -> Known:
        """Something is issued to `stream`; returns what was known before it."""
        before = self.known(stream, host)
        after = before | adds
        self.streams[stream] = after
        if stream.kind is Kind.NULL:
            self.barrier[stream.device] = after
        return before

    # -- what can happen -----------------------------------------------------------------------

    def issue(self, stream: Stream, operations: Known, host: Host = HOST) -> Known:
        """Issue `operations` (none for work on memory nobody watches) to `stream`.

        Returns the set of operations ordered before them.
        """
        return self._act(stream, host, operations)

    def record(self, event: Event, stream: Stream, host: Host = HOST) -> None:
        """Record `event` on `stream`: a snapshot of all work issued to it so far."""
        self.events[event] = self._act(stream, host, self.nothing)

    def wait_event(self, stream: Stream, event: Event, host: Host = HOST) -> Known:
        """Later work on `stream` waits for the snapshot of `event`. Returns what the wait added."""
        snapshot = self.events.get(event, self.nothing)
        before = self._act(stream, host, snapshot)
        return self._added(snapshot, before)

    def host_wait_stream(self, stream: Stream, host: Host = HOST) -> Known:
        """The host blocks until `stream` is done. Returns what the host learned."""
        return self._learn(host, self.covered(stream))

    def host_wait_event(self, event: Event, host: Host = HOST) -> Known:
        """The host blocks until `event` is done. Returns what the host learned."""
        return self._learn(host, self.events.get(event, self.nothing))

    def host_wait_device(self, device: int | None, host: Host = HOST) -> Known:
        """The host blocks until all work on `device` (None: every device) is done."""
        learned = self.nothing
        for stream, known in self.streams.items():
            if stream.kind is not Kind.REQUEST and (device is None or stream.device == device):
                learned |= known
        return self._learn(host, learned)

    def host_access(self, operations: Known, host: Host = HOST) -> Known:
        """The host itself touches memory. Returns what is ordered before it; it is over at once."""
        before = self.hosts.get(host, self.nothing)
        self.hosts[host] = before | operations
        return before

    def host_signal(self, source: Host, target: Host) -> None:
        """Thread `target` continues after thread `source` came here (start, join, a future)."""
        self._learn(target, self.hosts.get(source, self.nothing))

    def assume(self, source: Stream | None, target: Stream | None, host: Host = HOST) -> None:
        """Order all work of `source` before what `target` (None: the host) does next.

        The edge that a missing ``target.wait_event(source.record())`` would make.
        """
        known = self.hosts.get(host, self.nothing) if source is None else self.covered(source)
        if target is None:
            self._learn(host, known)
        else:
            self.streams[target] = self.streams.get(target, self.nothing) | known
            if target.kind is Kind.NULL:
                self.barrier[target.device] = self.barrier.get(target.device, self.nothing) | known

    def recorded(self, event: Event) -> bool:
        """Whether `event` was recorded (after a join: on some path)."""
        return event in self.events

    def _learn(self, host: Host, operations: Known) -> Known:
        before = self.hosts.get(host, self.nothing)
        self.hosts[host] = before | operations
        return self._added(operations, before)


class Order(Agents[int]):
    """What every agent knows, as bit sets of operation numbers. Copy with `copy`; never shared between executions."""

    __slots__ = ("issued",)
    nothing = 0

    def __init__(self) -> None:
        super().__init__()
        self.issued = 0

    def _added(self, known: int, before: int) -> int:
        return known & ~before

    def issue(self, stream: Stream, operations: int = 0, host: Host = HOST) -> int:
        """As `Agents.issue`."""
        self.issued |= operations
        return self._act(stream, host, operations)

    def host_access(self, operations: int, host: Host = HOST) -> int:
        """As `Agents.host_access`."""
        self.issued |= operations
        return super().host_access(operations, host)

    def go_on(self, operations: int, host: Host) -> None:
        """These have not been waited for by `host`, which has just waited for all that came before them."""
        self.hosts[host] = self.hosts.get(host, 0) & ~operations

    def leave_out(self, operations: int) -> None:
        """These operations were not issued, after all: another path that was joined with this one had issued them."""
        self.issued &= ~operations

    def copy(self) -> Order:
        """An independent copy."""
        other = Order.__new__(Order)
        other.streams = self.streams.copy()
        other.events = self.events.copy()
        other.hosts = self.hosts.copy()
        other.barrier = self.barrier.copy()
        other.issued = self.issued
        return other

    # -- joining paths -------------------------------------------------------------------------

    def join(self, other: Order) -> Order:
        """What is known whichever of two paths was taken.

        An operation that only one path issued counts as known on the other one.
        """
        mine, theirs = self._settled(), other._settled()
        only_mine, only_theirs = mine.issued & ~theirs.issued, theirs.issued & ~mine.issued
        joined = Order.__new__(Order)
        joined.issued = mine.issued | theirs.issued

        def both(left: int, right: int) -> int:
            return (left | only_theirs) & (right | only_mine)

        joined.streams = {
            key: both(mine.streams.get(key, mine._unseen(key)), theirs.streams.get(key, theirs._unseen(key)))
            for key in mine.streams.keys() | theirs.streams.keys()
        }
        joined.hosts = {
            key: both(mine.hosts.get(key, 0), theirs.hosts.get(key, 0))
            for key in mine.hosts.keys() | theirs.hosts.keys()
        }
        joined.events = {
            key: both(mine.events.get(key, 0), theirs.events.get(key, 0))
            for key in mine.events.keys() | theirs.events.keys()
        }
        joined.barrier = {
            key: both(mine.barrier.get(key, mine._common()), theirs.barrier.get(key, theirs._common()))
            for key in mine.barrier.keys() | theirs.barrier.keys()
        }
        return joined

    def disagreement(self, other: Order) -> int:
        """The operations that only one of two paths has issued, or of which something knows on one path alone."""
        found = self.issued ^ other.issued
        for stream in self.streams.keys() | other.streams.keys():
            mine, theirs = self.streams.get(stream), other.streams.get(stream)
            found |= (self._unseen(stream) if mine is None else mine) ^ (
                other._unseen(stream) if theirs is None else theirs
            )
        for held, others in ((self.hosts, other.hosts), (self.events, other.events), (self.barrier, other.barrier)):
            for key in held.keys() | others.keys():
                found |= held.get(key, 0) ^ others.get(key, 0)  # type: ignore[call-overload]
        return found

    def _common(self) -> int:
        """What all host threads know."""
        return reduce(and_, self.hosts.values())

    def _unseen(self, stream: Stream) -> int:
        """What `stream` would be known to wait for, whichever host thread asked."""
        return self.covered(stream) | self._common()

    def _settled(self) -> Order:
        """The same state with what all host threads know told to every stream.

        Without this, a path that waited on the host and one that waited by event would join to
        one that waited by neither.
        """
        settled = self.copy()
        settled.streams = {stream: self._unseen(stream) for stream in self.streams}
        settled.barrier = {device: known | self._common() for device, known in self.barrier.items()}
        return settled

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Order):
            return NotImplemented
        return (
            self.issued == other.issued
            and self.streams == other.streams
            and self.hosts == other.hosts
            and self.events == other.events
            and self.barrier == other.barrier
        )

    __hash__ = None  # type: ignore[assignment]


def bits(operations: int) -> Iterator[int]:
    """The numbers in a bit set, smallest first."""
    while operations:
        low = operations & -operations
        yield low.bit_length() - 1
        operations ^= low
