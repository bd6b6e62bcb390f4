"""Facts: what the analysis found out about a program, before any rule calls it a hazard.

Facts refer to the source through `Spot`; positions are filled in later, and only for facts that
were emitted.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, Union

from cupylint.findings import Location

if TYPE_CHECKING:
    from libcst import CSTNode

Mode = Literal["read", "write"]
Memory = Literal["device", "host", "freed"]
StepKind = Literal["access", "record", "wait", "sync", "enter", "leave", "use"]
NOWHERE = Location(1, 1, 1, 1)


class Spot:
    """A place in the source: a LibCST node whose location is filled in when needed.

    `filename` is the file that it stands in, as users know it; filled in with the location.
    """

    __slots__ = ("filename", "location", "node", "text")

    def __init__(self, node: CSTNode) -> None:
        self.node = node
        self.location = NOWHERE
        self.text = ""
        self.filename = ""

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
        called: where the checked file calls what leads to the access, if that is in another file.
    """

    spot: Spot
    mode: Mode
    stream: str
    step: Step
    kind: str
    statement: Spot
    call: str = ""
    called: Spot | None = None


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
        kind: what the memory is: an array of the program ("array"), an argument that was computed for a launch on
            another stream ("argument"), or the work area of an FFT plan ("plan").
        memory: "host" if host code itself makes the later access, "freed" if the memory was given back in
            between and is another array's now.
        before: how the source calls the array at the earlier access.
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
    kind: Literal["array", "argument", "plan"] = "array"
    memory: Memory = "device"
    before: str = ""


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


@dataclass(frozen=True, slots=True, eq=False)
class StaleFlag:
    """A kernel's loop polls ordinary memory, which the compiler may read only once.

    Attributes:
        location: of the read.
        expression: the read, as the source writes it.
        name: the pointer or variable that is polled.
        cached: read through the cache for constant data, which is not refreshed while a kernel runs.
        jit: in a ``cupyx.jit`` function, where nothing can be declared volatile.
    """

    location: Location
    kernel: str
    expression: str
    name: str
    cached: bool
    jit: bool
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class SkippedBarrier:
    """A barrier in a kernel that some threads (or blocks) skip while others wait at it.

    Attributes:
        location: of the barrier.
        barrier: how the source calls it.
        how: what lets them skip it; "loop" is a loop's own test.
        test, test_location: the condition that decides.
        grid: a barrier of the whole grid, not of a block.
    """

    location: Location
    kernel: str
    barrier: str
    how: Literal["branch", "break", "continue", "loop", "return"]
    test: str
    test_location: Location
    grid: bool
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class BlocksWait:
    """Blocks of a kernel wait for each other.

    Attributes:
        location: of the wait.
        expression: what it waits at, as the source writes it.
        barrier: a ``grid.sync()``, which needs a cooperative launch; otherwise a loop on a counter.
        cooperative: whether the kernel is launched cooperatively; None if that is not known.
        made: where the kernel object is made.
    """

    location: Location
    kernel: str
    expression: str
    barrier: bool
    cooperative: bool | None
    jit: bool
    made: Location
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class EndlessSpin:
    """A kernel's loop that nothing but a change of memory ends. `back_off`: it sleeps between two looks."""

    location: Location
    kernel: str
    expression: str
    back_off: bool
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ReservedName:
    """A ``cupyx.jit`` kernel whose name is a word of C++."""

    location: Location
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class UnparsedKernel:
    """CUDA source that is not understood; `location` is where reading stopped."""

    location: Location


KernelFact = Union[StaleFlag, SkippedBarrier, BlocksWait, EndlessSpin, ReservedName, UnparsedKernel]
"""Facts from kernel sources alone; they carry their locations from the start."""


