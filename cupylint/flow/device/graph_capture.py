"""Stream capture: what may not be done in it, and what the graph that it makes needs to be alive.

Work on a stream that is captured does not run: it becomes part of the graph, and runs when that is launched.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cupylint.facts import BrokenCapture, CapturedArrayFreed, CaptureMistake, Step
from cupylint.flow.domain.effects import Effect
from cupylint.flow.domain.graphs import Capture, GraphValue, Launchable
from cupylint.flow.domain.reachability import dead_but_for_graphs
from cupylint.flow.domain.source_text import last_name
from cupylint.flow.domain.values import (
    Array,
    Const,
    EventValue,
    HostArray,
    ListValue,
    StreamValue,
    Value,
)
from cupylint.order import Kind, Order, Stream
from cupylint.program import ir

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_LIBRARIES = {
    "cuBLAS": "@ matmul dot vdot inner",
    "cuSOLVER": "solve inv svd qr cholesky eigh eigvalsh det slogdet lstsq pinv",
    "cuRAND": "rand randn random random_sample ranf sample uniform normal standard_normal randint",
}
_LIBRARY = {name: library for library, names in _LIBRARIES.items() for name in names.split()}
"""Calls that go to a library which CuPy does not use in a capture."""
_COPIES = frozenset(("get", "asnumpy", "set", "copy_from_host_async", "copy_to_host_async"))


# -- begin and end ---------------------------------------------------------------------------------


def begin(interpreter: Interpreter, state: State, stream: Stream, node: CSTNode) -> None:
    """``stream.begin_capture()``"""
    started = interpreter.frames[0].function.name == "<module>" or isinstance(stream.key, int)
    capture = Capture(stream, node, started and isinstance(stream.key, int), Order())
    if stream.kind is Kind.NULL:
        _broken(interpreter, state, capture, "null-stream", node, stream, certain=not _is_expected(interpreter))
    else:
        state.capture = capture


def _is_expected(interpreter: Interpreter) -> bool:
    """Whether the function that captures goes on where that is an error."""
    return any(
        frame is interpreter.frame and not (handler.body and isinstance(handler.body[-1], ir.Raise))
        for statement, frame in interpreter.trying
        for handler in statement.handlers
        if handler.kind is None or last_name(handler.kind) in ("Exception", "RuntimeError", "CUDARuntimeError")
    )


def end(interpreter: Interpreter, state: State, stream: Stream, node: CSTNode) -> Value:
    """``stream.end_capture()``: the graph."""
    capture = state.capture
    if capture is None:
        return interpreter.unknown("graph")
    state.capture = None
    if stream != capture.stream:
        if capture.own and isinstance(stream.key, int):
            _broken(interpreter, state, capture, "other-stream", node, stream)
        return interpreter.unknown("graph")
    inside = capture.order
    for other in capture.joined:
        if inside.streams.get(other, 0) & ~inside.streams.get(stream, 0):
            _broken(interpreter, state, capture, "not-joined", node, other)
            return interpreter.unknown("graph")
    if not capture.issued and capture.aside is not None:
        missed = capture._replace(node=capture.aside)  # the work that was not captured is told of
        _broken(interpreter, state, missed, "nothing-captured", capture.node, stream, certain=capture.own)
    uses = tuple(dict.fromkeys(capture.uses))
    graph = GraphValue(interpreter.fresh(), uses, capture.node)
    state.graphs = (*state.graphs, Launchable(graph))
    return graph


def _broken(
    interpreter: Interpreter,
    state: State,
    capture: Capture,
    kind: CaptureMistake,
    node: CSTNode,
    stream: Stream | None,
    certain: bool = True,
    what: str = "",
) -> None:
    """`node` may not stand in a capture, or not like that; `stream` is the one it is about."""
    interpreter.emit(
        BrokenCapture(
            kind=kind,
            spot=interpreter.spot(node),
            other=interpreter.spot(capture.node),
            stream=interpreter.names.stream(stream),
            captured=interpreter.names.stream(capture.stream),
            what=what,
            certain=certain and not state.unclear,
        ),
        key=node,
    )


# -- inside ----------------------------------------------------------------------------------------


def works(
    interpreter: Interpreter, state: State, stream: Stream | None, uses: Iterable[Effect], node: CSTNode, call: str
) -> bool:
    """Work during a capture. Whether it becomes part of the graph, so that it does not run now."""
    capture = state.capture
    if capture is None or stream is None:
        return False
    if not capture.covers(stream):
        if stream.kind is Kind.NULL and capture.stream.kind is Kind.BLOCKING:
            _broken(interpreter, state, capture, "legacy-stream", node, stream, capture.own)
        if capture.aside is None:
            state.capture = capture._replace(aside=node)
        return False
    what = _LIBRARY.get(call, "")
    if what:
        _broken(interpreter, state, capture, "library", node, stream, what=what)
    elif call in _COPIES:
        _broken(interpreter, state, capture, "copy", node, stream, what=call)
    elif call == "add_callback":
        _broken(interpreter, state, capture, "callback", node, stream)
    used = list(uses)
    order = capture.order.copy()
    order.issue(stream, 1 << capture.issued)
    made = tuple((use.array, "w" if "w" in use.mode else "r") for use in used)
    state.capture = capture._replace(order=order, issued=capture.issued + 1, uses=capture.uses + made)
    for use in used:  # there is no access that wrote it first
        for buffer in use.array.buffers:
            if interpreter.allocations.creators.get(buffer, -1) >= len(interpreter.touches):
                del interpreter.allocations.creators[buffer]
    return True


def copies_in(interpreter: Interpreter, state: State, source: Value | None, stream: Stream, node: CSTNode) -> None:
    """``asarray(numbers)`` during a capture."""
    capture = state.capture
    if capture is not None and capture.covers(stream) and _is_on_host(state, source):
        _broken(interpreter, state, capture, "copy", node, stream, what="copy in")


def _is_on_host(state: State, value: Value | None) -> bool:
    if isinstance(value, ListValue):
        items = state.memory.sequence(value.key)
        return bool(items) and all(isinstance(item, Const) for item in items)
    return isinstance(value, (HostArray, Const))


def records(state: State, event: EventValue, stream: Stream) -> bool:
    """An event is recorded during a capture. Whether that is part of the capture."""
    capture = state.capture
    if capture is None:
        return False
    if not capture.covers(stream):
        state.capture = capture._replace(events=capture.events - {event.key})
        return False
    order = capture.order.copy()
    order.record(event.key, stream)
    state.capture = capture._replace(order=order, events=capture.events | {event.key})
    return True


def waits_for_event(interpreter: Interpreter, state: State, stream: Stream, event: EventValue, node: CSTNode) -> bool:
    """A stream waits for an event during a capture. Whether that is part of the capture."""
    capture = state.capture
    if capture is None:
        return False
    if event.key in capture.events:
        order = capture.order.copy()
        order.wait_event(stream, event.key)
        joined = capture.joined if stream == capture.stream else capture.joined | {stream}
        state.capture = capture._replace(order=order, joined=joined)
        return True
    if capture.covers(stream):
        if state.order.recorded(event.key):
            _broken(interpreter, state, capture, "outside-event", node, stream)
        return True
    return False


def waited(interpreter: Interpreter, state: State, step: Step) -> None:
    """The host waits during a capture."""
    capture = state.capture
    if capture is None or step.kind != "sync":
        return
    stream = step.stream if isinstance(step.stream, Stream) else None
    legacy = stream is not None and stream.kind is Kind.NULL and capture.stream.kind is Kind.BLOCKING
    certain = True if capture.covers(stream) or step.event in capture.events else capture.own
    if capture.covers(stream) or legacy or step.event in capture.events or step.lane == "device":
        what = "hidden" if step.implicit else ""
        node = step.spot.node
        _broken(interpreter, state, capture, "wait", node, stream, certain, what)


def queried(interpreter: Interpreter, state: State, target: Value, node: CSTNode | None) -> None:
    """``stream.done`` or ``event.done`` during a capture."""
    capture = state.capture
    if capture is None or node is None:
        return
    stream = target.stream if isinstance(target, StreamValue) else None
    captured = isinstance(target, EventValue) and target.key in capture.events
    if capture.covers(stream) or captured:
        _broken(interpreter, state, capture, "query", node, stream)


# -- graphs ----------------------------------------------------------------------------------------


def allocated(interpreter: Interpreter, state: State, buffer: int) -> None:
    """A block is allocated: it may be one that a graph still uses."""
    arena = interpreter.allocations.streams.get(buffer)
    used = {number for held in state.graphs for array, _ in held.graph.uses for number in array.buffers}
    gone = dead_but_for_graphs(interpreter, state, used) if used else used
    graphs = []
    for held in state.graphs:
        done = {number for number, _ in held.taken}
        for array, _ in held.graph.uses:
            for number in array.buffers & gone:
                known = interpreter.allocations.streams.get(number)
                kept = array.guess or state.memory.get(("kept", number))
                if number not in done and known is not None and known == arena and not kept:
                    assert interpreter.statement is not None
                    held = held._replace(taken=(*held.taken, (number, interpreter.statement)))
                    done.add(number)
        graphs.append(held)
    state.graphs = tuple(graphs)


def uses(interpreter: Interpreter, state: State, graph: GraphValue, node: CSTNode) -> list[Effect]:
    """What the launch of a graph reads and writes; reports memory of it that is no longer its own."""
    taken = next((held.taken[0] for held in state.graphs if held.graph.key == graph.key and held.taken), None)
    rebound = _rebound(interpreter, state, graph) if taken is None else None
    if (gone := taken or rebound) is not None:
        number, taker = gone
        interpreter.emit(
            CapturedArrayFreed(
                spot=interpreter.spot(node),
                array=interpreter.names.array(number),
                begin=interpreter.spot(graph.begin),
                taken=interpreter.spot(taker),
                certain=not state.unclear,
                rebound=rebound is not None,
            ),
            key=node,
        )
    return [Effect(array, mode, node) for array, mode in graph.uses]


def _rebound(interpreter: Interpreter, state: State, graph: GraphValue) -> tuple[int, CSTNode] | None:
    """An array of a graph that nothing refers to any more, and what makes the one that has its name now."""
    known = {
        number
        for array, _ in graph.uses
        if not array.guess
        for number in array.buffers.intersection(interpreter.allocations.streams)
    }
    dead = dead_but_for_graphs(interpreter, state, known) if known else known
    gone = {number for number in dead if not state.memory.get(("kept", number))}
    called = {number: interpreter.names.array(number).rpartition(".") for number in sorted(gone)}
    names = {name: number for number, (_, _, name) in called.items() if name.isidentifier()}  # of attributes as well
    for key, value in state.memory.items() if names else ():
        if (
            isinstance(key, tuple)
            and len(key) == 2
            and key[1] in names
            and isinstance(value, Array)
            and not value.guess
        ):
            made = [
                interpreter.allocations.creators[number]
                for number in value.buffers - known
                if number in interpreter.allocations.creators
            ]
            if len(made) == len(value.buffers) == 1:
                return names[key[1]], interpreter.touches[made[0]].spot.node
    return None


def joined(left: tuple[Launchable, ...], right: tuple[Launchable, ...]) -> tuple[Launchable, ...]:
    """The graphs of two paths."""
    found = {held.graph.key: held for held in left}
    for held in right:
        mine = found.get(held.graph.key)
        taken = held.taken if mine is None else tuple(dict.fromkeys(mine.taken + held.taken))
        found[held.graph.key] = held._replace(taken=taken)
    return tuple(found.values())
