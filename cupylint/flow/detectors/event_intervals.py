"""Elapsed times of events that leave out the work between them: it is on a stream that the later one does not cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import ElapsedElsewhere
from cupylint.flow.detectors.elapsed import event_of
from cupylint.flow.device.timed_events import NO_BUFFER, last_record
from cupylint.flow.domain.contents import arrays_in
from cupylint.flow.domain.detector import Detector
from cupylint.order import Kind, bits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State, Touch
    from cupylint.flow.domain.values import EventValue, Kernel
    from cupylint.flow.interp.interpreter import Interpreter


class EventIntervals(Detector):
    """Work that is issued between the records of two events, none of which is ordered before the later record."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._without_arrays: list[int] = []  # launches that leave no access: how many there were of all others

    def launched(self, state: State, kernel: Kernel, arguments: Arguments, node: CSTNode) -> None:
        """A kernel that takes nothing but numbers is work on the current stream as well."""
        given = arguments.either(2, "args")
        if given is None or not arrays_in(state, given):
            self._without_arrays.append(len(self.interpreter.touches))

    def elapsed_asked(self, state: State, arguments: Arguments, node: CSTNode) -> None:
        """Is any of the work before the second record ordered before it?"""
        start, end = (event_of(arguments.position(number)) for number in (0, 1))
        if start is None or end is None or state.capture is not None:
            return
        first, last = last_record(state, start), last_record(state, end)
        if first is None or last is None or first >= last or any(first < each <= last for each in self._without_arrays):
            return
        between = state.order.issued & ((1 << last) - (2 << first))
        touches = self.interpreter.touches
        work = [touches[each] for each in bits(between) if touches[each].buffer != NO_BUFFER]
        if any(touch.host != state.host for touch in (*work, touches[first], touches[last])):
            return  # what other threads do meanwhile is not what is timed
        covered = state.order.events.get(end.key, 0)
        kinds = {touch.stream and touch.stream.kind for touch in (*work, touches[first], touches[last])}
        if work and kinds.isdisjoint((None, Kind.UNKNOWN)) and not any(covered >> each.number & 1 for each in work):
            self._report(state, node, (start, end), (touches[first], touches[last]), work)

    def _report(
        self,
        state: State,
        asked: CSTNode,
        events: tuple[EventValue, EventValue],
        records: tuple[Touch, Touch],
        work: Sequence[Touch],
    ) -> None:
        interpreter = self.interpreter
        start, end = records
        hidden = state.before_opaque_call >> start.number & 1
        waited = any(state.maybe_waited >> touch.number & 1 for touch in work)  # and so is part of the interval
        certain = not (hidden or waited or state.unclear)
        certain = certain and all(touch.certain and not touch.tentative for touch in work)
        fact = ElapsedElsewhere(
            spot=interpreter.spot(asked),
            start=start.spot,
            end=end.spot,
            first=interpreter.names.event(events[0].key),
            last=interpreter.names.event(events[1].key),
            work=work[-1].spot,
            lane=work[-1].step.lane,
            started_on=start.step.lane,
            recorded_on=end.step.lane,
            certain=certain,
        )
        interpreter.emit(fact, key=asked)


DETECTOR = EventIntervals
