"""Facts about kernels, and about stopping them."""

from __future__ import annotations

from typing import Literal

from cupylint.facts.base import Fact, Spot
from cupylint.findings import Location, Premise
from cupylint.records import dataclass, interpreted


@interpreted
class KernelFact(Fact):
    """A fact from the source of a kernel alone; it carries its location from the start."""

    __slots__ = ()
    location: Location


@dataclass(frozen=True, slots=True, eq=False)
class NullFlag(Fact):
    """``Stream(True)``, put to use: the first parameter is ``null``, so this is the null stream.

    `instead` is the call as it is meant, "" where that is not certain.
    """

    spot: Spot
    instead: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class StaleFlag(KernelFact):
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


@dataclass(frozen=True, slots=True, eq=False)
class SkippedBarrier(KernelFact):
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
class SharedMemoryRace(KernelFact):
    """Threads of a block write and read an element of shared memory with no barrier in between.

    Attributes:
        location: of the later access, `earlier` of the other one.
        element: the later access, as the source writes it.
        writes, written: whether the later one writes, and the earlier one.
        again: it is in the next pass of a loop.
        certain: False if only threads of one warp do so.
    """

    location: Location
    kernel: str
    element: str
    writes: bool
    written: bool
    earlier: Location
    again: bool
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class GlobalMemoryRace(KernelFact):
    """A thread of a launch reads, or changes, an element of an array that another one writes, and nothing orders them.

    Attributes:
        location: of the access that meets the writes, `earlier` of the write.
        element: the access, `written` the write, as the source writes them.
        how: it reads a neighbour of its own element ("neighbour"), one that does not depend on the thread ("all"), or
            all threads change one element ("same").
        blocks: a barrier orders the threads of a block, and blocks are not ordered.
    """

    location: Location
    kernel: str
    element: str
    written: str
    how: Literal["neighbour", "all", "same"]
    blocks: bool
    earlier: Location


@dataclass(frozen=True, slots=True, eq=False)
class BlocksWait(KernelFact):
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
class EndlessSpin(KernelFact):
    """A kernel's loop that nothing but a change of memory ends. `back_off`: it sleeps between two looks."""

    location: Location
    kernel: str
    expression: str
    back_off: bool


@dataclass(frozen=True, slots=True, eq=False)
class ReservedName(KernelFact):
    """A ``cupyx.jit`` kernel whose name is a word of C++."""

    location: Location
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class UnparsedKernel(KernelFact):
    """CUDA source that is not understood; `location` is where reading stopped."""

    location: Location


@dataclass(frozen=True, slots=True, eq=False)
class LateCancel(Fact):
    """A write that should stop a running kernel, or let it go on, and does not reach it while it runs.

    Attributes:
        spot: the write.
        flag: how the source calls the memory that the kernel watches, or the kernel's name for it.
        launch: where the kernel is launched; `kernel` is its name.
        how: what holds the write back: it is queued behind the kernel on the same stream ("same"), null and a blocking
            stream wait for each other ("null"), other waits lie between ("ordered"), it is made by a function that
            the stream calls behind the kernel ("callback"), the host waits for the kernel before it ("waited"), the
            kernel that makes the write has to be loaded first ("loading") or finds no place on a device that is full
            of waiting threads ("full"), or the kernel watches a copy ("copy").
        stream: of the write, "host" if the host itself writes.
        launched: stream of the kernel.
        wait: the call that waits.
    """

    spot: Spot
    flag: str
    launch: Spot
    kernel: str
    how: Literal["same", "null", "ordered", "callback", "waited", "loading", "full", "copy"]
    stream: str
    launched: str
    wait: Spot | None = None
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class UnstoppableWait(Fact):
    """A wait for a kernel during which the code that should stop the kernel does not run.

    Attributes:
        spot: the wait.
        handler: the ``except`` or the function for the signal; `kind` tells which.
        launch: where the kernel is launched; `kernel` is its name.
    """

    spot: Spot
    handler: Spot
    kind: Literal["except", "signal"]
    launch: Spot
    kernel: str
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class BlockingPoll(Fact):
    """A loop that is to look whether work is done and waits for it instead.

    Attributes:
        spot: the wait.
        loop: the ``while``.
        event: it waits for an event, which could be asked with ``done``.
        read: what it reads is written by the work that it waits for.
    """

    spot: Spot
    loop: Spot
    event: bool
    read: bool
    certain: bool = True


