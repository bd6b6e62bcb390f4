"""Waits for events that nothing has recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import EmptyWait, Spot, Step
from cupylint.flow.domain.detector import Detector

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from libcst import CSTNode

    from cupylint.flow.domain.effects import Effect
    from cupylint.flow.domain.state import State
    from cupylint.flow.domain.values import EventValue
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream
    from cupylint.program import ir


class EmptyWaits(Detector):
    """Waits that are empty on each path that comes to them, and where their events are recorded otherwise."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._empty: dict[CSTNode, dict[EventValue, str]] = {}
        self._good: set[CSTNode] = set()
        self._recorded: dict[Hashable, Spot] = {}  # event -> where it is recorded first
        self._recorders: dict[Hashable, set[ir.Function]] = {}
        self._waiting: dict[CSTNode, ir.Function] = {}  # waits for events that were there before the function
        self._streams: dict[CSTNode, object] = {}  # what waits
        self._overtaken: set[CSTNode] = set()  # whose functions have recorded the event since
        self._misplaced: set[CSTNode] = set()  # and have then given what waits its work

    def recorded(self, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
        """It is to be waited for after this."""
        if state.capture is None or not state.capture.covers(stream):
            self._recorded.setdefault(event.key, self.interpreter.spot(node))
            self._recorders.setdefault(event.key, set()).add(function := self.interpreter.frame.function)
            self._overtaken |= {
                node for node, waits in self._waiting.items() if waits is function and event in self._empty[node]
            }

    def event_waited_for(self, event: EventValue, node: CSTNode, *, recorded: bool) -> None:
        """Is there anything to wait for?"""
        if recorded:
            self._good.add(node)
        else:
            self._empty.setdefault(node, {})[event] = self.interpreter.names.event(event.key)
            if isinstance(event.key, int) and event.key < self.interpreter.frame.number:
                self._waiting[node] = self.interpreter.frame.function

    def waited(self, state: State, step: Step) -> None:
        """Which stream is it that waits?"""
        if step.kind == "wait" and step.spot.node in self._waiting:
            self._streams[step.spot.node] = step.stream

    def issued(
        self, state: State, node: CSTNode, stream: Stream | None, uses: Sequence[Effect], before: int, call: str
    ) -> None:
        """Is it work that should have come after an event that its stream waited for too early?"""
        if stream is not None and self._overtaken:
            function = self.interpreter.frame.function
            self._misplaced |= {
                wait
                for wait in self._overtaken
                if self._streams.get(wait) == stream and self._waiting[wait] is function
            }

    def facts(self, ends: list[State]) -> Iterator[EmptyWait]:
        """Those that were empty each time.

        A wait for one event after another, each of which is recorded later, may be that of a ring in its first rounds:
        perhaps the rounds that were followed have not come to the first one again. So it is where the same function
        records the event later, which was there before it was called: the next call has something to wait for. But
        not where what waits does its work in this call, after the event.
        """
        spot, created = self.interpreter.spot, self.interpreter.events.created
        for node, events in self._empty.items():
            if node in self._good or (len(events) > 1 and all(event.key in self._recorded for event in events)):
                continue
            event, name = list(events.items())[-1]
            if node not in self._misplaced and self._waiting.get(node) in self._recorders.get(event.key, ()):
                continue
            yield EmptyWait(spot(node), name, created[event.key], self._recorded.get(event.key))


DETECTOR = EmptyWaits
