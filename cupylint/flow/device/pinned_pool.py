"""Pinned memory: where it is made, what keeps it, and who gets it after the last reference has gone.

CuPy's pool hands a block out again as soon as nothing refers to it; it knows nothing of streams. Blocks are kept by
size, rounded up to a power of two, and the one that was given back last goes first.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Set
from dataclasses import field
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from cupylint.findings import Premise
from cupylint.flow.device import host_memory
from cupylint.flow.device.host_accesses import is_callback
from cupylint.flow.domain.arguments import Arguments, Handler
from cupylint.flow.domain.frames import Outcome
from cupylint.flow.domain.reachability import referred
from cupylint.flow.domain.values import (
    NONE,
    Const,
    External,
    HostView,
    Symbol,
    TupleValue,
    Value,
)
from cupylint.order import bits
from cupylint.pool.sizes import pinned_class
from cupylint.program import ir
from cupylint.records import dataclass
from cupylint.sizes.dtypes import ITEMSIZE, named

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

PINNED_MAKERS = (
    *("empty_pinned", "zeros_pinned", "empty_like_pinned", "zeros_like_pinned"),
    *("alloc_pinned_memory", "PinnedMemory", "_malloc"),
)
"""What allocates pinned memory; pools of the program do by ``malloc``."""

_POOL = ("pinned pool",)
_OTHER_SIZE = Premise("size", "pinned memory that is made in between is of another size")


def _is_pool(key: Hashable) -> bool:
    """Whether a path keeps the blocks of a pool under a key: of CuPy's own, or of one that the program has made."""
    return isinstance(key, tuple) and key[:1] == _POOL


class PinnedBlock(NamedTuple):
    """A block of the pinned pool on one path.

    Attributes:
        size: its size class in bytes, or what it is computed from.
        freed: when it was found that nothing refers to it, counted in allocations; None: something does.
        maybe_taken: an allocation of which the size is not known has been made since.
    """

    buffer: int
    size: Hashable
    node: CSTNode
    freed: int | None = None
    maybe_taken: bool = False


class Running(NamedTuple):
    """What a frame does: its statement, and the call in it."""

    statement: CSTNode | None
    call: CSTNode | None


@dataclass(slots=True, eq=False)
class Pinned:
    """What is known of host allocations on whatever path.

    Attributes:
        blocks: pinned and pageable allocations that this file makes; any other host memory is managed.
        axes: how many dimensions an allocation has at least, where use showed it.
        kept: allocations that something not seen may refer to.
        premises: what has to hold for an allocation to have got a block that may still be in use.
        pooled: False where the program replaced the pool.
    """

    blocks: set[int] = field(default_factory=set)
    axes: dict[int, int] = field(default_factory=dict)
    kept: set[int] = field(default_factory=set)
    premises: dict[int, Premise] = field(default_factory=dict)
    pooled: bool = True
    _used: dict[tuple[int, int], Value] = field(default_factory=dict)  # temporaries that a call has consumed
    _homes: dict[tuple[int, int], Running] = field(default_factory=dict)  # what they belong to and what made them

    def consumed(self, interpreter: Interpreter, statement: ir.Call) -> None:
        """A call was followed: the temporaries that it was given are gone, its result belongs to its statement."""
        if not self.blocks:
            return
        frame = interpreter.frame.number
        self._homes[(frame, statement.target)] = Running(statement.statement, statement.node)
        self._used.pop((frame, statement.target), None)
        for expression in (statement.function, *(argument.value for argument in statement.arguments)):
            while isinstance(expression, (ir.Attr, ir.Item)):
                expression = expression.base
            if isinstance(expression, ir.Load) and isinstance(expression.name, int):
                self._used[(frame, expression.name)] = NONE

    def is_over(self, number: int, temporary: int, now: Running | None) -> bool:
        """Whether a temporary of a frame no longer holds its value. `now`: what the frame does, None if it is over."""
        key = (number, temporary)
        if now is None or key in self._used:
            return True
        home = self._homes.get(key)
        if home is None or type(home.statement).__name__ not in _SIMPLE:
            return False
        return home.statement is not now.statement or home.call is now.call

    def keep_all(
        self, interpreter: Interpreter, state: State, arguments: Arguments, receiver: Value | None = None
    ) -> None:
        """Code that is not seen is given these: it may keep them."""
        if unkept := self.blocks - self.kept:
            values = [value for value, _ in arguments.all()]
            self.kept |= referred(interpreter, state, [*values, *([] if receiver is None else [receiver])], unkept)


