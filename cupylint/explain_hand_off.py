"""An array that another library takes too early, in words."""

from __future__ import annotations

from dataclasses import replace

from cupylint.explain import agent, race_finding
from cupylint.facts import HandOff, Race
from cupylint.findings import Related
from cupylint.rule import Diagnosis


def hand_off_finding(race: Race, hand_off: HandOff) -> Diagnosis:
    """The finding for a race between two libraries, reported at the later access."""
    found = race_finding(race)
    told = _told(found, race, hand_off, race.later.spot.filename)
    if found.seen_from is None or race.later.called is None:
        return told
    return replace(told, seen_from=_told(found.seen_from, race, hand_off, race.later.called.filename))


def _told(found: Diagnosis, race: Race, hand_off: HandOff, filename: str) -> Diagnosis:
    array, later, earlier = race.array or "an array", race.later, race.earlier
    happens = "read" if later.mode == "read" else "overwritten"
    where = agent(later)
    doing = "writing" if earlier.mode == "write" else "reading"
    place = hand_off.spot
    who = "the host" if earlier.kind == "host" else earlier.stream
    row = f"line {earlier.spot.row}"
    if earlier.spot.filename != filename:
        row += f" of {earlier.spot.filename.replace(chr(92), '/').rpartition('/')[2]}"
    taken = "taken by CuPy" if hand_off.taker == "CuPy" else f"handed to {hand_off.taker}"
    message = f"{array} is {taken} and {happens} {where} while {who} may still be {doing} it ({row})"
    related = found.related
    if place.node is not later.spot.node and place.row not in (later.spot.row, earlier.spot.row):
        other = "" if place.filename == filename else place.filename
        related = (*related, Related(place.location, f"handed over by {hand_off.call}", other))
    return replace(found, message=message, related=related, notes=(_why(race, hand_off), *found.notes))


def _why(race: Race, hand_off: HandOff) -> str:
    """What the call that hands the array over orders, and why that is not enough."""
    source = race.earlier.stream
    if hand_off.back:
        return f"handing over never makes the giver wait for what {hand_off.taker} does with the array"
    if hand_off.orders == "nothing":
        if hand_off.taker in ("MPI", "UCX"):
            return f"{hand_off.call} knows no streams: the host has to wait for {source} before it"
        if hand_off.current:
            return (
                f"{hand_off.call} given together with {hand_off.current} is used there, and nothing waits for {source}"
            )
        return f"{hand_off.call} waits for nothing and knows of no stream"
    if hand_off.taker == "KvikIO":
        return f"{hand_off.call} makes the host wait for {hand_off.current}, and not for {source}"
    behind = hand_off.current or "the current stream"
    waits = "the host" if hand_off.orders == "host" else hand_off.taker
    if behind == source:
        return f"{hand_off.call} makes {waits} wait for what {source} had been given by then, not for later work"
    return f"{hand_off.call} makes {waits} wait for {behind}, the stream current there, and not for {source}"
