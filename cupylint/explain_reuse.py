"""A block of device memory that is taken again too early, in words and as a picture."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cupylint.explain import Told, agent, by_two_calls, candidates, context, kind_note, near_misses, near_note, side
from cupylint.facts import Race, Reuse, Spot, Step
from cupylint.findings import Edge, Lanes, Mark, MarkKind, Related
from cupylint.records import dataclass
from cupylint.rule import Diagnosis


def reuse_finding(reuse: Reuse) -> Diagnosis:
    """The finding for a reuse, reported at the first write of the block's new owner."""
    later = reuse.race.later
    found = _finding(reuse, later.spot)
    if later.called is None:
        return found
    return replace(found, seen_from=_finding(reuse, later.called))


@dataclass(frozen=True, slots=True)
class _Story:
    """A reuse as it is told to the readers of one file."""

    reuse: Reuse
    told: Told

    @property
    def old(self) -> str:
        """The array that was freed."""
        return self._name or ("a temporary" if self.reuse.how == "temporary" else "an array")

    @property
    def kept(self) -> str:
        """The same, after its first mention."""
        return self._name or "it"

    @property
    def _name(self) -> str:
        return self.reuse.race.array or _written(self.reuse.race.earlier.spot.node)

    @property
    def new(self) -> str:
        """The array that takes its block."""
        name = self.reuse.taker
        return "a new array" if not name else f"the next {name}" if name == self._name else name


def _written(node: Any) -> str:
    """The source of a name, an attribute or an item; "" for all else."""
    kind, value = type(node).__name__, getattr(node, "value", None)
    if kind in ("Name", "Integer", "SimpleString"):
        return str(value)
    base = _written(value) if kind in ("Attribute", "Subscript") else ""
    if not base:
        return ""
    if kind == "Attribute":
        return f"{base}.{node.attr.value}"
    key = _written(getattr(node.slice[0].slice, "value", None)) if len(node.slice) == 1 else ""
    return f"{base}[{key}]" if key else ""


def _finding(reuse: Reuse, place: Spot) -> Diagnosis:
    race = reuse.race
    story = _Story(reuse, Told(race, place.filename))
    told, earlier, later = story.told, race.earlier, race.later
    label = f"written on {later.stream}, into the memory of {story.old}: nothing makes it wait for"
    label = f"{label} {told.line(earlier.spot)}"
    verb = "written" if earlier.mode == "write" else "read"
    related = [told.related(earlier.spot, f"{verb} {agent(earlier)}")]
    if place is not later.spot:
        label = f"leads to {told.line(later.spot)}: {label}"
        related.append(told.related(later.spot, f"written on {later.stream}"))
    related += _places(story, {earlier.spot.row, later.spot.row})
    related += [told.related(call, "called here") for call in told.calls(place)]
    return Diagnosis(
        message=_message(story),
        place=place,
        label=label,
        related=tuple(related),
        accesses=(side(earlier), side(later)),
        notes=tuple(_notes(story)),
        premises=race.premises,
        candidates=tuple(candidates(told)),
        lanes=_lanes(story),
        context=tuple(context(told)),
        by_two_calls=by_two_calls(race),
    )


# -- words -----------------------------------------------------------------------------------------


def _message(story: _Story) -> str:
    earlier = story.reuse.race.earlier
    doing = "writing" if earlier.mode == "write" else "reading"
    return (
        f"the memory of {story.old} is given to {story.new} while {earlier.stream} may still be {doing} it "
        f"({story.told.line(earlier.spot)})"
    )


_FREED = {
    "del": "frees {old}: {home} may reuse its memory at once",
    "rebound": "a new value frees the old {old}: {home} may reuse its memory at once",
    "returned": "the return frees {old}: {home} may reuse its memory at once",
    "removed": "lets go of {old}: {home} may reuse its memory at once",
    "freed": "frees the memory: {home} may reuse it at once",
}


def _places(story: _Story, told: set[int]) -> Iterator[Related]:
    """Where the block is freed and where it is taken, if those are lines of their own."""
    reuse = story.reuse
    if reuse.how in _FREED:
        old = "the array" if story.kept == "it" else story.kept
        yield story.told.related(reuse.freed, _FREED[reuse.how].format(old=old, home=reuse.home))
    if reuse.allocated.row not in told and reuse.allocated.row != reuse.freed.row:
        yield story.told.related(reuse.allocated, f"{story.new} takes the memory")


