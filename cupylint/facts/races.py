"""Facts about order: accesses that nothing orders, and what keeps streams from ordering them."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from cupylint.facts.base import Access, Fact, Memory, Spot, Step
from cupylint.findings import DEFAULT_CONFIDENCE, Premise, lowest, reaches
from cupylint.records import dataclass

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


@dataclass(frozen=True, slots=True, eq=False)
class HandOff:
    """An array goes from one library to another.

    Attributes:
        call: what hands it over, as its documentation calls it ("torch.as_tensor").
        taker: the library that gets it ("torch", "CuPy", "MPI").
        orders: what the call itself orders: "exchange" (the taker's stream after the giver's current one),
            "host" (the host waits for the giver's current stream) or "nothing".
        current: name of the stream that it orders the taker behind, or that goes with a raw pointer; "" for none.
        back: the later of two accesses is not the taker's.
    """

    spot: Spot
    call: str
    taker: str
    orders: Literal["exchange", "host", "nothing"]
    current: str = ""
    back: bool = False


@dataclass(slots=True, eq=False)
class Race(Fact):
    """Two conflicting accesses of one array that nothing orders.

    Attributes:
        array: how the source calls the array at the later access.
        left: the ``with stream:`` that the earlier access stood in, if the later one runs after
            that block on the stream around it, or on the host.
        steps: what happened, in program order, up to the end of the path that was followed.
        elsewhere: waits that would order them but stand on other paths.
        more: further accesses that the same missing wait leaves unordered.
        callers: calls by which other functions lead to the later access, where it meets their callers' work.
        premises: what must hold; empty if the race is on every path that reaches the later access.
        aliases: names that the source uses there for an array that the finding calls otherwise: the name, the other
            one, and where it was given.
        fixes: candidate lines to insert, each in several words, and the place before which they go, best first.
        kind: what the memory is: an array of the program ("array"), an argument that was computed for a launch on
            another stream ("argument"), the work area of an FFT plan ("plan"), or an array that went from one
            library to another ("hand-off"), or one given to code that is not seen, with a stream that waits for an
            event which was recorded before the array was written ("early").
        memory: "host" if host code itself makes the later access, "freed" if the memory was given back in
            between and is another array's now.
        before: how the source calls the array at the earlier access.
        hand_off: how the array came from the library of one access to that of the other, if these are two.
        advice: what would order the two where no single line does.
        again: a later access that stands further up is of another round or call, not of a function that is called.
    """

    earlier: Access
    later: Access
    array: str
    left: Spot | None
    steps: tuple[Step, ...]
    near: tuple[NearMiss, ...] = ()
    elsewhere: tuple[Step, ...] = ()
    more: list[Spot] = field(default_factory=list)
    callers: list[Spot] = field(default_factory=list)
    premises: tuple[Premise, ...] = ()
    aliases: tuple[tuple[str, str, Spot], ...] = ()
    fixes: tuple[tuple[tuple[str, ...], Spot], ...] = ()
    kind: Literal["array", "argument", "plan", "hand-off", "early"] = "array"
    memory: Memory = "device"
    before: str = ""
    hand_off: HandOff | None = None
    advice: str = ""
    again: bool = True

    @property
    def certain(self) -> bool:
        """Whether it is more than a guess: shown where nobody asks for guesses."""
        return reaches(lowest(self.premises), DEFAULT_CONFIDENCE)


@dataclass(frozen=True, slots=True, eq=False)
class Reuse(Fact):
    """A block of device memory that is written anew while another stream may still use what was in it.

    Attributes:
        race: the use in flight and the first write of the new owner; `Race.array` is the old array.
        taker: how the source calls the new array.
        home: the stream that both were allocated on.
        allocated: where the new array is made.
        made: the work that first wrote the old array, None if that is not known.
        freed: where the last reference to the old array goes.
        how: "temporary" is one that no name keeps, "raised" what an exception drops.
        by_torch: whether the pool is torch's.
    """

    race: Race
    taker: str
    home: str
    allocated: Spot
    made: Step | None
    freed: Spot
    how: Literal["del", "rebound", "returned", "removed", "freed", "raised", "temporary"]
    by_torch: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class EmptyWait(Fact):
    """A wait on an event that was never recorded: it waits for nothing."""

    spot: Spot
    event: str
    created: Spot
    recorded_later: Spot | None = None


@dataclass(frozen=True, slots=True, eq=False)
class IdleWait(Fact):
    """A wait of the host for a stream that has no work, while all there is to wait for is on another one.

    Attributes:
        lane: the name of the stream that is waited for.
        work: the last work that the wait does not cover, on the stream called `of`.
        is_non_blocking: whether that stream is.
        instead: a call that waits for the work, "" where none is known.
        premises: what it rests on.
    """

    spot: Spot
    lane: str
    work: Spot
    of: str
    is_non_blocking: bool
    instead: str = ""
    premises: tuple[Premise, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class NoneEvent(Fact):
    """The result of ``Event.record()``, which is None, kept as if it were the event.

    `instead` is a call that does the same and returns the event, "" where none is known.
    """

    spot: Spot
    name: str
    instead: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class UnexpectedStream(Fact):
    """Work on another stream than the code suggests, since ``use()`` and ``with`` were mixed."""

    spot: Spot
    used: Spot
    block: Spot
    actual: str
    expected: str


@dataclass(frozen=True, slots=True, eq=False)
class NotInherited(Fact):
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
class SuspendedOnStream(Fact):
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
class StreamLost(Fact):
    """A stream that has no name, so that nobody can wait for it, or that is waited for with nothing on it.

    Attributes:
        spot: the ``return`` of an array that is still written, or the wait for nothing.
        opened: the ``with`` of the stream.
        work: the work that writes the array; None for a wait for nothing.
        array: how the source calls it.
        argument: the stream that is waited for instead of the current one, where a function is given it.
    """

    spot: Spot
    opened: Spot
    work: Spot | None
    array: str
    argument: str = ""
    premises: tuple[Premise, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class DeviceMismatch(Fact):
    """A stream of one device used while another device is current, or its event recorded there.

    `what` is "with", "use", "launch", "record" or, of an event of one device on a stream of another, "event".
    """

    spot: Spot
    stream: str
    device: int
    current: int
    what: str


@dataclass(frozen=True, slots=True, eq=False)
class CallbackUsesCuda(Fact):
    """A function that a stream calls on the host makes a CUDA call.

    Attributes:
        spot: the CUDA call.
        launched: where the function is given to the stream.
        method: by what method of the stream ("launch_host_func").
        function: its name, "" for a lambda.
        call: what the CUDA call is, for messages ("asnumpy").
        waits: the call waits for the device.
    """

    spot: Spot
    launched: Spot
    method: str
    function: str
    call: str
    waits: bool
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class ForkAfterCuda(Fact):
    """A process that has used CUDA is forked, and the child uses CUDA.

    Attributes:
        spot: what forks.
        used: the first use of CUDA before it.
        work: the first use of CUDA in the child; None for arrays that are unpickled there.
        how: what forks, for messages ("Pool()").
        default: that processes are forked is the default here; otherwise the source says so.
    """

    spot: Spot
    used: Spot
    work: Spot | None
    how: str
    default: bool
    certain: bool = True
