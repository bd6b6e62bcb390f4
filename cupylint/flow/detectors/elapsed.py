"""``get_elapsed_time``: whether the events that it is asked of are done."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from cupylint.facts import EarlyElapsed
from cupylint.flow.device.timed_events import last_record
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.values import Const, EventValue, Symbol, Value
from cupylint.order import HOST

if TYPE_CHECKING:
    from collections.abc import Hashable

    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


class Elapsed(Detector):
    """Times that are asked for too early, or of events that keep none."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._untimed: dict[Hashable, CSTNode] = {}  # events made with disable_timing
        self._names: set[str] = set()  # of what was recorded before anything was known of it
        self._new: list[tuple[EarlyElapsed, int]] = []

    def new(self) -> list[tuple[EarlyElapsed, int]]:
        """What was met since this was asked last of events that are not done, each with the number of the record."""
        found, self._new = self._new, []
        return found

    def event_made(self, state: State, event: EventValue, arguments: Arguments, node: CSTNode) -> None:
        """Does it keep a time?"""
        flag = arguments.either(1, "disable_timing")
        if isinstance(flag, Const) and flag.value:
            self._untimed[event.key] = node

    def unknown_method(self, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode) -> None:
        """A name that has no value yet may be meant for an event that is made later."""
        if name == "record" and isinstance(receiver, Symbol):
            self._names.add(receiver.label)

    def elapsed_asked(self, state: State, arguments: Arguments, node: CSTNode) -> None:
        """The later event is looked at first."""
        events = [(event_of(arguments.position(number)), arguments.place(number, node)) for number in (1, 0)]
        for event, _ in events:
            if event is not None and (found := self._untimed.get(event.key)) is not None:
                self._report(state, "untimed", event, found, node)
                return
        for event, _ in events:
            if event is not None and not event.foreign and self._is_early(state, event, node):
                return

    def _is_early(self, state: State, event: EventValue, node: CSTNode) -> bool:
        """Whether an event is not done, or was never recorded; says so."""
        interpreter, record = self.interpreter, last_record(state, event)
        if record is None:
            known = state.order.recorded(event.key) or state.memory.get(("escaped", event.key))
            if (
                known
                or event.key not in interpreter.events.of_entry
                or interpreter.names.event(event.key) in self._names
            ):
                return False
            self._report(state, "never", event, interpreter.events.created[event.key].node, node)
        elif state.order.hosts.get(state.host, 0) >> record & 1:
            return False
        else:
            hidden = (state.maybe_waited | state.before_opaque_call) >> record & 1 or state.host is not HOST
            place = interpreter.touches[record].spot.node
            fact = self._report(state, "pending", event, place, node, certain=not hidden)
            self._new.append((fact, record))
        return True

    def _report(
        self,
        state: State,
        kind: Literal["pending", "never", "untimed"],
        event: EventValue,
        place: CSTNode,
        node: CSTNode,
        certain: bool = True,
    ) -> EarlyElapsed:
        spot, name = self.interpreter.spot, self.interpreter.names.event(event.key)
        fact = EarlyElapsed(spot(node), kind, name, spot(place), certain and not state.unclear)
        self.interpreter.emit(fact, key=node)
        return fact


def event_of(value: Value | None) -> EventValue | None:
    """The event that an argument is, itself or by its address."""
    if isinstance(value, Symbol) and isinstance(value.key, tuple) and value.key[:1] == ("ptr",):
        value = value.key[1]
    return value if isinstance(value, EventValue) else None


DETECTOR = Elapsed
