"""Raw memory: ``MemoryPointer``, pools, pinned and managed memory, and copies between addresses."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from cupylint.pool.spans import Span

from ..engine import Touch, active
from ..host import HostArray
from ..log import View
from ..memory import Allocation
from ..results import NotSupported
from .devices import LEGACY, current_device, current_handle, queue_of, session, target
from .errors import OutOfMemoryError


class MemoryPointer:
    """``cupy.cuda.MemoryPointer``: an address in an allocation."""

    def __init__(self, mem: Allocation, offset: int = 0) -> None:
        self.mem, self._offset = mem, offset

    @property
    def ptr(self) -> int:
        """The address."""
        return self.mem.address + self._offset

    @property
    def device_id(self) -> int:
        """The device it belongs to."""
        return self.mem.block.device

    def __int__(self) -> int:
        return self.ptr

    def __add__(self, offset: int) -> MemoryPointer:
        return MemoryPointer(self.mem, self._offset + offset)

    __radd__ = __add__

    def __sub__(self, offset: int) -> MemoryPointer:
        return self + -offset

    # The variants without `_async` use the legacy null stream, whatever stream is current.

    def memset(self, value: int, size: int) -> None:
        """Fill on the legacy null stream."""
        fill(self.ptr, value, size, LEGACY)

    def memset_async(self, value: int, size: int, stream: Any = None) -> None:
        """Fill on `stream`."""
        fill(self.ptr, value, size, stream)

    def copy_from_device(self, src: Any, size: int) -> None:
        """Copy on the legacy null stream; the host does not wait."""
        copy(self.ptr, address(src), size, LEGACY)

    def copy_from_device_async(self, src: Any, size: int, stream: Any = None) -> None:
        """Copy on `stream`."""
        copy(self.ptr, address(src), size, stream)

    def copy_from_host(self, mem: Any, size: int) -> None:
        """Copy on the legacy null stream; the host waits."""
        copy(self.ptr, address(mem), size, LEGACY, waits=True)

    def copy_from_host_async(self, mem: Any, size: int, stream: Any = None) -> None:
        """Copy on `stream`."""
        copy(self.ptr, address(mem), size, stream)

    def copy_to_host(self, mem: Any, size: int) -> None:
        """Copy on the legacy null stream; the host waits."""
        copy(address(mem), self.ptr, size, LEGACY, waits=True)

    def copy_to_host_async(self, mem: Any, size: int, stream: Any = None) -> None:
        """Copy on `stream`."""
        copy(address(mem), self.ptr, size, stream)

    def copy_from(self, mem: Any, size: int) -> None:
        """From a device or host address, whichever it is."""
        copy(self.ptr, address(mem), size, LEGACY, waits=not isinstance(mem, MemoryPointer))

    def copy_from_async(self, mem: Any, size: int, stream: Any = None) -> None:
        """The same on `stream`."""
        copy(self.ptr, address(mem), size, stream)


class UnownedMemory(Allocation):
    """``cupy.cuda.UnownedMemory``: memory at an address that something else owns and keeps."""

    __slots__ = ("owner",)

    def __init__(self, ptr: int, size: int, owner: Any, device_id: int = -1) -> None:
        block = active().memory.find(ptr)
        if block is None:
            raise NotSupported("UnownedMemory of memory that did not come from CuPy")
        known = session().by_address.get(ptr)
        number = 0 if known is None else known.number
        start = ptr - block.address
        super().__init__(block, Span(start, start + size), None, number)
        self.owner = owner


def address(value: Any) -> int:
    """The address that an integer, a pointer or a ``c_void_p`` stands for."""
    if isinstance(value, ctypes.c_void_p):
        return value.value or 0
    return int(getattr(value, "ptr", value))


def _bytes(where: int, size: int) -> tuple[View, bool]:
    """The bytes at an address, and whether a device can reach them."""
    known = active().memory.view(where, size)
    if known is not None:
        return known, True
    return np.ctypeslib.as_array((ctypes.c_uint8 * size).from_address(where)), False


def fill(where: int, value: int, size: int, stream: Any) -> None:
    """``memset``."""
    queue, label = target(stream)
    view, _ = _bytes(where, size)
    active().issue(queue, label, [(view, True, None)], lambda: view.fill(value & 0xFF), copies=True)


def copy(to: int, source: int, size: int, stream: Any, waits: bool = False) -> None:
    """``memcpy`` between any two addresses. Pageable memory is staged: read, or there, on return."""
    engine = active()
    queue, label = target(stream)
    there, to_known = _bytes(to, size)
    here, from_known = _bytes(source, size)
    touches: list[Touch] = [(there, True, None)] if to_known else []
    if from_known:
        touches.append((here, False, None))
    else:
        here = np.array(here)
    engine.issue(queue, label, touches, lambda: np.copyto(there, here), copies=True)
    if waits or not to_known:
        engine.wait_for_stream(queue)


# -- device memory -----------------------------------------------------------------------------

Allocator = Callable[[int], MemoryPointer]


def _allocate(size: int, kind: str, pooled: bool) -> MemoryPointer:
    try:
        return MemoryPointer(
            active().memory.allocate(int(size), kind, current_device(), current_handle_of_pool(), pooled)
        )
    except MemoryError as error:
        raise OutOfMemoryError(*error.args) from None


def current_handle_of_pool() -> Any:
    """What owns the pool that memory comes from: the current stream, by its handle."""
    handle = current_handle()
    return queue_of(handle)[0].key if handle == 2 else handle


class MemoryPool:
    """``cupy.cuda.MemoryPool``. All pools of one kind of memory that anything comes from share their blocks here."""

    def __init__(self, allocator: Allocator | None = None) -> None:
        self._kind = "managed" if getattr(allocator, "__name__", "") == "malloc_managed" else "device"
        self._is_used = False
        self._limit = 0  # until it is used

    @property
    def malloc(self) -> Allocator:
        """What gives memory from the current stream's part of the pool. Who asks for it is going to use the pool."""
        self.begin()
        return self._malloc

    def begin(self) -> None:
        """From now on memory comes from it."""
        if not self._is_used and self._limit:
            active().memory.limit[current_device()] = self._limit
        self._is_used = True

    def _malloc(self, size: int) -> MemoryPointer:
        return _allocate(size, self._kind, True)

    def free_all_blocks(self, stream: Any = None) -> None:
        """Give free blocks back to the driver."""
        if self._is_used:
            active().memory.trim(current_device(), None if stream is None else stream.ptr)

    def free_all_free(self) -> None:
        """The old name."""
        self.free_all_blocks()

    def set_limit(self, size: int | None = None, fraction: float | None = None) -> None:
        """Limit the current device's pool."""
        memory = active().memory
        self._limit = int(fraction * memory.device_memory) if fraction is not None else size or 0
        if self._is_used:
            memory.limit[current_device()] = self._limit

    def get_limit(self) -> int:
        """The limit, 0 for none."""
        return active().memory.limit.get(current_device(), 0) if self._is_used else self._limit

    def total_bytes(self) -> int:
        """Bytes obtained from the driver."""
        return active().memory.held.get(current_device(), 0) if self._is_used else 0

    def free_bytes(self) -> int:
        """Bytes in free blocks."""
        return active().memory.free_bytes(current_device()) if self._is_used else 0

    def used_bytes(self) -> int:
        """Bytes that have an owner."""
        return self.total_bytes() - self.free_bytes()

    def n_free_blocks(self) -> int:
        """Number of free parts."""
        if not self._is_used:
            return 0
        return sum(len(arena.parts) for key, arena in active().memory.arenas.items() if key[0] == "device")