@dataclass(frozen=True, slots=True, eq=False)
class NotInherited:
    """A thread started where a stream is in effect, whose work goes to the default stream instead.

    Attributes:
        spot: the call that starts it.
        outer: the ``with stream:``, or the ``use()``, in effect there.
        work: the first work of the thread.
        stream: name of the stream in effect where it is started.
        actual: name of the stream that the work runs on.
        ordered: the two streams are ordered all the same, since one is the null stream and the other blocking.
        task: what it is, for messages ("the thread").
    """

    spot: Spot
    outer: Spot
    work: Spot
    stream: str
    actual: str
    ordered: bool
    task: str
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class SuspendedOnStream:
    """A generator or coroutine suspended inside a ``with stream:``, so that others are left on that stream.

    Attributes:
        spot: the ``yield`` or ``await``.
        block: the ``with stream:``.
        stream: its name.
        expected: name of the stream around the block.
        kind: "yield" or "await".
        work: work of the caller, or of another task, that runs on that stream; None if none is seen.
        other: the ``await`` of another task inside a block of its own; the two may end in the wrong order.
    """

    spot: Spot
    block: Spot
    stream: str
    expected: str
    kind: Literal["yield", "await"]
    work: Spot | None = None
    other: Spot | None = None
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class StreamLost:
    """A stream that has no name, so that nobody can wait for it, or that is waited for with nothing on it.

    Attributes:
        spot: the ``return`` of an array that is still written, or the wait for nothing.
        opened: the ``with`` of the stream.
        work: the work that writes the array; None for a wait for nothing.
        array: how the source calls it.
    """

    spot: Spot
    opened: Spot
    work: Spot | None
    array: str


@dataclass(frozen=True, slots=True, eq=False)
class DeviceMismatch:
    """A stream of one device used while another device is current. `what` is "with", "use", "launch" or "record"."""

    spot: Spot
    stream: str
    device: int
    current: int
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class UnsyncedTiming:
    """A wall-clock interval whose end does not wait for the device work in it.

    Attributes:
        spot: the second reading of the clock, or the call that leads to it.
        start: the first one.
        work: the last piece of work that is still under way.
        count: how many lines issue such work.
        fix: a line that waits, and the statement before which it goes.
    """

    spot: Spot
    start: Spot
    work: tuple[Step, ...]
    count: int
    fix: tuple[str, Spot] | None = None
    certain: bool = True


CaptureMistake = Literal[
    "null-stream", "other-stream", "not-joined", "nothing-captured", "legacy-stream", "library", "copy", "callback",
    "outside-event", "wait", "query",
]  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class BrokenCapture:
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
class CapturedArrayFreed:
    """A graph is launched although memory that it uses was freed and handed out again.

    Attributes:
        spot: the launch.
        array: name of the array that is gone, "" for a temporary.
        begin: the call that begins the capture.
        taken: the statement that allocates memory since.
    """

    spot: Spot
    array: str
    begin: Spot
    taken: Spot
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class EarlyElapsed:
    """``get_elapsed_time`` of events that are not known to be done.

    Attributes:
        kind: "pending" (recorded, not waited for), "never" (not recorded) or "untimed" (made with disable_timing).
        event: name of the event.
        place: where it is recorded last or, if it is not, where it is made.
    """

    spot: Spot
    kind: Literal["pending", "never", "untimed"]
    event: str
    place: Spot
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class KernelBuiltAgain:
    """The same kernel object is made in every round of a loop. `kind` is its class."""

    spot: Spot
    loop: Spot
    kind: str


@dataclass(frozen=True, slots=True, eq=False)
class HiddenWait:
    """The host waits for the device in every round of a loop. `hidden`: the source does not show it."""

    spot: Spot
    loop: Spot
    hidden: bool


@dataclass(frozen=True, slots=True, eq=False)
class RedundantWait:
    """A wait that orders nothing new.

    Attributes:
        earlier: the wait that did it all before; None if the wait is for the stream itself.
        stream, event: of a stream that waits for its own event.
    """

    spot: Spot
    earlier: Spot | None
    stream: str = ""
    event: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Reuse:
    """A block of device memory that is written anew while another stream may still use what was in it.

    Attributes:
        race: the use in flight and the first write of the new owner; `Race.array` is the old array.
        taker: how the source calls the new array.
        home: the stream that both were allocated on.
        allocated: where the new array is made.
        made: the work that first wrote the old array, None if that is not known.
        freed: where the last reference to the old array goes.
        how: "temporary" is one that no name keeps, "raised" what an exception drops.
    """

    race: Race
    taker: str
    home: str
    allocated: Spot
    made: Step | None
    freed: Spot
    how: Literal["del", "rebound", "returned", "removed", "freed", "raised", "temporary"]


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """Device memory that is alive where there is too little of it.

    Attributes:
        name: how the source calls the array, "" for a temporary.
        spot: where it is made.
        text: shape and dtype for readers ("(10000, 10000) float64"), or what else it is.
        nbytes: bytes that it certainly takes; `exact` if it takes no more.
        wide: it is float64 or complex128, so that half of the bytes would do for single precision.
        rows: length of the first axis, 0 if that is not known.
        operand: it is read by the operation that does not fit.
        times: so many arrays like this one, of as many rounds of a loop; `nbytes` are those of all of them.
    """

    name: str
    spot: Spot
    text: str
    nbytes: int
    exact: bool = True
    wide: bool = False
    rows: int = 0
    operand: bool = False
    times: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class TooLarge:
    """An operation for whose result, and what is alive beside it, a device has too little memory.

    Attributes:
        spot: the operation.
        held: what is alive, in the order in which it was made; the result is last.
        work: bytes that the operation needs beside its result.
        limit: bytes of the device.
        assumed: nobody gave the limit.
        certain: False where the program catches the exception.
        rounds: so many rounds of a loop keep an array of the last kind each; 0: that is no loop's doing.
    """

    spot: Spot
    held: tuple[Held, ...]
    work: int
    limit: int
    assumed: bool
    certain: bool = True
    rounds: int = 0

    @property
    def total(self) -> int:
        """Bytes that are needed at once."""
        return sum(item.nbytes for item in self.held) + self.work

    @property
    def alone(self) -> bool:
        """Whether the result alone does not fit."""
        return not self.rounds and self.held[-1].nbytes > self.limit


