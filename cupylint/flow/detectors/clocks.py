"""Wall-clock intervals: which device work is still under way when the second reading is taken.

A reading remembers what was issued and what the host knew to be done. The difference of two of them is an
`Interval`, which is followed until it is printed, stored, returned or handed to other code. Only then it counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cupylint.facts import UnsyncedTiming
from cupylint.flow.detectors.clock_words import (
    is_about_issuing,
    is_mostly_of_host,
    is_said_to_leave_out_waits,
    text_of,
)
from cupylint.flow.detectors.untimed_work import LeftOut, ends_in_loop, is_small_part, left_out, steps
from cupylint.flow.device.timed_events import last_record
from cupylint.flow.domain.contents import dict_items, items_of
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.readings import Interval, Reading, Span
from cupylint.flow.domain.values import (
    Const,
    DictValue,
    EventValue,
    External,
    Instance,
    ListValue,
    Method,
    TupleValue,
    Value,
)
from cupylint.flow.library import wall_clocks
from cupylint.program import ir
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.order import Stream

_PAUSES = frozenset(("sleep", "wait", "wait_for", "join", "acquire", "result", "select", "poll"))
"""Functions that are told how long to wait: no measurement."""
_NAMES = (External("builtins.locals"), External("builtins.vars"))
"""What gives, without an argument, the names of a function with their values."""
_MOST = 2000
_MUCH_MORE = 4


@dataclass(slots=True, eq=False)
class ReadingUse:
    """Something made of an interval, with what was still under way at its end."""

    span: Span
    left: LeftOut
    places: list[CSTNode | None]
    cupy: str


class Clocks(Detector):
    """The readings of wall clocks of one analysis, and what is made of their differences."""

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self.uses: list[ReadingUse] = []
        self.names: dict[CSTNode, set[str]] = {}  # reading -> what it, or an interval that it ends, is called
        self.readings_at: dict[CSTNode | None, set[CSTNode]] = {}  # statement -> readings that end intervals
        self.limited: set[CSTNode] = set()  # readings since which only so much time may pass
        self.by_events: set[tuple[int, int]] = set()  # records of events between which the time is asked for
        self.with_events: set[int] = set()  # frames in which events are recorded, or the time between them asked for
        self.rounds: dict[ir.For, int] = {}

    def clock_read(self, reading: Reading) -> None:
        """The function that reads the clock names the reading."""
        self._name(reading.node, self.interpreter.frame.function.name)

    def time_limited(self, interval: Interval, limit: Value) -> None:
        """A time-out, or what is done every few seconds; the longest of several times is none."""
        if not isinstance(limit, Interval) and limit != Const(0):
            self.limited.update(span.first.node for span in interval.spans)

    def for_ends(self, states: list[State], statement: ir.For, iterable: Value, complete: bool) -> None:
        """How often a loop goes round, where that is a number."""
        if isinstance(iterable, Const) and isinstance(iterable.value, range):
            self.rounds[statement] = len(iterable.value)

    def elapsed_asked(self, state: State, arguments: Arguments, node: CSTNode) -> None:
        """The device's own time is taken as well."""
        events = [arguments.position(0), arguments.position(1)]
        first, last = (last_record(state, event) if isinstance(event, EventValue) else None for event in events)
        if first is not None and last is not None:
            self.by_events.add((first, last))
        self._meets_events()

    def recorded(self, state: State, event: EventValue, stream: Stream, node: CSTNode) -> None:
        """Whoever leads here takes the device's time, too."""
        self._meets_events()

    def unknown_method(self, state: State, receiver: Value, name: str, arguments: Arguments, node: CSTNode) -> None:
        """What is not known may be an event."""
        if name in wall_clocks.OF_EVENTS:
            self._meets_events()

    def _meets_events(self) -> None:
        self.with_events.update(frame.number for frame in self.interpreter.frames)

    def _name(self, reading: CSTNode, text: str) -> None:
        self.names.setdefault(reading, set()).add(text)

    def passed(self, state: State, function: Value, arguments: Arguments) -> None:
        """What is made of an interval that a function is handed?"""
        if not self.names or wall_clocks.keeps(function):
            return
        given = [value for value, _ in arguments.all()]
        if not given and function in _NAMES:  # the names are looked up in it, or filled into a text
            members = state.memory.members(self.interpreter.frame.number)
            given = [value for _, value in members if isinstance(value, Value)]
        if isinstance(function, wall_clocks.ENTERED):
            for value in given:
                for span in spans(state, value):
                    self._name(span.second.node, text_of(self.interpreter.statement))
            return
        if getattr(function, "dotted", getattr(function, "name", "")).rpartition(".")[2] not in _PAUSES:
            for value in given:
                self.used(state, value)

    def named(self, state: State, target: ir.Expr | ir.Target, value: Value, text: str) -> None:
        """An interval gets a name; where that is no plain name, others can see it."""
        if not self.names:
            return
        if text:
            for span in spans(state, value, 0):
                self._name(span.second.node, text)
        if text and isinstance(value, Reading):
            self._name(value.node, text)
        if not isinstance(target, ir.Load):
            self.used(state, value)

    def returned(self, state: State, value: Value, statement: ir.Return) -> None:
        """What a function returns that is followed on its own, its caller uses."""
        if self.names and len(self.interpreter.frames) <= 2:
            self.used(state, value)

    def used(self, state: State, value: Value) -> None:
        """Something is made of the intervals in `value`."""
        if not self.names or self.interpreter.modules.importing or len(self.uses) > _MOST:
            return
        for span in spans(state, value):
            if span.first.entry != span.second.entry:
                continue  # the methods in between are a guess
            left = left_out(self.interpreter, span)
            cupy = _name_of_cupy(state) if left.work else ""
            places = [self.interpreter.statement, span.second.statement]
            self.uses.append(ReadingUse(span, left, places, cupy))
            for place in places:
                self.readings_at.setdefault(place, set()).add(span.second.node)

    def facts(self, ends: list[State]) -> Iterator[UnsyncedTiming]:
        """One for each second reading of the clock that does not wait for the work in between."""
        complete = (one.span for one in self.uses if not one.left.work)
        waits = {_key(span) for span in complete if span.second.issued & ~span.first.issued}
        for place, those in self._by_place().items():
            one = max(those, key=lambda use: use.left.rank)
            guess = _is_mostly_host(self, one) or _is_progress(self, one) or _key(one.span) in waits
            guess = guess or is_small_part(self.interpreter, one.span, self.rounds) or _is_short_cut(one, those)
            yield _fact(self.interpreter, place, one, _used_from(those), not guess)

    def _by_place(self) -> dict[CSTNode, list[ReadingUse]]:
        """The intervals that leave out a wait, by the place to tell of them."""
        found: dict[CSTNode, list[ReadingUse]] = {}
        for one in self.uses:
            if one.left.work and not _is_meant(self, one):
                found.setdefault(_place(one.span), []).append(one)
        return found


