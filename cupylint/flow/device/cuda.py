"""Streams, events and devices: what is current, what waits for what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import Mode, NullFlag, Step, UnexpectedStream
from cupylint.flow.device import graph_capture, rewrites, timed_events
from cupylint.flow.domain import candidates
from cupylint.flow.domain.cuda_calls import contact
from cupylint.flow.domain.detector import Note
from cupylint.flow.domain.state import Current, State, StreamBlock
from cupylint.flow.domain.values import NONE, Const, EventValue, NoEvent, StreamValue, Symbol, TupleValue, Value
from cupylint.order import Kind, Stream

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

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


def default_stream(interpreter: Interpreter, state: State) -> Stream:
    """The stream in effect where nothing chose one."""
    return per_thread(state) if interpreter.options.per_thread_default_stream else null_of(state.device)


def _launches_on(interpreter: Interpreter, state: State, stream: Stream) -> Stream:
    """The stream that work goes to when `stream` is current: null means ptds under that option."""
    stream = actual(state, stream)
    if stream.kind is Kind.NULL and interpreter.options.per_thread_default_stream:
        return per_thread(state)
    return stream


def current(interpreter: Interpreter, state: State) -> Current:
    """What is current for the running thread on the current device."""
    found = state.currents.get((state.host, state.device))
    return found if found is not None else _at_first(interpreter, state)


def _at_first(interpreter: Interpreter, state: State) -> Current:
    return Current(default_stream(interpreter, state), (), None, None, None)


def current_stream(interpreter: Interpreter, state: State) -> Stream:
    return current(interpreter, state).stream


def stream_for_work(interpreter: Interpreter, state: State, node: CSTNode) -> Stream:
    """The current stream, for work at `node`; notes where it is not the one the code suggests."""
    now = current(interpreter, state)
    if now.expected is not None and now.mixed is not None and now.used is not None:
        function = interpreter.frame.function
        if "use" in function.idents and interpreter.streams.users.get(now.used.node) is not function:
            return now.stream  # it chooses its stream itself, on another way through it
        running = {frame.function for frame in interpreter.frames}
        if running.isdisjoint(interpreter.streams.users.get(spot.node) for spot in (now.used, now.mixed)):
            return now.stream  # what was meant elsewhere was not meant for it
        interpreter.emit(
            UnexpectedStream(
                spot=interpreter.spot(node),
                used=now.used,
                block=now.mixed,
                actual=interpreter.names.stream(now.stream),
                expected=interpreter.names.stream(now.expected),
            ),
            key=node,
        )
        _set(state, now._replace(expected=None, mixed=None))
    return now.stream


def _set(state: State, now: Current) -> None:
    state.currents[(state.host, state.device)] = now


def enter(interpreter: Interpreter, state: State, stream: Stream, node: CSTNode) -> Current:
    """``with stream:`` begins. Returns what was current, for `leave`."""
    before = current(interpreter, state)
    interpreter.announce.stream_used(state, stream, node, "with")
    stream = _launches_on(interpreter, state, stream)
    spot = interpreter.spot(node)
    state.blocks = (*state.blocks, StreamBlock(interpreter.fresh(), spot, stream, before.stream))
    _set(state, Current(stream, (*before.stack, stream), None, None, None))
    state.add(Step("enter", spot, stream, interpreter.names.stream(stream)))
    return before


def leave(interpreter: Interpreter, state: State, before: Current, node: CSTNode) -> None:
    """``with stream:`` ends: CuPy restores the enclosing block's stream, never a ``use()``d one."""
    stack = current(interpreter, state).stack[:-1]
    restored = stack[-1] if stack else default_stream(interpreter, state)
    if restored != before.stream and before.used is not None and not _is_used_elsewhere(interpreter, state, before):
        interpreter.streams.users[node] = interpreter.frame.function
        _set(state, Current(restored, stack, before.used, before.stream, interpreter.spot(node)))
    else:
        _set(state, Current(restored, stack, before.used, before.expected, before.mixed))
    if current(interpreter, state) == _at_first(interpreter, state):
        del state.currents[(state.host, state.device)]  # as on a path that enters no block
    block = state.blocks[-1]
    state.blocks = state.blocks[:-1]
    state.add(Step("leave", block.spot, block.stream, interpreter.names.stream(block.stream)))


def _is_used_elsewhere(interpreter: Interpreter, state: State, before: Current) -> bool:
    """Whether a block is for the very stream that another function has made current, and so does not count on that."""
    assert before.used is not None
    user = interpreter.streams.users.get(before.used.node)
    return state.blocks[-1].stream == before.stream and user is not interpreter.frame.function


