"""What the harness needs of a device, and CuPy's: gates that hold a stream back, marks that say how far one came.

A gate is one thread that spins on a flag in pinned host memory, which the host sets without any CUDA
call. It has a time-out of its own, so a forgotten gate cannot hold a device for long. Nothing here
enters a ``with stream:``, which would change what the program finds as its current stream.
"""

from __future__ import annotations

import os
import threading
import warnings
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from .high_water import HighWater

POISON = 0xCB
_SLOTS = 1 << 14
_WORK = 100_000
_PLANS = 16  # for transforms, which CuPy keeps by default
_PER_THREAD = 2  # the default streams have the addresses 0, 1 and this one
_STARTED, _OPENED, _EXPIRED = 1, 2, 3
_SOURCE = r"""
extern "C" __global__ void cupylint_gate(
    unsigned long long flag_at, unsigned long long state_at, unsigned long long limit)
{
    volatile const int* flag = (volatile const int*)flag_at;
    volatile int* state = (volatile int*)state_at;
    unsigned long long start, now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
    *state = 1;
    __threadfence_system();
    int end = 3;
    for (long long turn = 0; turn < (1LL << 32); ++turn) {
        if (*flag) { end = 2; break; }
        __nanosleep(1000);
        asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
        if (now - start > limit) break;
    }
    *state = end;
    __threadfence_system();
}
"""


@dataclass(frozen=True, slots=True)
class Extent:
    """The memory of an array or pointer.

    Attributes:
        low, high: first address and the one after the last.
        shadow: a NumPy array with the same addresses and strides, never read, or None.
    """

    low: int
    high: int
    shadow: Any = None

    def overlaps(self, other: Extent) -> bool:
        """Whether the two share a byte. Answers yes where that would take long to find out."""
        if max(self.low, other.low) >= min(self.high, other.high):
            return False
        if self.shadow is None or other.shadow is None:
            return True
        import numpy

        work: Any = _WORK  # NumPy's stubs differ between versions about what it may be
        try:
            return bool(numpy.shares_memory(self.shadow, other.shadow, work))
        except Exception:  # TooHardError moved between versions of NumPy
            return True


class Shut(Protocol):
    """A gate that was put on a stream."""

    def open(self) -> None:
        """Let the stream go on. May be called from any thread, and twice."""

    def holding(self) -> bool:
        """Whether nothing behind the gate can have run so far."""


class Mark(Protocol):
    """A point in a stream."""

    def done(self) -> bool:
        """Whether all work before it is done."""


class Device(Protocol):
    """What the harness asks of a backend."""

    def stream(self, candidates: Sequence[object], keyword: bool = False) -> Any:
        """The first candidate that is a stream, or the current stream. A ``keyword`` may give an address, too."""

    def key(self, stream: Any) -> Hashable:
        """Equal for two streams, as seen from the thread and device that ask, only where they are one."""

    def null(self) -> Any:
        """The legacy null stream, on which copies that name no stream run."""

    def shut(self, stream: Any, limit: float) -> Shut | None:
        """Hold `stream` back for at most `limit` seconds; None if that is impossible now."""

    def mark(self, stream: Any) -> Mark:
        """A mark behind all that was issued to `stream`."""

    def synchronize(self) -> None:
        """Wait for everything on all devices."""

    def extent(self, value: object) -> Extent | None:
        """The addresses that an array or a pointer covers, None if `value` is neither."""

    def staged(self, value: object) -> bool:
        """Whether `value` is host memory that copies read or write through a staging buffer."""