_SIMPLE = frozenset(("Expr", "Assign", "AnnAssign", "AugAssign", "Return", "Assert", "Raise", "Del"))
"""Statements that have no other statements in them."""


# -- what keeps memory -----------------------------------------------------------------------------


def _referred(interpreter: Interpreter, state: State, node: CSTNode, buffers: set[int]) -> Set[int]:
    """Those of `buffers` that something still refers to on this path, at the call `node`."""
    kept = interpreter.pinned.kept & buffers
    return kept | referred(interpreter, state, _roots(interpreter, state, node), buffers - kept)


def _roots(interpreter: Interpreter, state: State, node: CSTNode) -> Iterator[Value]:
    """The values that names, and calls that are under way, refer to."""
    running: dict[int, Running] = {}
    for frame, above in zip(interpreter.frames, [*interpreter.frames[1:], None], strict=True):
        doing = Running(interpreter.statement, node) if above is None else Running(above.statement, above.caller)
        running[frame.number] = doing
    for key, value in state.memory.items():
        if isinstance(key, int) or _is_pool(key):
            continue  # what a list or dict contains counts if something refers to the list
        if isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], int):
            number, name = key
            if number not in interpreter.scopes:
                continue  # an object's attribute: counts if something refers to the object
            if isinstance(name, int) and interpreter.pinned.is_over(number, name, running.get(number)):
                continue
        parts = value if isinstance(value, tuple) else (value,)
        yield from (part for part in parts if isinstance(part, Value))
    for frame in interpreter.frames:
        yield from (value for _, value in frame.returns)


# -- making memory ---------------------------------------------------------------------------------


def axes_of(shape: Value | None) -> int | None:
    """How many dimensions a shape has, None if that is not known."""
    if isinstance(shape, TupleValue):
        return len(shape.items)
    if isinstance(shape, Const):
        if isinstance(shape.value, tuple):
            return len(shape.value)
        return 1 if isinstance(shape.value, int) else None
    if _joined_tuples(shape):
        return None
    if isinstance(shape, Symbol) and isinstance(shape.key, tuple) and shape.key:
        number = shape.key[0] in ("binary", "linear", "len", "int")
        return 1 if number or shape.key[-1] in ("size", "nbytes") else None
    return None


def _joined_tuples(shape: Value | None) -> tuple[Value, ...]:
    """The parts of ``(n,) + x.shape``; () for other shapes."""
    key = shape.key if isinstance(shape, Symbol) and isinstance(shape.key, tuple) else ()
    parts = key[2:] if key[:2] == ("binary", "+") else ()
    return parts if any(isinstance(part, TupleValue) for part in parts) else ()


def _least_axes(shape: Value | None) -> int:
    """How many dimensions ``(n,) + x.shape`` has at least; 0 for other shapes."""
    return sum(len(part.items) if isinstance(part, TupleValue) else 1 for part in _joined_tuples(shape))


def _size(shape: Value | None, dtype: Value | None) -> Hashable:
    """The size class in bytes of an array, or what it is computed from."""
    name: str | None = "float64" if dtype is None or dtype == NONE else None
    if isinstance(dtype, Const) and isinstance(dtype.value, str):
        name = named(dtype.value)
    elif isinstance(dtype, External):
        name = named(dtype.dotted.rpartition(".")[2])
    item = None if name is None else ITEMSIZE[name]
    parts = shape.items if isinstance(shape, TupleValue) else (shape,)
    lengths = [part.value for part in parts if isinstance(part, Const) and isinstance(part.value, int)]
    if item is None or len(lengths) < len(parts):
        return ("computed", shape, item or dtype)
    return pinned_class(item * prod(lengths))


