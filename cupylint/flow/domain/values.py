"""What a name can stand for while a program is followed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Iterator
from dataclasses import field
from itertools import islice
from typing import TYPE_CHECKING

from cupylint.order import Stream
from cupylint.records import dataclass, interpreted

if TYPE_CHECKING:
    from typing import TypeGuard

    from libcst import CSTNode

    from cupylint.flow.domain.regions import Region
    from cupylint.kernels.interface import Interface
    from cupylint.program import ir
    from cupylint.sizes.forms import Form


@interpreted
class Value:
    """Base of all values. Values are immutable; what can change lives in the state."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Const(Value):
    """A Python constant, also a ``range``."""

    value: object

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Const) and type(other.value) is type(self.value) and other.value == self.value


NONE = Const(None)


def integer(value: object) -> int | None:
    """The number that a value is, None for others."""
    return value.value if isinstance(value, Const) and isinstance(value.value, int) else None


@interpreted
class Symbol(Value):
    """A value that nothing is known of but its identity; equal computations give one symbol."""

    __slots__ = ("host", "key", "label")

    def __init__(self, key: Hashable, label: str = "", host: bool = False) -> None:
        self.key, self.label, self.host = key, label, host

    @property
    def is_joined(self) -> bool:
        """Whether it stands for what several paths have stored in one place, which its key tells."""
        return isinstance(self.key, tuple) and self.key[:1] == ("joined",)

    def __repr__(self) -> str:
        return f"Symbol({self.label or self.key})"


@dataclass(frozen=True, slots=True)
class External(Value):
    """A module or member outside the file, by its canonical dotted name."""

    dotted: str


@dataclass(frozen=True, slots=True)
class ModuleValue(Value):
    """Another file of the project, as a module."""

    path: str


@dataclass(frozen=True, slots=True)
class Imported(Value):
    """A name taken from another file of the project, which is not looked up before it is used.

    `early`: it is taken when a top level runs, before anybody can have called something.
    """

    path: str
    names: tuple[str, ...]
    early: bool = False


@dataclass(frozen=True, slots=True)
class StreamValue(Value):
    """A stream. `flagged` is the call that made it the null stream by a positional flag, if one did."""

    stream: Stream
    flagged: CSTNode | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class EventValue(Value):
    """An event. `foreign` events come from elsewhere and may have been recorded there."""

    key: Hashable
    foreign: bool = False


@dataclass(frozen=True, slots=True)
class DeviceValue(Value):
    """A device. `chosen` is what the code chooses it by, where it does not tell the number."""

    number: int | None  # None: not known which
    chosen: Value | None = None


@dataclass(frozen=True, slots=True)
class Array(Value):
    """A device array: the allocations it may stand in and the part of them it shows.

    `guess`: it may as well be a copy, of which `copied_on` is the stream that the copy is made on, if that is known.
    """

    buffers: frozenset[int]
    region: Region = ()
    boolean: bool = False
    guess: bool = False
    copied_on: Stream | None = None


def is_whole(array: Array) -> bool:
    """Whether an array is no view."""
    return len(array.buffers) == 1 and not array.region


@dataclass(frozen=True, slots=True)
class Pointer(Value):
    """``x.data`` or ``x.data.ptr``: device memory without shape."""

    array: Array
    number: bool = False


def is_address(value: Value) -> TypeGuard[Pointer]:
    """Whether a value is the address of an array as a number, by which nothing is kept alive."""
    return isinstance(value, Pointer) and value.number


