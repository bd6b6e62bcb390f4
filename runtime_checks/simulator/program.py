"""Runs a program under the simulator: once in issue order, then with one stream ahead of all others."""

from __future__ import annotations

import contextlib
import io
import linecache
import os
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable, Hashable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from cupylint.order import Kind

from .. import launch
from . import host, threads
from .cupy_api import installed
from .engine import Engine, activate
from .log import View
from .progress import Hangs
from .results import Harm, NotSupported, Options, Place, Race, Report

_MAX_SCHEDULES = 8
_MAX_HARM = 4  # for each schedule
_THREADS_END = 10.0  # seconds that threads may go on after the main thread's end


def run(
    program: str | Path,
    *,
    options: Options = Options(),  # noqa: B008 - immutable
    source: str | None = None,
    told: Callable[[Race | Report], None] = lambda what: None,
    engine: Callable[..., Engine] = Engine,
) -> Report:
    """Run a program and judge its trace.

    The program runs in this process; whoever calls this sees to isolation and time limits.

    Args:
        program: path of the file (only a name if `source` is given).
        options: what it runs on.
        source: the program's text; None: read it from `program`.
        told: called with each race as soon as it is found, and with the report as it is before harm is looked for.
        engine: makes the engine of the run that is judged.
    """
    path = str(program)
    text = "" if options.module else Path(program).read_text(encoding="utf-8") if source is None else source
    shapes: dict[Hashable, Any] = {}
    report = Report()
    begun = time.monotonic()
    first = engine(options, shapes=shapes, told=told)
    report.stdout, failure = _execute(first, path, text)
    report.used, report.taken = first.memory.use.most, first.memory.peak
    report.lacking, report.unread, report.hangs = first.lacking, first.unread, isinstance(failure, Hangs)
    report.kernels, report.stuck, report.waiting = first.kernels, first.stuck, first.waiting
    report.idle_waits, report.forsaken = list(first.idle_waits), list(first.forsaken)
    report.races = sorted(first.races.values(), key=lambda race: (race.later, race.earlier))
    if isinstance(failure, NotSupported):
        report.not_supported, report.row = str(failure), first.failed
    elif failure is not None:
        report.error, report.row = first.error, first.failed
    told(report)
    if options.schedules != "none" and failure is None and not first.lacking and not first.progress.met:
        _search_harm(report, first, options, path, text, shapes, time.monotonic() - begun)
    return report


def _message(failure: BaseException) -> str:
    if isinstance(failure, SystemExit):
        return launch.ended(failure)
    if isinstance(failure, Hangs):
        return str(failure)
    return "".join(traceback.format_exception_only(type(failure), failure)).strip()


_SEEDED = np.random, "default_rng", lambda original: lambda seed=0: original(seed)

# -- one execution -----------------------------------------------------------------------------


@contextlib.contextmanager
def _patched() -> Iterator[None]:
    patches: list[tuple[Any, str, Callable[..., Any]]] = [*host.PATCHES, *threads.PATCHES, _SEEDED]
    originals = [getattr(owner, name) for owner, name, _ in patches]
    for (owner, name, wrap), original in zip(patches, originals, strict=True):
        setattr(owner, name, wrap(original))
    try:
        yield
    finally:
        for (owner, name, _), original in zip(patches, originals, strict=True):
            setattr(owner, name, original)


@contextlib.contextmanager
def surroundings() -> Iterator[None]:
    """What a simulated program finds: the stand-in for CuPy, and threads whose order is known."""
    with installed(), _patched():
        yield


def _execute(engine: Engine, path: str, text: str) -> tuple[str, BaseException | None]:
    """Run the program; what it printed, and what ended it (None: its end, or ``sys.exit(0)``)."""
    output = io.StringIO()
    main = ModuleType("__main__")
    main.__file__ = path
    if text:
        linecache.cache[path] = (len(text), None, text.splitlines(keepends=True), path)  # for inspect.getsource
    redirected = contextlib.redirect_stdout(output), contextlib.redirect_stderr(output)
    with _left_as_it_was(), _active(engine), surroundings(), redirected[0], redirected[1]:
        failure = _until_all_is_done(engine, path, text, main)
        if failure is not None:
            _tell(engine, failure, path)
            failure.__traceback__ = None  # its frames keep arrays alive
        engine.over = True
        main.__dict__.clear()
        engine.close()
    return output.getvalue(), failure


def _until_all_is_done(engine: Engine, path: str, text: str, main: ModuleType) -> BaseException | None:
    """Run the program and its threads to their ends, and all that was issued; what failed first."""
    process, threads_before = os.getpid(), set(threading.enumerate())
    failure = _started(engine, path, text, main)
    if os.getpid() != process:
        os._exit(0 if failure is None else 1)  # a child that the program forked
    for thread in set(threading.enumerate()) - threads_before:
        if not thread.daemon:
            thread.join(_THREADS_END)
    try:
        engine.finish()
        engine.progress.until(engine)
    except (Exception, Hangs) as error:
        return failure or error
    return failure


