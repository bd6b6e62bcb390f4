"""Facts: what the analysis found out about a program, before any rule calls it a hazard.

Facts refer to the source through `Spot`; positions are filled in later, and only for facts that
were emitted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from cupylint.findings import Location

if TYPE_CHECKING:
    from libcst import CSTNode

Mode = Literal["read", "write"]
StepKind = Literal["access", "record", "wait", "sync", "enter", "leave", "use"]
NOWHERE = Location(1, 1, 1, 1)


class Spot:
    """A place in the source: a LibCST node whose location is filled in when needed."""

    __slots__ = ("location", "node", "text")

    def __init__(self, node: CSTNode) -> None:
        self.node = node
        self.location = NOWHERE
        self.text = ""

    @property
    def row(self) -> int:
        """The row where it starts, from 1."""
        return self.location.row

    def __repr__(self) -> str:
        return f"Spot({self.location.row}:{self.location.column} {self.text!r})"


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """Something that happened on the way: work, a record, a wait, a change of the current stream.

    Attributes:
        stream: identity of the stream it happens on or, for a host wait ("sync"), waits for; None
            for the host itself and for waits on an event or a device.
        lane: name of that stream ("stream1"), "host", or "device" for a wait on a whole device.
        event: identity of the event of a record, wait or sync; None otherwise.
        event_name: how the source calls that event.
        learned: a wait that ordered something that was not ordered before.
        implicit: not written in the source as a step of its own (the wait inside ``.get()``).
    """

    kind: StepKind
    spot: Spot
    stream: object
    lane: str
    event: object = None
    event_name: str = ""
    learned: bool = True
    implicit: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """One side of a race.

    Attributes:
        stream: name of the stream ("stream1", "null"), or "host".
        step: the step of the path that made the access.
        kind: the stream's kind, as `cupylint.order.Kind` names it ("blocking" ...), or "host".
        statement: where the statement starts that a fix could be put in front of.
        call: what does the access, for messages ("asnumpy", "+"), or "".
    """

    spot: Spot
    mode: Mode
    stream: str
    step: Step
    kind: str
    statement: Spot
    call: str = ""


NearMissKind = Literal[
    "too-late", "recorded-early", "recorded-elsewhere", "waited-elsewhere", "never-recorded",
    "waited-before-record", "null-does-not-cover", "waits-for-itself", "other-stream", "with-exit",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class NearMiss:
    """A synchronisation that almost ordered the two accesses, and why it did not."""

    kind: NearMissKind
    spot: Spot
    detail: str = ""


@dataclass(slots=True, eq=False)
class Race:
    """Two conflicting accesses of one array that nothing orders.

    Attributes:
        array: how the source calls the array at the later access.
        left: the ``with stream:`` that the earlier access stood in, if the later one runs after
            that block on the stream around it, or on the host.
        steps: what happened, in program order, up to the end of the path that was followed.
        elsewhere: waits that would order them but stand on other paths.
        more: further accesses that the same missing wait leaves unordered.
        premises: what must hold; empty if the race is on every path that reaches the later access.
        fixes: candidate lines to insert and the place before which they go, best first.
    """

    earlier: Access
    later: Access
    array: str
    left: Spot | None
    steps: tuple[Step, ...]
    near: tuple[NearMiss, ...] = ()
    elsewhere: tuple[Step, ...] = ()
    more: list[Spot] = field(default_factory=list)
    premises: tuple[str, ...] = ()
    fixes: tuple[tuple[str, Spot], ...] = ()
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class EmptyWait:
    """A wait on an event that was never recorded: it waits for nothing."""

    spot: Spot
    event: str
    created: Spot
    recorded_later: Spot | None = None


@dataclass(frozen=True, slots=True, eq=False)
class NoneEvent:
    """The result of ``Event.record()``, which is None, kept as if it were the event."""

    spot: Spot
    name: str
    receiver: str


@dataclass(frozen=True, slots=True, eq=False)
class UnexpectedStream:
    """Work on another stream than the code suggests, since ``use()`` and ``with`` were mixed."""

    spot: Spot
    used: Spot
    block: Spot
    actual: str
    expected: str


@dataclass(frozen=True, slots=True, eq=False)
class NullFlag:
    """``Stream(True)``, put to use: the first parameter is ``null``, so this is the null stream."""

    spot: Spot


class Unreadable:
    """A file that could not be read; such files have no other facts."""


Fact = Race | EmptyWait | NoneEvent | UnexpectedStream | NullFlag