class CudaDevice:
    """CuPy's device. Makes its kernel, flags and private stream at once, so that nothing loads later.

    Raises:
        Exception: whatever CuPy raises without a usable device.
    """

    def __init__(self) -> None:
        import cupy
        import numpy

        self._cupy, self._numpy = cupy, numpy
        memory = cupy.cuda.alloc_pinned_memory(_SLOTS * 8)
        self._words = numpy.frombuffer(memory, numpy.int32, _SLOTS * 2)
        self._words[:] = 0
        self._next = 0
        self._kernel = cupy.RawKernel(_SOURCE, "cupylint_gate")
        self._private = cupy.cuda.Stream(non_blocking=True)
        self.devices = cupy.cuda.runtime.getDeviceCount()
        self._per_thread = os.environ.get("CUPY_CUDA_PER_THREAD_DEFAULT_STREAM", "0") not in ("", "0")
        self.poisoning, self._handed = True, Ranges()
        self.keeps, self._kept = False, list[Any]()  # whether memory stays with its first owner, and what does
        for number in reversed(range(self.devices)):
            cupy.cuda.Device(number).use()
            self._words[0] = 1
            self._kernel(
                (1,),
                (1,),
                (numpy.uint64(self._words.ctypes.data), numpy.uint64(self._words.ctypes.data + 4), numpy.uint64(0)),
            )
            self.mark(cupy.cuda.get_current_stream()).done()
        self._cell = cupy.empty(1 << 10, dtype=numpy.uint8)
        self._poison(self._cell.data.ptr, 1 << 10)
        self.synchronize()

    # -- what the harness asks -------------------------------------------------------------------

    def stream(self, candidates: Sequence[object], keyword: bool = False) -> Any:
        cupy = self._cupy
        for candidate in candidates:
            if isinstance(candidate, (cupy.cuda.Stream, cupy.cuda.ExternalStream)):
                return candidate
            handle = candidate if keyword and isinstance(candidate, int) else handle_of(candidate)
            if handle is not None:
                with warnings.catch_warnings():
                    warnings.simplefilter("ignore")
                    return cupy.cuda.ExternalStream(handle)
        current = cupy.cuda.get_current_stream()
        if current.ptr == 0 and self._per_thread:  # launches go to the thread's stream then, events would not
            return cupy.cuda.Stream.ptds
        return current

    def key(self, stream: Any) -> Hashable:
        pointer = int(stream.ptr)
        if pointer > _PER_THREAD:
            return pointer
        thread = threading.get_ident() if pointer == _PER_THREAD or self._per_thread else 0
        return pointer, self._cupy.cuda.runtime.getDevice(), thread

    def null(self) -> Any:
        return self._cupy.cuda.Stream.null

    def shut(self, stream: Any, limit: float) -> CudaGate | None:
        with suppress(Exception):
            if stream.is_capturing():
                return None  # a gate would become part of the graph
        slot = self._next % _SLOTS
        self._next += 1
        self._words[2 * slot : 2 * slot + 2] = 0
        address = self._words.ctypes.data + 8 * slot
        word = self._numpy.uint64
        arguments = (word(address), word(address + 4), word(int(limit * 1e9)))
        self._kernel((1,), (1,), arguments, stream=stream)
        return CudaGate(self._words, slot)

    def mark(self, stream: Any) -> CudaMark:
        event = self._cupy.cuda.Event(disable_timing=True)
        event.record(stream)
        return CudaMark(event, self.clear)

    def synchronize(self) -> None:
        if self.devices == 1:
            self._cupy.cuda.runtime.deviceSynchronize()
            return
        for number in range(self.devices):
            self._cupy.cuda.Device(number).synchronize()

    def extent(self, value: object) -> Extent | None:
        if isinstance(value, (self._cupy.ndarray, self._numpy.ndarray)):
            start = value.data.ptr if isinstance(value, self._cupy.ndarray) else value.ctypes.data
            return spanned(start, value.shape, value.strides, value.itemsize)
        if hasattr(value, "work_area"):  # the plan of a transform
            value = value.work_area
        pointer = getattr(value, "ptr", None)
        if isinstance(pointer, int) and hasattr(value, "mem"):
            memory = value.mem
            return Extent(pointer, max(memory.ptr + getattr(memory, "size", 0), pointer + 1))
        size = getattr(value, "size", None)
        if isinstance(pointer, int) and isinstance(size, int):
            return Extent(pointer, pointer + size)  # pinned memory
        return of_tensor(value)

    def staged(self, value: object) -> bool:
        if not isinstance(value, self._numpy.ndarray):
            return False
        try:
            kind = self._cupy.cuda.runtime.pointerGetAttributes(value.ctypes.data).type
        except Exception as error:
            # Older drivers refuse memory that they do not know; no call at all is allowed in a host function.
            return "NotPermitted" not in str(error)
        return bool(kind == 0)

    # -- what the worker asks --------------------------------------------------------------------

    def fresh(self) -> None:
        """Undo what a program may have set, and give fresh memory known, wrong contents."""
        cupy = self._cupy
        self.clear()
        self._kept.clear()
        self.release()  # what earlier runs left in the pools would be used before what this run frees
        self._handed = Ranges()
        cupy.cuda.Device(0).use()
        cupy.cuda.Stream.null.use()
        if self._per_thread:
            cupy.cuda.Stream.ptds.use()
        pool = cupy.get_default_memory_pool()
        with suppress(Exception):
            pool.set_limit(size=0)
        cupy.cuda.set_allocator(self._keep if self.keeps else self._allocate if self.poisoning else pool.malloc)
        cupy.cuda.set_pinned_memory_allocator(cupy.get_default_pinned_memory_pool().malloc)

    def bound(self, size: int) -> None:
        """Let the pool take at most `size` bytes, 0: as many as there are, until it is `fresh` again."""
        self._cupy.get_default_memory_pool().set_limit(size=size)

    def taken(self) -> int:
        """Bytes that the pool has taken of the device."""
        return int(self._cupy.get_default_memory_pool().total_bytes())

    def forget_plans(self) -> None:
        """Give back the plans of transforms that CuPy keeps."""
        with suppress(Exception):
            plans = self._cupy.fft.config.get_plan_cache()
            plans.clear()
            plans.set_size(_PLANS)

    @contextmanager
    def watched(self) -> Iterator[HighWater]:
        """Count the bytes that the pools hand out."""
        water = HighWater()
        with water.hook(self._cupy.cuda.MemoryHook):
            yield water

    def clear(self) -> None:
        """Forget CUDA's last error."""
        with suppress(Exception):
            self._cupy.cuda.runtime.check_status(1)  # fetches, and so resets it, before it raises

    def release(self) -> None:
        """Give memory back to the device, between programs."""
        self._cupy.get_default_memory_pool().free_all_blocks()
        self._cupy.get_default_pinned_memory_pool().free_all_blocks()

    def host(self, value: object) -> Any:
        """A copy of an array on the host, None if `value` is no array."""
        if isinstance(value, self._cupy.ndarray):
            return value.get()
        if isinstance(value, self._numpy.ndarray) and value.dtype != object:
            return value.copy()
        return None

    def _keep(self, size: int) -> Any:
        """Memory that is not handed out a second time."""
        memory = self._cupy.get_default_memory_pool().malloc(size)
        self._kept.append(memory)
        return memory

    def _allocate(self, size: int) -> Any:
        memory = self._cupy.get_default_memory_pool().malloc(size)
        # Memory that this run has used before may still be in use, rightly so, by work on its stream.
        if size and self._handed.add(memory.ptr, memory.ptr + size):
            self._poison(memory.ptr, size)
        return memory

    def _poison(self, pointer: int, size: int) -> None:
        if self.devices > 1 and self._cupy.cuda.runtime.getDevice() != 0:
            return
        # On a stream of its own that nothing else waits for: an order that the program lacks must not come in.
        self._cupy.cuda.runtime.memsetAsync(pointer, POISON, size, self._private.ptr)
        self._private.synchronize()


