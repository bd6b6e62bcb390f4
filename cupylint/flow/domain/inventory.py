"""What a program makes and what became of it on whatever path: streams, events, allocations, plans, parameters."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING

from cupylint.flow.domain.hints import SOUNDS_LIKE_WAITING
from cupylint.flow.domain.values import FunctionValue
from cupylint.records import dataclass

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable

    from libcst import CSTNode

    from cupylint.facts import Spot, Step
    from cupylint.findings import Premise
    from cupylint.flow.domain.frames import Closure, LocalClass
    from cupylint.flow.domain.number_types import StatedNumber
    from cupylint.flow.domain.unknown_sizes import ConcreteSize
    from cupylint.flow.domain.values import Array, ClassValue, Instance, Symbol, Value
    from cupylint.order import Stream
    from cupylint.program import ir


@dataclass(slots=True)
class Streams:
    """The streams that a program makes.

    Attributes:
        created: stream -> the call that makes it.
        anonymous: streams without a name -> their blocks.
        placed: streams made where the program had chosen the device.
        handed: those that a caller hands over, of whichever device.
        of_callers: those of callers who are not seen, which an object works for one after another.
        users: ``stream.use()``, or a `with` that ends after one -> the function that it stands in.
        devices_vary: a device that is not known was made current.
        devices_waited_for_vary: such a device was waited for.
    """

    created: dict[Hashable, CSTNode] = field(default_factory=dict)
    anonymous: dict[Stream, Spot] = field(default_factory=dict)
    placed: set[Hashable] = field(default_factory=set)
    handed: set[Hashable] = field(default_factory=set)
    of_callers: set[Stream | None] = field(default_factory=set)
    users: dict[CSTNode, ir.Function] = field(default_factory=dict)
    devices_vary: bool = False
    devices_waited_for_vary: bool = False


@dataclass(slots=True)
class Events:
    """The events that a program makes, and the waits that it writes.

    Attributes:
        created: event -> where it was made.
        of_entry: events made since the entry that is followed began.
        of_object: events that the object has made whose methods are followed.
        are_timed: whether the file asks for elapsed times.
        waits: every wait written in the source, on whatever path.
        waits_of: and the functions that were followed for it.
    """

    created: dict[Hashable, Spot] = field(default_factory=dict)
    of_entry: set[Hashable] = field(default_factory=set)
    of_object: set[Hashable] = field(default_factory=set)
    are_timed: bool = False
    waits: dict[CSTNode, Step] = field(default_factory=dict)
    waits_of: set[tuple[CSTNode, ir.Function]] = field(default_factory=set)


@dataclass(slots=True)
class Allocations:
    """The device memory that a program allocates, by the numbers of allocations.

    Attributes:
        streams: allocation -> the stream it is made on, if the file captures graphs.
        captured: whether it does.
        devices: allocation -> its device.
        creators: allocation -> the access that first wrote it.
        names: access -> the name that its result was assigned to.
        recipes: allocation -> how it was made; equal ones have one shape.
        going_on: accesses that calls make after they have waited, if they wait at all, as a bit set.
    """

    streams: dict[int, Stream] = field(default_factory=dict)
    captured: bool = False
    devices: dict[int, int] = field(default_factory=dict)
    creators: dict[int, int] = field(default_factory=dict)
    names: dict[int, Spot] = field(default_factory=dict)
    recipes: dict[int, Hashable] = field(default_factory=dict)
    going_on: int = 0


@dataclass(slots=True)
class FFTPlans:
    """The plans of Fourier transforms, which CuPy keeps in a cache.

    Attributes:
        areas: plan -> the allocation that is its work area.
        buffers: all those allocations.
        without_area: plans of lengths that need none.
        cache_varies: the file changes how plans are cached.
    """

    areas: dict[Hashable, int] = field(default_factory=dict)
    buffers: set[int] = field(default_factory=set)
    without_area: set[Value] = field(default_factory=set)
    cache_varies: bool = False


@dataclass(slots=True)
class Parameters:
    """Arrays and streams that come from callers who are not seen.

    Attributes:
        buffers: a value that is not known -> the allocation that it is taken for.
        optional: parameters that are device arrays or None.
        numbers: parameters that are numbers of a type, by what says so.
        callers_work: the accesses that callers make.
        returned_to: those of callers whose stream the function makes wait for its own.
        given_streams: what unknown calls returned that were given a stream or event.
        results: what they returned that were given an array where the program had made a stream current.
        work_of: the name of code that is not seen -> the accesses that its calls make.
        keepers: objects of libraries that keep memory between their calls, and that memory.
        lists: a list of arrays that a caller hands over, or a part of one -> the accesses that the caller makes to it.
        elements: the allocation of such an array -> its list.
        objects: class and parameter -> the object that callers hand over, and what its constructor changes in memory.
        handed: the numbers that were given while each of the objects was made, and the parameter.
        named: what the objects are made of of which only the names of parameters tell the classes, by numbers of
            allocations, streams and events, and what has to hold for that.
        under_construction: names of classes and parameters whose objects are being made.
    """

    buffers: dict[Symbol, int] = field(default_factory=dict)
    optional: set[Symbol] = field(default_factory=set)
    numbers: dict[Symbol, StatedNumber] = field(default_factory=dict)
    callers_work: int = 0
    returned_to: int = 0
    given_streams: set[Symbol] = field(default_factory=set)
    results: set[Symbol] = field(default_factory=set)
    work_of: dict[str, int] = field(default_factory=dict)
    keepers: dict[Symbol, Array] = field(default_factory=dict)
    lists: dict[Symbol, int] = field(default_factory=dict)
    elements: dict[int, Symbol] = field(default_factory=dict)
    objects: dict[tuple[ClassValue, str], tuple[Instance, dict[Hashable, object]] | None] = field(default_factory=dict)
    handed: list[tuple[range, str]] = field(default_factory=list)
    named: list[tuple[range, Premise]] = field(default_factory=list)
    under_construction: set[tuple[str, str]] = field(default_factory=set)


@dataclass(slots=True)
class Entries:
    """Where the analysis of a file begins: functions and classes that are followed on their own.

    Attributes:
        current: the one that is followed; the top level has no name.
        begun: how many were begun.
        functions: all functions of the checked file.
        idents: all names of the checked file.
        mentioned: names that its functions mention.
        relevant: functions of the file that are worth following.
        entered: functions that were followed.
        blocked: functions of a thread that waited for what never came, as far as is seen.
        served: those of a thread to which it came.
        reached: function -> the entries that led into it.
        led_from: the same, two functions of one name told apart.
        closures: functions that those define.
        local_classes: classes that they define.
        decorated: function -> what its decorators put in its place.
        concrete_size: a number for sizes that are not known.
        unknown_sizes: entry -> names of sizes that it loops over and that are not known.
        guesses: entries that a number for a size may tell more of.
        sides: how the tests of statements came out.
        objects: what has attributes: objects that the code has made.
        given_functions: objects that were made with functions as arguments.
        with_schedules: functions of the file that may show what hangs on when work runs.
        of_schedules: what is followed may show that.
        makers: else functions of other files are followed only if they mention one of these names.
    """

    current: str = ""
    begun: int = 0
    functions: list[ir.Function] = field(default_factory=list)
    idents: frozenset[str] = frozenset()
    mentioned: frozenset[str] = frozenset()
    relevant: set[ir.Function] = field(default_factory=set)
    entered: set[ir.Function] = field(default_factory=set)
    blocked: set[ir.Function] = field(default_factory=set)
    served: set[ir.Function] = field(default_factory=set)
    reached: dict[str, set[str]] = field(default_factory=dict)
    led_from: dict[ir.Function, set[str]] = field(default_factory=dict)
    closures: dict[ir.Function, Closure] = field(default_factory=dict)
    local_classes: dict[CSTNode, LocalClass] = field(default_factory=dict)
    decorated: dict[ir.Function, Value] = field(default_factory=dict)
    concrete_size: ConcreteSize | None = None
    unknown_sizes: dict[str, set[str]] = field(default_factory=dict)
    guesses: set[str] = field(default_factory=set)
    sides: dict[ir.If, set[bool]] = field(default_factory=dict)
    objects: set[int] = field(default_factory=set)
    given_functions: set[int] = field(default_factory=set)
    with_schedules: set[ir.Function] = field(default_factory=set)
    of_schedules: bool = True
    makers: frozenset[str] = frozenset()

    def ask_for_schedules(self, wanted: bool, functions: Iterable[ir.Function]) -> None:
        """Whether what is followed next may show what hangs on when work runs; without `functions` as is `wanted`."""
        named = list(functions)
        self.of_schedules = wanted and (not named or not self.with_schedules.isdisjoint(named))


@dataclass(slots=True)
class Modules:
    """The other files of the project that were met.

    Attributes:
        frames: file -> the frame of its top level, None while that is not known.
        paths: the other way round.
        resolving: imported names that are being looked up.
        shared: what the top levels of other files leave behind.
        path_condition: what holds of symbols where top levels have ended.
        importing: > 0 while the top level of another file is followed.
        unswitched: what names that a function switches to CuPy stand for before.
        classes: those that top levels define, of the checked file too, in the order in which they were met.
        waiting: name -> whether a method of that name was found that waits, and how many classes were asked.
    """

    frames: dict[str, int | None] = field(default_factory=dict)
    paths: dict[int, str] = field(default_factory=dict)
    resolving: set[Value] = field(default_factory=set)
    shared: dict[Hashable, object] = field(default_factory=dict)
    path_condition: dict[Hashable, Value] = field(default_factory=dict)
    importing: int = 0
    unswitched: dict[Hashable, object] = field(default_factory=dict)
    classes: list[ClassValue] = field(default_factory=list)
    waiting: dict[str, tuple[bool, int]] = field(default_factory=dict)

    def has_waiting_method(self, name: str) -> bool:
        """Whether one of the classes has a method of this name that waits; each class is asked once.

        An object may be one of these, though it is not seen how it was made: ``REGISTRY[kind](n).advance()``.
        """
        found, asked = self.waiting.get(name, (False, 0))
        if not found and asked < len(self.classes):
            members = (cls.members.get(name) for cls in self.classes[asked:])
            methods = (each.function for each in members if isinstance(each, FunctionValue))
            found = any(SOUNDS_LIKE_WAITING.search(ident) for method in methods for ident in method.idents)
            self.waiting[name] = found, len(self.classes)
        return found