def use(interpreter: Interpreter, state: State, stream: Stream, node: CSTNode) -> None:
    """``stream.use()``: current from now on, whatever block is open."""
    interpreter.announce.stream_used(state, stream, node, "use")
    stream = _launches_on(interpreter, state, stream)
    spot = interpreter.spot(node)
    interpreter.streams.users[node] = interpreter.frame.function
    _set(state, Current(stream, current(interpreter, state).stack, spot, None, None))
    state.add(Step("use", spot, stream, interpreter.names.stream(stream)))


def used_as_stream(interpreter: Interpreter, value: Value | None) -> None:
    """Something is done with a stream: notes one that is the null stream by a mistaken flag."""
    if isinstance(value, StreamValue) and value.flagged is not None:
        instead = rewrites.non_blocking(value.flagged)
        interpreter.emit(NullFlag(interpreter.spot(value.flagged), instead), key=value.flagged)


def may_become_current(interpreter: Interpreter, state: State, stream: Stream) -> None:
    """Unknown code may have made `stream` current: from now on it is not known what is."""
    maybe = Stream(("maybe", stream.key), Kind.UNKNOWN, state.device)
    _set(state, Current(maybe, current(interpreter, state).stack, None, None, None))


# -- streams and events from values ----------------------------------------------------------------


def as_stream(interpreter: Interpreter, state: State, value: Value | None) -> Stream | None:
    """The stream a value stands for, None if it certainly is none."""
    if isinstance(value, StreamValue):
        return actual(state, value.stream)
    if isinstance(value, Symbol):
        key = value.key if isinstance(value.key, tuple) else ()
        if key[:1] == ("ptr",) or (key[:1] == ("attribute",) and key[2:] == ("ptr",)):
            return as_stream(interpreter, state, key[1])
        stream = Stream(("symbol", value), Kind.UNKNOWN, state.device)
        interpreter.names.name_stream(stream, _called(value) or "a stream")
        return stream
    if isinstance(value, Const) and value.value == 0 and not isinstance(value.value, bool):
        return null_of(state.device)
    return None


def _called(value: Symbol) -> str:
    """What the source calls a stream that comes from elsewhere: ``plan.stream``."""
    holder = value.key[1] if isinstance(value.key, tuple) and value.key[0] == "attribute" else None
    return f"{holder.label}.{value.label}" if isinstance(holder, Symbol) and holder.label else value.label


def as_event(value: Value | None) -> EventValue | None:
    """The event a value stands for, None if it is none."""
    if isinstance(value, EventValue):
        return value
    if isinstance(value, Symbol):
        return EventValue(("symbol", value), foreign=True)
    return None


def new_stream(interpreter: Interpreter, state: State, kind: Kind) -> StreamValue:
    """A stream that the program creates."""
    stream = Stream(interpreter.fresh(), kind, state.device)
    if state.memory.get("device is set"):
        interpreter.streams.placed.add(stream.key)
    return StreamValue(stream)


def choose_device(interpreter: Interpreter, state: State, number: int | None) -> None:
    """A device is made current; None if it is not known which."""
    if number is None:
        interpreter.streams.devices_vary = True
        return
    state.device = number
    state.memory["device is set"] = True


def new_event(interpreter: Interpreter, node: CSTNode) -> EventValue:
    """An event that the program creates."""
    event = EventValue(interpreter.fresh())
    interpreter.events.created[event.key] = interpreter.spot(node)
    return event


# -- records and waits -----------------------------------------------------------------------------


def is_own_handle(value: Value, other: Value = _NULL_HANDLE) -> bool:
    """Whether `value` is ``stream.ptr`` of a stream that was made, and `other` the number of a default stream."""
    if not isinstance(value, Symbol) or not isinstance(value.key, tuple) or value.key[:1] != ("ptr",):
        return False
    of = value.key[1]
    made = isinstance(of, StreamValue) and of.stream.kind in (Kind.BLOCKING, Kind.NON_BLOCKING)
    return made and isinstance(other, Const) and other.value in (0, 1, 2, None)


_RECORDED_AGAIN = Note(lambda mine, theirs: mine or theirs)
"""What a path knows of an event that may be the one of several which was recorded."""


