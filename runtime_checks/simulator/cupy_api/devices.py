"""Devices, streams and events, and which of them are current in a thread."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import Any, ClassVar

from cupylint.order import Kind
from cupylint.order import Stream as Queue

from ..engine import active, kind_of
from ..results import NotSupported
from .errors import CUDARuntimeError
from .graphs import Capture, Graph

LEGACY, PER_THREAD = 1, 2


class Session:
    """What belongs to one execution: handles and numbers of streams and events, and what else is global."""

    def __init__(self) -> None:
        self.numbers = count(1)
        self.events = count(1)
        self.handles: list[int] = []  # of destroyed streams, given out again
        self.next_handle = 0x5000_0000
        self.streams: dict[int, tuple[Queue, str]] = {}  # by handle
        self.random: Any = None
        self.allocator: Any = None
        self.kept: list[tuple[int, Any]] = []  # pinned memory in use by copies: operation, owner
        self.by_address: dict[int, Any] = {}  # memory that the program holds by its address alone
        self.plans: dict[Any, Any] = {}  # work areas of cached FFT plans


def session() -> Session:
    """That of the program that runs now."""
    engine = active()
    if engine.session is None:
        engine.session = Session()
    assert isinstance(engine.session, Session)
    return engine.session


class _Current:
    """A thread's current device, and its current stream and `with` blocks of each device."""

    def __init__(self) -> None:
        self.device = 0
        self.devices: list[int] = []
        self.stream: dict[int, Stream] = {}
        self.blocks: dict[int, list[Stream]] = {}


def _current() -> _Current:
    local = active().local
    if not hasattr(local, "current"):
        local.current = _Current()
    assert isinstance(local.current, _Current)
    return local.current


def allowed() -> None:
    """CUDA calls are not allowed in a function that a stream calls."""
    if active().calling_back:
        raise CUDARuntimeError("cudaErrorNotPermitted: operation not permitted")


def current_device() -> int:
    """The number of this thread's current device.

    Raises:
        CUDARuntimeError: the process was forked after its parent had used one.
    """
    if active().forked:
        raise CUDARuntimeError("cudaErrorInitializationError: initialization error")
    return _current().device


def set_device(device: int) -> None:
    """Make `device` current in this thread."""
    if not 0 <= device < active().options.devices:
        raise CUDARuntimeError("cudaErrorInvalidDevice: invalid device ordinal")
    _current().device = device