# -- intervals -------------------------------------------------------------------------------------


def spans(state: State, value: Value, depth: int = 3) -> Iterator[Span]:
    """The intervals in a value, also inside containers and dataclasses."""
    if isinstance(value, Interval):
        yield from value.spans
    elif isinstance(value, Method):
        yield from spans(state, value.receiver, 0)
    elif depth and isinstance(value, (TupleValue, ListValue)):
        for item in items_of(state, value) or ():
            yield from spans(state, item, depth - 1)
    elif depth and isinstance(value, DictValue):
        for _, item in dict_items(state, value):
            yield from spans(state, item, depth - 1)
    elif depth and isinstance(value, Instance):
        for name in value.cls.all_fields():
            if isinstance(held := state.memory.get((value.key, name)), Value):
                yield from spans(state, held, depth - 1)


def _name_of_cupy(state: State) -> str:
    """What the checked file calls CuPy, "" if nothing."""
    return next((str(name) for name, held in state.memory.members(0) if held == External("cupy")), "")


# -- facts -----------------------------------------------------------------------------------------


def _fact(
    interpreter: Interpreter, place: CSTNode, one: ReadingUse, used: list[CSTNode], likely: bool
) -> UnsyncedTiming:
    """What is told of an interval at `place`: its second reading, or what leads to it."""
    spot, start, second = interpreter.spot, one.span.first, one.span.second
    at_reading = place is second.node
    used = used if at_reading else []
    own = one.cupy and at_reading and second.called is None and second.statement is not None
    line = f"{one.cupy}.cuda.Device().synchronize()"
    return UnsyncedTiming(
        spot=spot(place),
        start=spot(start.node if at_reading else _head(start.called or start.node)),
        work=tuple(one.left.work[-1:]),
        count=len({step.spot.node for step in one.left.work}),
        fix=(line, spot(second.statement)) if own and start.node is not second.node else None,
        certain=likely and one.left.rank > 0,
        part=one.left.part,
        reading=None if at_reading else spot(second.node),
        used=tuple(spot(node) for node in used),
        seen=spot(used[0]) if used and second.called is not None else None,
        fixture=one.span.fixture,
    )


