"""What a library does on the device, as data, and which of its lines race for some caller.

A plan is executed over the ordering model itself, for sizes and conditions that are chosen from outside. The linter
has no part in that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Union

from cupylint.order import Kind, Order, Stream

Line = tuple[str, int]
"""File name and row."""
Names = dict[str, Union[int, tuple[int, Union[int, None]]]]
"""What names stand for: numbers of objects, one of a list with its index, and values of loop variables."""

NULL = Stream(0, Kind.NULL)

# -- plans -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Slot:
    """An index: ``(variable + offset) % modulus``, without ``%`` if that is 0, and a number if there is no variable."""

    variable: str = ""
    offset: int = 0
    modulus: int = 0


@dataclass(frozen=True)
class Ref:
    """A stream, an array or an event by its name in the plan, or one of those in a list of that name."""

    name: str
    slot: Slot | None = None


@dataclass(frozen=True)
class Make:
    """An object, or a list of objects alike, gets a name. `kind`: that of streams."""

    name: str
    kind: Kind = Kind.NON_BLOCKING


@dataclass(frozen=True)
class Work:
    """An operation on a stream (None: the null stream) that reads and writes arrays; `made`: one that it makes."""

    stream: Ref | None
    reads: tuple[Ref, ...]
    writes: tuple[Ref, ...]
    line: Line
    made: str = ""


@dataclass(frozen=True)
class Record:
    """An event is recorded on a stream."""

    event: Ref
    stream: Ref


@dataclass(frozen=True)
class WaitEvent:
    """A stream waits for an event."""

    stream: Ref
    event: Ref


@dataclass(frozen=True)
class HandOver:
    """A stream waits for all that another one has been given."""

    source: Ref
    target: Ref


@dataclass(frozen=True)
class Synchronize:
    """The host waits: for a stream, for an event, or for the device."""

    stream: Ref | None = None
    event: Ref | None = None


@dataclass(frozen=True)
class Loop:
    """``for variable in range(...)``: as many rounds as the size says, but for `less`; `down`: the last one first."""

    variable: str
    body: Block
    less: int = 0
    first: int = 0
    down: bool = False


@dataclass(frozen=True)
class Test:
    """``if variable >= least``; without a variable it is a flag that the code does not tell."""

    body: Block
    orelse: Block
    variable: str = ""
    least: int = 0


@dataclass(frozen=True)
class Call:
    """A function of the library is called; its parameters stand for these."""

    function: str
    arguments: tuple[tuple[str, Ref], ...]


@dataclass(frozen=True)
class Return:
    """An array is returned to a caller that uses it at once."""

    array: Ref
    line: Line


Step = Union[Make, Work, Record, WaitEvent, HandOver, Synchronize, Loop, Test, Call, Return]
Block = list[Step]
_WAITS = (WaitEvent, HandOver, Synchronize)


@dataclass
class Function:
    """A function or a method: the names of parameters that are arrays, and what it does."""

    name: str
    arrays: list[str] = field(default_factory=list)
    body: Block = field(default_factory=list)

    @property
    def names_a_wait(self) -> bool:
        """Whether it has waits itself, and not only by what it calls."""
        return any(isinstance(step, _WAITS) for step in walk(self.body))

    @property
    def waits_if_asked(self) -> bool:
        """Whether a flag chooses if it waits, or hands something over."""
        flags = [step for step in walk(self.body) if isinstance(step, Test) and not step.variable]
        return any(isinstance(step, (*_WAITS, Call)) for flag in flags for step in walk(flag.body + flag.orelse))


@dataclass
class Library:
    """The plan of a program.

    Attributes:
        module: what importing it does; of a script that is all.
        functions: all by name, also those that others call.
        entries: the functions that nothing in the program calls.
        methods: those of its class, if it has one; "__init__" and "setup" are called in this order before others.
    """

    module: Block = field(default_factory=list)
    functions: dict[str, Function] = field(default_factory=dict)
    entries: list[str] = field(default_factory=list)
    methods: dict[str, Function] = field(default_factory=dict)


def walk(block: Block) -> Iterator[Step]:
    """All steps, also those in loops and branches."""
    for step in block:
        yield step
        if isinstance(step, Loop):
            yield from walk(step.body)
        elif isinstance(step, Test):
            yield from walk(step.body)
            yield from walk(step.orelse)


# -- one execution ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Access:
    """One touch of an array: `slot` None is all of it."""

    slot: int | None
    writes: bool
    number: int
    stream: Stream = NULL
    by_caller: bool = False


@dataclass
class Races:
    """Lines of later accesses: those that the premises shown by default cover, and all."""

    shown: set[Line] = field(default_factory=set)
    any: set[Line] = field(default_factory=set)


class Execution:
    """One run of parts of a library, with a number for all sizes and an answer for all flags.

    Args:
        races: takes the lines that race.
        counts: whether the premises that the run rests on are shown by default.
    """

    def __init__(self, library: Library, size: int, flag: bool, races: Races, counts: bool = True) -> None:
        self._library, self._size, self._flag, self._races = library, size, flag, races
        self.counts = counts
        self._order = Order()
        self._numbers, self._operations = count(1), count()
        self._accesses: dict[int, list[Access]] = {}
        self._kinds: dict[int, Kind] = {}
        self._module: Names = {}
        self._own: Names = {}
        self._entered = 0  # objects with larger numbers were made by the function that was called from outside
        self._asks_callers = False
        self._doubtful = 0  # operations that an event may cover which callers can record
        self._do(library.module, self._module)

    def wait_for_all(self) -> None:
        """The caller waits for the device."""
        self._order.host_wait_device(None)

    def call(self, function: Function) -> None:
        """The caller calls a function or method, with arrays that its own stream has just been given."""
        known: Names = {}
        for name in function.arrays:
            known[name] = array = next(self._numbers)
            operation = next(self._operations)
            self._order.issue(NULL, 1 << operation)
            self._accesses[array] = [Access(None, True, operation, by_caller=True)]
        self._entered = next(self._numbers)
        self._asks_callers = function.waits_if_asked
        self._do(function.body, known)

    # -- names ---------------------------------------------------------------------------------

    def _place(self, ref: Ref, known: Names) -> tuple[int, int | None]:
        names = self._own if ref.name.startswith("self.") else known if ref.name in known else self._module
        found, slot = names[ref.name], ref.slot
        if isinstance(found, tuple):
            return found
        if slot is None:
            return found, None
        variable = known[slot.variable] if slot.variable else 0
        assert isinstance(variable, int)
        value = variable + slot.offset
        return found, value % slot.modulus if slot.modulus else value

    def _stream(self, ref: Ref | None, known: Names) -> Stream:
        if ref is None:
            return NULL
        number, slot = self._place(ref, known)
        return Stream((number, slot), self._kinds[number])

    # -- steps ---------------------------------------------------------------------------------

    def _do(self, block: Block, known: Names) -> None:
        for step in block:
            getattr(self, f"_{type(step).__name__.lower()}")(step, known)

    def _make(self, step: Make, known: Names) -> None:
        self._bind(step.name, known, step.kind)

    def _bind(self, name: str, known: Names, kind: Kind) -> int:
        number = next(self._numbers)
        (self._own if name.startswith("self.") else known)[name] = number
        self._kinds[number] = kind
        return number

    def _work(self, step: Work, known: Names) -> None:
        stream = self._stream(step.stream, known)
        touched = [(self._place(ref, known), False) for ref in step.reads]
        touched += [(self._place(ref, known), True) for ref in step.writes]
        if step.made:
            touched.append(((self._bind(step.made, known, Kind.NON_BLOCKING), None), True))
        operation = next(self._operations)
        before = self._order.issue(stream, 1 << operation)
        accesses = [(array, Access(slot, writes, operation, stream)) for (array, slot), writes in touched]
        for array, access in accesses:
            self._meet(array, access, before, step.line)
        for array, access in accesses:
            known_ones = self._accesses.setdefault(array, [])
            known_ones.append(access)
            if access.writes:  # what is only written first may be memory that the caller has not used
                self._doubtful |= sum(1 << each.number for each in known_ones if each.by_caller)

    def _meet(self, array: int, access: Access, before: int, line: Line) -> None:
        for earlier in self._accesses.get(array, ()):
            overlap = earlier.slot is None or access.slot is None or earlier.slot == access.slot
            if not overlap or not (earlier.writes or access.writes) or before >> earlier.number & 1:
                continue
            shown = not earlier.by_caller or (self._is_everybodys(access.stream) and not access.writes)
            self._raced(line, shown and not self._doubtful >> earlier.number & 1)

    def _is_everybodys(self, stream: Stream) -> bool:
        """Whether any caller is hit: nobody but the function knows the stream, and nobody can ask it to wait."""
        private = isinstance(stream.key, tuple) and stream.key[0] > self._entered
        return private and stream.kind is Kind.NON_BLOCKING and not self._asks_callers

    def _raced(self, line: Line, covered: bool) -> None:
        self._races.any.add(line)
        if covered and self.counts:
            self._races.shown.add(line)

    def _record(self, step: Record, known: Names) -> None:
        self._order.record(self._place(step.event, known), self._stream(step.stream, known))

    def _waitevent(self, step: WaitEvent, known: Names) -> None:
        self._order.wait_event(self._stream(step.stream, known), self._awaited(step.event, known))

    def _awaited(self, ref: Ref, known: Names) -> tuple[int, int | None]:
        """An event that is waited for. One that was not recorded may have been so by callers, if they know it."""
        event = self._place(ref, known)
        if not self._order.recorded(event) and event[0] <= self._entered:
            self._doubtful |= self._order.issued
        return event

    def _handover(self, step: HandOver, known: Names) -> None:
        event = next(self._numbers)
        self._order.record(event, self._stream(step.source, known))
        self._order.wait_event(self._stream(step.target, known), event)

    def _synchronize(self, step: Synchronize, known: Names) -> None:
        if step.event is not None:
            self._order.host_wait_event(self._awaited(step.event, known))
        elif step.stream is not None:
            self._order.host_wait_stream(self._stream(step.stream, known))
        else:
            self._order.host_wait_device(None)

    def _loop(self, step: Loop, known: Names) -> None:
        rounds = range(step.first, max(step.first, self._size - step.less))
        for value in reversed(rounds) if step.down else rounds:
            known[step.variable] = value
            self._do(step.body, known)

    def _test(self, step: Test, known: Names) -> None:
        holds = known[step.variable] >= step.least if step.variable else self._flag
        self._do(step.body if holds else step.orelse, known)

    def _call(self, step: Call, known: Names) -> None:
        called = self._library.functions.get(step.function) or self._library.methods[step.function]
        self._do(called.body, {name: self._named(ref, known) for name, ref in step.arguments})

    def _named(self, ref: Ref, known: Names) -> int | tuple[int, int | None]:
        return self._place(ref, known) if ref.slot else self._place(ref, known)[0]

    def _return(self, step: Return, known: Names) -> None:
        array, _ = self._place(step.array, known)
        before = self._order.known(NULL)
        for earlier in self._accesses.get(array, ()):
            if earlier.writes and not earlier.by_caller and not before >> earlier.number & 1:
                self._raced(step.line, self._is_everybodys(earlier.stream))


# -- all callers -----------------------------------------------------------------------------------

SIZES = (2, 3, 4, 5, 6, 7)
"""What unknown sizes may be: every loop has a round."""


def races_of(library: Library) -> Races:
    """The lines that race for some caller: one that does no more than the premises shown by default say, or any one."""
    races = Races()
    for size in SIZES:
        for flag in (True, False):
            _call_functions(library, size, flag, races)
            _call_methods(library, size, flag, races)
    return races


def _call_functions(library: Library, size: int, flag: bool, races: Races) -> None:
    """Each function that nothing in the library calls: alone, and then after another one, of which no premise tells."""
    if not library.entries:
        Execution(library, size, flag, races)
    for first in library.entries:
        for second in library.entries:
            run = Execution(library, size, flag, races)
            run.wait_for_all()
            run.call(library.functions[first])
            run.counts = False
            run.call(library.functions[second])


def _call_methods(library: Library, size: int, flag: bool, races: Races) -> None:
    """Methods in pairs, with what was before them done; and right after an object was made, or three in a row."""
    methods = library.methods
    if not methods:
        return
    first_of_all = [methods[name] for name in ("__init__", "setup") if name in methods]
    public = [method for name, method in methods.items() if name not in ("__init__", "setup") and name[0] != "_"]

    def made(waits: bool) -> Execution:
        run = Execution(library, size, flag, races)
        for method in first_of_all:
            run.counts = waits or not any(each.names_a_wait for each in public) or method is first_of_all[0]
            run.call(method)
            if waits:
                run.wait_for_all()
        return run

    for first in public:
        run = made(waits=False)
        run.counts = len(first_of_all) == 1 and not any(each.names_a_wait for each in public if each is not first)
        run.call(first)
        for second in public:
            between = [each for each in (*public, *first_of_all[1:]) if each not in (first, second)]
            for third in public:
                run = made(waits=True)
                run.call(first)
                run.counts = not any(each.names_a_wait for each in between)
                run.call(second)
                run.counts = False
                run.call(third)