@dataclass(frozen=True, slots=True, eq=False)
class NotAKernel(Fact):
    """Something launched, or compiled, as a kernel that is none.

    Attributes:
        name: how the source calls it.
        kind: a Python function that is called with a grid ("call") or indexed with one ("index"), what such a function
            returned ("result"), or a function in the place of a kernel's source ("source").
    """

    spot: Spot
    name: str
    kind: Literal["call", "index", "result", "source"]


@dataclass(frozen=True, slots=True, eq=False)
class FlagByValue(Fact):
    """A NumPy array as an argument of a kernel that takes a pointer.

    Attributes:
        array: how the source calls the array.
        parameter: the parameter as the kernel declares it ("volatile int* stop").
        jit: a ``cupyx.jit`` kernel, which takes no NumPy arrays at all.
    """

    spot: Spot
    array: str
    parameter: str
    kernel: str
    jit: bool


@dataclass(frozen=True, slots=True, eq=False)
class LaunchArgument(Fact):
    """An argument of a launch that is of the wrong kind.

    Attributes:
        kind: "grid" or "block" is no tuple; "args" is one thing instead of a tuple of arguments; their number is not
            that of the parameters ("count"); a number has another width or kind than its parameter ("number"); an
            array stands where a number is taken ("array").
        given, wanted: what there is and what the kernel takes, ready for a message.
        fix: what to write instead, or "".
        premises: what says that a parameter of the function is a number of that type.
    """

    spot: Spot
    kind: Literal["grid", "block", "args", "count", "number", "array"]
    kernel: str
    given: str
    wanted: str
    fix: str = ""
    premises: tuple[Premise, ...] = ()


LayoutMistake = Literal["turned", "gaps", "copy"]


@dataclass(frozen=True, slots=True, eq=False)
class KernelArrayLayout(Fact):
    """A part of an array whose elements do not stand in a row where only a pointer to them is taken.

    Attributes:
        kind: its axes are turned ("turned"), or it leaves elements out ("gaps"); a raw copy of its bytes ("copy").
        taker: the kernel, or the function that copies.
        text: what is given, or the name of the array that is copied.
    """

    spot: Spot
    kind: LayoutMistake
    taker: str
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class KernelArrayType(Fact):
    """An array whose elements the kernel reads as another type.

    Attributes:
        text: the array, as the source writes it.
        dtype: of the array.
        wanted: the type of C that the parameter points to; `parameter` is its name.
        same_width: one is a float and the other an integer of as many bits.
    """

    spot: Spot
    kernel: str
    text: str
    dtype: str
    wanted: str
    parameter: str
    same_width: bool


Outlives = Literal["returned", "stored", "named", "given"]


@dataclass(frozen=True, slots=True, eq=False)
class TemporaryAddress(Fact):
    """The address of an array that nothing keeps.

    Attributes:
        location: of the address.
        outlives: it is returned, stored in an object or container, has a name, or is given to a call for which another
            array is made later, while the array is gone.
        made: what makes the array.
        copied: a new array is made in any case; False: only if the old one does not stand in a row.
        later: what makes the other array, if it is given to a call.
    """

    location: Location
    outlives: Outlives
    made: str
    copied: bool
    later: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class IndexOverflow(Fact):
    """A launch for which a kernel computes an index that is too large for its type.

    Attributes:
        spot: the launch.
        expression: what is too large, as the kernel's source writes it.
        largest: what it would be.
    """

    spot: Spot
    kernel: str
    expression: str
    type: str
    largest: int


@dataclass(frozen=True, slots=True, eq=False)
class AliasedOperands(Fact):
    """A kernel is given one array for two parameters, and reads by one what its other threads write by the other.

    Attributes:
        array: how the launch calls it, at `spot`.
        first, second: the parameters.
        read, written: the elements, as the kernel has them.
        blocks: only threads of other blocks are meant.
    """

    spot: Spot
    kernel: str
    array: str
    first: str
    second: str
    read: str
    written: str
    blocks: bool
