"""``--memory FILE``: what a program holds of the device at each of its allocations, as far as sizes are known."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from cupylint import escape, source
from cupylint.budget import Budget
from cupylint.config import Settings
from cupylint.engine import findings_of, followed, place_facts
from cupylint.explain_memory import amount, option
from cupylint.facts import Alive, Moment, PinnedMoment, Unfinished
from cupylint.findings import Finding
from cupylint.flow import Subject, analyse
from cupylint.options import DEVICE_MEMORY
from cupylint.program import Program
from cupylint.reading import read_regular
from cupylint.registry import rules
from cupylint.workspace import Workspace

_BAR = 24  # characters for the peak
_NAMED = 4  # blocks of pinned memory that are named
_TEXT = 48  # characters of a source line that are shown


def render(path: str, settings: Settings, notes: list[str] | None = None) -> str:
    """The timeline of the file at `path`, ready to be printed. Never runs it.

    Args:
        notes: takes a line for each function that was not followed to its end.

    Raises:
        OSError: the file cannot be read.
        UnreadableSource: it does not parse.
    """
    text = source.decode(read_regular(path))
    with source.deep_recursion():
        found = _followed(text, path, settings)
    if notes is not None:
        notes += [f"note: {one.filename}:{one.location.row}: {one.message}" for one in found.unfinished]
    if settings.output_format == "json":
        summary = _summary(path, found.moments, settings, whole=not found.unfinished)
        return escape.to_json({**summary, **_pinned_summary(path, found.pinned, whole=not found.unfinished)})
    lines = [*_lines(path, found.moments, settings), *_pinned_lines(path, found.pinned)]
    return "".join(f"{escape.line(line)}\n" for line in lines)


def moments(text: str, path: str, settings: Settings) -> list[Moment]:
    """What is alive at each allocation of a program, by line, those of one line in the order in which they are made.

    Those of other files of its project, which it calls, come last.

    Raises:
        UnreadableSource: the text does not parse.
    """
    return _followed(text, path, settings).moments


class _Followed(NamedTuple):
    """What is alive at allocations on the device, and of pinned memory, and what was not followed to its end."""

    moments: list[Moment]
    pinned: list[PinnedMoment]
    unfinished: list[Finding]


def _followed(text: str, path: str, settings: Settings) -> _Followed:
    budget = Budget(settings.time_limit, settings.memory_limit)  # once everything is imported
    full = os.path.abspath(path)
    program, workspace = Program(text), Workspace()
    result = analyse(Subject(program.body, replace(settings.model, timeline=True), workspace, full, budget))
    found = [fact for fact in result.facts if isinstance(fact, Moment)]
    pinned = [fact for fact in result.facts if isinstance(fact, PinnedMoment)]
    unfinished = [fact for fact in result.facts if isinstance(fact, Unfinished)]
    place_facts(followed(result.files, path, program, workspace), [*found, *pinned, *unfinished])
    found.sort(key=lambda moment: (moment.spot.filename != path, moment.spot.filename, moment.spot.row))
    pinned.sort(key=lambda moment: (moment.spot.filename != path, moment.spot.filename, moment.spot.row))
    bounds = [rule for rule in rules() if rule.fact is Unfinished]
    return _Followed(found, pinned, findings_of(bounds, unfinished, path, settings))


def _peak(moments: list[Moment]) -> Moment | None:
    """The moment that needs most; one that does not fit comes first, of equal ones that of which most is known."""
    return max(
        moments, key=lambda moment: (_over(moment) > 0, moment.alive + moment.work, bool(moment.held)), default=None
    )


def _summary(path: str, moments: list[Moment], settings: Settings, whole: bool = True) -> dict[str, object]:
    """The moment of the peak, for programs."""
    top = _peak(moments)
    peak = top.alive + top.work if top is not None else 0
    limit = (settings.model.device_memory or DEVICE_MEMORY) if top is None else top.limit
    return {
        "file": path,
        "peak_bytes": peak,
        "peak_is_lower_bound": not whole or any(moment.size for moment in moments),
        "line": None if top is None else top.spot.row,
        "function": (top.function or None) if top is not None else None,
        "workspace_bytes": 0 if top is None else top.work,
        "device_memory_bytes": limit,
        "fits": peak <= limit,
        "alive": [_item(alive, path) for alive in (top.held if top is not None else ())],
    }


def _item(alive: Alive, path: str) -> dict[str, object]:
    return {
        "name": alive.name or None,
        "file": alive.spot.filename or path,
        "line": alive.spot.row,
        "shape": None if alive.shape is None else list(alive.shape),
        "dtype": alive.dtype,
        "bytes": alive.nbytes,
    }


def _lines(path: str, moments: list[Moment], settings: Settings) -> list[str]:
    if not moments:
        return [f"{path}: no allocation on a device is seen"]
    top = _peak(moments)
    assert top is not None
    peak = max(moment.alive + moment.work for moment in moments)
    rows = [("line", "array", "bytes", "alive", "")]
    rows += [_row(moment, path) for moment in moments]
    widths = [max(len(row[column]) for row in rows) for column in range(5)]
    lines = []
    for number, row in enumerate(rows):
        cells = [row[0].rjust(widths[0]), row[1].ljust(widths[1]), row[2].rjust(widths[2]), row[3].rjust(widths[3])]
        moment = moments[number - 1] if number else None
        size = 0 if moment is None else moment.alive + moment.work
        bar = "#" * (max(1, round(size / peak * _BAR)) if peak and size else 0)
        lines.append("  ".join([*cells, bar.ljust(_BAR), row[4]]).rstrip())
    unknown = any(moment.size for moment in moments)
    least = "at least " if unknown else ""
    total = amount(top.alive + top.work)
    lines.append(f"{path}: peak {least}{total} at line {_place(top, path)}; {_fits(top, settings)}")
    return lines


def _over(moment: Moment) -> int:
    """Bytes that are too many, negative if they fit."""
    return moment.alive + moment.work - moment.limit


def _fits(moment: Moment, settings: Settings) -> str:
    given = "the default of --device-memory" if settings.model.device_memory is None else "--device-memory"
    if moment.bound is not None:
        given = f"{moment.bound.text} at line {moment.bound.spot.row}"
    return f"{'does not fit' if _over(moment) > 0 else 'fits'} into {option(moment.limit)} ({given})"


def _row(moment: Moment, path: str) -> tuple[str, str, str, str, str]:
    name = moment.name or "(temporary)"
    if moment.function:
        name = f"{moment.function}: {name}"
    size = moment.size if moment.size and not moment.nbytes else (">=" if moment.size else "") + amount(moment.nbytes)
    if moment.work:
        size += f" + {amount(moment.work)} work"
    shown = moment.spot.text if len(moment.spot.text) <= _TEXT else moment.spot.text[: _TEXT - 3] + "..."
    return _place(moment, path), f"{name} {moment.text}", size, amount(moment.alive + moment.work), shown


# -- pinned memory ---------------------------------------------------------------------------------


def _most_pinned(pinned: list[PinnedMoment]) -> PinnedMoment | None:
    return max(pinned, key=lambda moment: moment.alive, default=None)


def _is_open(pinned: list[PinnedMoment]) -> bool:
    """Whether there are blocks of which the size is not known."""
    return any(
        held.shape is None or held.dtype is None or any(isinstance(length, str) for length in held.shape)
        for moment in pinned
        for held in moment.held
    )


def _pinned_lines(path: str, pinned: list[PinnedMoment]) -> Iterator[str]:
    """The peak of pinned memory, which is no memory of the device; nothing where there is none."""
    top = _most_pinned(pinned)
    if top is not None:
        least = "at least " if _is_open(pinned) else ""
        names = ", ".join(f"{held.name or '(temporary)'} {amount(held.nbytes)}" for held in top.held[-_NAMED:])
        more = f"{len(top.held) - _NAMED} more, " if len(top.held) > _NAMED else ""
        yield (
            f"{path}: pinned host memory: peak {least}{amount(top.alive)} at line {_place(top, path)} ({more}{names}); "
            "its blocks are powers of two"
        )


def _pinned_summary(path: str, pinned: list[PinnedMoment], whole: bool) -> dict[str, object]:
    top = _most_pinned(pinned)
    return {
        "pinned_peak_bytes": 0 if top is None else top.alive,
        "pinned_peak_is_lower_bound": not whole or _is_open(pinned),
        "pinned_line": None if top is None else top.spot.row,
        "pinned_function": (top.function or None) if top is not None else None,
        "pinned_alive": [_item(alive, path) for alive in (top.held if top is not None else ())],
    }


def _place(moment: Moment | PinnedMoment, path: str) -> str:
    row = str(moment.spot.row)
    return row if moment.spot.filename == path else f"{os.path.basename(moment.spot.filename)}:{row}"
