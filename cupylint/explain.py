"""A race in words and as a picture: what rules about races share."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cupylint.facts import Access, NearMiss, Race, Spot, Step
from cupylint.findings import Edge, Fix, Lanes, Mark, MarkKind, Related, Side
from cupylint.records import dataclass
from cupylint.rule import Diagnosis

_MAX_MARKS = 7
_MAX_MORE = 12


def race_finding(race: Race) -> Diagnosis:
    """The finding for a race, reported at the later access.

    If that is in a file that the checked one calls, `Finding.seen_from` tells it from the checked file: at the
    call that leads to the later access.
    """
    later = race.later
    found = _finding(race, later.spot)
    if later.called is None:
        return found
    return replace(found, seen_from=_finding(race, later.called))


def _finding(race: Race, place: Spot) -> Diagnosis:
    """The finding for a race at `place`: the later access or the call that leads to it."""
    later, earlier = race.later, race.earlier
    told = Told(race, place.filename)
    awaited = "the caller" if earlier.by_caller else told.line(earlier.spot)
    label = f"{_does(later)}, nothing makes {'the caller' if later.by_caller else 'it'} wait for {awaited}"
    related = [told.related(earlier.spot, _did(earlier))]
    if place is not later.spot:
        label = f"leads to {told.line(later.spot)}: {label}"
        related.append(told.related(later.spot, _does(later)))
    related += [told.related(call, "called here") for call in told.calls(place)]
    related += [told.related(spot, "called here as well") for spot in race.callers[:_MAX_MORE]]
    related += [told.related(spot, "and here") for spot in race.more[:_MAX_MORE]]
    return Diagnosis(
        message=_message(told),
        place=place,
        label=label,
        related=tuple(related),
        accesses=(side(earlier), side(later)),
        notes=tuple(_notes(told)),
        premises=race.premises,
        candidates=tuple(candidates(told)),
        lanes=_lanes(told),
        context=tuple(context(told)),
        by_two_calls=by_two_calls(race),
    )


def by_two_calls(race: Race) -> bool:
    """Whether one call of the checked file leads to the earlier access, and another one to the later."""
    earlier, later = race.earlier.called, race.later.called
    return earlier is not None and later is not None and earlier is not later


def side(access: Access) -> Side:
    """One of two conflicting accesses, as a finding carries it."""
    is_host = access.kind == "host"
    return Side(access.spot.location, access.spot.filename, access.mode, access.stream, is_host, access.after_wait)


@dataclass(frozen=True, slots=True)
class Told:
    """A race as it is told to the readers of one file: places in other files carry their names."""

    race: Race
    filename: str

    def file(self, spot: Spot) -> str:
        """The name of a place's file, "" for the file that the finding is told in."""
        return "" if spot.filename == self.filename else spot.filename

    def line(self, spot: Spot) -> str:
        """``line 6`` or ``line 6 of helpers.py``."""
        other = os.path.basename(self.file(spot))
        return f"line {spot.row} of {other}" if other else f"line {spot.row}"

    def related(self, spot: Spot, message: str) -> Related:
        """A place with what happens there."""
        return Related(spot.location, message, self.file(spot))

    def calls(self, place: Spot) -> list[Spot]:
        """The calls in the checked file that lead to accesses in other files or functions, but for `place` itself."""
        calls = (self.race.earlier.called, self.race.later.called, *self.race.later.way)
        return list(dict.fromkeys(call for call in calls if call is not None and call is not place))

    @property
    def in_one_file(self) -> bool:
        """Whether both accesses stand in the file that the finding is told in."""
        return not self.file(self.race.earlier.spot) and not self.file(self.race.later.spot)


# -- words -----------------------------------------------------------------------------------------


def _message(told: Told) -> str:
    race = told.race
    array = race.array or "an array"
    later, earlier = race.later, race.earlier
    if race.left is not None:
        where = agent(later)
        verb = "read" if later.mode == "read" else "overwritten"
        happens = "returned" if later.by_caller else f"{verb} {where}"
        return (
            f"{array} is {happens} after `with {earlier.stream}:`, but leaving the block does not wait "
            f"for {told.line(earlier.spot)}"
        )
    doing = "writing" if earlier.mode == "write" else "reading"
    if later.by_caller:
        return f"{race.array or 'a result'} is returned while {earlier.stream} may still be {doing} it"
    happens = "read" if later.mode == "read" else "overwritten"
    where = agent(later)
    if earlier.by_caller:
        return f"{array} is {happens} {where} while the caller's work on it may still run"
    who = _host(earlier) if earlier.kind == "host" else earlier.stream
    return f"{array} is {happens} {where} while {who} may still be {doing} it ({told.line(earlier.spot)})"


def _host(access: Access) -> str:
    """Which host code makes an access: the main thread, another one, or a function that a stream calls."""
    return "the host" if access.stream == "host" else access.stream


def agent(access: Access) -> str:
    """Who makes an access: ``on stream1``, ``by the host``."""
    if access.kind == "request":
        return f"by {access.stream}"
    return f"by {_host(access)}" if access.kind == "host" else f"on {access.stream}"


