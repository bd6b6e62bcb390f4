"""What a traced run has shown, in the words and pictures of the other reports, or as JSON."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

from cupylint import escape
from cupylint.findings import Edge, Finding, Lanes, Location, Mark, Related, Side
from cupylint.report import Page, render

from ..command import short
from ..rewrite import text_of
from ..table import Terminal
from .observe import CONFIRMED, Observation, Race
from .trace import Access, Frame, Stack, Summary

_DONE = {"read": "read", "write": "written"}
_DOING = {"read": "reading", "write": "writing"}
_LONGEST = 40  # characters of a line in a lane


def text(races: Sequence[Race], out: Terminal) -> str:
    """The races one below the other, each with its lines, its lanes and its stacks."""
    return render([finding(race) for race in races], "full", Page(text_of, out.color, out.width, out.unicode))


def as_object(race: Race) -> dict[str, Any]:
    """A race for JSON."""
    observed, later = race.observed, race.observed.later.stack[0]
    return {
        "verdict": race.verdict,
        "filename": short(later.filename),
        "location": {"row": later.row, "column": later.column},
        "message": _message(race),
        "count": observed.count,
        "reuse": observed.reuse,
        "earlier": _access(observed.earlier),
        "later": _access(observed.later),
        "evidence": race.evidence,
        "harm": race.harm,
    }


def as_summary(observation: Observation) -> dict[str, Any]:
    """The numbers for JSON."""
    summary = observation.summary
    numbers = (
        {"operations": None, "pairs": None, "unordered": None}
        if summary is None
        else {"operations": summary.operations, "pairs": summary.pairs, "unordered": summary.unordered}
    )
    return {**numbers, "races": len(observation.races), "error": observation.ran.error}


def counted(summary: Summary) -> str:
    """ "3 of 1,204 pairs unordered"."""
    pairs = "1 pair" if summary.pairs == 1 else f"{summary.pairs:,} pairs"
    return f"{summary.unordered:,} of {pairs} unordered"


def closing(observation: Observation, seconds: float, out: Terminal) -> str:
    """The line that ends the report."""
    summary, races = observation.summary, observation.races
    if summary is None:
        head = "The run was cut before its end" if observation.ran.error else "Nothing was traced"
    elif not summary.operations:
        head = "Nothing was traced: the command did no work on a device"
    else:
        head = counted(summary)
    parts = []
    if races:
        confirmed = sum(race.verdict == CONFIRMED for race in races)
        parts.append(f"{len(races)} {'race' if len(races) == 1 else 'races'} observed, {confirmed} confirmed")
    if summary is not None and summary.operations:
        parts.append(f"{summary.operations:,} operations traced")
    style = "bad" if races else "good" if summary is not None and summary.operations else "odd"
    return f"{out.paint(head, style)}{': ' if parts else ''}{'; '.join(parts)} ({seconds:.1f} s)\n"


# -- one race --------------------------------------------------------------------------------------


def finding(race: Race) -> Finding:
    """The race as the reports take it."""
    earlier, later = race.observed.earlier, race.observed.later
    first, then = earlier.stack[0], later.stack[0]
    same = first.filename == then.filename
    where = f"line {first.row}" + ("" if same else f" of {short(first.filename)}")
    names = tuple(dict.fromkeys((earlier.label, later.label)))
    marks = tuple(
        Mark(names.index(side.label), "access", side.stack[0].row, _line(side.stack[0]), _other(side, same))
        for side in (earlier, later)
    )
    return Finding(
        code=race.verdict,
        name="race",
        severity="error",
        message=_message(race),
        location=_location(then),
        filename=short(then.filename),
        label=f"{_DONE[later.mode]} {_on(later)}, nothing makes it wait for {where}",
        related=(
            Related(_location(first), f"{_DONE[earlier.mode]} {_on(earlier)}", "" if same else short(first.filename)),
        ),
        notes=tuple(_notes(race)),
        lanes=Lanes(names, marks, (Edge(0, 1, missing=True),)) if len(names) == 2 else None,
        accesses=tuple(
            Side(_location(side.stack[0]), short(side.stack[0].filename), side.mode, side.label, side.host)
            for side in (earlier, later)
        ),
    )


def _message(race: Race) -> str:
    earlier, later = race.observed.earlier, race.observed.later
    first, then = earlier.stack[0], later.stack[0]
    where = f"line {first.row}" + ("" if first.filename == then.filename else f" of {short(first.filename)}")
    who = "the host" if earlier.host else earlier.label
    what = "memory that was freed and handed out again" if race.observed.reuse else "memory"
    return f"{what} is {_DONE[later.mode]} {_on(later)} while {who} may still be {_DOING[earlier.mode]} it ({where})"


def _notes(race: Race) -> list[str]:
    notes = []
    for side, stack in (
        ("the earlier access", race.observed.earlier.stack),
        ("the later access", race.observed.later.stack),
    ):
        if len(stack) > 1:
            notes.append(f"{side}: {_called(stack)}")
    if race.observed.count > 1:
        notes.append(f"so it was for {race.observed.count:,} pairs of operations")
    if race.evidence:
        notes.append(race.evidence + (f"; {race.harm}" if race.harm else ""))
    return notes


def _called(stack: Stack) -> str:
    """The way to a place, from the outermost call on."""
    return ", then ".join(f"{short(frame.filename)}:{frame.row} {frame.function}".rstrip() for frame in reversed(stack))


def _on(side: Access) -> str:
    return f"by {'the host' if side.label == 'host' else side.label}" if side.host else f"on {side.label}"


def _other(side: Access, same: bool) -> str:
    return "" if same else os.path.basename(side.stack[0].filename)


def _access(side: Access) -> dict[str, Any]:
    return {
        "mode": side.mode,
        "stream": side.label,
        "host": side.host,
        "stack": [
            {"filename": short(frame.filename), "row": frame.row, "column": frame.column, "function": frame.function}
            for frame in side.stack
        ],
    }


def _location(frame: Frame) -> Location:
    if frame.end_row:
        return Location(frame.row, frame.column, frame.end_row, frame.end_column)
    lines = (text_of(frame.filename) or "").split("\n")
    line = lines[frame.row - 1] if 0 < frame.row <= len(lines) else ""
    indent = len(line) - len(line.lstrip())
    return Location(max(frame.row, 1), indent + 1, max(frame.row, 1), max(len(line.rstrip()), indent + 1) + 1)


def _line(frame: Frame) -> str:
    lines = (text_of(frame.filename) or "").split("\n")
    line = lines[frame.row - 1].partition("  #")[0].strip() if 0 < frame.row <= len(lines) else ""
    return escape.line(line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…")
