"""Facts about clocks, graph captures and needless costs."""

from __future__ import annotations

from typing import Literal

from cupylint.facts.base import Fact, Spot, Step
from cupylint.findings import Premise
from cupylint.records import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class UnsyncedTiming(Fact):
    """A wall-clock interval whose end does not wait for the device work in it.

    Attributes:
        spot: the second reading of the clock, or the call that leads to it.
        start: the first one.
        work: the last piece of work that is still under way.
        count: how many lines issue such work.
        fix: a line that waits, and the statement before which it goes.
        reading: what reads the clock the second time, where `spot` is a call that leads to it.
        part: of how many operations how many are left out, where the others are waited for and these fill a loop.
        used: where the checked file calls, or enters, what times work that is not its own.
        seen: the first of these, if the clock is read in another file.
        fixture: the fixture of a test that reads the clock, "" for none.
    """

    spot: Spot
    start: Spot
    work: tuple[Step, ...]
    count: int
    fix: tuple[str, Spot] | None = None
    certain: bool = True
    reading: Spot | None = None
    part: tuple[int, int] | None = None
    used: tuple[Spot, ...] = ()
    seen: Spot | None = None
    fixture: str = ""


CaptureMistake = Literal[
    "null-stream", "other-stream", "not-joined", "nothing-captured", "legacy-stream", "library", "copy", "callback",
    "outside-event", "wait", "query",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class BrokenCapture(Fact):
    """Something that ends the capture of a graph with an error, or keeps work out of it.

    Attributes:
        kind: what is wrong.
        spot: where it is done.
        other: the call that begins the capture; of "nothing-captured", the first work that is left out.
        stream: name of the stream that it happens on.
        captured: name of the stream that is captured.
        what: the library, the copy ("copy in"), or "hidden" for a wait that the source does not show.
    """

    kind: CaptureMistake
    spot: Spot
    other: Spot
    stream: str
    captured: str
    what: str = ""
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class CapturedArrayFreed(Fact):
    """A graph is launched although memory that it uses was freed and handed out again, or its name given to another.

    Attributes:
        spot: the launch.
        array: name of the array that is gone, "" for a temporary.
        begin: the call that begins the capture.
        taken: the statement that allocates memory since.
        rebound: that is what the name stands for now.
    """

    spot: Spot
    array: str
    begin: Spot
    taken: Spot
    certain: bool = True
    rebound: bool = False


@dataclass(slots=True, eq=False)
class EarlyElapsed(Fact):
    """``get_elapsed_time`` of events that are not known to be done.

    Attributes:
        kind: "pending" (recorded, not waited for), "never" (not recorded) or "untimed" (made with disable_timing).
        event: name of the event.
        place: where it is recorded last or, if it is not, where it is made.
        premises: what it rests on.
    """

    spot: Spot
    kind: Literal["pending", "never", "untimed"]
    event: str
    place: Spot
    certain: bool = True
    premises: tuple[Premise, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ElapsedElsewhere(Fact):
    """The time between two events, all work between which is on a stream that the later one does not cover.

    Attributes:
        spot: where the time between them is asked for.
        start: the record of the earlier event, `end` that of the later one.
        first: the name of the earlier event, `last` of the later one.
        work: the last piece of work between them.
        lane: the name of its stream, `started_on` and `recorded_on` of those of the earlier and the later record.
    """

    spot: Spot
    start: Spot
    end: Spot
    first: str
    last: str
    work: Spot
    lane: str
    started_on: str
    recorded_on: str
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class RecordedAgain(Fact):
    """An event that all ranges of an object share is recorded anew by a range inside another one.

    Attributes:
        asked: where the time since that event is asked for, when a range ends.
        nests: what shows that ranges are meant to be nested.
        event: how the source calls it.
    """

    spot: Spot
    asked: Spot
    nests: Spot
    event: str


@dataclass(frozen=True, slots=True, eq=False)
class KernelBuiltAgain(Fact):
    """The same kernel object is made in every round of a loop. `kind` is its class."""

    spot: Spot
    loop: Spot
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class HiddenWait(Fact):
    """The host waits for the device in every round of a loop. `hidden`: the source does not show it."""

    spot: Spot
    loop: Spot
    hidden: bool


@dataclass(frozen=True, slots=True, eq=False)
class RedundantWait(Fact):
    """A wait that orders nothing new.

    Attributes:
        earlier: the wait that did it all before; None if the wait is for the stream itself.
        stream, event: of a stream that waits for its own event.
    """

    spot: Spot
    earlier: Spot | None
    stream: str = ""
    event: str = ""