def _notes(story: _Story) -> Iterator[str]:
    reuse, race, told = story.reuse, story.reuse.race, story.told
    source, target = race.earlier.stream, race.later.stream
    if told.in_one_file and race.again and race.later.spot.row <= race.earlier.spot.row:
        first, second = race.earlier.spot.row, race.later.spot.row
        yield f"line {second} of a later round or call meets line {first} of an earlier one"
    if reuse.how == "temporary":
        yield f"nothing keeps {story.old} once {told.line(race.earlier.spot)} is issued"
    elif reuse.how == "raised":
        yield f"the exception drops the last reference to {story.old}"
    wait = next(_forward(race), None)
    if near := [near_note(told, miss) for miss in near_misses(race)]:
        yield from near
    elif wait is not None:
        yield f"the event of {told.line(wait[1].spot)} orders {source} after {target}, not {target} after {source}"
    elif kinds := kind_note(race):
        yield kinds
    if race.advice:
        yield race.advice
    elif reuse.by_torch:
        whose = "the tensor" if story.kept == "it" else story.kept
        yield f"dropping a tensor does not wait; {whose}'s method record_stream tells torch of the stream that uses it"
    elif reuse.how != "freed":
        yield f"freeing an array does not wait; a reference to {story.kept} kept until {source} is done is safe too"


def _forward(race: Race) -> Iterator[tuple[Step, Step]]:
    """Records on the later stream, with the waits of the earlier one for them: the other direction of what lacks."""
    records: dict[object, Step] = {}
    found: list[tuple[Step, Step]] = []
    for step in race.steps:
        if step is race.earlier.step:
            break
        if step.kind == "record" and step.stream == race.later.step.stream:
            records[step.event] = step
        elif step.kind == "wait" and step.stream == race.earlier.step.stream and step.event in records:
            found.append((records[step.event], step))
    return reversed(found)


# -- picture ---------------------------------------------------------------------------------------


def _lanes(story: _Story) -> Lanes | None:
    """The home's lane above that of the use: the block's first owner, the event that is there, the use, the reuse."""
    reuse, race = story.reuse, story.reuse.race
    earlier, later = race.earlier.step, race.later.step
    names = [race.later.stream, race.earlier.stream]
    if names[0] == names[1]:
        return None
    lanes = {race.later.step.stream: 0, race.earlier.step.stream: 1}
    steps = [step for pair in list(_forward(race))[:1] for step in pair]
    made = reuse.made
    if made is not None and made.stream in lanes and made not in (earlier, later) and made in race.steps:
        steps.append(made)
    drawn = {earlier, later, *steps}
    marks: list[Mark] = []
    position: dict[Step, int] = {}
    for step in race.steps:
        if step not in drawn or step in position:
            continue
        kind, text = _mark(story, step)
        file = os.path.basename(story.told.file(step.spot))
        if step is later and reuse.how in _FREED and reuse.freed.row not in (earlier.spot.row, later.spot.row):
            freed = os.path.basename(story.told.file(reuse.freed))
            marks.append(Mark(lanes[step.stream], "operation", reuse.freed.row, "frees it", freed))
        position[step] = len(marks)
        marks.append(Mark(lanes[step.stream], kind, step.spot.row, text, file))
    edges = [Edge(position[first], position[second]) for first, second in list(_forward(race))[:1]]
    edges.append(Edge(position[earlier], position[later], missing=True))
    return Lanes(tuple(names), tuple(marks), tuple(edges))


def _mark(story: _Story, step: Step) -> tuple[MarkKind, str]:
    """How a step is drawn."""
    race = story.reuse.race
    if step is race.later.step:
        return "access", f"writes {story.new}, same memory"
    if step is race.earlier.step:
        return "access", f"{'writes' if race.earlier.mode == 'write' else 'reads'} {story.kept}"
    known: dict[str, tuple[MarkKind, str]] = {"record": ("record", "record"), "wait": ("wait", "wait_event")}
    return known.get(step.kind, ("operation", f"makes {story.kept}"))
