"""Streams, events and devices: what is current, what waits for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import EmptyWait, NullFlag, Step, UnexpectedStream
from cupylint.flow.detectors import costs, elapsed, lost, rewrites
from cupylint.flow.device import captures
from cupylint.flow.domain.contact import contact
from cupylint.flow.domain.state import Block, Current, State
from cupylint.flow.domain.values import NONE, Const, EventValue, NoEvent, StreamValue, Symbol, TupleValue, Value
from cupylint.order import Kind, Order, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.machine import Machine

NULL = Stream("null", Kind.NULL, -1)
"""``Stream.null``: the null stream of whatever device is current when it is used."""
_NULL_HANDLE = Const(0)
_FROM_ANY_DEVICE = frozenset(
    (
        *("memcpyAsync", "memcpyPeerAsync", "memcpy2DAsync", "copy_from_async", "copy_from_device_async"),
        *("copy_from_host_async", "copy_to_host_async"),
    )
)
"""Copies that may go to a stream of a device that is not current (CUDA Runtime API, stream synchronisation)."""


def null_of(device: int) -> Stream:
    """The legacy null stream of a device."""
    return Stream("null", Kind.NULL, device)


def per_thread(state: State) -> Stream:
    """The default stream of the running thread under per-thread default streams."""
    return Stream(("per-thread", state.host), Kind.PER_THREAD, state.device)


def actual(state: State, stream: Stream) -> Stream:
    """`stream`, with ``Stream.null`` bound to the current device."""
    return null_of(state.device) if stream.device == -1 else stream


def default_stream(machine: Machine, state: State) -> Stream:
    """The stream in effect where nothing chose one."""
    return per_thread(state) if machine.options.per_thread_default_stream else null_of(state.device)


def _launches_on(machine: Machine, state: State, stream: Stream) -> Stream:
    """The stream that work goes to when `stream` is current: null means ptds under that option."""
    stream = actual(state, stream)
    if stream.kind is Kind.NULL and machine.options.per_thread_default_stream:
        return per_thread(state)
    return stream


def current(machine: Machine, state: State) -> Current:
    """What is current for the running thread on the current device."""
    found = state.currents.get((state.host, state.device))
    return found if found is not None else Current(default_stream(machine, state), (), None, None, None)


def current_stream(machine: Machine, state: State) -> Stream:
    return current(machine, state).stream


def stream_for_work(machine: Machine, state: State, node: CSTNode) -> Stream:
    """The current stream, for work at `node`; notes where it is not the one the code suggests."""
    now = current(machine, state)
    if now.expected is not None and now.mixed is not None and now.used is not None:
        machine.emit(
            UnexpectedStream(
                spot=machine.spot(node),
                used=now.used,
                block=now.mixed,
                actual=machine.names.stream(now.stream),
                expected=machine.names.stream(now.expected),
            ),
            key=node,
        )
        _set(state, now._replace(expected=None, mixed=None))
    return now.stream


def _set(state: State, now: Current) -> None:
    state.currents[(state.host, state.device)] = now


def enter(machine: Machine, state: State, stream: Stream, node: CSTNode) -> Current:
    """``with stream:`` begins. Returns what was current, for `leave`."""
    before = current(machine, state)
    lost.entered(machine, state, stream, node, "with")
    stream = _launches_on(machine, state, stream)
    spot = machine.spot(node)
    state.blocks = (*state.blocks, Block(machine.fresh(), spot, stream, before.stream))
    _set(state, Current(stream, (*before.stack, stream), None, None, None))
    state.add(Step("enter", spot, stream, machine.names.stream(stream)))
    return before


def leave(machine: Machine, state: State, before: Current, node: CSTNode) -> None:
    """``with stream:`` ends: CuPy restores the enclosing block's stream, never a ``use()``d one."""
    stack = current(machine, state).stack[:-1]
    restored = stack[-1] if stack else default_stream(machine, state)
    if restored != before.stream and before.used is not None:
        _set(state, Current(restored, stack, before.used, before.stream, machine.spot(node)))
    else:
        _set(state, Current(restored, stack, before.used, before.expected, before.mixed))
    block = state.blocks[-1]
    state.blocks = state.blocks[:-1]
    state.add(Step("leave", block.spot, block.stream, machine.names.stream(block.stream)))


def use(machine: Machine, state: State, stream: Stream, node: CSTNode) -> None:
    """``stream.use()``: current from now on, whatever block is open."""
    lost.entered(machine, state, stream, node, "use")
    stream = _launches_on(machine, state, stream)
    spot = machine.spot(node)
    _set(state, Current(stream, current(machine, state).stack, spot, None, None))
    state.add(Step("use", spot, stream, machine.names.stream(stream)))


