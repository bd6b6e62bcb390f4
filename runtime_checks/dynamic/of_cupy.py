"""The steps of a program on a device: what CuPy's public calls do, as they are made.

A call from the program is one operation on its stream, whatever it consists of; what calls inside of it wait for counts
all the same. `wrapping` puts the calls into CuPy's place; here is what each of them means.
"""

from __future__ import annotations

import os
import threading
from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any, NamedTuple

import numpy as np

from cupylint.order import HOST, Stream
from cupylint.order import Kind as StreamKind

from ..simulator.cupy_api import tables
from ..simulator.cupy_api.waits import Waits, waits
from .of_simulator import range_of as host_range
from .stacks import Stacks, rank
from .trace import Kind, Layout, Operation, Range

_OUT = ("out", "output")
LEGACY, PER_THREAD = (0, 1), 2
_ISSUE_NOTHING = frozenset(("empty", "empty_like", "ndarray", "from_dlpack", "fromDlpack", "get_fft_plan"))
_KEEPS = 13, 4  # the version from which on `asarray` keeps a pinned source until it was read
_PER_THREAD_BY_DEFAULT = "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM"


class Pinned(NamedTuple):
    """Pinned memory as it is handed out; has what the book of host memory asks for."""

    address: int
    size: int
    owner: int
    kind: str = "pinned"


def address_of(memory: Any) -> int:
    """Where memory begins, 0 if it does not say so."""
    found = getattr(memory, "ptr", None) or getattr(memory, "address", None)
    return int(found or 0)


