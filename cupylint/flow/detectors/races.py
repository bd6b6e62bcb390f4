"""Collects races while paths are followed, and explains them once the paths are known to their end."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, ClassVar

from libcst import Name

from cupylint.facts import Race, Spot, Step
from cupylint.findings import Premise
from cupylint.flow.detectors.fixes import Edges, candidates, edges, spelled
from cupylint.flow.detectors.near_misses import near_misses
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.state import State, Touch, Trace
from cupylint.order import Stream
from cupylint.records import dataclass

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.naming import Labels
    from cupylint.flow.interp.interpreter import Interpreter
    from cupylint.program import ir


_MAX_PAIRS = 4  # of streams, which the lines of one fix order


@dataclass(slots=True, eq=False)
class Found:
    """A race with what is needed to explain it: `entry` led there, and the later access is in `function`."""

    race: Race
    earlier: Touch
    later: Touch
    trace: Trace
    entry: ir.Function
    function: ir.Function
    edges: dict[tuple[Stream | None, Stream | None], Edges] = field(default_factory=dict)
    """Lines that order the accesses of these two streams, here and wherever else the later access is made."""
    spelled: dict[Stream, str] = field(default_factory=dict)
    """How one function tells the two streams apart, where the source calls both the same."""


class Races(Detector):
    """The races of one file, one for each later access."""

    LIMIT: ClassVar[int] = 200  # of one file; the rest would say the same

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._found: dict[CSTNode, Found] = {}
        self._again: dict[CSTNode, Found] = {}  # a race that may rest on less than the one at the same access
        self._new: list[Found] = []
        self._by_streams: dict[tuple[Stream | None, Stream | None], Found] = {}
        self._by_earlier: dict[Stream | None, Found] = {}  # the newest whose earlier access is on a stream

    def raced(self, race: Race, state: State, earlier: Touch, later: Touch, others: Sequence[Touch] = ()) -> None:
        """The first certain race at an access is kept."""
        if self.interpreter.modules.importing:
            return
        node = later.spot.node
        known = self._settled(node)
        if known is None and len(self._found) >= self.LIMIT:
            return
        frames = self.interpreter.frames
        found = Found(race, earlier, later, state.trace, frames[0].function, frames[-1].function)
        if known is not None and known.race.certain:
            if race.certain and known.race.premises and not race.premises:
                if node not in self._again:
                    self._again[node] = found  # who follows this may yet say what it rests on
                    self._tell(found, state, [earlier, *others])
            elif race.certain:
                self._add_edges(known, state, [earlier, *others], later)
                _add_callers(known.race, race)
                self._explains(known, earlier, later)
            return
        if known is None or race.certain:
            self._found[node] = found
            self._tell(found, state, [earlier, *others])

    def _tell(self, found: Found, state: State, earlier: Sequence[Touch]) -> None:
        """Add what explains a race that is kept."""
        self._add_edges(found, state, earlier, found.later)
        self._spell(found, state)
        if found.race.certain:
            self._explains(found, found.earlier, found.later)
        self._new.append(found)

    def _settled(self, node: CSTNode) -> Found | None:
        """The race at an access that rests on least, as far as is known."""
        again = self._again.get(node)
        if again is not None and again not in self._new:
            del self._again[node]
            if not again.race.premises:
                self._found[node] = again
        return self._found.get(node)

    def _explains(self, found: Found, earlier: Touch, later: Touch) -> None:
        """Further accesses that nothing orders after a stream are named with this race."""
        self._by_streams[(earlier.stream, later.stream)] = found
        self._by_earlier[earlier.stream] = found

    def new(self) -> list[Found]:
        """The races that were met since this was asked last."""
        found, self._new = self._new, []
        return found

    def _add_edges(self, found: Found, state: State, earlier: Sequence[Touch], later: Touch) -> None:
        """What would order an access after others, for the first of those on each stream."""
        unseen = self.interpreter.streams.of_callers
        for touch in earlier:
            pair = (touch.stream, later.stream)
            if unseen.issuperset(pair):
                continue  # no line of the source can name the two
            if pair not in found.edges and len(found.edges) < _MAX_PAIRS:
                found.edges[pair] = edges(self.interpreter, state, touch, later)

    def _spell(self, found: Found, state: State) -> None:
        """Other names for two streams that are called the same."""
        ends = (found.earlier.stream, found.later.stream)
        streams = [stream for stream in ends if stream is not None]
        if len(streams) == len(ends) and self.interpreter.names.are_alike(*streams):
            texts = spelled(self.interpreter, state, streams) or self.interpreter.names.numbered(*streams)
            found.spelled = dict(zip(streams, texts, strict=False))

    def _aliases(self, found: Found) -> Iterator[tuple[str, str, Spot]]:
        """Names at the two accesses that stand for an array which the finding calls otherwise."""
        names = self.interpreter.names
        for touch in (found.earlier, found.later):
            label, known = names.array(touch.buffer), names.aliases.get(touch.buffer, {})
            used = {node.value for node in _nodes(touch.spot.node) if isinstance(node, Name)} if known else set()
            if label and label.partition(".")[0].partition("[")[0] not in used.difference(known):
                for alias in known.keys() & used:
                    yield alias, label, self.interpreter.spot(known[alias])

    def _may_be_asked_to_wait(self, found: Found) -> bool:
        """Whether the function waits on another path, so that its callers choose whether it does."""
        waits = self.interpreter.events.waits_of
        return any((step.spot.node, found.entry) in waits for step in found.race.elsewhere)

    def raced_again(self, later: Touch, earlier: list[Touch]) -> None:
        """A race that is known explains a further access.

        It may be on a third stream, which waits for the one that should have waited. One in another file than the
        race is named by the call that leads to it.
        """
        for touch in reversed(earlier):
            found = self._by_streams.get((touch.stream, later.stream)) or self._by_earlier.get(touch.stream)
            if found is not None and found.later.spot is not later.spot:
                called = self.interpreter.called() if found.race.later.called is None else None
                place = later.spot if called is None else self.interpreter.spot(called)
                if place not in found.race.more:
                    found.race.more.append(place)
                return

    def _first_causes(self) -> list[Found]:
        """The races without those that may follow from a record which came too early where one is seen to do so."""
        seen = {
            (found.earlier.number, found.later.stream)
            for found in self._found.values()
            if found.race.certain and not found.later.waits_early
        }
        return [
            found
            for found in self._found.values()
            if not found.later.waits_early or (found.earlier.number, found.later.stream) not in seen
        ]

    def facts(self, ends: list[State]) -> list[Race]:
        """All races, with their steps (also those after the race) and near misses.

        Each is told by all the steps of its path: where that takes too long, the last ones have their accesses only.
        """
        self._new.clear()
        for node in list(self._again):
            self._settled(node)
        races = []
        telling = self.interpreter.work.budget.part()
        known = _once(self._first_causes())
        for found in known:
            found.race.fixes = candidates(list(found.edges.values()))
        for found in _one_for_each_statement(_one_for_each_wait(known)):
            race = found.race
            race.steps = _with_ends([] if telling.spent else _steps(found.trace, ends), found)
            if not telling.spent:
                taken = {step.spot.node for step in race.steps}  # each call of the function makes another event
                race.elsewhere = tuple(
                    step
                    for step in self.interpreter.events.waits.values()
                    if step.spot.node not in taken
                    and (
                        step.lane == "device"
                        or step.stream == (found.later if step.kind == "wait" else found.earlier).stream
                    )
                )
                race.near = tuple(near_misses(race, found.earlier, found.later))
            if (found.earlier.caller or found.later.caller) and self._may_be_asked_to_wait(found):
                race.premises += (Premise("intent", "it is called so that it does not wait"),)
            race.aliases = tuple(dict.fromkeys(self._aliases(found)))
            _tell_apart(found, self.interpreter.names)
            shown = self.interpreter.allocations.names.get(found.earlier.number)
            if shown is not None:
                race.earlier = replace(race.earlier, spot=shown)
            races.append(race)
        return races


def _once(found: Sequence[Found]) -> list[Found]:
    """One for each statement that uses an array twice: ``x * x`` has one mistake."""
    first: dict[Hashable, Found] = {}
    for each in found:
        race, later = each.race, each.later
        use = (later.statement.node, later.buffer, later.mode, later.stream)
        first.setdefault((each.earlier.number, use, race.kind, race.certain), each)
    return list(first.values())


def _one_for_each_wait(found: Sequence[Found]) -> list[Found]:
    """One for all functions that a helper calls without a wait: what rests on least names the others."""
    first: dict[Hashable, Found] = {}
    for each in sorted(found, key=lambda one: len(one.race.premises)):
        race = each.race
        line = race.fixes[0] if race.fixes and race.certain and race.memory != "freed" else id(each)
        kept = first.setdefault((each.earlier.spot.node, line, race.kind, race.memory), each)
        if kept.function is each.function:
            first[id(each)] = each
        else:
            _name(each, kept)
    told = set(map(id, first.values()))
    return [each for each in found if id(each) in told]


def _one_for_each_statement(found: Sequence[Found]) -> list[Found]:
    """One for all that a statement uses of one stream: the same line in front of it is for the others, too."""
    first: dict[Hashable, Found] = {}
    for each in sorted(found, key=lambda one: len(one.race.premises)):
        race, later = each.race, each.later
        streams = (each.earlier.stream, later.stream)
        line = (later.statement.node, streams, race.kind, race.memory, *race.fixes[:1])
        kept = first.setdefault(line if race.fixes and race.certain else id(each), each)
        if kept is not each:
            _name(each, kept)
    told = set(map(id, first.values()))
    return [each for each in found if id(each) in told]


def _name(found: Found, kept: Found) -> None:
    """One race names the places of another one, which is not told by itself."""
    kept.race.more += [spot for spot in (found.later.spot, *found.race.more) if spot not in kept.race.more]


def _add_callers(known: Race, again: Race) -> None:
    """Other calls that lead to an access of which a race is told: one wait there is for all of them."""
    told = {id(call): call for call in (*known.later.way, *known.callers)}
    known.callers += [call for call in again.later.way if id(call) not in told]


def _nodes(node: CSTNode) -> Iterator[CSTNode]:
    """A node of the source and all in it."""
    yield node
    for child in node.children:
        yield from _nodes(child)


def _tell_apart(found: Found, names: Labels) -> None:
    """Two streams of a finding that have one name are called as one function calls them, or by their functions.

    Which of all streams of that name it is, as in "fifth s", is told only where two of them are in the finding.
    """
    race = found.race
    lanes = {step.stream: step.lane for step in (*race.steps, *race.elsewhere) if isinstance(step.stream, Stream)}
    plain = names.without_numbers(list(lanes), [touch.stream for touch in (found.earlier, found.later)])
    streams: dict[str, set[Stream]] = {}
    for stream, lane in lanes.items():
        streams.setdefault(plain.get(stream, lane), set()).add(stream)
    full = plain | {stream: names.qualified(stream) for known in streams.values() if len(known) > 1 for stream in known}
    full |= found.spelled
    if not full:
        return
    told = {lanes[stream]: name for stream, name in full.items() if stream in lanes}
    race.near = tuple(replace(miss, detail=told.get(miss.detail, miss.detail)) for miss in race.near)

    def renamed(step: Step) -> Step:
        lane = full.get(step.stream) if isinstance(step.stream, Stream) else None
        return step if lane is None else changed.setdefault(step, replace(step, lane=lane))

    changed: dict[Step, Step] = {}
    race.steps, race.elsewhere = tuple(map(renamed, race.steps)), tuple(map(renamed, race.elsewhere))
    race.earlier, race.later = (
        replace(access, step=changed[access.step], stream=changed[access.step].lane)
        if access.step in changed
        else access
        for access in (race.earlier, race.later)
    )


def _with_ends(steps: list[Step], found: Found) -> tuple[Step, ...]:
    """The steps with both accesses in them: the earlier one may lie on a path that was joined."""
    for step in (found.later.step, found.earlier.step):
        if step not in steps:
            steps.insert(0, step)
    return tuple(steps)


def _chain(trace: Trace) -> list[Step]:
    steps = []
    while trace is not None:
        trace, step = trace
        steps.append(step)
    steps.reverse()
    return steps


def _steps(trace: Trace, states: list[State]) -> list[Step]:
    """The steps of the path of a race, continued along a path that goes on from it."""
    for state in states:
        later: list[Step] = []
        node = state.trace
        while node is not None and node is not trace:
            node, step = node
            later.append(step)
        if node is trace and trace is not None:
            later.reverse()
            return _chain(trace) + later
    return _chain(trace)


DETECTOR = Races
