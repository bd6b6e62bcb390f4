"""Streams, events and devices that tell what they order. A wait is a wait, also inside of other calls."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from .of_cupy import Tracer
from .proxies import Graph
from .replacing import Replacing, if_done, if_zero, then
from .trace import Kind


def wrap(replacing: Replacing, tracer: Tracer) -> None:
    """Replace the methods of `Stream`, `Event` and `Device`, and what the runtime has for them."""
    _streams(replacing, tracer)
    _events(replacing, tracer)
    _devices(replacing, tracer)
    _handles(replacing, tracer)


def _streams(replacing: Replacing, tracer: Tracer) -> None:
    stream = tracer.cupy.cuda.Stream

    def joined(of: Any) -> None:
        tracer.step(Kind.JOIN_STREAM, of)

    def init(original: Any) -> Any:
        def made(self: Any, null: bool = False, non_blocking: bool = False, *more: Any, **others: Any) -> None:
            original(self, null, non_blocking, *more, **others)
            if type(self) is stream:
                tracer.stream_made(self, non_blocking)

        return made

    def delete(original: Any) -> Any:
        def gone(self: Any) -> None:
            with suppress(Exception):
                tracer.stream_gone(int(self.ptr))
            original(self)

        return gone

    def record(original: Any) -> Any:
        def recorded(self: Any, event: Any = None) -> Any:
            with tracer.inside():
                event = original(self, event)
            tracer.step(Kind.RECORD, self, int(event.ptr))
            return event

        return recorded

    def calls(original: Any) -> Any:
        return lambda self, callback, arg=None: original(self, tracer.calling(self, callback), arg)

    replacing.replace(stream, "__init__", init)
    replacing.replace(stream, "__del__", delete)
    replacing.replace(stream, "synchronize", lambda it: then(it, joined))
    replacing.replace(stream, "done", lambda it: if_done(it, joined))
    replacing.replace(
        stream, "wait_event", lambda it: then(it, lambda self, event: tracer.step(Kind.WAIT, self, int(event.ptr)))
    )
    replacing.replace(stream, "record", record)
    for name in ("launch_host_func", "add_callback"):
        replacing.replace(stream, name, calls)
    replacing.replace(stream, "begin_capture", lambda it: then(it, lambda self, mode=None: tracer.begin_capture(self)))
    replacing.replace(stream, "end_capture", lambda it: lambda of: Graph(it(of), tracer, tracer.end_capture(of)))


def _events(replacing: Replacing, tracer: Tracer) -> None:
    event = tracer.cupy.cuda.Event

    def joined(of: Any) -> None:
        tracer.step(Kind.JOIN_EVENT, event=int(of.ptr))

    def init(original: Any) -> Any:
        def made(self: Any, *args: Any, **kwargs: Any) -> None:
            original(self, *args, **kwargs)
            tracer.event_made(int(self.ptr))

        return made

    def record(original: Any) -> Any:
        def recorded(self: Any, stream: Any = None) -> Any:
            result = original(self, stream)
            if not tracer.depth:
                tracer.step(Kind.RECORD, stream, int(self.ptr))
            return result

        return recorded

    replacing.replace(event, "__init__", init)
    replacing.replace(event, "record", record)
    replacing.replace(event, "synchronize", lambda it: then(it, joined))
    replacing.replace(event, "done", lambda it: if_done(it, joined))


def _devices(replacing: Replacing, tracer: Tracer) -> None:
    cuda = tracer.cupy.cuda

    def joined(of: Any) -> None:
        tracer.step(Kind.JOIN_DEVICE, device=int(of.id))

    if not replacing.replace(cuda.Device, "synchronize", lambda it: then(it, joined)):
        compiled = cuda.Device

        class Device(compiled):  # type: ignore[misc, valid-type]
            def synchronize(self) -> None:
                super().synchronize()
                joined(self)

        replacing.replace(cuda, "Device", lambda _: Device)
        replacing.replace(
            tracer.cupy.ndarray, "device", lambda it: property(lambda array: Device(it.__get__(array, type(array)).id))
        )


def _handles(replacing: Replacing, tracer: Tracer) -> None:
    """Calls of the runtime, which take streams and events as numbers."""
    tells: dict[str, Callable[..., None]] = {
        "deviceSynchronize": lambda: tracer.step(Kind.JOIN_DEVICE),
        "streamSynchronize": lambda stream: tracer.step(Kind.JOIN_STREAM, stream),
        "eventSynchronize": lambda event: tracer.step(Kind.JOIN_EVENT, event=event),
        "eventRecord": lambda event, stream: tracer.step(Kind.RECORD, stream, event),
        "streamWaitEvent": lambda stream, event, flags=0: tracer.step(Kind.WAIT, stream, event),
    }
    runtime = tracer.cupy.cuda.runtime
    for name, tell in tells.items():
        replacing.replace(runtime, name, partial(then, tell=tell))
    for question, wait in (("streamQuery", "streamSynchronize"), ("eventQuery", "eventSynchronize")):
        replacing.replace(runtime, question, partial(if_zero, tell=tells[wait]))