def _did(access: Access) -> str:
    if access.by_caller:
        return "comes from the caller"
    verb = "written" if access.mode == "write" else "read"
    return f"{verb} {agent(access)}"


def _does(access: Access) -> str:
    if access.by_caller:
        return "returned"
    verb = "overwritten" if access.mode == "write" else "read"
    return f"{verb} {agent(access)}"


def _notes(told: Told) -> Iterator[str]:
    race = told.race
    near = near_misses(race)
    if told.in_one_file and _is_of_two_rounds(race):
        first, second = race.earlier.spot.row, race.later.spot.row
        yield f"line {second} of a later round or call meets line {first} of an earlier one"
    for alias, name, spot in race.aliases:
        yield f"{alias} is {name}, {told.line(spot)}"
    if race.earlier.after_wait:
        line, mode = told.line(race.earlier.spot), race.earlier.mode
        yield f"{line} itself waits at most for what came before it: it {mode}s after that"
    for miss in near:
        yield near_note(told, miss)
    conditional = None if near else _conditional(race)
    if conditional is not None:
        yield f"{told.line(conditional)} waits, but not on every path: {_quote(conditional)}"
    elif not near and (note := kind_note(race)):
        yield note
    own = (race.later.spot.filename, race.later.spot.row)
    if elsewhere := [spot for spot in race.more if (spot.filename, spot.row) != own]:
        yield f"the same missing wait leaves {_lines(told, elsewhere)} unordered too"
    if race.advice:
        yield race.advice


def _is_of_two_rounds(race: Race) -> bool:
    """Whether the later access of a race stands above the earlier one, in another round of a loop or another call."""
    first, second = race.earlier.spot.row, race.later.spot.row
    at_once = race.hand_off is not None and first == second  # ``Send(x.copy())``
    return race.again and second <= first and not (at_once or race.later.by_caller)


def _lines(told: Told, spots: Sequence[Spot]) -> str:
    """The first of some lines, each once: "lines 3, 4, line 8 of common.py"."""
    shown = spots[:_MAX_MORE]
    rows = sorted({spot.row for spot in shown if not told.file(spot)})
    here = [f"{'line' if len(rows) == 1 else 'lines'} {', '.join(map(str, rows))}"] if rows else []
    return ", ".join([*here, *dict.fromkeys(told.line(spot) for spot in shown if told.file(spot))])


def near_misses(race: Race) -> list[NearMiss]:
    """The near misses worth telling: the wait for the device at the end of a program is none."""
    useless = ("with-exit",) if _conditional(race) is None else ("with-exit", "too-late")
    return [
        miss
        for miss in race.near
        if miss.kind not in useless and not (miss.kind == "too-late" and miss.detail == "device")
    ]


def _conditional(race: Race) -> Spot | None:
    """A wait between the two accesses that other paths run through."""
    first, last = race.earlier.spot, race.later.spot
    return next(
        (
            step.spot
            for step in race.elsewhere
            if first.filename == step.spot.filename == last.filename and first.row <= step.spot.row < last.row
        ),
        None,
    )


def _quote(spot: Spot) -> str:
    return f"`{spot.text}`"


def near_note(told: Told, miss: NearMiss) -> str:
    """Why what looks like a wait does not order the two accesses."""
    race, line = told.race, told.line(miss.spot)
    first, second = told.line(race.earlier.spot), told.line(race.later.spot)
    source, target = race.earlier.stream, race.later.stream
    if miss.kind == "other-stream" and race.earlier.kind == "request":
        return f"{line} waits for {miss.detail}, not for {source} of {first}"
    texts = {
        "too-late": f"{_quote(miss.spot)} of {line} comes too late: {second} may have run by then",
        "recorded-early": f"{line} comes before the work of {first}, so it does not cover it",
        "recorded-elsewhere": f"{line} records {miss.detail}, but the work of {first} is on {source}",
        "waited-elsewhere": f"{line} makes {miss.detail} wait, but {second} runs on {target}",
        "never-recorded": f"{line} waits for nothing: {miss.detail} was not recorded before it",
        "waited-before-record": f"{line} waits before the work of {first} was issued",
        "null-does-not-cover": f"{line} is on null, which does not wait for the non-blocking {source}",
        "waits-for-itself": f"{line} makes {miss.detail} wait for itself, not {target} for {source}",
        "other-stream": f"{line} waits for {miss.detail}, but the work of {first} is on {source}",
        "with-exit": f"leaving `with {miss.detail}:` does not wait; it only restores the stream used before",
    }
    return texts[miss.kind]


