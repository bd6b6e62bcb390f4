"""What a simulated run reports. Plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import ClassVar


class NotSupported(Exception):
    """The simulator lacks a call that the program makes; the message names it.

    A program may catch it, as a test runner does: `met` has the message all the same.
    """

    met: ClassVar[list[str]] = []

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.met.append(message)


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A position in the user's program; `row` and `column` from 1, 0 where unknown."""

    filename: str
    row: int
    column: int = 0


@dataclass(frozen=True, slots=True)
class Race:
    """Two accesses to overlapping bytes, at least one a write, that nothing orders.

    Attributes:
        earlier, later: the places of the accesses in the order in which they were issued.
        buffer: a name of the array in the program, or where it was allocated.
        kinds: "read" or "write", of the earlier and the later access.
        streams: labels of the two streams; "host" for an access by the host itself.
        reuse: the two accesses belong to different allocations that got the same memory.
        first: no other race with the same missing edge was issued before. With one more wait for
            each such race, a program has no races left.
        names: what the array was called where each access was issued, "" without a name or `Options.named`.
        hosts: whether the host, or a host function, makes the access.
    """

    earlier: Place
    later: Place
    buffer: str
    kinds: tuple[str, str]
    streams: tuple[str, str]
    reuse: bool = False
    first: bool = True
    names: tuple[str, str] = ("", "")
    hosts: tuple[bool, bool] = (False, False)

    def __str__(self) -> str:
        one, two = self.kinds
        return (
            f"line {self.later.row}: {two} of {self.buffer} on {self.streams[1]} is not ordered after "
            f"the {one} on {self.streams[0]} at line {self.earlier.row}"
        )


@dataclass(frozen=True, slots=True)
class Harm:
    """Values that differ from those of the serialised run when one stream runs ahead of all others.

    Attributes:
        place: where the values were read.
        what: "host read", "consumed" (an operation worked on other values) or "final contents".
        wrong, total: number of differing elements, and of all.
        ahead: label of the stream whose work ran at once; all other work came as late as allowed ("host": all work).
        late: label of the stream of the earlier access of the first race that this run was made for.
    """

    place: Place
    what: str
    wrong: int
    total: int
    ahead: str
    late: str = ""

    def __str__(self) -> str:
        return f"line {self.place.row}: {self.what}: wrong {self.wrong} of {self.total} with {self.ahead} ahead"


@dataclass(frozen=True, slots=True)
class Options:
    """What a program runs on.

    Attributes:
        per_thread_default_stream: ``CUPY_CUDA_PER_THREAD_DEFAULT_STREAM=1``.
        devices: number of simulated devices.
        device_memory: bytes of each device.
        schedules: "races": a run for each stream of a later racy access, with that stream ahead; "all":
            one for every stream (tests of the simulator itself); "none": no search for harm.
        arguments: ``sys.argv[1:]`` of the program.
        named: look for a name of each array when it is accessed; takes time.
        reuse: freed memory is handed out again.
        module: the dotted name of a program that is started as ``python -m``; its file does not matter then.
        patience: seconds that the search for harm may take.
        sized: how much memory is taken is the question: a call that takes work memory of which nothing is known is not
            supported, and fresh memory keeps what it holds.
        lacking_waits: calls that the simulator lacks make the host wait for their stream; nobody knows, see `unknown`.
        pool_limit: bytes that the pool of each device may hold, 0 for no limit.
        choice: which of several free blocks of one size is taken, as CuPy takes any: 0: the one that was freed
            last; another number: by chance, seeded with it.
    """

    per_thread_default_stream: bool = False
    devices: int = 1
    device_memory: int = 80 << 30
    schedules: str = "races"
    arguments: tuple[str, ...] = ()
    named: bool = False
    reuse: bool = True
    choice: int = 0
    module: str = ""
    patience: float = float("inf")
    sized: bool = False
    pool_limit: int = 0
    lacking_waits: bool = False


@dataclass(slots=True)
class Report:
    """What `run` found.

    Attributes:
        races: sorted by later, then earlier place; one for each pair of places.
        harm: at most a few for each schedule; a harm without a race is a bug of the simulator.
        not_supported: the call that the simulator lacks, "" if it could run everything.
        error: the exception that ended the serialised run, "" if there was none.
        row: the program's line that it, or the call that the simulator lacks, came through, 0 if unknown.
        stdout: what the serialised run printed, standard error included.
        idle_waits: where the program waits for an event that was never recorded, or for a stream that has had no work.
        forsaken: work of a stream that nobody refers to any more, while the work may still run.
        lacking: where something is used that the simulator lacks, and what; races after the first are not told.
        unread: where kernels are launched whose text is not understood, and what of it; they are not executed.
        hangs: the program does not end: it waits for a kernel that never does.
        kernels: those in CUDA C that were launched: the name, and what of it is not understood.
        stuck: those of them that the program waits for and that never end; `waiting`: the lines that it waits in, the
            innermost last, none after its end.
        used: the most bytes of device memory that had an owner at once.
        taken: the most bytes that the pools held.
        deterministic: whether two serialised runs read the same values; no harm is claimed if not.
    """

    races: list[Race] = field(default_factory=list)
    harm: list[Harm] = field(default_factory=list)
    not_supported: str = ""
    error: str = ""
    row: int = 0
    stdout: str = ""
    idle_waits: list[Place] = field(default_factory=list)
    forsaken: list[Place] = field(default_factory=list)
    lacking: dict[Place, str] = field(default_factory=dict)
    unread: dict[Place, str] = field(default_factory=dict)
    hangs: bool = False
    kernels: dict[str, str] = field(default_factory=dict)
    stuck: list[str] = field(default_factory=list)
    waiting: list[tuple[str, int]] = field(default_factory=list)
    used: int = 0
    taken: int = 0
    deterministic: bool = True

    @property
    def failure(self) -> str:
        """How the program failed, "" if it did not."""
        if self.not_supported:
            return f"the simulator lacks {self.not_supported}"
        return f"{self.error} (line {self.row})" if self.error and self.row else self.error
