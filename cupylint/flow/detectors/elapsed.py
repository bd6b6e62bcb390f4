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
    from cupylint.flow.interp.machine import Machine
    from cupylint.order import Stream

ASKS = frozenset(("get_elapsed_time", "eventElapsedTime"))
"""Names that ask for an elapsed time."""
NO_BUFFER = -1
"""What the access that stands for a record touches."""


def made(machine: Machine, event: EventValue, arguments: Arguments, node: CSTNode) -> None:
    """``Event(...)``"""
    flag = arguments.either(1, "disable_timing")
    if isinstance(flag, Const) and flag.value:
        machine.untimed[event.key] = node


def recorded(machine: Machine, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
    """An event is about to be recorded."""
    if not machine.elapses:
        return
    number = len(machine.touches)
    spot = machine.spot(node)
    step = Step("record", spot, stream, machine.names.stream(stream), event.key, machine.names.event(event.key))
    machine.touches.append(
        Touch(
            number=number, spot=spot, mode="read", stream=stream, buffer=NO_BUFFER, region=(), blocks=state.blocks,
            frame=machine.frame.number, host=state.host, certain=not state.unclear, statement=spot, step=step,
            call="record", explicit=False,
        )
    )  # fmt: skip
    for order in (state.order, state.raw):
        if order is not None:
            order.issue(stream, 1 << number, state.host)
    state.memory[("mark", event.key)] = number


def asked(machine: Machine, state: State, arguments: Arguments, node: CSTNode) -> Value:
    """``get_elapsed_time(start, end)``: the later event is looked at first."""
    result = machine.unknown("elapsed", host=True)
    events = [(_event(arguments.position(number)), arguments.place(number, node)) for number in (1, 0)]
    for event, _ in events:
        if event is not None and (found := machine.untimed.get(event.key)) is not None:
            _report(machine, state, "untimed", event, found, node)
            return result
    for event, _ in events:
        if event is None or event.foreign:
            continue
        mark = state.memory.get(("mark", event.key))
        if mark is None and not state.order.recorded(event.key):
            if event.key in machine.entry_events and not state.memory.get(("escaped", event.key)):
                _report(machine, state, "never", event, machine.created[event.key].node, node)
                return result
        elif isinstance(mark, int) and not state.order.hosts.get(state.host, 0) >> mark & 1:
            hidden = (state.doubt | state.unseen) >> mark & 1 or state.host is not HOST
            place = machine.touches[mark].spot.node
            _report(machine, state, "pending", event, place, node, certain=not hidden)
            return result
    return result


def _event(value: Value | None) -> EventValue | None:
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("ptr",):
        value = value.key[1]
    return value if isinstance(value, EventValue) and not isinstance(value, NoEvent) else None


def _report(
    machine: Machine,
    state: State,
    kind: Literal["pending", "never", "untimed"],
    event: EventValue,
    place: CSTNode,
    node: CSTNode,
    certain: bool = True,
) -> None:
    name = machine.names.event(event.key)
    fact = EarlyElapsed(machine.spot(node), kind, name, machine.spot(place), certain and not state.unclear)
    machine.emit(fact, key=node)