def kind_note(race: Race) -> str:
    """What the kinds of the two streams say of their order, "" for nothing."""
    kinds = {race.earlier.kind, race.later.kind}
    if "request" in kinds:
        owner = race.earlier.library or race.later.library
        uses = f"{owner} may use the buffer until the {'request' if owner == 'MPI' else 'future'} is waited for"
        return f"{uses}: no wait for a stream or a device covers that"
    names = {race.earlier.kind: race.earlier.stream, race.later.kind: race.later.stream}
    if kinds == {"null", "non-blocking"}:
        return f"{names['non-blocking']} is non-blocking: it is not ordered with null, either way"
    if kinds == {"non-blocking"}:
        return "non-blocking streams are ordered with no other stream"
    if kinds == {"blocking", "non-blocking"}:
        return f"{names['non-blocking']} is non-blocking: it is ordered with no other stream"
    if kinds == {"blocking"}:
        return "blocking streams are ordered with null, but not with each other"
    if "per-thread default" in kinds and len(kinds) > 1:
        return "the per-thread default stream is ordered with null only"
    return ""


def candidates(told: Told) -> Iterator[Fix]:
    """The fixes to try."""
    seen = set()
    for (code, *others), anchor in told.race.fixes:
        fix = Fix(code, anchor.row, filename=told.file(anchor), others=tuple(others))
        if fix not in seen:
            seen.add(fix)
            yield fix
    request = told.race.earlier.step.spot
    if told.race.earlier.kind == "request" and request.text == request.code and not told.file(request):
        place = request.location  # a statement by itself, so that nobody has what it returns
        end = replace(place, row=place.end_row, column=place.end_column)
        yield Fix.replacing(end, ".Wait()" if told.race.earlier.library == "MPI" else ".get()")


def context(told: Told) -> Iterator[int]:
    """Rows that help to read the excerpt: the blocks of the two accesses, and near misses."""
    spots = [step.spot for step in _blocks(told.race)] + [miss.spot for miss in near_misses(told.race)]
    if told.race.left is not None:
        spots.append(told.race.left)
    return (spot.row for spot in spots if not told.file(spot))


def _blocks(race: Race) -> list[Step]:
    """The innermost ``with stream:`` or ``use()`` in effect at each of the two accesses."""
    found = []
    for access in (race.earlier, race.later):
        opened: list[Step] = []
        for step in race.steps:
            if step is access.step:
                break
            if step.kind in ("enter", "use"):
                opened.append(step)
            elif step.kind == "leave" and opened:
                opened.pop()
        if opened and opened[-1].stream == access.step.stream:
            found.append(opened[-1])
    return found


# -- picture ---------------------------------------------------------------------------------------


def _lanes(told: Told) -> Lanes | None:
    race = told.race
    if race.earlier.stream == race.later.stream:
        return None
    steps = _chosen(race)
    names = _names(race, steps)
    marks: list[Mark] = []
    edges: list[Edge] = []
    position: dict[Step, int] = {}
    records: dict[object, int] = {}
    ends = {access.step: access.stream for access in (race.earlier, race.later)}  # named since, perhaps
    for step in steps:
        name = ends.get(step, step.lane)
        lane = names.index(name if name in names else "host")
        position[step] = len(marks)
        file = os.path.basename(told.file(step.spot))
        marks.append(Mark(lane, _mark_kind(race, step), step.spot.row, _mark_text(step), file))
        if step.kind == "record":
            records[step.event] = position[step]
        elif step.event in records and step.event is not None:
            edges.append(Edge(records[step.event], position[step]))
    edges.append(Edge(position[race.earlier.step], position[race.later.step], missing=True))
    return Lanes(tuple(names), tuple(marks), tuple(edges))


def _names(race: Race, steps: Sequence[Step]) -> list[str]:
    """The lanes from top to bottom."""
    events = [step.lane for step in steps if step.kind in ("record", "wait")]
    names = dict.fromkeys((race.earlier.stream, race.later.stream, *events))
    if any(step.kind == "sync" and step.lane not in names for step in steps):
        names["host"] = None
    return list(names)


def _chosen(race: Race) -> list[Step]:
    """The steps worth drawing, in order: the two accesses and what nearly ordered them."""
    near = {miss.spot for miss in near_misses(race)}
    ends = (race.earlier.step, race.later.step)
    events = {step.event for step in race.steps if step.spot in near and step.event is not None}
    chosen = [
        step
        for step in race.steps
        if step in ends
        or (step.spot in near and step.kind in ("record", "wait", "sync"))
        or (step.event is not None and step.event in events and step.kind in ("record", "wait"))
    ]
    unique: list[Step] = []
    seen: set[Spot] = set()
    for step in chosen:
        if step in ends or step.spot not in seen:
            unique.append(step)
            seen.add(step.spot)
    loose = [step for step in unique if step not in ends]
    dropped = set(loose[: max(len(unique) - _MAX_MARKS, 0)])
    return [step for step in unique if step not in dropped]


def _mark_kind(race: Race, step: Step) -> MarkKind:
    if step in (race.earlier.step, race.later.step):
        return "access"
    return step.kind if step.kind in ("record", "wait", "sync") else "operation"


def _mark_text(step: Step) -> str:
    if step.kind == "record":
        return "record"
    if step.kind == "wait":
        return "wait_event"
    if step.kind == "sync":
        return step.word
    return step.spot.code