class Stream:
    """``cupy.cuda.Stream``: a queue of device work, or a name of one of the default streams."""

    null: ClassVar[Stream]
    ptds: ClassVar[Stream]

    def __init__(
        self, null: bool = False, non_blocking: bool = False, ptds: bool = False, priority: int | None = None
    ) -> None:
        self.device_id = -1
        self.priority = priority or 0
        self._kind = kind_of(null, non_blocking, ptds)
        if self._kind in (Kind.NULL, Kind.PER_THREAD):
            self.ptr = 0 if null else PER_THREAD
            return
        known = session()
        self.device_id = current_device()
        if known.handles:
            self.ptr = known.handles.pop()
        else:
            known.next_handle += 0x100
            self.ptr = known.next_handle
        number = next(known.numbers)
        known.streams[self.ptr] = Queue(number, self._kind, self.device_id), f"stream{number}"
        self._returned = known.handles

    def __del__(self) -> None:
        returned = getattr(self, "_returned", None)
        if returned is not None:
            with suppress(RuntimeError):  # no program runs any more
                if session().handles is returned:  # not the one of a program that has ended, collected late
                    active().forsake(queue_of(self.ptr)[0])
            returned.append(self.ptr)

    @property
    def is_non_blocking(self) -> bool:
        """Whether the stream ignores the null stream."""
        return self._kind is Kind.NON_BLOCKING

    @classmethod
    def from_external(cls, source: Any) -> Stream:
        """A stream of another library."""
        return ExternalStream(source.__cuda_stream__()[1])

    def __cuda_stream__(self) -> tuple[int, int]:
        return 0, self.ptr

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Stream) and self.ptr == other.ptr

    def __hash__(self) -> int:
        return hash(self.ptr)

    def __repr__(self) -> str:
        return f"<Stream {self.ptr} (device {self.device_id})>"

    # -- being current -------------------------------------------------------------------------

    def _check_device(self) -> int:
        device = current_device()
        if self.device_id not in (-1, device):
            raise RuntimeError(f"Stream is created on device {self.device_id} but the current device is {device}")
        return device

    def __enter__(self) -> Stream:
        device, current = self._check_device(), _current()
        current.blocks.setdefault(device, []).append(self)
        current.devices.append(device)
        current.stream[device] = self
        return self

    def __exit__(self, *_: object) -> None:
        # A `with` remembers the blocks around it, not what `use` made current in between.
        current = _current()
        device = current.devices.pop()
        blocks = current.blocks[device]
        blocks.pop()
        if blocks:
            current.stream[device] = blocks[-1]
        else:
            current.stream.pop(device, None)

    def use(self) -> Stream:
        """Make the stream current until something else does."""
        _current().stream[self._check_device()] = self
        return self

    # -- order ---------------------------------------------------------------------------------

    def synchronize(self) -> None:
        """The host waits."""
        allowed()
        active().wait_for_stream(queue_of(self.ptr)[0])

    @property
    def done(self) -> bool:
        """Whether all work issued so far is done."""
        allowed()
        return active().query(queue_of(self.ptr)[0])

    def record(self, event: Event | None = None) -> Event:
        """Record an event (a new one by default) and return it."""
        if event is None:
            event = Event()
        event.record(self)
        return event

    def wait_event(self, event: Event) -> None:
        """Later work waits for the event."""
        allowed()
        active().wait_event(queue_of(self.ptr)[0], event_of(event.ptr))

    def launch_host_func(self, callback: Callable[[Any], object], arg: Any = None) -> None:
        """Call ``callback(arg)`` after the work issued so far."""
        self._call(lambda: callback(arg))

    def add_callback(self, callback: Callable[[Any, int, Any], object], arg: Any = None) -> None:
        """Call ``callback(stream, 0, arg)`` after the work issued so far."""
        self._call(lambda: callback(self, 0, arg))

    def _call(self, function: Callable[[], object]) -> None:
        allowed()

        def guarded() -> None:
            try:
                function()
            except NotSupported:
                raise
            except Exception as error:  # CUDA drops it too
                print(f"Exception ignored in: host function\n{type(error).__name__}: {error}")

        queue, label = queue_of(self.ptr)
        active().call_back(queue, label, guarded)

    def begin_capture(self, mode: Any = None) -> None:
        """Work on the stream becomes part of a graph from now on. One capture at a time."""
        queue, _ = queue_of(self.ptr)
        if queue.kind is Kind.NULL:
            raise RuntimeError("cannot capture on the default (legacy) stream")
        if active().capture is not None:
            raise NotSupported("two captures at a time")
        active().capture = Capture(queue)

    def end_capture(self) -> Graph:
        """The graph of the work since `begin_capture`."""
        capture, queue = active().capture, queue_of(self.ptr)[0]
        if capture is None or queue != capture.stream:
            raise CUDARuntimeError("cudaErrorIllegalState: the operation cannot be performed in the present state")
        active().capture = None
        graph: Graph = capture.end()
        return graph

    def is_capturing(self) -> bool:
        """Whether work on the stream becomes part of a graph."""
        capture = active().capture
        return capture is not None and capture.covers(queue_of(self.ptr)[0])


class ExternalStream(Stream):
    """A stream of another library, known by its handle alone."""

    def __init__(self, ptr: int, device_id: int = -1) -> None:
        self.ptr, self.device_id, self._kind, self.priority = int(ptr), device_id, Kind.UNKNOWN, 0


Stream.null = Stream(null=True)
Stream.ptds = Stream(ptds=True)


def queue_of(handle: int) -> tuple[Queue, str]:
    """The stream that `handle` names in this thread, and its label."""
    device = current_device()
    suffix = f" of device {device}" if active().options.devices > 1 else ""
    if handle in (0, LEGACY):
        return Queue(("null", device), Kind.NULL, device), "null" + suffix
    if handle == PER_THREAD:
        host = active().host
        name = "per-thread default" if host == "host" else f"per-thread default of {host}"
        return Queue(("ptds", device, host), Kind.PER_THREAD, device), name + suffix
    return session().streams.setdefault(
        handle, (Queue(("external", handle), Kind.UNKNOWN, device), f"external stream {handle}")
    )


