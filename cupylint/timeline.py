"""``--memory FILE``: what a program holds of the device at each of its allocations, as far as sizes are known."""

from __future__ import annotations

import os
from dataclasses import replace

from cupylint import source
from cupylint.config import Settings
from cupylint.explain_memory import amount, option
from cupylint.facts import Moment

_BAR = 24  # characters for the peak
_TEXT = 48  # characters of a source line that are shown


def render(path: str, settings: Settings) -> str:
    """The timeline of the file at `path`, ready to be printed. Never runs it.

    Raises:
        OSError: the file cannot be read.
        UnreadableSource: it does not parse.
    """
    with open(path, "rb") as file:
        text = source.decode(file.read())
    with source.deep_recursion():
        found = moments(text, path, settings)
    return "".join(f"{line}\n" for line in _lines(path, found, settings))


def moments(text: str, path: str, settings: Settings) -> list[Moment]:
    """What is alive at each allocation of a program, in the order of its lines.

    Raises:
        UnreadableSource: the text does not parse.
    """
    from cupylint.engine import place_facts
    from cupylint.flow import analyse
    from cupylint.program import lower
    from cupylint.project import project

    full = os.path.abspath(path)
    module = source.parse(text)
    result = analyse(lower(module), replace(settings.model, timeline=True), project(), full)
    found = [fact for fact in result.facts if isinstance(fact, Moment)]
    place_facts([(path, module, text)], [*found])
    return sorted((moment for moment in found if moment.spot.filename), key=lambda moment: moment.spot.location)


def _lines(path: str, moments: list[Moment], settings: Settings) -> list[str]:
    if not moments:
        return [f"{path}: no allocation on a device is seen"]
    peak = max(moment.alive + moment.work for moment in moments)
    rows = [("line", "array", "bytes", "alive", "")]
    rows += [_row(moment) for moment in moments]
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
    top = max(moments, key=lambda moment: (_over(moment) > 0, moment.alive + moment.work))
    lines.append(f"{path}: peak {least}{amount(top.alive + top.work)} at line {top.spot.row}; {_fits(top, settings)}")
    return lines


def _over(moment: Moment) -> int:
    """Bytes that are too many, negative if they fit."""
    return moment.alive + moment.work - moment.limit


def _fits(moment: Moment, settings: Settings) -> str:
    given = "the default of --device-memory" if settings.model.device_memory is None else "--device-memory"
    if moment.bound is not None:
        given = f"{moment.bound.text} at line {moment.bound.spot.row}"
    return f"{'does not fit' if _over(moment) > 0 else 'fits'} into {option(moment.limit)} ({given})"


def _row(moment: Moment) -> tuple[str, str, str, str, str]:
    name = moment.name or "(temporary)"
    size = moment.size if moment.size and not moment.nbytes else (">=" if moment.size else "") + amount(moment.nbytes)
    if moment.work:
        size += f" + {amount(moment.work)}"
    shown = moment.spot.text if len(moment.spot.text) <= _TEXT else moment.spot.text[: _TEXT - 3] + "..."
    return str(moment.spot.row), f"{name} {moment.text}", size, amount(moment.alive + moment.work), shown