def used_as_stream(machine: Machine, value: Value | None) -> None:
    """Something is done with a stream: notes one that is the null stream by a mistaken flag."""
    if isinstance(value, StreamValue) and value.flagged is not None:
        instead = rewrites.non_blocking(value.flagged)
        machine.emit(NullFlag(machine.spot(value.flagged), instead), key=value.flagged)


def may_become_current(machine: Machine, state: State, stream: Stream) -> None:
    """Unknown code may have made `stream` current: from now on it is not known what is."""
    maybe = Stream(("maybe", stream.key), Kind.UNKNOWN, state.device)
    _set(state, Current(maybe, current(machine, state).stack, None, None, None))


# -- streams and events from values ----------------------------------------------------------------


def as_stream(machine: Machine, state: State, value: Value | None) -> Stream | None:
    """The stream a value stands for, None if it certainly is none."""
    if isinstance(value, StreamValue):
        return actual(state, value.stream)
    if isinstance(value, Symbol):
        if isinstance(value.key, tuple) and value.key and value.key[0] == "ptr":
            return as_stream(machine, state, value.key[1])
        stream = Stream(("symbol", value), Kind.UNKNOWN, state.device)
        machine.names.name_stream(stream, value.label or "a stream")
        return stream
    if isinstance(value, Const) and value.value == 0 and not isinstance(value.value, bool):
        return null_of(state.device)
    return None


def as_event(value: Value | None) -> EventValue | None:
    """The event a value stands for, None if it is none."""
    if isinstance(value, EventValue):
        return value
    if isinstance(value, Symbol):
        return EventValue(("symbol", value), foreign=True)
    return None


def new_stream(machine: Machine, state: State, kind: Kind) -> StreamValue:
    """A stream that the program creates."""
    stream = Stream(machine.fresh(), kind, state.device)
    if state.memory.get("device is set"):
        machine.placed.add(stream.key)
    return StreamValue(stream)


def choose_device(machine: Machine, state: State, number: int | None) -> None:
    """A device is made current; None if it is not known which."""
    if number is None:
        machine.devices_vary = True
        return
    state.device = number
    state.memory["device is set"] = True


def new_event(machine: Machine, node: CSTNode) -> EventValue:
    """An event that the program creates."""
    event = EventValue(machine.fresh())
    machine.created[event.key] = machine.spot(node)
    return event


# -- records and waits -----------------------------------------------------------------------------


def _orders(state: State) -> list[Order]:
    return [state.order] if state.raw is None else [state.order, state.raw]


def is_own_handle(value: Value, other: Value = _NULL_HANDLE) -> bool:
    """Whether `value` is ``stream.ptr`` of a stream that was made, and `other` the number of a default stream."""
    if not isinstance(value, Symbol) or not isinstance(value.key, tuple) or value.key[:1] != ("ptr",):
        return False
    of = value.key[1]
    made = isinstance(of, StreamValue) and of.stream.kind in (Kind.BLOCKING, Kind.NON_BLOCKING)
    return made and isinstance(other, Const) and other.value in (0, 1, 2, None)