class Ranges:
    """Addresses as ranges that do not touch."""

    def __init__(self) -> None:
        self._lows: list[int] = []
        self._highs: list[int] = []
        self._lock = threading.Lock()

    def add(self, low: int, high: int) -> bool:
        """Add a range; whether none of it was there before."""
        with self._lock:
            first = bisect_left(self._highs, low)
            last = bisect_right(self._lows, high)
            new = not any(self._lows[at] < high and low < self._highs[at] for at in range(first, last))
            low, high = min([low, *self._lows[first:last]]), max([high, *self._highs[first:last]])
            self._lows[first:last], self._highs[first:last] = [low], [high]
            return new


class CudaGate:
    """A gate kernel with its two words of pinned memory: flag and state."""

    def __init__(self, words: Any, slot: int) -> None:
        self._words, self._slot, self._opened = words, slot, False

    def open(self) -> None:
        self._opened = True
        self._words[2 * self._slot] = 1

    def holding(self) -> bool:
        return not self._opened and int(self._words[2 * self._slot + 1]) not in (_OPENED, _EXPIRED)


class CudaMark:
    """An event."""

    def __init__(self, event: Any, clear: Callable[[], None]) -> None:
        self._event, self._clear = event, clear

    def done(self) -> bool:
        if self._event.done:
            return True
        self._clear()  # "not ready" stays behind as CUDA's last error, which libraries take for their own
        return False


class _Shadow:
    """Addresses for NumPy to compute with; nothing reads what is there."""

    def __init__(self, start: int, shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> None:
        self.__array_interface__ = {
            "data": (start, True), "shape": shape, "strides": strides, "typestr": f"|V{itemsize}", "version": 3
        }  # fmt: skip


def handle_of(candidate: object) -> int | None:
    """The handle of a stream of another library, by CUDA's stream protocol; None for what is no stream.

    The protocol is ``__cuda_stream__()``, which gives its version and the handle (cuda.core, "CUDA stream protocol").
    """
    asked = getattr(type(candidate), "__cuda_stream__", None)
    if asked is None:
        return None
    try:
        given = candidate.__cuda_stream__  # type: ignore[attr-defined]
        _, handle = given() if callable(given) else given
        return int(handle)
    except Exception:
        return None


def of_tensor(value: Any) -> Extent | None:
    """The addresses that a tensor of torch covers, None for one on the host and for anything else."""
    if not getattr(value, "is_cuda", False) or not hasattr(value, "data_ptr"):
        return None
    size = value.element_size()
    return spanned(value.data_ptr(), tuple(value.shape), tuple(step * size for step in value.stride()), size)


def spanned(start: int, shape: tuple[int, ...], strides: tuple[int, ...], itemsize: int) -> Extent:
    """The memory of a strided array whose first element is at `start`."""
    import numpy

    low = high = start
    for count, stride in zip(shape, strides, strict=True):
        if count == 0:
            return Extent(start, start)
        step = (count - 1) * stride
        low, high = low + min(step, 0), high + max(step, 0)
    return Extent(low, high + itemsize, numpy.asarray(_Shadow(start, tuple(shape), tuple(strides), itemsize)))