def pageable(interpreter: Interpreter, axes: int | None = None) -> HostView:
    """Ordinary memory. Whether a queued copy to it has ended when the call returns is up to the driver."""
    buffer = interpreter.fresh()
    interpreter.pinned.blocks.add(buffer)
    return host_memory.of_buffer(buffer, axes, guess=True)


class _Call(NamedTuple):
    """The call of a function that allocates."""

    name: str
    arguments: Arguments
    node: CSTNode


def _allocate(
    interpreter: Interpreter, state: State, size: Hashable, axes: int | None, call: _Call, pool: Hashable = _POOL
) -> HostView:
    """A block of a pool: on this path it may be one that is still being copied."""
    node = call.node
    buffer = interpreter.fresh()
    interpreter.pinned.blocks.add(buffer)
    if interpreter.pinned.pooled:
        known: list[PinnedBlock] = list(state.memory.sequence(pool))
        held = {block.buffer for block in known if block.freed is None}
        referred = _referred(interpreter, state, node, held) | {
            number for number in held if _is_given_to_callback(interpreter, state, number)
        }
        known = [
            block if block.freed is not None or block.buffer in referred else block._replace(freed=buffer)
            for block in known
        ]
        taken = _taken(state, known, size, node)
        if taken is not None:
            known.remove(taken)
            if taken.maybe_taken:
                interpreter.pinned.premises[buffer] = _OTHER_SIZE
            pending = ~state.order.hosts.get(state.host, 0)
            state.readers[buffer] = state.readers.get(taken.buffer, 0) & pending
            state.writers[buffer] = state.writers.get(taken.buffer, 0) & pending
        others = [block.buffer for block in known if block.freed is None]
        interpreter.announce.pinned_taken(state, *call, buffer, others)
        state.memory[pool] = (*known, PinnedBlock(buffer, size, node))
    return host_memory.of_buffer(buffer, axes)


def _is_given_to_callback(interpreter: Interpreter, state: State, buffer: int) -> bool:
    """Whether a host function that was launched may still use a block: CuPy keeps its argument until it has run."""
    return any(is_callback(interpreter.touches[number].host) for number in bits(_in_use(state, buffer)))


def _in_use(state: State, buffer: int) -> int:
    """The accesses to a block that the host has not waited for."""
    used = state.readers.get(buffer, 0) | state.writers.get(buffer, 0)
    return used & ~state.order.hosts.get(state.host, 0)


def _taken(state: State, known: list[PinnedBlock], size: Hashable, node: CSTNode) -> PinnedBlock | None:
    """The free block that an allocation gets, or one like it. Where that cannot be told, none of these is left."""
    free = [block for block in known if block.freed is not None]
    fitting = [block for block in free if _fits(block, size, node)]
    known[:] = [
        block._replace(maybe_taken=True) if block not in fitting and _may_fit(block, size) else block for block in known
    ]
    newest = [block for block in fitting if block.freed == max(block.freed or 0 for block in fitting)]
    used = [_in_use(state, block.buffer) for block in newest]
    if newest and (all(used) or not any(used)):
        return newest[-1]
    for block in newest:
        known.remove(block)
    return None


def _fits(block: PinnedBlock, size: Hashable, node: CSTNode) -> bool:
    if isinstance(block.size, int) and isinstance(size, int):
        return block.size == size
    return block.size == size or block.node is node


def _may_fit(block: PinnedBlock, size: Hashable) -> bool:
    """Whether an allocation may get the block, and it is not known whether it does."""
    return block.freed is not None and not (isinstance(block.size, int) and isinstance(size, int))


# -- the functions ---------------------------------------------------------------------------------