@dataclass(frozen=True, slots=True, eq=False)
class BlowUp:
    """A temporary that broadcasting makes, much larger than its operands, of which a reduction leaves little.

    Attributes:
        spot: the operation that makes it; `text` is its shape and dtype, `nbytes` its bytes.
        operands: bytes of what it is made of.
        reduced: the reduction, by the function `name`; `left` are the bytes of its result.
        rows: length of its first axis.
        difference: it is a difference, so that distances may be meant.
        wide: it is float64 or complex128.
    """

    spot: Spot
    text: str
    nbytes: int
    operands: int
    reduced: Spot
    name: str
    left: int
    rows: int
    difference: bool
    wide: bool


@dataclass(frozen=True, slots=True, eq=False)
class IdleFree:
    """``free_all_blocks()`` where no block is free: all that was allocated is still referred to.

    Attributes:
        held: names and bytes of the arrays that are alive, the largest first.
    """

    spot: Spot
    held: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """An allocation, and what is alive when it is made.

    Attributes:
        name: how the source calls the array, "" for a temporary.
        text: shape and dtype ("(n, 3) float32"), "" if nothing is known.
        size: bytes in words where they are not known ("8*n"), else "".
        nbytes: bytes of the array, `work` those needed beside it meanwhile, `alive` those of all arrays, this one
            included: all of them lower bounds, and the most of all paths and rounds.
    """

    spot: Spot
    name: str
    text: str
    size: str
    nbytes: int
    work: int
    alive: int


@dataclass(frozen=True, slots=True, eq=False)
class Unfinished:
    """A function, or the file's top level, in which the bound on work was reached."""

    spot: Spot
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class NoSuchName:
    """A name of CuPy that does not exist, or not in the version that the program runs on.

    Attributes:
        kind: "method" is an attribute of an object or a class; "unbound" a method called on the class itself.
        written: the name as the source writes it ("cp.cuda.grid"), of a keyword that alone.
        path: its full name ("cupy.cuda.grid").
        meant: what there is instead, ready for a sentence ("`cupyx.jit.grid`"), or "".
        versions: the major versions that have it; empty if none of those that are known does.
        version: the one that the program runs on.
        caught: it stands in the head of an ``except``.
        function: of a keyword: the function as the source writes it; `takes` are those that it has.
        replacement: source that can stand at `replaced` as it is, or "".
    """

    location: Location
    kind: Literal["name", "import", "method", "keyword", "unbound"]
    written: str
    path: str
    meant: str = ""
    versions: tuple[int, ...] = ()
    version: int = 14
    caught: bool = False
    function: str = ""
    takes: tuple[str, ...] = ()
    replacement: str = ""
    replaced: Location | None = None
    certain: bool = True


class Unreadable:
    """A file that could not be read; such files have no other facts."""


Fact = (
    Race
    | EmptyWait
    | NoneEvent
    | UnexpectedStream
    | NullFlag
    | KernelFact
    | NotInherited
    | SuspendedOnStream
    | StreamLost
    | DeviceMismatch
    | UnsyncedTiming
    | BrokenCapture
    | CapturedArrayFreed
    | EarlyElapsed
    | KernelBuiltAgain
    | HiddenWait
    | RedundantWait
    | Unfinished
    | NoSuchName
    | Reuse
    | TooLarge
    | BlowUp
    | Moment
    | IdleFree
)
