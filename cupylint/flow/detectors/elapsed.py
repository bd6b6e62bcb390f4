"""``get_elapsed_time``: whether the events that it is asked of are done.

In files that ask for elapsed times each record counts as a piece of work of its own, so that it is known whether
the host has waited for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cupylint.facts import EarlyElapsed, Step
from cupylint.flow.domain.state import Touch
from cupylint.flow.domain.values import Const, EventValue, NoEvent, Symbol, Value
from cupylint.order import HOST

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream

ASKS = frozenset(("get_elapsed_time", "eventElapsedTime"))
"""Names that ask for an elapsed time."""
NO_BUFFER = -1
"""What the access that stands for a record touches."""
_MARK = "mark"  # of an event, with its key: the number of its newest record


def work_is_done(state: State) -> None:
    """All work until now is done, records of events as well."""
    for key, _ in state.memory.rest():
        if isinstance(key, tuple) and key[:1] == (_MARK,):
            state.memory.discard(key)


def made(interpreter: Interpreter, event: EventValue, arguments: Arguments, node: CSTNode) -> None:
    """``Event(...)``"""
    flag = arguments.either(1, "disable_timing")
    if isinstance(flag, Const) and flag.value:
        interpreter.events.untimed[event.key] = node


def recorded(interpreter: Interpreter, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
    """An event is about to be recorded."""
    if not interpreter.events.are_timed:
        return
    number = len(interpreter.touches)
    spot = interpreter.spot(node)
    step = Step("record", spot, stream, interpreter.names.stream(stream), event.key, interpreter.names.event(event.key))
    interpreter.touches.append(
        Touch(
            number=number, spot=spot, mode="read", stream=stream, buffer=NO_BUFFER, region=(), blocks=state.blocks,
            frame=interpreter.frame.number, host=state.host, certain=not state.unclear, statement=spot, step=step,
            call="record", explicit=False,
        )
    )  # fmt: skip
    for order in state.orders:
        order.issue(stream, 1 << number, state.host)
    state.memory[(_MARK, event.key)] = number


def asked(interpreter: Interpreter, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``get_elapsed_time(start, end)``: the later event is looked at first."""
    result = interpreter.unknown("elapsed", host=True)
    events = [(_event(arguments.position(number)), arguments.place(number, node)) for number in (1, 0)]
    for event, _ in events:
        if event is not None and (found := interpreter.events.untimed.get(event.key)) is not None:
            _report(interpreter, state, "untimed", event, found, node)
            return result
    for event, _ in events:
        if event is None or event.foreign:
            continue
        mark = state.memory.get((_MARK, event.key))
        if mark is None and not state.order.recorded(event.key):
            if event.key in interpreter.events.of_entry and not state.memory.get(("escaped", event.key)):
                _report(interpreter, state, "never", event, interpreter.events.created[event.key].node, node)
                return result
        elif isinstance(mark, int) and not state.order.hosts.get(state.host, 0) >> mark & 1:
            hidden = (state.maybe_waited | state.before_opaque_call) >> mark & 1 or state.host is not HOST
            place = interpreter.touches[mark].spot.node
            _report(interpreter, state, "pending", event, place, node, certain=not hidden)
            return result
    return result


def _event(value: Value | None) -> EventValue | None:
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("ptr",):
        value = value.key[1]
    return value if isinstance(value, EventValue) and not isinstance(value, NoEvent) else None


def _report(
    interpreter: Interpreter,
    state: State,
    kind: Literal["pending", "never", "untimed"],
    event: EventValue,
    place: CSTNode,
    node: CSTNode,
    certain: bool = True,
) -> None:
    name = interpreter.names.event(event.key)
    fact = EarlyElapsed(interpreter.spot(node), kind, name, interpreter.spot(place), certain and not state.unclear)
    interpreter.emit(fact, key=node)
