"""``cupy.cuda.runtime``: the CUDA runtime's functions that programs call by hand."""

from __future__ import annotations

from typing import Any

from ..engine import active
from ..memory import Allocation
from . import devices
from .devices import current_device, event_of, queue_of, session, set_device
from .errors import CUDARuntimeError as CUDARuntimeError
from .pointers import alloc_pinned_memory, copy, fill, in_order, malloc_raw

memcpyHostToHost, memcpyHostToDevice, memcpyDeviceToHost, memcpyDeviceToDevice, memcpyDefault = range(5)
streamDefault, streamNonBlocking, streamLegacy, streamPerThread = 0, 1, devices.LEGACY, devices.PER_THREAD
eventDefault, eventBlockingSync, eventDisableTiming = 0, 1, 2
hostAllocPortable, hostAllocMapped = 1, 2
is_hip = False


def getDeviceCount() -> int:
    """Number of devices."""
    return active().options.devices


def getDevice() -> int:
    """The current device."""
    return current_device()


def setDevice(device: int) -> None:
    """Make a device current."""
    set_device(device)


def getDeviceProperties(device: int) -> dict[str, Any]:
    """A few properties."""
    return {"name": b"simulated", "totalGlobalMem": active().options.device_memory, "multiProcessorCount": 132,
            "major": 9, "minor": 0, "maxThreadsPerBlock": 1024, "warpSize": 32}  # fmt: skip


def deviceCanAccessPeer(device: int, peer: int) -> int:
    """All devices can."""
    return 1


def deviceEnablePeerAccess(peer: int) -> None:
    """It is."""


def runtimeGetVersion() -> int:
    """CUDA 13."""
    return 13000


def driverGetVersion() -> int:
    """CUDA 13."""
    return 13000


def memGetInfo() -> tuple[int, int]:
    """Free and total bytes of the current device."""
    return devices.Device().mem_info


def deviceSynchronize() -> None:
    """The host waits for the current device."""
    devices.Device().synchronize()


def streamSynchronize(stream: int) -> None:
    """The host waits for a stream."""
    devices.allowed()
    active().wait_for_stream(queue_of(stream)[0])


def streamQuery(stream: int) -> int:
    """0 if done, 600 if not."""
    return 0 if active().query(queue_of(stream)[0]) else 600


def streamWaitEvent(stream: int, event: int, flags: int = 0) -> None:
    """Later work waits for an event."""
    active().wait_event(queue_of(stream)[0], event_of(event))


def eventSynchronize(event: int) -> None:
    """The host waits for an event."""
    active().wait_for_event(event_of(event))


def eventRecord(event: int, stream: int) -> None:
    """Record an event."""
    active().record(event_of(event), queue_of(stream)[0])


def eventQuery(event: int) -> int:
    """0 if done, 600 if not."""
    return 0 if active().query(event_of(event)) else 600


def memcpy(dst: int, src: int, size: int, kind: int = memcpyDefault) -> None:
    """Copy on the legacy null stream; the host waits unless both ends are on a device."""
    copy(dst, src, size, devices.LEGACY, waits=kind not in (memcpyDeviceToDevice, memcpyDefault))


def memcpyAsync(dst: int, src: int, size: int, kind: int, stream: int) -> None:
    """Copy on a stream."""
    copy(dst, src, size, stream)


def memcpyPeer(dst: int, dstDevice: int, src: int, srcDevice: int, size: int) -> None:
    """Copy between devices on the legacy null stream."""
    copy(dst, src, size, devices.LEGACY)


def memcpyPeerAsync(dst: int, dstDevice: int, src: int, srcDevice: int, size: int, stream: int) -> None:
    """Copy between devices on a stream."""
    copy(dst, src, size, stream)


def memset(ptr: int, value: int, size: int) -> None:
    """Fill on the legacy null stream."""
    fill(ptr, value, size, devices.LEGACY)


def memsetAsync(ptr: int, value: int, size: int, stream: int) -> None:
    """Fill on a stream."""
    fill(ptr, value, size, stream)


def hostAlloc(size: int, flags: int = 0) -> int:
    """Pinned memory by address."""
    return _hold(alloc_pinned_memory(size).mem)


def freeHost(ptr: int) -> None:
    """Give it back."""
    session().by_address.pop(ptr, None)


def malloc(size: int) -> int:
    """Device memory by address."""
    return _hold(malloc_raw(size).mem)


def free(ptr: int) -> None:
    """Give it back."""
    session().by_address.pop(ptr, None)


def mallocAsync(size: int, stream: int) -> int:
    """Device memory in the order of a stream, from that stream's pool."""
    mem = active().memory.allocate(size, "device", current_device(), stream)
    in_order(mem, stream)
    return _hold(mem)


def freeAsync(ptr: int, stream: int) -> None:
    """Give it back to the pool of the stream it came from."""
    mem = session().by_address.pop(ptr, None)
    if mem is not None:
        in_order(mem, stream, given_back=True)


def _hold(owner: Allocation) -> int:
    session().by_address[owner.address] = owner
    return owner.address


def hostGetDevicePointer(ptr: int, flags: int = 0) -> int:
    """The same address."""
    return ptr


def profilerStart() -> None:
    """Nothing."""


def profilerStop() -> None:
    """Nothing."""