class MemoryAsyncPool(MemoryPool):
    """``cupy.cuda.MemoryAsyncPool``: memory is there from its place in the current stream on."""

    def __init__(self, allocator: Allocator | None = None) -> None:
        super().__init__(allocator)
        self.begin()  # it is the pool of the device

    def _malloc(self, size: int) -> MemoryPointer:
        return malloc_async(size)


_default_pool = MemoryPool()
_default_pool.begin()


def get_default_memory_pool() -> MemoryPool:
    """The pool that arrays come from."""
    return _default_pool


def malloc_managed(size: int) -> MemoryPointer:
    """Memory that host and device use at the same address."""
    return _allocate(size, "managed", False)


def malloc_async(size: int) -> MemoryPointer:
    """Memory in the order of the current stream, from its pool."""
    pointer = _allocate(size, "device", True)
    in_order(pointer.mem, None)
    return pointer


def in_order(mem: Allocation, stream: Any, given_back: bool = False) -> None:
    """Memory is handed out, or given back, at this place in a stream."""
    queue, label = target(stream)
    active().in_order(queue, label, mem, given_back)


def malloc_raw(size: int) -> MemoryPointer:
    """Memory straight from the driver."""
    return _allocate(size, "device", False)


def alloc(size: int) -> MemoryPointer:
    """Memory from the current allocator."""
    allocator = getattr(active().local, "allocator", None) or session().allocator or _default_pool.malloc
    pointer = allocator(size)
    assert isinstance(pointer, MemoryPointer)
    return pointer


