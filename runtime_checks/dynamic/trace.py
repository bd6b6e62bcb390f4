"""What a program does, step by step: plain data that a backend makes and `analysis` judges."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from enum import Enum
from math import gcd
from typing import Any, Literal, NamedTuple

from cupylint.order import Stream


class Kind(Enum):
    """What happens in one step."""

    WORK = "work"  # an operation is issued to a stream
    HOST = "host"  # a host thread itself reads or writes memory
    CALL = "call"  # a function is issued to a stream that is to call it on the host
    CALLED = "called"  # such a function has returned
    RECORD = "record"  # an event is recorded on a stream
    WAIT = "wait"  # a stream waits for an event
    JOIN_STREAM = "wait for a stream"  # the host waits for a stream,
    JOIN_EVENT = "wait for an event"  # for an event,
    JOIN_DEVICE = "wait for a device"  # or for all streams of a device
    SIGNAL = "signal"  # a host thread goes on after another one has come somewhere
    END = "end"  # a stream is given up
    ALLOCATED = "allocated"  # a range may be used from this place of a stream on
    MEMORY = "memory"  # a range comes from the driver: nobody has used it before


class Layout(NamedTuple):
    """The elements of a range that are used, where these are not all of its bytes.

    Attributes:
        first: the address of the element with index 0.
    """

    shape: tuple[int, ...]
    strides: tuple[int, ...]
    itemsize: int
    first: int

    @property
    def step(self) -> int:
        """All elements are multiples of this apart, in bytes; 0: there is one."""
        return gcd(*(stride for count, stride in zip(self.shape, self.strides, strict=True) if count > 1))


class Range(NamedTuple):
    """Bytes at the addresses from `low` to `high`, which is exclusive.

    Attributes:
        owner: tells apart the owners that the same address has one after the other; 0: unknown.
        layout: None: all of these bytes are used.
        home: low and high of the block that the range is a part of; (0, 0): unknown.
        shared: others are meant to change it at the same time: a flag that a kernel polls.
    """

    low: int
    high: int
    owner: int = 0
    layout: Layout | None = None
    home: tuple[int, int] = (0, 0)
    shared: bool = False


class Frame(NamedTuple):
    """A place in the program. Row and columns count from 1, the end column is exclusive; 0: unknown."""

    filename: str
    row: int
    column: int = 0
    end_row: int = 0
    end_column: int = 0
    function: str = ""


Mode = Literal["read", "write"]
Stack = tuple[Frame, ...]
"""The project's own frames, the innermost first."""


@dataclass(slots=True, eq=False)
class Operation:
    """One step of an execution.

    Attributes:
        host: the thread that makes it, or the functions that one stream calls there; of SIGNAL the one that goes on.
        stream: of WORK, ALLOCATED, CALL, CALLED, RECORD, WAIT, JOIN_STREAM and END; of HOST in a function that a
            stream calls.
        event: of RECORD, WAIT and JOIN_EVENT; of SIGNAL what it goes on after: a thread, a lock; of CALL and CALLED
            the call; of HOST the call that it is a part of, if nothing else tells when the stream comes to that.
        reads, writes: of WORK and HOST; of ALLOCATED and MEMORY the ranges are in `writes`.
        device: of JOIN_DEVICE, None: all.
        label: what a reader calls the stream, or the host.
        stack: where; of WORK, ALLOCATED and HOST.
    """

    kind: Kind
    host: Hashable
    stream: Stream | None = None
    event: Hashable = None
    reads: tuple[Range, ...] = ()
    writes: tuple[Range, ...] = ()
    device: int | None = None
    label: str = ""
    stack: Stack = ()


@dataclass(frozen=True, slots=True)
class Access:
    """One side of a race.

    Attributes:
        label: the stream, or "host".
        host: the host makes it, or a function that a stream calls there.
        stack: not empty.
    """

    mode: Mode
    label: str
    host: bool
    stack: Stack


@dataclass(slots=True)
class Observed:
    """Two lines whose accesses to the same memory nothing ordered.

    Attributes:
        reuse: the memory had another owner at the time of the earlier access.
        count: pairs of operations.
    """

    earlier: Access
    later: Access
    reuse: bool = False
    count: int = 1

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Observed:
        """From the dictionary that ``asdict`` makes.

        Raises:
            KeyError, TypeError, ValueError: it is none.
        """

        def access(item: Mapping[str, Any]) -> Access:
            stack = tuple(Frame(*frame) for frame in item["stack"])
            if not stack:
                raise ValueError("an access without a place")
            return Access("write" if item["mode"] == "write" else "read", str(item["label"]), bool(item["host"]), stack)

        return Observed(
            access(data["earlier"]), access(data["later"]), bool(data.get("reuse")), int(data.get("count", 1))
        )

    @property
    def lines(self) -> tuple[tuple[str, int], tuple[str, int]]:
        """File and row of both."""
        first, then = self.earlier.stack[0], self.later.stack[0]
        return (first.filename, first.row), (then.filename, then.row)


@dataclass(slots=True)
class Summary:
    """What was traced.

    Attributes:
        operations: of streams, and accesses by the host.
        pairs: conflicting operations of different streams, or of a stream and the host.
        unordered: those of them that nothing orders.
    """

    operations: int = 0
    pairs: int = 0
    unordered: int = 0