def _used_from(those: list[ReadingUse]) -> list[CSTNode]:
    """The calls that lead to the clock, for what times the work of others."""
    best = max(one.left.rank for one in those)
    calls = [_call(one.span) for one in those if one.left.rank == best and (one.left.others or one.span.second.called)]
    return list(dict.fromkeys(node for node in calls if node is not None))


def _call(span: Span) -> CSTNode | None:
    """What leads to the clock in the checked file: a call or a ``with``; None where its reader is followed itself."""
    first, second = span.first, span.second
    before, after = (each.called or (each.calls[-1][1] if each.calls else None) for each in (first, second))
    node = before if type(before).__name__ == "With" else after
    return None if node is None or type(node).__name__ == "FunctionDef" else _head(node)


def _key(span: Span) -> tuple[object, ...]:
    """Tells intervals apart that differ in more than the path between their ends: on another one, it may wait."""
    return (span.first.node, span.second.node, *(caller for _, caller in span.second.calls))


def _place(span: Span) -> CSTNode:
    """The second reading, or the call that leads to it where both readings are made by one line of a helper."""
    first, second = span.first, span.second
    if first.node is second.node:
        for (number, _), (other, caller) in zip(first.calls, second.calls, strict=False):
            if number != other and caller is not None:
                return _head(second.called or caller)
    return second.node


def _head(node: CSTNode) -> CSTNode:
    """The manager of a ``with`` statement, else the node itself."""
    items = getattr(node, "items", None)
    return items[0].item if items and type(node).__name__ == "With" else node


def _is_meant(clocks: Clocks, one: ReadingUse) -> bool:
    """Whether the source says that the wait is left out on purpose."""
    if is_about_issuing(_evidence(clocks, one)) or is_said_to_leave_out_waits(one.span):
        return True
    first, second = one.span.first, one.span.second
    pending = second.pending & ~first.issued
    if any(not pending >> last + 1 and not pending & (1 << begun) - 1 for begun, last in clocks.by_events):
        return True
    if _is_beside_events(clocks, one.span):
        return True
    for other in clocks.uses:  # another reading follows after nothing but a wait, and both are used
        later = other.span.second
        begins = other.span.first
        at_once = begins.issued == second.issued and begins.pending == second.pending  # read anew after nothing
        follows = (begins.node in (first.node, second.node) or at_once) and later.node is not second.node
        if not follows or second.issued & ~later.issued or second.pending & later.pending & ~first.issued:
            continue
        copies = begins.node is not first.node  # to measure these alone is no way to wait for what comes before
        if not steps(clocks.interpreter, later.issued & ~second.issued, light=copies):
            return True
    return False


def _is_short_cut(one: ReadingUse, those: list[ReadingUse]) -> bool:
    """Whether another path through the interval has much more work, and leaves out no more of it than this one."""
    few = one.left.issued
    lefts = (other.left for other in those if other.left.rank == 0)
    return any(left.done >= _MUCH_MORE * few and left.issued - left.done <= few for left in lefts)


def _is_beside_events(clocks: Clocks, span: Span) -> bool:
    """Whether a timer reads the clock that takes the device's time by events as well, which it does here."""
    first, second = span.first, span.second
    frames = second.with_events - {number for number, _ in first.calls}
    begins_so = first.function is not None and not wall_clocks.OF_EVENTS.isdisjoint(first.function.idents)
    return bool(frames) and (begins_so or bool(frames & clocks.with_events))


def _is_mostly_host(clocks: Clocks, one: ReadingUse) -> bool:
    """Whether what names an interval, and no other one, says that it is about work of the host."""
    first, second = one.span.first.node, one.span.second.node
    begins_only = all(other.span.second.node is not first or other.span.first.node is first for other in clocks.uses)
    names = [*clocks.names.get(second, ()), *(clocks.names.get(first, ()) if begins_only else ())]
    texts = (text_of(place) for place in one.places if place is not None and len(clocks.readings_at[place]) == 1)
    return is_mostly_of_host(" ".join([*names, *texts]))


def _is_progress(clocks: Clocks, one: ReadingUse) -> bool:
    """Whether it is told in each round of a loop, or now and then, how long that takes so far."""
    return one.span.first.node in clocks.limited or ends_in_loop(one.span, clocks.names.get(one.span.first.node, set()))


def _evidence(clocks: Clocks, one: ReadingUse) -> str:
    """Everything that names an interval: variables, texts printed with it."""
    names = [*clocks.names.get(one.span.second.node, ()), *clocks.names.get(one.span.first.node, ())]
    return " ".join([*names, *(text_of(place) for place in one.places)])


DETECTOR = Clocks