def set_allocator(allocator: Allocator | None = _default_pool.malloc) -> None:
    """Make `allocator` (None: the driver) the one that arrays come from."""
    if getattr(active().local, "allocator", None) is not None:
        raise ValueError("Can't change the global allocator inside `using_allocator` context manager")
    session().allocator = malloc_raw if allocator is None else allocator


@contextmanager
def using_allocator(allocator: Allocator | None = None) -> Iterator[None]:
    """The same for this thread and block."""
    local = active().local
    before = getattr(local, "allocator", None)
    local.allocator = malloc_raw if allocator is None else allocator
    try:
        yield
    finally:
        local.allocator = before


# -- pinned memory -----------------------------------------------------------------------------


class PinnedMemoryPointer:
    """What ``alloc_pinned_memory`` gives; ``numpy.frombuffer`` takes it."""

    def __init__(self, mem: Allocation, size: int) -> None:
        self._owner = self.mem = mem
        self._size = size
        self._buffer = mem.bytes[:size]
        self.ptr = mem.address

    def size(self) -> int:
        """Bytes asked for."""
        return self._size

    def __int__(self) -> int:
        return self.ptr

    def __len__(self) -> int:
        return self._size


def alloc_pinned_memory(size: int) -> PinnedMemoryPointer:
    """Pinned host memory from the pool, which hands it out again as soon as nobody refers to it."""
    memory = active().memory
    return PinnedMemoryPointer(memory.allocate(int(size), "pinned", 0, None), int(size))


class PinnedMemoryPool:
    """``cupy.cuda.PinnedMemoryPool``."""

    def __init__(self, allocator: Any = None) -> None:
        pass

    def malloc(self, size: int) -> PinnedMemoryPointer:
        """Pinned memory."""
        return alloc_pinned_memory(size)

    def free_all_blocks(self) -> None:
        """Give free blocks back."""

    def n_free_blocks(self) -> int:
        """Number of free parts."""
        return sum(len(arena.parts) for key, arena in active().memory.arenas.items() if key[0] == "pinned")


def empty_pinned(shape: Any, dtype: Any = float, order: str = "C") -> HostArray:
    """``cupyx.empty_pinned``."""
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    dtype = np.dtype(dtype)
    count = int(np.prod(shape, dtype=np.int64))
    pointer = alloc_pinned_memory(max(count * dtype.itemsize, 1))
    flat = pointer._buffer[: count * dtype.itemsize].view(dtype)
    array: HostArray = flat.reshape(shape, order="F" if order == "F" else "C").view(HostArray)
    array._owner = pointer.mem
    return array


def zeros_pinned(shape: Any, dtype: Any = float, order: str = "C") -> HostArray:
    """``cupyx.zeros_pinned``."""
    array = empty_pinned(shape, dtype, order)
    array.fill(0)
    return array


def empty_like_pinned(a: Any, dtype: Any = None, order: str = "C", subok: Any = None, shape: Any = None) -> HostArray:
    """``cupyx.empty_like_pinned``."""
    return empty_pinned(a.shape if shape is None else shape, dtype or a.dtype, order if order in "CF" else "C")


def zeros_like_pinned(a: Any, dtype: Any = None, order: str = "C", subok: Any = None, shape: Any = None) -> HostArray:
    """``cupyx.zeros_like_pinned``."""
    array = empty_like_pinned(a, dtype, order, subok, shape)
    array.fill(0)
    return array