def _shaped(name: str, fills: bool) -> Handler:
    def make(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
        """``empty_pinned(shape, dtype)``."""
        shape = arguments.either(0, "shape")
        size = _size(shape, arguments.either(1, "dtype"))
        made = _allocate(interpreter, state, size, axes_of(shape), _Call(name, arguments, node))
        if least := _least_axes(shape):
            interpreter.pinned.axes.update(dict.fromkeys(made.array.buffers, least))
        return _filled(interpreter, state, made, fills, node)

    return make


def _like(name: str, fills: bool) -> Handler:
    def make(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
        """``empty_like_pinned(a, dtype, order, subok, shape)``."""
        model = arguments.either(0, "a") or NONE
        shape, dtype = arguments.either(4, "shape"), arguments.either(1, "dtype")
        if shape is None or shape == NONE:
            shape = interpreter.symbol(("attribute", model, "shape"), "shape", host=True)
        if dtype is None or dtype == NONE:
            dtype = interpreter.symbol(("attribute", model, "dtype"), "dtype", host=True)
        axes = model.axes if isinstance(model, HostView) else axes_of(shape)
        made = _allocate(interpreter, state, _size(shape, dtype), axes, _Call(name, arguments, node))
        return _filled(interpreter, state, made, fills, node)

    return make


def _filled(interpreter: Interpreter, state: State, view: HostView, fills: bool, node: CSTNode) -> HostView:
    if fills:
        host_memory.touch(interpreter, state, view, "w", node)
    return view


def _raw(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``alloc_pinned_memory(size)``."""
    return _allocate(interpreter, state, _bytes(arguments), 1, _Call("alloc_pinned_memory", arguments, node))


def _bytes(arguments: Arguments) -> Hashable:
    """The size class of so many bytes, or what it is computed from."""
    size = arguments.either(0, "size")
    return pinned_class(size.value) if type(size) is Const and type(size.value) is int else ("computed", size, 1)


def call_unknown(
    interpreter: Interpreter, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode
) -> list[Outcome] | None:
    """``pool.malloc(size)`` of a pool of pinned memory that the program has made; None for other calls."""
    made = receiver.key if isinstance(receiver, Symbol) and isinstance(receiver.key, tuple) else ()
    if name != "malloc" or made[:1] != ("made",) or not str(made[1]).endswith(".PinnedMemoryPool"):
        return None
    call, pool = _Call("alloc_pinned_memory", arguments, node), (*_POOL, receiver)
    return [(state, _allocate(interpreter, state, _bytes(arguments), 1, call, pool))]


def _unpooled(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``PinnedMemory(size)``, ``pinned_memory._malloc(size)``: a block of its own, which goes back to no pool."""
    buffer = interpreter.fresh()
    interpreter.pinned.blocks.add(buffer)
    return host_memory.of_buffer(buffer, 1)


def _pointed(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``PinnedMemoryPointer(memory, offset)``."""
    memory, offset = arguments.either(0, "mem"), arguments.either(1, "offset")
    if not isinstance(memory, HostView):
        return interpreter.unknown("PinnedMemoryPointer")
    return memory if offset == Const(0) else host_memory.other_view(memory, "offset", 1)


def _replaced(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``set_pinned_memory_allocator(...)``: what it does with freed blocks is not known."""
    interpreter.pinned.pooled = False
    return NONE


def _iterate_handlers() -> Iterator[tuple[str, Handler]]:
    for name, fills in (("empty", False), ("zeros", True)):
        yield f"cupyx.{name}_pinned", _shaped(f"{name}_pinned", fills)
        yield f"cupyx.{name}_like_pinned", _like(f"{name}_like_pinned", fills)
    for module in ("cupy.cuda", "cupy.cuda.pinned_memory"):
        yield f"{module}.alloc_pinned_memory", _raw
        yield f"{module}.set_pinned_memory_allocator", _replaced
        yield f"{module}.PinnedMemory", _unpooled
        yield f"{module}.PinnedMemoryPointer", _pointed
    yield "cupy.cuda.pinned_memory._malloc", _unpooled


HANDLERS = dict(_iterate_handlers())
