"""The state of one path through a program: memory, streams in effect, order of work."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TYPE_CHECKING, Literal, NamedTuple

from cupylint.flow.domain.blocks import EMPTY, Pool
from cupylint.flow.domain.memory import Memory
from cupylint.flow.domain.values import (
    Value,
)
from cupylint.order import HOST, Order, Stream
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.facts import HandOff, Mode, Spot, Step
    from cupylint.findings import Premise
    from cupylint.flow.domain.graphs import Capture, Launchable
    from cupylint.flow.domain.regions import Region


class Traced(NamedTuple):
    """A step of a path, and what came before it: a linked list, newest first."""

    before: Traced | None
    step: Step


Trace = Traced | None


class StreamBlock(NamedTuple):
    """A ``with stream:`` that was entered. `outer` is the stream that was in effect around it."""

    number: int
    spot: Spot
    stream: Stream
    outer: Stream


@dataclass(frozen=True, slots=True, eq=False)
class Touch:
    """One access as the flow remembers it. Its index in the analysis is its bit in `Order`."""

    number: int
    spot: Spot
    mode: Mode
    stream: Stream | None  # None: the host
    buffer: int
    region: Region
    blocks: tuple[StreamBlock, ...]
    frame: int
    host: Hashable  # the thread that issued it
    certain: bool
    statement: Spot
    step: Step
    call: str
    explicit: bool  # the stream was named by a keyword
    called: CSTNode | None = None  # the call in the checked file that led to it, if it is in another file
    hand_off: HandOff | None = None  # how the array came to the library that makes the access
    library: str = ""  # the one that does, if the array was handed over
    caller: str = ""  # the parameter, for work of the caller of the function that is followed
    premise: Premise | None = None  # what has to hold for it to be one that matters
    inside: tuple[str, int] = ("", 0)  # the function, and which run of one that is followed on its own
    tentative: bool = False  # it is made where it is not known whether it is made at all
    waits_early: bool = False  # its stream waits for an event that was recorded before the work that it needs
    offsets: tuple[Value, ...] = ()  # the numbers that a kernel was given and that tell it which part to use
    atomic: str = ""  # how a kernel changes it by atomic operations alone
    kernel: tuple[Hashable, bool] | None = None  # that only writes it, and whether certainly the first element
    from_elsewhere: bool = False  # it copies from another device, to the one of its stream
    taken: tuple[tuple[Hashable, Value], ...] = ()  # in files that use MPI, what the path takes to hold


class Current(NamedTuple):
    """The stream in effect on one device for one thread, as CuPy keeps it."""

    stream: Stream
    stack: tuple[Stream, ...]
    used: Spot | None  # the ``use()`` that set it, if one did
    expected: Stream | None  # what the source suggests where that differs
    mixed: Spot | None  # the block whose end made it differ


class Leaving(NamedTuple):
    """The body of a ``with`` is left before its end, while its manager's code is still to run."""

    number: int  # of the ``with``
    way: Literal["return", "break", "continue"]
    value: Value  # what is returned


_SLOTS = (
    "before_opaque_call", "blocks", "capture", "currents", "device", "graphs", "host", "incomplete", "leaving",
    "maybe_waited", "memory", "order", "path_condition", "pool", "program_order", "readers", "stream_uncertain",
    "tentative", "trace", "unseen_callers", "unseen_work", "writers",
)  # fmt: skip


class State:
    """Everything that can differ between two paths. Copy before following a second path."""

    __slots__ = _SLOTS

    def __init__(self) -> None:
        self.memory = Memory()
        self.order = Order()
        self.pool: Pool = EMPTY
        self.program_order: Order | None = None  # the order without the edges that findings assume; None: the same
        self.currents: dict[tuple[Hashable, int], Current] = {}
        self.device = 0
        self.host: Hashable = HOST
        self.readers: dict[int, int] = {}
        self.writers: dict[int, int] = {}
        self.maybe_waited = 0  # accesses that an unknown call may have waited for
        self.blocks: tuple[StreamBlock, ...] = ()
        self.leaving: tuple[Leaving, ...] = ()  # innermost last
        self.path_condition: dict[Hashable, Value] = {}
        self.trace: Trace = None
        self.capture: Capture | None = None
        self.graphs: tuple[Launchable, ...] = ()
        self.before_opaque_call = 0  # accesses issued before the last call of code that is not seen
        self.unseen_work = 0  # calls met of code that is not seen and may have the device work, and wait for it
        self.unseen_callers = 0  # likewise of code that is handed functions of the project
        self.incomplete = False  # paths like this one were given up: nothing is known of all paths
        self.tentative = 0  # > 0: accesses are uncertain (pytest.raises, what other threads do meanwhile)
        self.stream_uncertain = 0  # > 0: unknown context managers may have made another stream current

    def copy(self) -> State:
        other = State.__new__(State)
        other.memory = self.memory.copy()
        other.order = self.order.copy()
        other.program_order = None if self.program_order is None else self.program_order.copy()
        other.currents = self.currents.copy()
        other.device, other.host = self.device, self.host
        other.readers, other.writers = self.readers.copy(), self.writers.copy()
        other.maybe_waited, other.before_opaque_call = self.maybe_waited, self.before_opaque_call
        other.unseen_work, other.unseen_callers = self.unseen_work, self.unseen_callers
        other.blocks, other.leaving = self.blocks, self.leaving
        other.path_condition = self.path_condition.copy()
        other.trace = self.trace
        other.pool = self.pool
        other.incomplete, other.tentative, other.stream_uncertain = (
            self.incomplete,
            self.tentative,
            self.stream_uncertain,
        )
        other.capture, other.graphs = self.capture, self.graphs
        return other

    @property
    def unclear(self) -> bool:
        """Whether it is uncertain what is done on the current stream, if it is done at all."""
        return bool(self.tentative or self.stream_uncertain)

    @property
    def orders(self) -> list[Order]:
        """The order that findings assume and, where that is another one, the order that the program sees to."""
        return [self.order] if self.program_order is None else [self.order, self.program_order]

    def become(self, other: State) -> None:
        """Take over everything from `other`, which is not used any more."""
        for name in _SLOTS:
            setattr(self, name, getattr(other, name))

    def weaken_by(self, others: Iterable[State]) -> None:
        """Follow this path alone, as an expression does: what is waited for on one of the `others` is in doubt."""
        for other in others:
            self.maybe_waited |= other.maybe_waited
            if other.order != self.order:
                self.maybe_waited |= self.order.issued | other.order.issued

    def add(self, step: Step) -> None:
        """Remember `step` as the newest of this path."""
        self.trace = Traced(self.trace, step)
