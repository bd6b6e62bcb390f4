"""``cupy.cuda.runtime``: the CUDA runtime's functions that programs call by hand."""

from __future__ import annotations

from typing import Any

from ..engine import active
from . import devices
from .devices import Event, current_device, queue_of, set_device
from .errors import CUDARuntimeError as CUDARuntimeError
from .pointers import PinnedMemoryPointer, alloc_pinned_memory, copy, fill

memcpyHostToHost, memcpyHostToDevice, memcpyDeviceToHost, memcpyDeviceToDevice, memcpyDefault = range(5)  # noqa: N816
streamDefault, streamNonBlocking, streamLegacy, streamPerThread = 0, 1, devices.LEGACY, devices.PER_THREAD  # noqa: N816
eventDefault, eventBlockingSync, eventDisableTiming = 0, 1, 2  # noqa: N816
hostAllocPortable, hostAllocMapped = 1, 2  # noqa: N816


def getDeviceCount() -> int:  # noqa: N802
    """Number of devices."""
    return active().options.devices


def getDevice() -> int:  # noqa: N802
    """The current device."""
    return current_device()


def setDevice(device: int) -> None:  # noqa: N802
    """Make a device current."""
    set_device(device)


def getDeviceProperties(device: int) -> dict[str, Any]:  # noqa: N802
    """A few properties."""
    return {"name": b"simulated", "totalGlobalMem": active().options.device_memory, "multiProcessorCount": 132,
            "major": 9, "minor": 0, "maxThreadsPerBlock": 1024, "warpSize": 32}  # fmt: skip


def deviceCanAccessPeer(device: int, peer: int) -> int:  # noqa: N802
    """All devices can."""
    return 1


def deviceEnablePeerAccess(peer: int) -> None:  # noqa: N802
    """It is."""


def runtimeGetVersion() -> int:  # noqa: N802
    """CUDA 13."""
    return 13000


def driverGetVersion() -> int:  # noqa: N802
    """CUDA 13."""
    return 13000


def memGetInfo() -> tuple[int, int]:  # noqa: N802
    """Free and total bytes of the current device."""
    return devices.Device().mem_info


def deviceSynchronize() -> None:  # noqa: N802
    """The host waits for the current device."""
    devices.Device().synchronize()


def streamSynchronize(stream: int) -> None:  # noqa: N802
    """The host waits for a stream."""
    devices.allowed()
    active().wait_for_stream(queue_of(stream)[0])


def streamQuery(stream: int) -> int:  # noqa: N802
    """0 if done, 600 if not."""
    return 0 if active().query(queue_of(stream)[0]) else 600


def streamWaitEvent(stream: int, event: int, flags: int = 0) -> None:  # noqa: N802
    """Later work waits for an event."""
    active().wait_event(queue_of(stream)[0], _event(event))


def eventSynchronize(event: int) -> None:  # noqa: N802
    """The host waits for an event."""
    active().wait_for_event(_event(event))


def eventRecord(event: int, stream: int) -> None:  # noqa: N802
    """Record an event."""
    active().record(_event(event), queue_of(stream)[0])


def eventQuery(event: int) -> int:  # noqa: N802
    """0 if done, 600 if not."""
    return 0 if active().query(_event(event)) else 600


def _event(handle: int) -> tuple[str, int]:
    return "event", (handle - Event.first_handle) // Event.handle_step


def memcpy(dst: int, src: int, size: int, kind: int = memcpyDefault) -> None:
    """Copy on the legacy null stream; the host waits unless both ends are on a device."""
    copy(dst, src, size, devices.LEGACY, waits=kind not in (memcpyDeviceToDevice, memcpyDefault))


def memcpyAsync(dst: int, src: int, size: int, kind: int, stream: int) -> None:  # noqa: N802
    """Copy on a stream."""
    copy(dst, src, size, stream)


def memcpyPeer(dst: int, dst_device: int, src: int, src_device: int, size: int) -> None:  # noqa: N802
    """Copy between devices on the legacy null stream."""
    copy(dst, src, size, devices.LEGACY)


def memcpyPeerAsync(dst: int, dst_device: int, src: int, src_device: int, size: int, stream: int) -> None:  # noqa: N802
    """Copy between devices on a stream."""
    copy(dst, src, size, stream)


def memset(ptr: int, value: int, size: int) -> None:
    """Fill on the legacy null stream."""
    fill(ptr, value, size, devices.LEGACY)


def memsetAsync(ptr: int, value: int, size: int, stream: int) -> None:  # noqa: N802
    """Fill on a stream."""
    fill(ptr, value, size, stream)


_held: dict[int, PinnedMemoryPointer] = {}


def hostAlloc(size: int, flags: int = 0) -> int:  # noqa: N802
    """Pinned memory by address."""
    pointer = alloc_pinned_memory(size)
    _held[pointer.ptr] = pointer
    return pointer.ptr


def freeHost(ptr: int) -> None:  # noqa: N802
    """Give it back."""
    _held.pop(ptr, None)


def hostGetDevicePointer(ptr: int, flags: int = 0) -> int:  # noqa: N802
    """The same address."""
    return ptr


def profilerStart() -> None:  # noqa: N802
    """Nothing."""


def profilerStop() -> None:  # noqa: N802
    """Nothing."""
