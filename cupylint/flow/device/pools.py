"""Allocators, and memory that is allocated and freed by calls: which pool an array comes from, when it goes back."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from cupylint.flow.device import cuda
from cupylint.flow.device.lifetimes import ALLOCATOR, DEFAULT, UNTRACKED
from cupylint.flow.domain.arguments import Arguments, Handler
from cupylint.flow.domain.blocks import Recipe
from cupylint.flow.domain.values import NONE, Array, Const, External, Pointer, Symbol, Value
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


_POOLS = ("cupy.cuda.MemoryPool", "cupy.cuda.MemoryAsyncPool")
_ASYNC = ("cupy.cuda.malloc_async", "cupy.cuda.memory.malloc_async")
_DEFAULT = "cupy.get_default_memory_pool"


@dataclass(frozen=True, slots=True)
class AllocatorBlock(Value):
    """``with using_allocator(pool.malloc):``, where memory comes from a pool."""

    pool: Hashable

    def enter(self, state: State) -> Hashable:
        """The block begins. Returns what was in effect, for `leave`."""
        before: Hashable = state.memory.get(ALLOCATOR)
        state.memory[ALLOCATOR] = self.pool
        return before

    def leave(self, state: State, before: Hashable) -> None:
        """It ends: the allocator from before is in effect."""
        if before is None:
            state.memory.discard(ALLOCATOR)
        else:
            state.memory[ALLOCATOR] = before


def _set_allocator(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``cupy.cuda.set_allocator(pool.malloc)``."""
    state.memory[ALLOCATOR] = _pool(arguments.either(0, "allocator"))
    return NONE


def _using_allocator(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``cupy.cuda.using_allocator(pool.malloc)``, for a ``with``."""
    given = arguments.either(0, "allocator")
    return AllocatorBlock(UNTRACKED if given in (None, NONE) else _pool(given))


def _pool(allocator: Value | None) -> Hashable:
    """What tells the pool of an allocator from others; `UNTRACKED` if it may hand out blocks in other ways."""
    if allocator is None:
        return DEFAULT
    if isinstance(allocator, External) and allocator.dotted in _ASYNC:
        return allocator
    key = allocator.key if isinstance(allocator, Symbol) else None
    if isinstance(key, tuple) and key[0] == "attribute" and key[-1] == "malloc" and isinstance(key[1], Symbol):
        made = key[1].key
        if isinstance(made, tuple) and made[0] == "made" and made[1] in _POOLS:
            return made
        if isinstance(made, tuple) and made[:2] == ("made", _DEFAULT):
            return DEFAULT
    return UNTRACKED


# -- memory without arrays -------------------------------------------------------------------------


def _malloc_async(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``runtime.mallocAsync(size, stream)``: an address of memory that ``freeAsync`` gives back."""
    stream = cuda.as_stream(interpreter, state, arguments.either(1, "stream"))
    if stream is None:
        return interpreter.unknown("mallocAsync")
    buffer = interpreter.fresh()
    interpreter.allocations.devices[buffer] = state.device
    recipe = Recipe("mallocAsync", node, arguments.values()[:1])
    interpreter.lifetimes.allocate(state, buffer, stream, recipe, manual=True)
    return Pointer(Array(frozenset((buffer,))), number=True)


def _own_memory(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``Memory(size)``: memory that comes from no pool, and goes back to the device, which waits for all work."""
    buffer = interpreter.fresh()
    interpreter.allocations.devices[buffer] = state.device
    return Pointer(Array(frozenset((buffer,))))


def _free_async(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``runtime.freeAsync(address, stream)``: the memory is free for what the stream does next."""
    pointer, stream = arguments.position(0), cuda.as_stream(interpreter, state, arguments.either(1, "stream"))
    if isinstance(pointer, Pointer) and stream is not None:
        interpreter.lifetimes.free(state, pointer.array, stream)
    return NONE


def _memory(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``UnownedMemory(address, size, owner)``: the memory that the address is of."""
    pointer = arguments.position(0)
    return Pointer(pointer.array) if isinstance(pointer, Pointer) else interpreter.unknown("memory")


def _pointer(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``MemoryPointer(memory, 0)``; what lies at another offset may be anything."""
    offset = arguments.either(1, "offset")
    found = isinstance(offset, Const) and offset.value == 0
    return _memory(interpreter, state, arguments, node) if found else interpreter.unknown("memory")


HANDLERS: dict[str, Handler] = {
    "cupy.cuda.set_allocator": _set_allocator,
    "cupy.cuda.using_allocator": _using_allocator,
    "cupy.cuda.runtime.mallocAsync": _malloc_async,
    "cupy.cuda.runtime.freeAsync": _free_async,
    "cupy.cuda.Memory": _own_memory,
    "cupy.cuda.UnownedMemory": _memory,
    "cupy.cuda.MemoryPointer": _pointer,
}
