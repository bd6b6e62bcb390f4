"""Waits for events that nothing has recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import EmptyWait, Spot
from cupylint.flow.domain.detector import Detector

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator

    from libcst import CSTNode

    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import EventValue
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream


class EmptyWaits(Detector):
    """Waits that are empty on each path that comes to them, and where their events are recorded otherwise."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._empty: dict[CSTNode, dict[EventValue, str]] = {}
        self._good: set[CSTNode] = set()
        self._recorded: dict[Hashable, Spot] = {}  # event -> where it is recorded first

    def recorded(self, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
        """It is to be waited for after this."""
        if state.capture is None or not state.capture.covers(stream):
            self._recorded.setdefault(event.key, self.interpreter.spot(node))

    def event_waited_for(self, event: EventValue, node: CSTNode, *, recorded: bool) -> None:
        """Is there anything to wait for?"""
        if recorded:
            self._good.add(node)
        else:
            self._empty.setdefault(node, {})[event] = self.interpreter.names.event(event.key)

    def facts(self, ends: list[State]) -> Iterator[EmptyWait]:
        """Those that were empty each time.

        A wait for one event after another, each of which is recorded later, may be that of a ring in its first rounds:
        perhaps the rounds that were followed have not come to the first one again.
        """
        spot, created = self.interpreter.spot, self.interpreter.events.created
        for node, events in self._empty.items():
            if node in self._good or (len(events) > 1 and all(event.key in self._recorded for event in events)):
                continue
            event, name = list(events.items())[-1]
            yield EmptyWait(spot(node), name, created[event.key], self._recorded.get(event.key))


DETECTOR = EmptyWaits
