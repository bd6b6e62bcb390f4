"""Streams, events and memory of the stand-in."""

from __future__ import annotations

import ctypes
import itertools
import queue
import threading
from types import SimpleNamespace

import numpy

_local = threading.local()
_numbers = itertools.count(16)
_streams = []


class Stream:
    """A queue that a thread of its own works off."""

    def __init__(self, null=False, non_blocking=False, ptds=False):
        self.ptr = 0 if null else next(_numbers)
        self._queue = queue.SimpleQueue()
        threading.Thread(target=self._work, daemon=True, name="device").start()
        _streams.append(self)

    def _work(self):
        while True:
            self._queue.get()()

    def issue(self, operation):
        self._queue.put(operation)

    def use(self):
        _local.current = self
        return self

    def __enter__(self):
        stack = _local.__dict__.setdefault("stack", [])
        stack.append(get_current_stream())
        return self.use()

    def __exit__(self, *exception):
        _local.stack.pop().use()

    def record(self, event=None):
        event = event or Event()
        event.record(self)
        return event

    def wait_event(self, event):
        done = event.flag
        if done is not None:
            self.issue(done.wait)

    def synchronize(self):
        self.record().synchronize()

    def is_capturing(self):
        return False


class ExternalStream(Stream):
    pass


class Event:
    ptr = property(id)

    def __init__(self, block=False, disable_timing=False):
        self.flag = None

    def record(self, stream=None):
        self.flag = threading.Event()
        (stream or get_current_stream()).issue(self.flag.set)

    @property
    def done(self):
        return self.flag is None or self.flag.is_set()

    def synchronize(self):
        if self.flag is not None:
            self.flag.wait()


Stream.null = Stream(null=True)
Stream.ptds = Stream.null


def get_current_stream():
    return getattr(_local, "current", Stream.null)


def issue(operation):
    get_current_stream().issue(operation)


class MemoryPointer:
    def __init__(self, values):
        self.values = values
        self.ptr = values.ctypes.data
        self.mem = SimpleNamespace(ptr=self.ptr, size=values.nbytes)


class _Pool:
    """Gives the same memory again only when everything was released."""

    def __init__(self):
        self._kept = []

    def malloc(self, size):
        pointer = MemoryPointer(numpy.zeros(max(size, 1), numpy.uint8))
        self._kept.append(pointer)
        for hook in _hooks:
            hook.malloc_postprocess(device_id=0, size=size, mem_size=size, mem_ptr=pointer.ptr, pmem_id=0)
        return pointer

    def free_all_blocks(self):
        self._kept.clear()

    def set_limit(self, size=None):
        pass


class MemoryHook:
    """Told of each allocation while it is on."""

    def __enter__(self):
        _hooks.append(self)
        return self

    def __exit__(self, *exception):
        _hooks.remove(self)


_hooks = []
_pool = _Pool()
_allocator = [_pool.malloc]


def pool():
    return _pool


def allocate(size):
    return _allocator[0](size)


def set_allocator(allocator):
    _allocator[0] = allocator


def set_pinned_memory_allocator(allocator):
    pass


def alloc_pinned_memory(size):
    return bytearray(size)


def word(address):
    return (ctypes.c_int * 1).from_address(address)


class Device:
    id = 0

    def __init__(self, number=0):
        pass

    def use(self):
        return self

    def synchronize(self):
        for stream in list(_streams):
            stream.synchronize()


def _memset(pointer, value, size, stream):
    next(one for one in _streams if one.ptr == stream).issue(lambda: ctypes.memset(pointer, value, size))


runtime = SimpleNamespace(
    getDeviceCount=lambda: 1,
    getDevice=lambda: 0,
    deviceSynchronize=lambda: Device().synchronize(),
    memsetAsync=_memset,
    pointerGetAttributes=lambda pointer: SimpleNamespace(type=0),
)