def _started(engine: Engine, path: str, text: str, main: ModuleType) -> BaseException | None:
    """Run the program as Python would; what ended it (None: its end, or ``sys.exit(0)``)."""
    module = engine.options.module
    sys.argv = launch.arguments(path, module, engine.options.arguments)
    sys.path[0:0], sys.modules["__main__"] = [launch.folder_of(path, module)], main
    random.seed(0)
    np.random.seed(0)
    try:
        launch.start(path, module, {os.path.realpath(path): text}, main)
    except SystemExit as error:
        return error if error.code not in (None, 0) else None
    except (Exception, Hangs) as error:
        return error
    return None


def _tell(engine: Engine, failure: BaseException, path: str) -> None:
    """Note what failed, and where."""
    places = traceback.extract_tb(failure.__traceback__)
    engine.error = _message(failure)
    if isinstance(failure, Hangs):
        engine.stuck = engine.progress.names
        lines = [(place.filename, place.lineno or 0) for place in places]
        engine.waiting = [line for line in lines if not launch.is_library(line[0])]
    engine.failed = next((place.lineno or 0 for place in reversed(places) if place.filename == path), 0)


@contextlib.contextmanager
def _active(engine: Engine) -> Iterator[None]:
    """What is issued goes to `engine`."""
    activate(engine)
    try:
        yield
    finally:
        activate(None)


@contextlib.contextmanager
def _left_as_it_was() -> Iterator[None]:
    """What a program changes of its process is changed back."""
    modules, arguments, folders, main = set(sys.modules), sys.argv, list(sys.path), sys.modules["__main__"]
    directory = _directory()
    try:
        yield
    finally:
        with contextlib.suppress(OSError):
            os.chdir(directory)
        sys.argv, sys.path[:], sys.modules["__main__"] = arguments, folders, main
        for name in set(sys.modules) - modules:
            file = getattr(sys.modules[name], "__file__", None)
            if file is not None and not launch.is_library(file):
                del sys.modules[name]  # it belongs to the program: each execution must import it anew


def _directory() -> str:
    """The working directory; a program may have removed it."""
    try:
        return os.getcwd()
    except OSError:
        return os.curdir


# -- harm --------------------------------------------------------------------------------------


def _search_harm(
    report: Report,
    first: Engine,
    options: Options,
    path: str,
    text: str,
    shapes: dict[Hashable, Any],
    seconds: float,
) -> None:
    """Look for wrong values in runs where one stream is ahead; each takes about as many `seconds` as the first."""
    labels = {race.streams[1]: None for race in report.races}
    if options.schedules == "all":
        labels |= dict.fromkeys(["host", *_labels(first)])
    most = int(min(_MAX_SCHEDULES, options.patience / max(seconds, 1e-6) - 1))
    if not labels or most < 1:
        return
    watch = frozenset(first.racing)
    serial = Engine(options, judge=False, watch=watch, shapes=shapes)
    _, failed = _execute(serial, path, text)
    seen = zip(first.observed, serial.observed, strict=False)
    if failed is not None or any(_differing(one, two) for (_, one), (_, two) in seen):
        report.deterministic = False
        return
    for label in list(labels)[:most]:
        late = Engine(options, label, judge=False, watch=watch, shapes=shapes)
        _, failure = _execute(late, path, text)
        held = next((race.streams[0] for race in report.races if race.streams[1] == label), "")
        found = [replace(harm, late=held) for harm in _harm(serial, late, label)]
        if failure is not None and not found:
            found.append(Harm(Place(path, 0), late.error, 0, 0, label, held))
        report.harm += found[:_MAX_HARM]


def _labels(engine: Engine) -> list[str]:
    null = ["null"] if any(stream.kind is Kind.NULL for stream in engine.order.streams) else []
    return null + ([] if engine.session is None else [label for _, label in engine.session.streams.values()])


def _harm(serial: Engine, late: Engine, label: str) -> Iterator[Harm]:
    for (place, right), (where, seen) in zip(serial.observed, late.observed, strict=False):
        if place != where:
            break  # the program took another way
        wrong = _differing(right, seen)
        if wrong:
            yield Harm(place, "host read", wrong, max(right.size, 1), label)
    for what, kept, other in (
        ("consumed", serial.consumed, late.consumed),
        ("final contents", serial.written, late.written),
    ):
        for number, (place, values) in sorted(kept.items()):
            there = other.get(number)
            if there is not None and there[0] == place:
                for right, seen in zip(values, there[1], strict=False):
                    wrong = _differing(right, seen)
                    if wrong:
                        yield Harm(place, what, wrong, right.size, label)


def _differing(one: View, other: View) -> int:
    """Number of differing elements; not-a-numbers with equal bits are equal."""
    if one.shape != other.shape or one.dtype != other.dtype:
        return max(one.size, 1)
    width = one.dtype.itemsize
    kind = np.dtype(f"u{width}") if width in (1, 2, 4, 8) else np.dtype((np.void, width))
    left, right = (np.ascontiguousarray(view).reshape(-1).view(kind) for view in (one, other))
    return int(np.count_nonzero(left != right))