def record(machine: Machine, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
    """The event takes a snapshot of the stream."""
    lost.entered(machine, state, stream, node, "record")
    stream = actual(state, stream)
    lost.recorded(machine, state, event, stream, node)
    contact(machine, state, node, "record")
    if captures.records(machine, state, event, stream):
        return
    elapsed.recorded(machine, state, event, stream, node)
    costs.recorded(machine, state, event.key, stream)
    for order in _orders(state):
        order.record(event.key, stream, state.host)
    machine.recorded.setdefault(event.key, []).append(machine.spot(node))
    name = machine.names.event(event.key)
    state.add(Step("record", machine.spot(node), stream, machine.names.stream(stream), event.key, name))


def wait_event(machine: Machine, state: State, stream: Stream, value: Value | None, node: CSTNode) -> None:
    """Later work on the stream waits for the event's snapshot."""
    if isinstance(value, EventValue) and captures.waits_for_event(machine, state, stream, value, node):
        return
    event = _usable(machine, state, value, node)
    if event is None:
        return
    learned = 0
    for order in reversed(_orders(state)):
        learned = order.wait_event(stream, event.key, state.host)
    name = machine.names.event(event.key)
    lane = machine.names.stream(stream)
    _waited(machine, state, Step("wait", machine.spot(node), stream, lane, event.key, name, learned=bool(learned)))


def host_wait_event(machine: Machine, state: State, value: Value | None, node: CSTNode) -> None:
    """The host waits for the event's snapshot."""
    if state.capture is not None and isinstance(value, EventValue) and value.key in state.capture.events:
        captures.waited(machine, state, Step("sync", machine.spot(node), None, "host", value.key))
        return
    event = _usable(machine, state, value, node)
    if event is None:
        return
    learned = 0
    for order in reversed(_orders(state)):
        learned = order.host_wait_event(event.key, state.host)
    name = machine.names.event(event.key)
    _waited(machine, state, Step("sync", machine.spot(node), None, "host", event.key, name, learned=bool(learned)))


def _usable(machine: Machine, state: State, value: Value | None, node: CSTNode) -> EventValue | None:
    """The event to wait for. One from elsewhere may cover anything; one never recorded covers nothing."""
    if isinstance(value, NoEvent) or value is None:
        return None
    event = as_event(value)
    if event is None:
        return None
    if state.order.recorded(event.key):
        machine.good_waits.add(node)
    elif event.foreign or state.memory.get(("escaped", event.key)):
        state.doubt |= state.order.issued
        machine.good_waits.add(node)
    elif machine.turns.has_one_round():
        state.doubt |= state.order.issued
    elif event.key in machine.entry_events and not machine.importing and not state.lossy:
        created = machine.created[event.key]
        machine.empty_waits[node] = (
            EmptyWait(machine.spot(node), machine.names.event(event.key), created),
            event.key,
        )
    else:
        state.doubt |= state.order.issued
    return event


def host_wait_stream(machine: Machine, state: State, stream: Stream, node: CSTNode, implicit: bool = False) -> None:
    """The host waits for a stream. A stream of unknown kind may be null and cover all blocking ones."""
    stream = actual(state, stream)
    learned = 0
    for order in reversed(_orders(state)):
        learned = order.host_wait_stream(stream, state.host)
    if stream.kind is Kind.UNKNOWN:
        state.doubt |= state.order.issued
    lane = machine.names.stream(stream)
    step = Step("sync", machine.spot(node), stream, lane, learned=bool(learned), implicit=implicit)
    _waited(machine, state, step)


def host_wait_device(machine: Machine, state: State, device: int | None, node: CSTNode) -> None:
    """The host waits for everything on a device (None: on all of them)."""
    learned = 0
    for order in reversed(_orders(state)):
        learned = order.host_wait_device(device, state.host)
    _waited(machine, state, Step("sync", machine.spot(node), None, "device", learned=bool(learned)))


def _waited(machine: Machine, state: State, step: Step) -> None:
    contact(machine, state, step.spot.node, "wait_event" if step.kind == "wait" else "synchronize", step.kind == "sync")
    state.add(step)
    captures.waited(machine, state, step)
    costs.waited(machine, state, step)
    machine.cancel.waited(state, step)
    if not step.implicit:
        machine.waits[step.spot.node] = step
        machine.waits_of.add((step.spot.node, machine.frames[0].function))


def may_wait_for(state: State, stream: Stream) -> None:
    """Something unknown may have waited for a stream: what that would cover is in doubt from now on."""
    for order in _orders(state):
        state.doubt |= order.covered(stream)


def observed_done(machine: Machine, state: State, target: Value, node: CSTNode | None) -> None:
    """``stream.done`` or ``event.done`` was seen to be true."""
    assert node is not None
    machine.costs.asked = True
    if isinstance(target, StreamValue):
        host_wait_stream(machine, state, target.stream, node)
    elif isinstance(target, TupleValue):
        for item in target.items:
            observed_done(machine, state, item, node)
    elif isinstance(target, EventValue) and state.order.recorded(target.key):
        host_wait_event(machine, state, target, node)
    elif isinstance(target, EventValue):
        state.doubt |= state.order.issued if target.foreign else 0
    machine.costs.asked = False


def chosen_stream(
    machine: Machine, state: State, value: Value | None, node: CSTNode, call: str = ""
) -> tuple[Stream, bool]:
    """The stream for a `call` with ``stream=value``, and whether it was given at all."""
    used_as_stream(machine, value)
    if value is None or value == NONE:
        return stream_for_work(machine, state, node), False
    stream = as_stream(machine, state, value)
    if stream is None:
        return stream_for_work(machine, state, node), False
    if call not in _FROM_ANY_DEVICE:
        lost.entered(machine, state, stream, node, "launch")
    return stream, True
