"""What ``cupylint --dynamic`` does: runs a command, and says which accesses nothing ordered."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence

from cupylint import escape

from .. import command, linting, table
from ..command import Command
from ..entry import WRONG, failure, guarded, wrong
from ..options import UsageError
from ..printing import emit
from ..tools import Tools
from . import show
from .observe import Observation
from .options import Options, parse, parser
from .trace import Observed

_PER_THREAD = "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM"


def main(argv: Sequence[str], tools: Tools | None = None) -> int:
    """Run ``cupylint --dynamic`` with `argv` (without ``--dynamic``) and return the exit status."""
    try:
        options = parse(argv)
        if options.help:
            emit(sys.stdout, parser().format_help())
            return 0
    except UsageError as error:
        return wrong(error)
    tools = tools or Tools(linting.of_case, linting.peak_of_case)
    return guarded(lambda: _run(options, tools), tools)


def _run(options: Options, tools: Tools) -> int:
    start = time.perf_counter()
    given = _given(options)
    about = tools.choose(options.backend)
    plain = options.output_format == "text"
    announced = f"{about['backend']}: {about.get('device', '')}. This runs {given.shown}."
    emit(sys.stdout if plain else sys.stderr, escape.line(announced) + "\n")
    progress = table.Progress(sys.stderr)
    try:
        seen = tools.observe_command(
            given,
            options.time_limit,
            wanted=_within(options.paths),
            confirm=options.confirm,
            per_thread_default_stream=os.environ.get(_PER_THREAD) == "1",
            told=lambda stage: progress.show(0, stage),
        )
    finally:
        progress.close()
    _print(seen, options, time.perf_counter() - start)
    return status(seen)


def _given(options: Options) -> Command:
    first = options.command[0]
    if len(options.command) == 1 and not os.path.isfile(first) and os.path.splitext(first)[1] == ".py":
        raise UsageError(f"{first}: is not a file; name one Python program")
    return command.parse(options.command)


def _within(paths: Sequence[str]) -> Callable[[Observed], bool]:
    """Whether a race has an access in one of the paths; all have if there are none."""
    roots = [os.path.realpath(path) for path in paths]

    def within(observed: Observed) -> bool:
        files = (os.path.realpath(side.stack[0].filename) for side in (observed.earlier, observed.later))
        return not roots or any(file == root or file.startswith(root + os.sep) for file in files for root in roots)

    return within


def _print(seen: Observation, options: Options, seconds: float) -> None:
    failed = failure(seen.ran)
    if options.output_format == "text":
        out = table.terminal(sys.stdout)
        found = show.text(seen.races, out)
        emit(sys.stdout, found + ("\n" if found else "") + show.closing(seen, seconds, out) + failed)
        return
    races = [show.as_object(race) for race in seen.races]
    if options.output_format == "json":
        emit(sys.stdout, escape.to_json({"races": races, "summary": show.as_summary(seen)}))
    else:
        lines = [{"kind": "race", **race} for race in races] + [{"kind": "summary", **show.as_summary(seen)}]
        emit(sys.stdout, "".join(escape.to_json(line, indent=None) for line in lines))
    emit(sys.stderr, failed)


def status(seen: Observation) -> int:
    """The exit status: 1 a race, 2 the command failed or nothing was traced, else 0."""
    if seen.races:
        return 1
    return WRONG if seen.ran.error or seen.summary is None or not seen.summary.operations else 0