def record(interpreter: Interpreter, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
    """The event takes a snapshot of the stream."""
    interpreter.announce.stream_used(state, stream, node, "record")
    stream = actual(state, stream)
    interpreter.announce.recorded(state, event, stream, node)
    contact(interpreter, state, node, "record")
    if graph_capture.records(state, event, stream):
        return
    timed_events.recorded(interpreter, state, event, stream, node)
    for possible in candidates.events(state, event.key[1]) if event.foreign and isinstance(event.key, tuple) else ():
        state.memory[(_RECORDED_AGAIN, possible.key)] = True
    for order in state.orders:
        order.record(event.key, stream, state.host)
    name = interpreter.names.event(event.key)
    state.add(Step("record", interpreter.spot(node), stream, interpreter.names.stream(stream), event.key, name))


def wait_event(interpreter: Interpreter, state: State, stream: Stream, value: Value | None, node: CSTNode) -> None:
    """Later work on the stream waits for the event's snapshot."""
    if isinstance(value, EventValue) and graph_capture.waits_for_event(interpreter, state, stream, value, node):
        return
    event = _usable(interpreter, state, value, node)
    if event is None:
        return
    learned = 0
    for order in reversed(state.orders):
        learned = order.wait_event(stream, event.key, state.host)
    name = interpreter.names.event(event.key)
    lane = interpreter.names.stream(stream)
    _waited(
        interpreter, state, Step("wait", interpreter.spot(node), stream, lane, event.key, name, learned=bool(learned))
    )


def host_wait_event(
    interpreter: Interpreter, state: State, value: Value | None, node: CSTNode, asked: bool = False
) -> None:
    """The host waits for the event's snapshot."""
    if state.capture is not None and isinstance(value, EventValue) and value.key in state.capture.events:
        graph_capture.waited(interpreter, state, Step("sync", interpreter.spot(node), None, "host", value.key))
        return
    event = _usable(interpreter, state, value, node)
    if event is None:
        return
    learned = 0
    for order in reversed(state.orders):
        learned = order.host_wait_event(event.key, state.host)
    name = interpreter.names.event(event.key)
    step = Step("sync", interpreter.spot(node), None, "host", event.key, name, learned=bool(learned), asked=asked)
    _waited(interpreter, state, step)


def _may_wait_for_one(interpreter: Interpreter, state: State, possible: list[EventValue], node: CSTNode) -> None:
    """One of these events is waited for: what any of them covers may be done."""
    all_are_seen = not (interpreter.loop_carried.has_one_round() or interpreter.modules.importing or state.incomplete)
    for event in possible:
        interpreter.announce.event_waited_for(event, node, recorded=True)
        is_new = all_are_seen and event.key in interpreter.events.of_entry
        if state.memory.get((_RECORDED_AGAIN, event.key)) or not (state.order.recorded(event.key) or is_new):
            state.maybe_waited |= state.order.issued
        for order in state.orders:
            state.maybe_waited |= order.events.get(event.key, 0)


def _usable(interpreter: Interpreter, state: State, value: Value | None, node: CSTNode) -> EventValue | None:
    """The event to wait for. One from elsewhere may cover anything; one never recorded covers nothing."""
    if isinstance(value, NoEvent) or value is None:
        return None
    event = as_event(value)
    if event is None:
        return None
    if state.memory.get((_RECORDED_AGAIN, event.key)):
        state.maybe_waited |= state.order.issued
        interpreter.announce.event_waited_for(event, node, recorded=True)
    elif state.order.recorded(event.key):
        interpreter.announce.event_waited_for(event, node, recorded=True)
    elif possible := candidates.events(state, value):
        _may_wait_for_one(interpreter, state, possible, node)
        return None
    elif event.foreign or state.memory.get(("escaped", event.key)):
        state.maybe_waited |= state.order.issued
        interpreter.announce.event_waited_for(event, node, recorded=True)
    elif interpreter.loop_carried.has_one_round():
        state.maybe_waited |= state.order.issued
    elif event.key in interpreter.events.of_entry and not interpreter.modules.importing and not state.incomplete:
        interpreter.announce.event_waited_for(event, node, recorded=False)
    elif event.key not in interpreter.events.of_object or state.incomplete:  # all earlier calls of methods are seen
        state.maybe_waited |= state.order.issued
    return event


def host_wait_stream(
    interpreter: Interpreter,
    state: State,
    stream: Stream,
    node: CSTNode,
    implicit: bool = False,
    asked: bool = False,
) -> None:
    """The host waits for a stream. One of unknown kind may be any other, or null and cover all blocking ones."""
    stream = actual(state, stream)
    learned = 0
    for order in reversed(state.orders):
        learned = order.host_wait_stream(stream, state.host)
    if stream.kind is Kind.UNKNOWN:
        state.maybe_waited |= state.order.issued
    for other in state.order.streams:
        if other.kind is Kind.UNKNOWN:
            may_wait_for(state, other)
    lane = interpreter.names.stream(stream)
    step = Step("sync", interpreter.spot(node), stream, lane, learned=bool(learned), implicit=implicit, asked=asked)
    _waited(interpreter, state, step)


def issued_since(interpreter: Interpreter, begun: int, mode: Mode | None = None) -> int:
    """The accesses from a number on, as a bit set: all, or those that read, or write."""
    return sum(1 << touch.number for touch in interpreter.touches[begun:] if mode in (None, touch.mode))


def host_waits_for_earlier(interpreter: Interpreter, state: State, stream: Stream, node: CSTNode, own: int) -> None:
    """The host waits for a stream in a call before that issues its `own` accesses, which therefore go on.

    Clocks take these for done: most of what the call does was waited for.
    """
    host_wait_stream(interpreter, state, stream, node, implicit=True)
    for order in state.orders:
        order.go_on(own, state.host)
    state.maybe_waited &= ~own
    interpreter.allocations.going_on |= own


def host_wait_device(interpreter: Interpreter, state: State, device: int | None, node: CSTNode) -> None:
    """The host waits for everything on a device (None: on all of them)."""
    learned = 0
    for order in reversed(state.orders):
        learned = order.host_wait_device(device, state.host)
    _waited(interpreter, state, Step("sync", interpreter.spot(node), None, "device", learned=bool(learned)))


def _waited(interpreter: Interpreter, state: State, step: Step) -> None:
    contact(
        interpreter, state, step.spot.node, "wait_event" if step.kind == "wait" else "synchronize", step.kind == "sync"
    )
    state.add(step)
    graph_capture.waited(interpreter, state, step)
    interpreter.announce.waited(state, step)
    if not step.implicit:
        interpreter.events.waits[step.spot.node] = step
        interpreter.events.waits_of.add((step.spot.node, interpreter.frames[0].function))


def may_wait_for_earlier(interpreter: Interpreter, state: State, stream: Stream, own: int) -> None:
    """A call may have waited for a stream before it issued its `own` accesses, which go on in any case."""
    may_wait_for(state, stream)
    state.maybe_waited &= ~own
    interpreter.allocations.going_on |= own


def may_wait_for(state: State, stream: Stream) -> None:
    """Something unknown may have waited for a stream: what that would cover is in doubt from now on."""
    for order in state.orders:
        state.maybe_waited |= order.covered(stream)


_NOTHING = frozenset((0,))
_OBSERVED = (Note(lambda mine, theirs: (mine or _NOTHING) | (theirs or _NOTHING)),)  # type: ignore[operator]
"""Where in a state's memory the accesses are kept that were seen to be over: bit sets of the paths joined to it."""


def observed(state: State) -> frozenset[int]:
    """What was seen to be over without a wait for it, on each of the paths that were joined."""
    found = state.memory.get(_OBSERVED)
    return found if isinstance(found, frozenset) else _NOTHING


def observed_done(interpreter: Interpreter, state: State, target: Value, node: CSTNode | None) -> None:
    """``stream.done`` or ``event.done`` was seen to be true."""
    before = state.order.hosts.get(state.host, 0)
    _observed_done(interpreter, state, target, node)
    if new := state.order.hosts.get(state.host, 0) & ~before:
        state.memory[_OBSERVED] = frozenset(seen | new for seen in observed(state))


def _observed_done(interpreter: Interpreter, state: State, target: Value, node: CSTNode | None) -> None:
    assert node is not None
    if isinstance(target, StreamValue):
        host_wait_stream(interpreter, state, target.stream, node, asked=True)
    elif isinstance(target, TupleValue):
        for item in target.items:
            _observed_done(interpreter, state, item, node)
    elif isinstance(target, EventValue) and state.order.recorded(target.key):
        host_wait_event(interpreter, state, target, node, asked=True)
    elif isinstance(target, EventValue):
        state.maybe_waited |= state.order.issued if target.foreign else 0


def chosen_stream(
    interpreter: Interpreter, state: State, value: Value | None, node: CSTNode, call: str = ""
) -> tuple[Stream, bool]:
    """The stream for a `call` with ``stream=value``, and whether it was given at all."""
    used_as_stream(interpreter, value)
    if value is None or value == NONE:
        return stream_for_work(interpreter, state, node), False
    stream = as_stream(interpreter, state, value)
    if stream is None:
        return stream_for_work(interpreter, state, node), False
    if call not in _FROM_ANY_DEVICE:
        interpreter.announce.stream_used(state, stream, node, "launch")
    return stream, True