def get_current_stream(device_id: int = -1) -> Stream:
    """The current stream of this thread and device."""
    default = Stream.ptds if active().options.per_thread_default_stream else Stream.null
    return _current().stream.get(current_device() if device_id < 0 else device_id, default)


def current_handle() -> int:
    """The handle that work goes to. Under per-thread default streams null means the thread's own."""
    handle = get_current_stream().ptr
    return PER_THREAD if handle == 0 and active().options.per_thread_default_stream else handle


def target(stream: Any = None) -> tuple[Queue, str]:
    """The stream for a call with the keyword ``stream=``; None: the current one."""
    allowed()
    return queue_of(current_handle() if stream is None else int(getattr(stream, "ptr", stream)))


class Event:
    """``cupy.cuda.Event``."""

    first_handle: ClassVar[int] = 0x6000_0000
    handle_step: ClassVar[int] = 0x100

    def __init__(self, block: bool = False, disable_timing: bool = False, interprocess: bool = False) -> None:
        if interprocess and not disable_timing:
            raise ValueError("Timing must be disabled for interprocess events")
        self.number = ("event", next(session().events))
        self.ptr = self.first_handle + self.handle_step * self.number[1]
        self.device = current_device()
        self.timing = not disable_timing

    def record(self, stream: Stream | None = None) -> None:
        """Take a snapshot of the stream's work (by default the current stream's)."""
        queue, _ = target(stream)
        if queue.device != self.device:
            raise CUDARuntimeError("cudaErrorInvalidResourceHandle: invalid resource handle")
        active().record(self.number, queue)

    def synchronize(self) -> None:
        """The host waits for the snapshot."""
        allowed()
        active().wait_for_event(self.number)

    @property
    def done(self) -> bool:
        """Whether the snapshot's work is done."""
        allowed()
        return active().query(self.number)


def event_of(handle: int) -> tuple[str, int]:
    """What the engine calls the event with this handle."""
    return "event", (handle - Event.first_handle) // Event.handle_step


def get_elapsed_time(start: Event, end: Event) -> float:
    """Milliseconds between two events; always 1.0 here.

    Raises:
        CUDARuntimeError: an event is not recorded, keeps no time, or is not known to be done.
    """
    for event in (start, end):
        if not isinstance(event, Event):
            raise AttributeError(f"'{type(event).__name__}' object has no attribute 'ptr'")
        if not event.timing or not active().order.recorded(event.number):
            raise CUDARuntimeError("cudaErrorInvalidResourceHandle: invalid resource handle")
    if not all(active().finished(event.number) for event in (start, end)):
        raise CUDARuntimeError("cudaErrorNotReady: device not ready")
    return 1.0


class Device:
    """``cupy.cuda.Device``."""

    def __init__(self, device: Any = None) -> None:
        self.id = current_device() if device is None else int(device)
        self._before: list[int] = []

    def __int__(self) -> int:
        return self.id

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Device) and self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __repr__(self) -> str:
        return f"<CUDA Device {self.id}>"

    def __enter__(self) -> Device:
        before = current_device()
        set_device(self.id)
        self._before.append(before)
        return self

    def __exit__(self, *_: object) -> None:
        set_device(self._before.pop())

    def use(self) -> None:
        """Make it current."""
        set_device(self.id)

    def synchronize(self) -> None:
        """The host waits for all work on the device."""
        allowed()
        active().wait_for_device(self.id)

    @property
    def mem_info(self) -> tuple[int, int]:
        """Free and total bytes."""
        memory = active().memory
        return memory.device_memory - memory.held.get(self.id, 0), memory.device_memory

    @property
    def compute_capability(self) -> str:
        """That of the device the semantics were measured on."""
        return "90"

    @property
    def attributes(self) -> dict[str, int]:
        """A few of the device's attributes."""
        return {"MultiProcessorCount": 132, "MaxThreadsPerBlock": 1024, "WarpSize": 32, "ConcurrentManagedAccess": 1}

    pci_bus_id = "0000:00:00.0"