class Tracer:
    """Tells the steps of one process.

    Args:
        cupy: the module.
        take: called with each step.
        ranked: see `Stacks`.
    """

    def __init__(self, cupy: Any, take: Callable[[Operation], None], ranked: Callable[[str], int] = rank) -> None:
        self.cupy, self._take = cupy, take
        self._stacks = Stacks(ranked)
        self.waiting = 0  # functions that streams have not called yet
        self._local = threading.local()
        self._lock = threading.RLock()
        self._streams: dict[int, tuple[Stream, str]] = {}  # by handle
        self._named = count(1)
        self._events: dict[int, int] = {}  # numbers by handle, which is used again
        self._owners: dict[int, int] = {}  # of device memory, by address
        self._in_order: dict[int, tuple[Hashable, int]] = {}  # memory of streams' own order: the stream and the size
        self._returned: set[int] = set()  # of that, what was given back
        self._pinned: list[Pinned] = []
        self._kept: dict[tuple[int, int], Hashable] = {}  # pinned memory that CuPy keeps for a copy: what tells its end
        self._keeps = tuple(map(int, cupy.__version__.split(".")[:2])) >= _KEEPS if cupy is not None else True
        self._made = 0
        self._capturing: dict[Hashable, tuple[list[Range], list[Range]]] = {}
        self._per_thread = os.environ.get(_PER_THREAD_BY_DEFAULT) == "1"

    # -- who ---------------------------------------------------------------------------------------

    @property
    def host(self) -> Hashable:
        """The host thread that acts."""
        found: Hashable = getattr(self._local, "host", None)
        if found is None:
            main = threading.get_ident() == threading.main_thread().ident
            found = self._local.host = HOST if main else ("thread", self._number())
        return found

    @contextmanager
    def inside(self) -> Iterator[None]:
        """In the block calls are parts of one that is told as a whole."""
        if not self.depth:
            self._local.beside = []
        self._local.depth = self.depth + 1
        try:
            yield
        finally:
            self._local.depth -= 1

    @property
    def depth(self) -> int:
        """How many calls are under way in this thread."""
        return getattr(self._local, "depth", 0)

    def _number(self) -> int:
        with self._lock:
            self._made += 1
            return self._made

    def stream_made(self, stream: Any, non_blocking: bool) -> None:
        """A stream was created; its handle may have been another one's."""
        handle = int(stream.ptr)
        if handle in LEGACY or handle == PER_THREAD:
            return
        kind = StreamKind.NON_BLOCKING if getattr(stream, "is_non_blocking", non_blocking) else StreamKind.BLOCKING
        number = self._number()
        self._streams[handle] = Stream((handle, number), kind, self._device()), f"stream{next(self._named)}"

    def stream_gone(self, handle: int) -> None:
        """A stream was destroyed."""
        known = self._streams.pop(handle, None)
        if known is not None:
            self._take(Operation(Kind.END, self.host, known[0]))

    def stream(self, given: Any = None, launches: bool = True) -> tuple[Stream, str]:
        """The stream with this handle, or of this object, the current one by default; and its label.

        Args:
            launches: for work, not for a wait: handle 0 then means the default stream that is set.
        """
        if given is None:
            given = self.cupy.cuda.get_current_stream()
        handle = int(getattr(given, "ptr", given))
        if handle == 0 and launches and self._per_thread:
            handle = PER_THREAD
        if handle in LEGACY:
            return Stream(("null", self._device()), StreamKind.NULL, self._device()), "null"
        if handle == PER_THREAD:
            key = "per-thread", self._device(), self.host
            return Stream(key, StreamKind.PER_THREAD, self._device()), "per-thread default"
        known = self._streams.get(handle)
        if known is None:  # of another library; where nothing is known of it, the kind with the most order
            foreign = bool(getattr(given, "is_non_blocking", False))
            kind = StreamKind.NON_BLOCKING if foreign else StreamKind.BLOCKING
            known = self._streams[handle] = Stream((handle, 0), kind, self._device()), "external stream"
        return known

    def _device(self) -> int:
        return int(self.cupy.cuda.runtime.getDevice())

    def event_made(self, handle: int) -> None:
        """An event was created."""
        self._events[handle] = self._number()

    def _event(self, handle: int) -> Hashable:
        return handle, self._events.get(handle, 0)

    # -- order -------------------------------------------------------------------------------------

    def step(self, kind: Kind, stream: Any = None, event: int | None = None, device: int | None = None) -> None:
        """A step that only orders. `stream` None: the current one, where the step is about one."""
        if kind in (Kind.RECORD, Kind.WAIT, Kind.JOIN_STREAM):
            of, label = self.stream(stream, launches=False)
            if of.key in self._capturing:
                return
            key = None if event is None else self._event(event)
            self._take(Operation(kind, self.host, of, key, label=label))
        elif kind is Kind.JOIN_EVENT and event is not None:
            self._take(Operation(kind, self.host, event=self._event(event)))
        elif kind is Kind.JOIN_DEVICE:
            self._take(Operation(kind, self.host, device=self._device() if device is None else device))

    def signal(self, source: Hashable, target: Hashable) -> None:
        """What a thread, or a lock, knows, another one knows from now on."""
        self._take(Operation(Kind.SIGNAL, target, event=source))

    def calling(self, stream: Any, function: Callable[..., Any]) -> Callable[..., Any]:
        """`function`, which a stream is to call on the host: one operation of the stream, whenever that comes to it."""
        of, label = self.stream(stream, launches=False)
        key, caller = ("called", self._number()), ("called by", of.key)
        self._take(Operation(Kind.CALL, self.host, of, key, label=label))
        self._take(Operation(Kind.RECORD, self.host, of, key))

        self.waiting += 1

        def called(*args: Any) -> Any:
            before, self._local.host = self.host, caller
            self._local.call = of, key
            self._take(Operation(Kind.JOIN_EVENT, self.host, event=key))
            try:
                return function(*args)
            finally:
                self._local.host, self._local.call = before, None
                self._take(Operation(Kind.CALLED, caller, of, key))
                self.waiting -= 1

        return called

    # -- memory ------------------------------------------------------------------------------------

    def allocated(self, address: int) -> None:
        """Device memory was handed out."""
        self._owners[address] = self._number()

    def obtained(self, address: int, size: int) -> None:
        """Device memory came from the driver."""
        self._take(Operation(Kind.MEMORY, self.host, writes=(Range(address, address + size),)))

    def in_order(self, address: int, size: int, stream: Any = None) -> None:
        """Device memory is there from this place of a stream on.

        What was given back in the order of another one, the driver hands out when that is done.
        """
        of, label = self.stream(stream)
        if self._in_order.get(address, (None, 0))[0] != of.key:
            self.obtained(address, size)
        self._in_order[address] = of.key, size
        self._returned.discard(address)
        self.allocated(address)
        if of.key not in self._capturing:
            part = Range(address, address + size, self._owners[address])
            self._take(Operation(Kind.ALLOCATED, self.host, of, None, (), (part,), None, label, self._stacks.here()))

    def given_back(self, address: int, stream: Any) -> None:
        """Such memory is given back at this place of a stream: as if all of it were written."""
        if address in self._in_order and not self.depth:
            part = Range(address, address + self._in_order[address][1], self._owners[address])
            self.work([], [], stream, [(part, True)])
            self._returned.add(address)

    def is_returned(self, address: object) -> bool:
        """Whether such memory was given back and not handed out since."""
        return address in self._returned

    def pinned(self, address: int, size: int) -> None:
        """Pinned memory was handed out: whatever CuPy had kept it for is over."""
        for low, high in [part for part in self._kept if part[0] < address + size and address < part[1]]:
            self._take(Operation(Kind.JOIN_EVENT, self.host, event=self._kept.pop((low, high))))
        with self._lock:
            index = bisect_right(self._pinned, address, key=lambda one: one.address)
            while index < len(self._pinned) and self._pinned[index].address < address + size:
                del self._pinned[index]
            if index and self._pinned[index - 1].address == address:
                del self._pinned[index - 1]
                index -= 1
            self._pinned.insert(index, Pinned(address, size, self._number()))

    def kept(self, parts: Sequence[Range]) -> None:
        """CuPy keeps these parts of pinned memory until the work that was issued last has read them."""
        for part in parts if self._keeps else ():
            key = self._kept[part.low, part.high] = "kept", self._number()
            self._take(Operation(Kind.RECORD, self.host, self.stream()[0], key))

    def find(self, address: int) -> Pinned | None:
        """The pinned memory at an address."""
        index = bisect_right(self._pinned, address, key=lambda one: one.address) - 1
        found = self._pinned[index] if index >= 0 else None
        return found if found is not None and address < found.address + found.size else None

    def of_host(self, array: Any) -> Iterator[Range]:
        """The range of a NumPy array that a device can reach."""
        if isinstance(array, np.ndarray) and array.size:
            plain = array.view(np.ndarray)
            home = self.find(plain.__array_interface__["data"][0])
            if home is not None:
                yield host_range(plain, home.owner, (home.address, home.address + home.size))

    def of_array(self, array: Any) -> Iterator[Range]:
        """The range of a device array."""
        if not array.size:
            return
        data = array.data
        first, mem = int(data.ptr), data.mem
        base, size = address_of(mem), int(getattr(mem, "size", 0))
        home = self.find(first) if self._pinned else None  # managed, or pinned and mapped
        owner = self._owners.get(base, 0) if home is None else home.owner
        if array.flags.c_contiguous or array.flags.f_contiguous:
            yield Range(first, first + int(array.nbytes), owner)
            return
        reach = [(count - 1) * stride for count, stride in zip(array.shape, array.strides, strict=True)]
        low = first + sum(part for part in reach if part < 0)
        high = first + sum(part for part in reach if part > 0) + array.itemsize
        layout = Layout(tuple(array.shape), tuple(array.strides), array.itemsize, first)
        yield Range(low, high, owner, layout, (base, base + size) if base else (0, 0))

    def arrays_in(self, value: Any) -> Iterator[Any]:
        """The device arrays in nested lists, tuples and dictionaries."""
        if isinstance(value, self.cupy.ndarray):
            yield value
        elif isinstance(value, (list, tuple)):
            for item in value:
                yield from self.arrays_in(item)
        elif isinstance(value, dict):
            yield from self.arrays_in(list(value.values()))

    def at_address(self, low: int, size: int) -> Range:
        """The bytes at an address, of whatever memory."""
        home = self.find(low)
        return Range(low, low + size) if home is None else Range(low, low + size, home.owner)

    def is_shared(self, where: Any) -> bool:
        """Whether a device can reach the host memory at an address."""
        return self.find(int(getattr(where, "value", where) or 0)) is not None

    # -- work --------------------------------------------------------------------------------------

    def beside(self, touched: Sequence[tuple[Range, bool]]) -> None:
        """The call under way uses memory that is no argument's."""
        if self.depth:
            self._local.beside = [*getattr(self._local, "beside", ()), *touched]

    def work(
        self, reads: Iterable[Any], writes: Iterable[Any], stream: Any = None, more: Sequence[tuple[Range, bool]] = ()
    ) -> None:
        """An operation was issued.

        Args:
            reads, writes: device arrays.
            more: ranges, and whether they are written.
        """
        of, label = self.stream(stream)
        touched = [(part, False) for array in reads for part in self.of_array(array)]
        touched += [(part, True) for array in writes for part in self.of_array(array)]
        touched += [*more, *getattr(self._local, "beside", ())]
        self._local.beside = []
        read = tuple(part for part, written in touched if not written)
        written = tuple(part for part, written in touched if written)
        captured = self._capturing.get(of.key)
        if captured is not None:
            captured[0].extend(read)
            captured[1].extend(written)
        elif touched:
            self._take(Operation(Kind.WORK, self.host, of, None, read, written, None, label, self._stacks.here()))

    def host_access(self, touches: Iterable[tuple[Any, bool, Any]]) -> None:
        """The host uses memory that a device can reach, or a function does that a stream calls."""
        if self.depth:
            return
        stream, call = getattr(self._local, "call", None) or (None, None)
        parts = [(part, writes) for view, writes, _ in touches for part in self.of_host(view)]
        read = tuple(part for part, writes in parts if not writes)
        written = tuple(part for part, writes in parts if writes)
        if parts:
            self._take(Operation(Kind.HOST, self.host, stream, call, read, written, None, "host", self._stacks.here()))

    def called(self, name: str, args: Sequence[Any], kwargs: Mapping[str, Any], result: Any, inputs: int = -1) -> None:
        """A function or a method was called, whose array is then the first argument.

        Args:
            inputs: how many arguments of a ufunc are no results; -1: it is none.
        """
        short = name.rpartition(".")[2]
        if short in tables.METADATA or short in _ISSUE_NOTHING:
            return
        outs = [*self._outs(short, args, kwargs), *(self.arrays_in(args[inputs:]) if inputs >= 0 else ())]
        sources, results = (
            [array for array in self.arrays_in(values) if not any(array is out for out in outs)]
            for values in ([args, kwargs], result)
        )
        made = [array for array in results if not any(array.data.mem is source.data.mem for source in sources)]
        how = Waits.NO
        with suppress(Exception):  # of a call that the tables do not know
            how = waits(name, args, kwargs, lambda value: isinstance(value, self.cupy.ndarray))
        if how is Waits.EARLIER:
            self.step(Kind.JOIN_STREAM)
        if outs or made or not results:
            self.work([*sources, *outs] if outs else sources, [*outs, *made])
        if how is Waits.YES:
            self.step(Kind.JOIN_STREAM)

    def _outs(self, short: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Iterator[Any]:
        """The arrays among the arguments that a function or method writes by its name, or by theirs."""
        yield from self.arrays_in([kwargs.get(name) for name in _OUT])
        if short in tables.INPLACE:
            yield from self.arrays_in(args[tables.INPLACE[short]])
        elif short in tables.MUTATORS or (short.startswith("__i") and short not in ("__invert__", "__index__")):
            yield from self.arrays_in(args[0])

    # -- graphs ------------------------------------------------------------------------------------

    def begin_capture(self, stream: Any) -> None:
        """Work on a stream becomes part of a graph."""
        self._capturing[self.stream(stream)[0].key] = [], []

    def end_capture(self, stream: Any) -> Sequence[tuple[Range, bool]]:
        """What the graph reads and writes; it is launched as one operation."""
        reads, writes = self._capturing.pop(self.stream(stream)[0].key, ([], []))
        return [(part, False) for part in dict.fromkeys(reads)] + [(part, True) for part in dict.fromkeys(writes)]
