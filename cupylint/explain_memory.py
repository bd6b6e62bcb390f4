"""What a rule tells of memory that is too small: what is alive, and the cheapest changes that fit."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby

from cupylint.facts import BlowUp, Held, Moment, Spot, TooLarge
from cupylint.findings import Premise, Related
from cupylint.rule import Diagnosis, Needle

POWERS: tuple[Needle, ...] = (b"<<", (b"**", re.compile(rb"[\w)\]]\s*\*\*")), re.compile(rb"\d[eE]\d"))
"""What else than many digits makes a number large."""
LARGE_NUMBERS: tuple[Needle, ...] = (
    *POWERS,
    re.compile(rb"\b(?!(?:199\d|200[1-9]|20[1-3]\d)\b)\d[\d_]{3}"),
)
"""A file without such a number (of four digits or more, that looks like no year) makes no large arrays."""
_READABLE = 10**21  # bytes that are still written out in TB
_BAR = 10  # characters for what is as large as the device


def amount(count: int) -> str:
    """Bytes for readers: ``800 MB``, ``3.2 GB``."""
    if count >= _READABLE:
        return f"about 10^{count.bit_length() * 30103 // 100_000 - 12} TB"
    value = float(count)
    for unit in ("B", "kB", "MB", "GB", "TB"):
        if value < 999.5 or unit == "TB":
            break
        value /= 1000
    return f"{value:.3g} {unit}" if value < 999.5 else f"{value:.0f} {unit}"


def option(count: int) -> str:
    """Bytes as ``--device-memory`` takes them: ``2.5GiB``."""
    for unit, size in (("TiB", 1 << 40), ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:.4g}{unit}" if count < _READABLE else f"{count // size}{unit}"
    return f"{count}B"


def memory_finding(fact: TooLarge) -> Diagnosis:
    """The finding for an operation that has too little memory."""
    last = fact.held[-1]
    return Diagnosis(
        message=_message(fact, last),
        place=fact.spot,
        label=_label(fact, last),
        related=tuple(_related(fact)),
        notes=tuple(_notes(fact)),
        premises=tuple(_premises(fact)),
        table=tuple(_table(fact)),
        needs=fact.total,
    )


def _label(fact: TooLarge, last: Held) -> str:
    if fact.rounds and last.times > 1:
        return f"{amount(last.nbytes // last.times)} in each round"
    return f"{amount(last.nbytes + fact.work)} more"


def room(fact: TooLarge | Moment, given: str) -> str:
    """How much may be taken, and who says so; `given`: who says how much the device has."""
    if fact.bound is None:
        return f"the device has {amount(fact.limit)} ({given})"
    share = f": {fact.bound.share:.3g} of {amount(fact.bound.device)}, {given}" if fact.bound.share else ""
    return f"CuPy may take {amount(fact.limit)} ({fact.bound.text} at {fact.bound.spot.line(fact.spot)}{share})"


def _room(fact: TooLarge) -> str:
    size = fact.limit if fact.bound is None else fact.bound.device
    return room(fact, "the default of --device-memory" if fact.assumed else f"--device-memory {option(size)}")


def _message(fact: TooLarge, last: Held) -> str:
    if fact.rounds and last.times > 1:
        each = amount(last.nbytes // last.times)
        return f"each of {fact.rounds} rounds keeps {each}: {amount(fact.total)}, {_room(fact)}"
    if fact.rounds:
        kept = f"{fact.rounds} arrays of this line are kept, {amount(fact.total)}"
        return f"{kept} in all, {_room(fact)}"
    if fact.alone:
        subject = last.name or "the result"
        return f"{subject} takes {_least(last)}{amount(last.nbytes)}, {_room(fact)}"
    least = "" if all(item.exact for item in fact.held) else "at least "
    return f"{least}{amount(fact.total)} alive at line {fact.spot.row}, {_room(fact)}"


def _least(item: Held) -> str:
    return "" if item.exact else "at least "


def _related(fact: TooLarge) -> Iterator[Related]:
    for item in _folded(fact.held[:-1]):
        if item.spot.row != fact.spot.row:
            name = item.name or "a temporary"
            message = f"{name}: {item.text}, {_least(item)}{amount(item.nbytes)}"
            yield Related(item.spot.location, message, _other(item.spot, fact))
    if fact.bound is not None:
        spot = fact.bound.spot
        yield Related(spot.location, f"{fact.bound.text}: {amount(fact.limit)}", _other(spot, fact))


def _other(spot: Spot, fact: TooLarge) -> str:
    """The file that something is in, if it is another one."""
    return spot.filename if spot.filename != fact.spot.filename else ""


def _premises(fact: TooLarge) -> Iterator[Premise]:
    if fact.assumed:
        size = fact.limit if fact.bound is None else fact.bound.device
        yield Premise("environment", f"the device has no more than {option(size)}; --device-memory tells what it has")
    if not fact.certain:
        caught = "it catches an exception, or asks how much memory there is"
        yield Premise("intent", f"the program does not get by with less: {caught}")


# -- the table -------------------------------------------------------------------------------------


def _table(fact: TooLarge) -> Iterator[str]:
    """One line for each array: name, line, shape and dtype, bytes, and a bar."""
    held = [*_folded(fact.held[:-1]), fact.held[-1]]
    rows = [_row(item, fact) for item in held]
    if fact.work:
        rows.insert(-1, ("(workspace)", f"line {fact.spot.row}", "", amount(fact.work)))
    sizes = [item.nbytes for item in held]
    if fact.work:
        sizes.insert(-1, fact.work)
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row, size in zip(rows, sizes, strict=True):
        cells = [row[0].ljust(widths[0]), row[1].ljust(widths[1]), row[2].ljust(widths[2]), row[3].rjust(widths[3])]
        bar = "#" * max(1, min(2 * _BAR, round(min(size, 2 * fact.limit) / fact.limit * _BAR)))
        end = " does not fit" if row is rows[-1] else ""
        yield f"{'  '.join(cells)}  {bar}{end}"


def _row(item: Held, fact: TooLarge) -> tuple[str, str, str, str]:
    text = f"{item.times} x {item.text}" if item.times > 1 else item.text
    size = ("" if item.exact else ">=") + amount(item.nbytes)
    file = os.path.basename(_other(item.spot, fact))
    place = f"{file}:{item.spot.row}" if file else f"line {item.spot.row}"
    return item.name or "(temporary)", f"{place} in {item.function}" if item.function else place, text, size


_FEW = 3  # so many arrays of one kind are told one by one


def _folded(items: tuple[Held, ...]) -> list[Held]:
    """Many arrays alike that one place made, one after the other, become one row."""
    found: list[Held] = []
    for _, group in groupby(items, key=lambda item: (id(item.spot), item.text)):
        alike = list(group)
        if len(alike) <= _FEW:
            found += alike
            continue
        first, _, index = alike[0].name.partition("[")
        name = f"{first}[...]" if index else first
        times, nbytes = sum(item.times for item in alike), sum(item.nbytes for item in alike)
        found.append(replace(alike[0], name=name, times=times, nbytes=nbytes))
    return found


# -- advice ----------------------------------------------------------------------------------------


def _notes(fact: TooLarge) -> Iterator[str]:
    """The changes that make it fit, cheapest first."""
    over = fact.total - fact.limit
    last = fact.held[-1]
    if fact.bound is not None and fact.total <= fact.bound.device:
        yield f"without that limit it would fit: the device has {amount(fact.bound.device)}"
    wide = sum(item.nbytes for item in fact.held if item.wide)
    if wide and wide // 2 >= over:
        yield f"single precision throughout would fit: {amount(fact.total - wide // 2)}"
    target = _target(fact) if over <= last.nbytes else ""
    if target:
        needs = amount(fact.total - last.nbytes)
        yield f"in place, or with `out={target}`, it would fit: {needs}, if {target} is not needed afterwards"
    idle = _idle(fact.held[:-1], over)
    if idle:
        yield _deletion(fact, idle)
    if fact.rounds:
        yield "add up, or copy to the host, what a round makes, instead of keeping it until the loop has ended"
    chunk = _chunk(fact)
    if chunk:
        yield f"in chunks of at most {chunk} of {last.rows} {'elements' if last.flat else 'rows'} it would fit"


def _target(fact: TooLarge) -> str:
    """An array of the size of the result that could take it, "" if there is none."""
    size = fact.held[-1].nbytes
    return next((item.name for item in fact.held[:-1] if item.spare and item.name and item.nbytes == size), "")


def _deletion(fact: TooLarge, idle: list[Held]) -> str:
    needs = amount(fact.total - sum(item.nbytes for item in idle))
    names = ", ".join(item.deletable for item in idle)
    later = any(item.spot.row >= fact.spot.row and item.spot.filename == fact.spot.filename for item in idle)
    where = "at the end of each round" if later else f"before line {fact.spot.row}"
    them = "they are" if "," in names else "it is"
    return f"`del {names}` {where} would do: {needs}, if {them} not needed afterwards"


def _idle(others: tuple[Held, ...], over: int) -> list[Held]:
    """The fewest named arrays that the operation does not read and whose bytes would be enough."""
    chosen: list[Held] = []
    named = [item for item in others if item.deletable and not item.operand]
    for item in sorted(named, key=lambda item: -item.nbytes):
        if sum(each.nbytes for each in chosen) >= over:
            break
        chosen.append(item)
    return chosen if sum(item.nbytes for item in chosen) >= over else []


def _chunk(fact: TooLarge) -> int:
    """How many rows of the result fit beside the rest, rounded down to two digits; 0 if that is no help."""
    last = fact.held[-1]
    if last.rows < 2 or fact.rounds or (last.flat and fact.work):  # sorts and transforms need all elements
        return 0
    room = fact.limit - (fact.total - last.nbytes - fact.work)
    rows = room * last.rows // max(1, last.nbytes + fact.work)
    if not 0 < rows < last.rows:
        return 0
    unit = int(10 ** max(0, len(str(rows)) - 2))
    return rows // unit * unit


# -- broadcasting ----------------------------------------------------------------------------------

_CHUNK = 256 << 20  # bytes of a part of a temporary that is no trouble


def blow_up_finding(fact: BlowUp) -> Diagnosis:
    """The finding for a temporary that broadcasting makes."""
    times = fact.nbytes // max(1, fact.operands)
    made = f"{amount(fact.nbytes)} out of {amount(fact.operands)}"
    return Diagnosis(
        message=f"broadcasting makes {made}, of which {fact.name} leaves {amount(fact.left)}",
        place=fact.spot,
        label=f"{fact.text}: {times} times its operands",
        related=tuple(_reduction(fact)),
        notes=tuple(_parts(fact)),
    )


def _reduction(fact: BlowUp) -> Iterator[Related]:
    if fact.reduced.row != fact.spot.row:
        other = fact.reduced.filename if fact.reduced.filename != fact.spot.filename else ""
        yield Related(fact.reduced.location, f"{fact.name} leaves {amount(fact.left)}", other)


def _parts(fact: BlowUp) -> Iterator[str]:
    if fact.difference:
        yield "for distances, `cupyx.scipy.spatial.distance.cdist` needs no temporary"
    rows = max(1, fact.rows * _CHUNK // fact.nbytes)
    if rows < fact.rows:
        yield f"{rows} of {fact.rows} rows at a time take {amount(fact.nbytes // fact.rows * rows)}"
    if fact.wide:
        yield f"float32 would take {amount(fact.nbytes // 2)}"
