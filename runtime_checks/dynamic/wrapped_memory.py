"""Memory that tells what is done with it: pointers, addresses, pinned and managed memory, and where it comes from."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from ctypes import c_void_p
from functools import partial
from typing import Any

from ..simulator.host import reachable
from .of_cupy import LEGACY, Tracer, address_of
from .replacing import Replacing, then
from .trace import Kind, Range

_PINNED = ("empty_pinned", "zeros_pinned", "empty_like_pinned", "zeros_like_pinned")
_NULL = LEGACY[1]  # whatever the default stream is
_DEVICE_TO_DEVICE, _DEFAULT = 3, 4  # kinds of cudaMemcpy with which the host may go on


def wrap(replacing: Replacing, tracer: Tracer) -> None:
    """Replace what hands memory out, and what fills and copies it by its address."""
    _shared(replacing, tracer)
    _pointers(replacing, tracer)
    _addresses(replacing, tracer)
    _in_order(replacing, tracer)
    _pools(replacing, tracer)


# -- memory that host and device share ---------------------------------------------------------


def _shared(replacing: Replacing, tracer: Tracer) -> None:
    def handing_out(original: Any) -> Any:
        def allocate(size: int) -> Any:
            found = original(size)
            tracer.pinned(int(found.ptr), int(size))
            return found

        return allocate

    def array(original: Any) -> Any:
        def pinned_array(*args: Any, **kwargs: Any) -> Any:
            with tracer.inside():
                made = original(*args, **kwargs)
            tracer.pinned(made.__array_interface__["data"][0], int(made.nbytes))
            if original.__name__.startswith("zeros"):
                tracer.host_access([(made, True, None)])
            return reachable(made)

        return pinned_array

    for name in ("alloc_pinned_memory", "malloc_managed"):
        replacing.replace(tracer.cupy.cuda, name, handing_out)
    with suppress(ImportError):
        import cupyx

        for name in _PINNED:
            replacing.replace(cupyx, name, array)


# -- pointers and addresses --------------------------------------------------------------------


class _Copies:
    """Tells of fills and copies between addresses, which are numbers or objects that have one."""

    def __init__(self, tracer: Tracer) -> None:
        self._tracer = tracer

    def fill(self, where: Any, size: int, stream: Any) -> None:
        """Memory is set on a stream."""
        if not self._tracer.depth:
            self._tracer.work([], [], stream, [(self._range(where, size), True)])

    def copy(self, to: Any, source: Any, size: int, stream: Any, waits: bool) -> None:
        """Memory is copied on a stream. Of pageable memory nothing is told: it is staged."""
        if not self._tracer.depth:
            self._tracer.work([], [], stream, [(self._range(to, size), True), (self._range(source, size), False)])
        if waits:
            self._tracer.step(Kind.JOIN_STREAM, stream)

    def _range(self, where: Any, size: int) -> Range:
        low = (where.value or 0) if isinstance(where, c_void_p) else int(getattr(where, "ptr", where))
        return self._tracer.at_address(low, int(size))


def _pointers(replacing: Replacing, tracer: Tracer) -> None:
    """The class is compiled: arrays and allocators hand out a subclass of it."""
    cuda, copies = tracer.cupy.cuda, _Copies(tracer)
    original: Any = cuda.MemoryPointer
    if not isinstance(original, type):
        return

    class Pointer(original):  # type: ignore[misc]
        def __add__(self, offset: Any) -> Any:
            return told(super().__add__(offset))

        def __radd__(self, offset: Any) -> Any:
            return told(super().__add__(offset))

        def __sub__(self, offset: Any) -> Any:
            return told(super().__sub__(offset))

        def memset(self, value: int, size: int) -> None:
            super().memset(value, size)
            copies.fill(self, size, _NULL)

        def memset_async(self, value: int, size: int, stream: Any = None) -> None:
            super().memset_async(value, size, stream)
            copies.fill(self, size, stream)

        def copy_from_device(self, src: Any, size: int) -> None:
            super().copy_from_device(src, size)
            copies.copy(self, src, size, _NULL, waits=False)

        def copy_from_device_async(self, src: Any, size: int, stream: Any = None) -> None:
            super().copy_from_device_async(src, size, stream)
            copies.copy(self, src, size, stream, waits=False)

        def copy_from_host(self, mem: Any, size: int) -> None:
            super().copy_from_host(mem, size)
            copies.copy(self, mem, size, _NULL, waits=True)

        def copy_from_host_async(self, mem: Any, size: int, stream: Any = None) -> None:
            super().copy_from_host_async(mem, size, stream)
            copies.copy(self, mem, size, stream, waits=False)

        def copy_to_host(self, mem: Any, size: int) -> None:
            super().copy_to_host(mem, size)
            copies.copy(mem, self, size, _NULL, waits=True)

        def copy_to_host_async(self, mem: Any, size: int, stream: Any = None) -> None:
            super().copy_to_host_async(mem, size, stream)
            copies.copy(mem, self, size, stream, waits=not tracer.is_shared(mem))

        def copy_from(self, mem: Any, size: int) -> None:
            super().copy_from(mem, size)
            copies.copy(self, mem, size, _NULL, waits=not isinstance(mem, original))

        def copy_from_async(self, mem: Any, size: int, stream: Any = None) -> None:
            super().copy_from_async(mem, size, stream)
            copies.copy(self, mem, size, stream, waits=False)

    def told(pointer: Any) -> Any:
        if isinstance(pointer, Pointer):
            return pointer
        return Pointer(pointer.mem, int(pointer.ptr) - address_of(pointer.mem))

    def hands_out(function: Callable[..., Any]) -> Callable[..., Any]:
        return lambda *args, **kwargs: told(function(*args, **kwargs))

    replacing.replace(
        tracer.cupy.ndarray, "data", lambda it: property(lambda array: told(it.__get__(array, type(array))))
    )
    replacing.replace(cuda, "MemoryPointer", lambda _: Pointer)
    for name in ("alloc", "malloc_managed"):
        replacing.replace(cuda, name, hands_out)


def _addresses(replacing: Replacing, tracer: Tracer) -> None:
    runtime, copies = tracer.cupy.cuda.runtime, _Copies(tracer)

    def memcpy(dst: int, src: int, size: int, kind: int = _DEFAULT) -> None:
        copies.copy(dst, src, size, _NULL, waits=kind not in (_DEVICE_TO_DEVICE, _DEFAULT))

    tells: dict[str, Callable[..., None]] = {
        "memset": lambda ptr, value, size: copies.fill(ptr, size, _NULL),
        "memsetAsync": lambda ptr, value, size, stream: copies.fill(ptr, size, stream),
        "memcpy": memcpy,
        "memcpyAsync": lambda dst, src, size, kind, stream: copies.copy(dst, src, size, stream, waits=False),
        "memcpyPeer": lambda dst, dstDevice, src, srcDevice, size: copies.copy(dst, src, size, _NULL, waits=False),
        "memcpyPeerAsync": lambda dst, dstDevice, src, srcDevice, size, stream: copies.copy(
            dst, src, size, stream, waits=False
        ),
    }

    def told(original: Any, tell: Callable[..., None]) -> Callable[..., Any]:
        done = then(original, tell)

        def tried(*args: Any, **kwargs: Any) -> Any:
            try:
                return done(*args, **kwargs)
            except Exception:
                # The driver may refuse memory that was given back on another stream: it was used there all the same.
                if any(isinstance(one, int) and tracer.is_returned(one) for one in (*args, *kwargs.values())):
                    tell(*args, **kwargs)
                raise

        return tried

    for name, tell in tells.items():
        replacing.replace(runtime, name, partial(told, tell=tell))


# -- where memory comes from -------------------------------------------------------------------


def _in_order(replacing: Replacing, tracer: Tracer) -> None:
    """Memory that is handed out and given back in the order of a stream."""
    cuda, runtime = tracer.cupy.cuda, tracer.cupy.cuda.runtime

    def handed_out(original: Any) -> Any:
        def malloc_async(size: int) -> Any:
            found = original(size)
            tracer.in_order(int(found.ptr), int(size))
            return found

        return malloc_async

    def pool(original: Any) -> Any:
        class MemoryAsyncPool(original):  # type: ignore[misc]
            def malloc(self, size: int) -> Any:
                return handed_out(super().malloc)(size)

        return MemoryAsyncPool

    def malloc(original: Any) -> Any:
        def malloc_async(size: int, stream: int) -> int:
            found = int(original(size, stream))
            tracer.in_order(found, int(size), stream)
            return found

        return malloc_async

    def free(original: Any) -> Any:
        def free_async(ptr: int, stream: int) -> None:
            tracer.given_back(int(ptr), stream)
            original(ptr, stream)

        return free_async

    replacing.replace(cuda, "malloc_async", handed_out)
    replacing.replace(cuda, "MemoryAsyncPool", pool)
    replacing.replace(runtime, "mallocAsync", malloc)
    replacing.replace(runtime, "freeAsync", free)


def _pools(replacing: Replacing, tracer: Tracer) -> None:
    hook = getattr(getattr(tracer.cupy.cuda, "memory_hook", None), "MemoryHook", None)
    if hook is None:
        return

    class Hook(hook):  # type: ignore[misc, valid-type]
        name = "cupylint"

        def alloc_postprocess(self, **given: Any) -> None:
            tracer.obtained(int(given["mem_ptr"]), int(given["mem_size"]))

        def malloc_postprocess(self, **given: Any) -> None:
            tracer.allocated(int(given["mem_ptr"]))

    replacing.undo.enter_context(Hook())
