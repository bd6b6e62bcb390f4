"""A block of device memory that is taken again too early, in words and as a picture."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace

from cupylint.explain import Told, _candidates, _context, _kind_note, _near, _near_note
from cupylint.facts import Race, Reuse, Spot, Step
from cupylint.findings import Edge, Finding, Lanes, Mark, MarkKind, Related, Severity


def reuse_finding(reuse: Reuse, code: str, name: str, severity: Severity) -> Finding:
    """The finding for a reuse, reported at the first write of the block's new owner."""
    later = reuse.race.later
    found = _finding(reuse, code, name, severity, later.spot)
    if later.called is None:
        return found
    return replace(found, seen_from=_finding(reuse, code, name, severity, later.called))


@dataclass(frozen=True, slots=True)
class _Story:
    """A reuse as it is told to the readers of one file."""

    reuse: Reuse
    told: Told

    @property
    def old(self) -> str:
        """The array that was freed."""
        return self.reuse.race.array or "a temporary"

    @property
    def new(self) -> str:
        """The array that takes its block."""
        name = self.reuse.taker
        return "the new array" if not name else f"the new {name}" if name == self.reuse.race.array else name


def _finding(reuse: Reuse, code: str, name: str, severity: Severity, place: Spot) -> Finding:
    race = reuse.race
    story = _Story(reuse, Told(race, place.filename))
    told, earlier, later = story.told, race.earlier, race.later
    label = f"written on {later.stream}, in the block of {story.old}: nothing makes it wait for"
    label = f"{label} {told.line(earlier.spot)}"
    verb = "written" if earlier.mode == "write" else "read"
    related = [told.related(earlier.spot, f"{verb} on {earlier.stream}")]
    if place is not later.spot:
        label = f"leads to {told.line(later.spot)}: {label}"
        related.append(told.related(later.spot, f"written on {later.stream}"))
    related += _places(story, {earlier.spot.row, later.spot.row})
    related += [told.related(call, "called here") for call in told.calls(place)]
    return Finding(
        code=code,
        name=name,
        severity=severity if race.certain else "warning",
        message=_message(story),
        location=place.location,
        filename=place.filename,
        label=label,
        related=tuple(related),
        notes=tuple(_notes(story)),
        premises=race.premises,
        candidates=tuple(_candidates(told)),
        lanes=_lanes(story),
        context=tuple(_context(told)),
        certain=race.certain,
    )


# -- words -----------------------------------------------------------------------------------------


def _message(story: _Story) -> str:
    reuse, earlier = story.reuse, story.reuse.race.earlier
    doing = "writing" if earlier.mode == "write" else "reading"
    back = "" if earlier.stream == reuse.home else f"goes back to {reuse.home} and "
    where = "" if back else f" on {reuse.race.later.stream}"
    return (
        f"the block of {story.old} {back}is written anew{where} while {earlier.stream} may still be {doing} it "
        f"({story.told.line(earlier.spot)})"
    )


_FREED = {
    "del": "{old} is freed: its block goes back to {home} at once",
    "rebound": "a new value frees the old {old}: its block goes back to {home} at once",
    "returned": "{old} is freed when the function returns: its block goes back to {home} at once",
    "removed": "{old} loses its place here, and its block goes back to {home} at once",
    "freed": "freed here: the memory goes back to {home}",
}


def _places(story: _Story, told: set[int]) -> Iterator[Related]:
    """Where the block is freed and where it is taken, if those are lines of their own."""
    reuse = story.reuse
    if reuse.how in _FREED:
        name = reuse.race.array or "it"
        yield story.told.related(reuse.freed, _FREED[reuse.how].format(old=name, home=reuse.home))
    if reuse.allocated.row not in told and reuse.allocated.row != reuse.freed.row:
        yield story.told.related(reuse.allocated, f"{story.new} takes the block")


def _notes(story: _Story) -> Iterator[str]:
    reuse, race, told = story.reuse, story.reuse.race, story.told
    source, target = race.earlier.stream, race.later.stream
    if told.in_one_file and race.later.spot.row <= race.earlier.spot.row:
        first, second = race.earlier.spot.row, race.later.spot.row
        yield f"line {second} of a later round or call meets line {first} of an earlier one"
    if reuse.how == "temporary":
        yield f"nothing keeps {race.array or 'the temporary'} once {told.line(race.earlier.spot)} is issued"
    elif reuse.how == "raised":
        yield f"the exception drops the last reference to {story.old}"
    wait = next(_forward(race), None)
    if wait is not None:
        yield f"the event of {told.line(wait[1].spot)} orders {source} after {target}, not {target} after {source}"
    elif near := [_near_note(told, miss) for miss in _near(race)]:
        yield from near
    elif kinds := _kind_note(race):
        yield kinds
    kept = race.array or "it"
    yield f"freeing an array does not wait; a reference to {kept} kept until {source} is done is safe too"


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
        position[step] = len(marks)
        marks.append(Mark(lanes[step.stream], kind, step.spot.row, text, file))
    edges = [Edge(position[first], position[second]) for first, second in list(_forward(race))[:1]]
    edges.append(Edge(position[earlier], position[later], missing=True))
    return Lanes(tuple(names), tuple(marks), tuple(edges))


def _mark(story: _Story, step: Step) -> tuple[MarkKind, str]:
    """How a step is drawn."""
    race = story.reuse.race
    text = step.spot.text.partition("#")[0].strip()
    if step is race.later.step:
        return "access", f"{text}, same block"
    if step is race.earlier.step:
        return "access", text
    known: dict[str, tuple[MarkKind, str]] = {"record": ("record", "record"), "wait": ("wait", "wait_event")}
    return known.get(step.kind, ("operation", text))
