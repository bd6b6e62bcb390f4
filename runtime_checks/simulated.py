"""Judges jobs in the simulator: what it says of a program, in the words of the device's verdicts."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from types import FrameType
from typing import Any

from . import scene, timings, wholes
from .jobs import Job, Pair, RaceAt, Seen, Site
from .results import Verdict, printed
from .rewrite import RewriteError, read_text, unit_text
from .simulator import Options, Race, Report, run
from .worker import prepared


class Simulated:
    """Runs each job's program once; all its pairs are judged on that one trace."""

    devices = 16

    def __call__(self, job: Job, say: Callable[..., None]) -> tuple[str, bool]:
        """The program's error ("" if none), and whether this process can be used again."""
        say(kind="stage", stage="the simulated run")
        texts = {os.path.realpath(name): text for name, text in job.texts}
        options = Options(
            per_thread_default_stream=job.per_thread_default_stream,
            devices=job.devices,
            arguments=job.argv,
            named=not job.pairs,
            schedules="races" if job.pairs else "none",
        )
        real = os.path.realpath(job.path)
        files = {site.filename for pair in job.pairs for site in (pair.earlier, pair.later)}
        start, environment = time.perf_counter(), dict(os.environ)
        before = set(threading.enumerate())
        try:
            clocks = timings.split(job.pairs)
            readings = timings.Readings(clocks, {number: rows(pair.earlier, texts) for number, pair in clocks.items()})
            changed = {**texts, **prepared(texts, clocks)[0]} if clocks else texts
            source = changed.get(real) or read_text(job.path)
            with scene.imports(changed, real), readings.named(), _lines({job.path, real, *files}) as lines:
                report = run(job.path, options=options, source=source)
        except RewriteError as error:
            return str(error), True
        finally:
            os.environ.clear()
            os.environ.update(environment)
        milliseconds = 1e3 * (time.perf_counter() - start)
        if not job.pairs:
            say(kind="seen", seen=asdict(_of_run(report, job, options, source, milliseconds)))
            for race in _inside(real, report):
                say(kind="race", race=asdict(at(race)))
        for number, pair in enumerate(job.pairs):
            if number in clocks and not report.not_supported:
                seen = readings.seen(number, milliseconds)
            else:
                seen = judged(number, pair, report, lines, texts, milliseconds)
            say(kind="seen", seen=asdict(seen))
        return report.error, not set(threading.enumerate()) - before


def _of_run(report: Report, job: Job, options: Options, source: str, milliseconds: float) -> Seen:
    """How the run ended, and if that is asked, whether it prints the same without reuse of memory."""
    seen = ended(report, milliseconds)
    if not job.reuse or seen.verdict != Verdict.ENDS.name:
        return seen
    again = run(job.path, options=replace(options, reuse=False, named=False), source=source)
    return wholes.compared(seen, {wholes.PRINTED: report.stdout}, {wholes.PRINTED: again.stdout})


def _inside(real: str, report: Report) -> Iterator[Race]:
    """The races both of whose accesses stand in one file."""
    for race in report.races:
        if os.path.realpath(race.earlier.filename) == os.path.realpath(race.later.filename) == real:
            yield race


def judged(
    number: int, pair: Pair, report: Report, lines: set[tuple[str, int]], texts: dict[str, str], milliseconds: float
) -> Seen:
    """The verdict on one pair.

    Args:
        lines: (real path, row) of the lines that were executed.
        texts: texts of files that are not those on disk, by real path.
    """
    earlier, later = rows(pair.earlier, texts), rows(pair.later, texts)
    at_later = [race for race in report.races if _at(race.later.filename, race.later.row, pair.later, later)]
    exact = [race for race in at_later if _at(race.earlier.filename, race.earlier.row, pair.earlier, earlier)]
    row, first = pair.later.location.row, pair.earlier.location.row
    if at_later:
        race = (exact or at_later)[0]
        text = f"nothing orders line {row} after line {race.earlier.row}"
        return Seen(number, Verdict.CONFIRMED.name, text, _harm(race, report), milliseconds)
    if report.not_supported:
        return Seen(number, Verdict.NOT_SUPPORTED.name, report.not_supported, "", milliseconds)
    missed = [place for place, wanted in ((first, earlier), (row, later)) if not _came(wanted, lines)]
    if missed:
        text = f"the run did not come to line {missed[0]}"
        return Seen(number, Verdict.NOT_REACHED.name, text, "", milliseconds)
    text = f"line {row} has no unordered access after line {first} in this run"
    return Seen(number, Verdict.ORDERED.name, text, "", milliseconds)


def ended(report: Report, milliseconds: float) -> Seen:
    """How a whole run ended."""
    if report.not_supported:
        return Seen(0, Verdict.NOT_SUPPORTED.name, report.not_supported, "", milliseconds)
    if report.error.startswith("ModuleNotFoundError"):
        return Seen(0, Verdict.NOT_SUPPORTED.name, report.error.partition(": ")[2], "", milliseconds)
    if report.error:
        text = report.error.removeprefix("cupy_backends.cuda.api.runtime.")
        return Seen(0, Verdict.FAILED.name, f"{text} (line {report.row})" if report.row else text, "", milliseconds)
    return Seen(0, Verdict.ENDS.name, printed(report.stdout), "", milliseconds)


def at(race: Race) -> RaceAt:
    """A race as data for another process."""
    first, then = race.earlier, race.later
    return RaceAt(
        (first.row, then.row),
        (first.column, then.column),
        race.names,
        race.kinds,
        race.streams,
        race.hosts,
        race.reuse,
    )


def rows(site: Site, texts: dict[str, str]) -> set[tuple[str, int]]:
    """(real path, row) of all lines of the statement that makes an access."""
    real = os.path.realpath(site.filename)
    place = site.location
    try:
        unit = unit_text(texts.get(real) or read_text(site.filename), place)
    except (RewriteError, SyntaxError, ValueError, RecursionError):
        unit = None
    if unit is not None:
        place = unit[1]
    return {(real, row) for row in range(place.row, place.end_row + 1)}


def _at(filename: str, row: int, site: Site, wanted: set[tuple[str, int]]) -> bool:
    return (os.path.realpath(filename), row) in wanted


def _came(wanted: set[tuple[str, int]], lines: set[tuple[str, int]]) -> bool:
    return not wanted.isdisjoint(lines)


def _harm(race: Race, report: Report) -> str:
    """What goes wrong in numbers when the stream of the earlier access is late."""
    found = [harm for harm in report.harm if harm.late == race.streams[0]]
    here = [harm for harm in found if harm.place.row == race.later.row]
    chosen = (here or found)[:1]
    if chosen and not chosen[0].total:
        return f"the program fails: {chosen[0].what}"
    return f"line {chosen[0].place.row}: wrong {chosen[0].wrong} of {chosen[0].total}" if chosen else ""


@contextmanager
def _lines(files: set[str]) -> Iterator[set[tuple[str, int]]]:
    """Collect the lines of `files` that are executed in the block, on all threads."""
    found: set[tuple[str, int]] = set()
    names = {name: os.path.realpath(name) for name in files}

    def trace(frame: FrameType, event: str, argument: object) -> Any:
        real = names.get(frame.f_code.co_filename)
        if real is None:
            return None
        if event == "line":
            found.add((real, frame.f_lineno))
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    threading.settrace(trace)
    try:
        yield found
    finally:
        sys.settrace(before)
        threading.settrace(None)