@dataclass(frozen=True, slots=True)
class HostArray(Value):
    """A NumPy array or number, certainly on the host, that nobody copies to or from. `form` is its shape and dtype."""

    form: Form | None = field(default=None, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class HostView(HostArray):
    """A NumPy array in memory that a device may use as well: pinned, managed, or the target of copies.

    Attributes:
        array: the memory and the part of it that is shown.
        axes: how many dimensions it has, None if that is not known.
        seen: if it may be a single number, the writes that were in flight when it was taken; None: an array.
    """

    array: Array
    axes: int | None = None
    seen: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class TupleValue(Value):
    items: tuple[Value, ...]


def parts_of_key(key: Value) -> tuple[Value, ...]:
    """What stands between the brackets of ``base[i, j]``, one for each axis."""
    return key.items if isinstance(key, TupleValue) else (key,)


def is_of_many(key: Value) -> bool:
    """Whether an index stands for many elements: it has a slice or ``...`` in it."""
    return any(isinstance(part, SliceValue) or part == Const(...) for part in parts_of_key(key))


@dataclass(frozen=True, slots=True)
class ListValue(Value):
    """A list or set; its items are in the state under ``key``."""

    key: int


@dataclass(frozen=True, slots=True)
class DictValue(Value):
    key: int


@dataclass(frozen=True, slots=True)
class SliceValue(Value):
    start: Value | None
    stop: Value | None
    step: Value | None


@dataclass(frozen=True, slots=True)
class FunctionValue(Value):
    """A function of this file.

    Attributes:
        frames: the frames it closes over, innermost first.
        by_way_of: what a decorator has made of it, which reads clocks around each call of it.
    """

    function: ir.Function
    frames: tuple[int, ...]
    defaults: tuple[tuple[str, Value], ...] = ()
    owner: ClassValue | None = field(default=None, compare=False)
    by_way_of: FunctionValue | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class BoundMethod(Value):
    receiver: Value
    function: FunctionValue


@dataclass(frozen=True, slots=True)
class Method(Value):
    """A method of something that is not of this file: ``array.sum``, ``stream.record``."""

    receiver: Value
    name: str


@dataclass(frozen=True, slots=True)
class ClassValue(Value):
    """A class of this file; the same statement makes the same class on every path."""

    name: str
    node: CSTNode | None
    members: dict[str, Value] = field(compare=False)
    bases: tuple[Value, ...] = field(compare=False)
    idents: frozenset[str] = field(default=frozenset(), compare=False)
    fields: tuple[str, ...] = field(default=(), compare=False)  # annotated names, the parameters of a dataclass
    metaclass: Value | None = field(default=None, compare=False)
    _order: list[ClassValue] = field(default_factory=list, init=False, compare=False, repr=False)  # of several parents

    def all_fields(self) -> tuple[str, ...]:
        """The annotated names of the class and its bases of this file, as a dataclass orders them."""
        return tuple(dict.fromkeys(name for cls in reversed(list(self.family())) for name in cls.fields))

    def maker(self) -> FunctionValue | None:
        """The ``__call__`` of a metaclass of this file: it makes objects of the class, or gives one that there is."""
        metaclasses = (cls.metaclass for cls in self.family())
        known = next((each for each in metaclasses if isinstance(each, ClassValue)), None)
        found = None if known is None else known.find("__call__")
        return found if isinstance(found, FunctionValue) else None

    def family(self) -> Iterator[ClassValue]:
        """The class and its bases of this file, each once, in the order in which members are looked up."""
        cls = self
        while len(parents := cls.parents()) == 1:
            yield cls
            cls = parents[0]
        if parents and not cls._order:
            cls._put_in_order()
        yield from cls._order or (cls,)

    def _put_in_order(self) -> None:
        """Work out the order of a class with several parents; first those of all such classes that it derives from."""
        pending = [self]
        while pending:
            parents = pending[-1].parents()
            before = [several for each in parents if (several := each._with_several_parents()) and not several._order]
            if before:
                pending += before
                continue
            cls = pending.pop()
            if not cls._order:
                cls._order.extend([cls, *_merged([*(list(each.family()) for each in parents), parents])])

    def _with_several_parents(self) -> ClassValue | None:
        """The first class with several parents among this one and those that it derives from in one line."""
        cls = self
        while len(parents := cls.parents()) == 1:
            cls = parents[0]
        return cls if parents else None

    def parents(self) -> list[ClassValue]:
        """The bases that are classes of this file."""
        return [base for base in self.bases if isinstance(base, ClassValue)]

    def outside(self) -> Iterator[Value]:
        """Bases of the family that are no classes of this file."""
        return (base for cls in self.family() for base in cls.bases if not isinstance(base, ClassValue))

    def find(self, name: str) -> Value | None:
        """A member, looked up in the class and its bases of this file."""
        return next((cls.members[name] for cls in self.family() if name in cls.members), None)

    def methods(self) -> dict[str, FunctionValue]:
        """The functions among the members of the class and its bases of this file, as they are looked up."""
        found: dict[str, Value] = {}
        for cls in self.family():
            for name, member in cls.members.items():
                found.setdefault(name, member)
        return {name: member for name, member in found.items() if isinstance(member, FunctionValue)}

    @property
    def open(self) -> bool:
        """Whether some base class is not in this file, so that members may be unknown."""
        return any(True for _ in self.outside())


def _merged(orders: list[list[ClassValue]]) -> Iterator[ClassValue]:
    """The orders of bases put together as Python does (C3): no class before one that derives from it.

    Where there is no such order, which is an error in Python, the first order goes first.
    """
    left = [deque(order) for order in orders if order]
    later = Counter(cls for order in left for cls in islice(order, 1, None))  # in how many orders it is not the first
    done: set[ClassValue] = set()
    while left:
        first = next((order[0] for order in left if not later[order[0]]), left[0][0])
        yield first
        done.add(first)
        for order in left:
            while order and order[0] in done:
                order.popleft()
                later.subtract(islice(order, 1))  # which is the first from now on
        left = [order for order in left if order]


@dataclass(frozen=True, slots=True)
class Instance(Value):
    key: int
    cls: ClassValue


@dataclass(frozen=True, slots=True)
class Either(Value):
    """One of a few objects, or of their methods: which one differs between paths that were joined."""

    options: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class EitherFunction(Value):
    """One of a few functions of the project: which one differs between paths that were joined."""

    options: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ByKey(Value):
    """One of a few functions or classes of the project that a dict holds under their `keys`; not known under which."""

    key: Value
    keys: tuple[Value, ...]
    options: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Super(Value):
    """``super()`` of an object, in a method that `owner` defines."""

    instance: Instance
    owner: ClassValue


@dataclass(frozen=True, slots=True)
class Kernel(Value):
    """A launchable kernel. `modes` gives for each argument "r", "w", "rw" or "v" (by value).

    `known` is False where the source could not be read, so that reads and writes are a guess. `result` is the type of
    the one array that it makes, "" where that is not told.
    """

    kind: str  # "raw", "elementwise", "reduction", "function"
    modes: tuple[str, ...] = ()
    inputs: int = 0
    known: bool = True
    launch: tuple[Value, ...] = ()
    interface: Interface | None = None
    result: str = ""


@dataclass(frozen=True, slots=True)
class Module(Value):
    """A RawModule: source text from which kernels are taken by name."""

    code: str | None


@dataclass(frozen=True, slots=True)
class Done(Value):
    """The truth of ``stream.done`` or ``event.done``; `negated` for ``not s.done``."""

    target: Value
    negated: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class NoEvent(Value):
    """None, as returned by ``Event.record()`` at `node`."""

    node: CSTNode


@dataclass(frozen=True, slots=True)
class Field(Value):
    """``dataclasses.field(...)``: the default of a dataclass's field, or what makes it."""

    default: Value | None
    factory: Value | None


@dataclass(frozen=True, slots=True)
class Partial(Value):
    function: Value
    arguments: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


@dataclass(frozen=True, slots=True)
class Generator(Value):
    """A call of a generator function. `count` is where ``enumerate`` of it begins.

    Under `key`, which no other call has, the state keeps what a suspended one holds.
    """

    function: Value
    arguments: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]
    manager: bool = False
    count: int | None = None
    key: int = field(default=0, compare=False)
