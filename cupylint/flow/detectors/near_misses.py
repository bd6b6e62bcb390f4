"""Synchronisations that almost ordered two racing accesses, and why they did not."""

from __future__ import annotations

from collections.abc import Iterator

from cupylint.facts import NearMiss, Race, Step
from cupylint.flow.domain.state import Touch
from cupylint.order import Kind, Stream

_LIMIT = 2


def near_misses(race: Race, earlier: Touch, later: Touch) -> list[NearMiss]:
    """The most telling near misses of a race, at most two."""
    steps = race.steps
    try:
        first, second = steps.index(earlier.step), steps.index(later.step)
    except ValueError:
        return []
    unique: list[NearMiss] = []
    for miss in _search(steps, first, second, earlier.stream, later.stream):
        if all(miss.spot is not other.spot for other in unique):
            unique.append(miss)
            if len(unique) == _LIMIT:
                return unique
    if not unique and race.left is not None:
        return [NearMiss("with-exit", race.left, race.earlier.stream)]
    return unique


def _search(
    steps: tuple[Step, ...], first: int, second: int, source: Stream | None, target: Stream | None
) -> Iterator[NearMiss]:
    records = {step.event: (index, step) for index, step in enumerate(steps[:second]) if step.kind == "record"}
    for index, step in enumerate(steps[:second]):
        if step.implicit:
            continue
        if step.kind == "wait" and step.stream == target:
            yield from _waited(step, index, steps, first, source)
        elif step.kind == "wait" and index > first:
            yield from _waited_elsewhere(step, first, source, records)
        elif step.kind == "sync" and index > first:
            yield from _host_waited(step, source, records)
        elif step.kind == "sync" and step.stream == source is not None:
            yield NearMiss("recorded-early", step.spot, "synchronize")
    after = range(second + 1, len(steps))
    late = next((steps[index] for index in after if _would_cover(steps, index, source, target)), None)
    if late is not None:
        yield NearMiss("too-late", late.spot, late.lane)


def _would_cover(steps: tuple[Step, ...], index: int, source: Stream | None, target: Stream | None) -> bool:
    """Whether a wait after both accesses would have ordered them, had it come between them."""
    step = steps[index]
    if step.implicit or step.kind not in ("sync", "wait"):
        return False
    if step.lane == "device":
        return True
    if step.event is None:
        return step.stream == source and step.kind == "sync"
    if step.kind != "wait" or step.stream != target:
        return False
    record = _record_before(steps, index)
    return record is None or record.stream == source


def _record_before(steps: tuple[Step, ...], index: int) -> Step | None:
    """The last record, before the wait at an index, of the event that it waits for."""
    event = steps[index].event
    return next((each for each in reversed(steps[:index]) if each.kind == "record" and each.event == event), None)


def _waited(
    step: Step,
    index: int,
    steps: tuple[Step, ...],
    first: int,
    source: Stream | None,
) -> Iterator[NearMiss]:
    """A wait on the right stream that did not help."""
    record = _record_before(steps, index)
    if record is None:
        yield NearMiss("never-recorded", step.spot, step.event_name)
        return
    if index < first:
        yield NearMiss("waited-before-record", step.spot, step.event_name)
    elif record.stream != source:
        null = isinstance(record.stream, Stream) and record.stream.kind is Kind.NULL
        non_blocking = source is not None and source.kind is Kind.NON_BLOCKING
        if null and non_blocking:
            yield NearMiss("null-does-not-cover", record.spot, record.lane)
        else:
            yield NearMiss("recorded-elsewhere", record.spot, record.lane)
    elif steps.index(record) < first:
        yield NearMiss("recorded-early", record.spot, step.event_name)


def _waited_elsewhere(
    step: Step, first: int, source: Stream | None, records: dict[object, tuple[int, Step]]
) -> Iterator[NearMiss]:
    """A wait of another stream than the right one."""
    recorded, record = records.get(step.event, (first, step))
    if record.stream == source and recorded > first:
        yield NearMiss("waits-for-itself" if step.stream == source else "waited-elsewhere", step.spot, step.lane)


def _host_waited(step: Step, source: Stream | None, records: dict[object, tuple[int, Step]]) -> Iterator[NearMiss]:
    """A host wait between the accesses that did not cover the earlier one."""
    if step.event is not None:
        if step.event not in records:
            yield NearMiss("never-recorded", step.spot, step.event_name)
        elif records[step.event][1].stream != source:
            yield NearMiss("recorded-elsewhere", records[step.event][1].spot, records[step.event][1].lane)
        return
    if step.stream is None or step.stream == source:
        return
    null = isinstance(step.stream, Stream) and step.stream.kind is Kind.NULL
    if null and source is not None and source.kind is Kind.NON_BLOCKING:
        yield NearMiss("null-does-not-cover", step.spot, step.lane)
    else:
        yield NearMiss("other-stream", step.spot, step.lane)
