"""``--watch``: lint again whenever a file changes."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Sequence

from cupylint.cli.arguments import configuration, overrides
from cupylint.cli.lint import lint
from cupylint.cli.options import STDIN
from cupylint.cli.status import UsageError
from cupylint.cli.terminal import complain, emit
from cupylint.config import PROJECT_FILE, ConfigError, Resolver
from cupylint.counted import counted
from cupylint.files import discover

_PAUSE = 0.3
"""Seconds between two looks; if a look takes long, five times that."""

_WRITING = 0.05
"""Seconds without a change after which a file has been written."""

_CLEAR = "\x1b[H\x1b[2J\x1b[3J"

State = dict[str, tuple[int, int]]
"""When each file was changed, in nanoseconds, and how many bytes it has."""


def watch(paths: Sequence[str], options: argparse.Namespace) -> int:
    """Lint what `paths` name whenever that or its configuration changes. Only the keyboard ends it.

    A mistake in the configuration is told, and waits for its correction.

    Raises:
        UsageError: the options cannot be watched.
    """
    if STDIN in paths:
        raise UsageError("standard input cannot be watched: give the names of files or folders")
    overrides(options)  # what is wrong with the options themselves ends the command
    seen = _state(paths, options)
    while True:
        if sys.stdout is not None and sys.stdout.isatty() and options.output_file is None:
            emit(sys.stdout, _CLEAR)
        try:
            lint(paths, options)
        except (ConfigError, UsageError) as error:
            complain(str(error))
        complain(f"watching {counted(len(seen), 'file')}; Ctrl-C ends")
        start = time.monotonic()
        while _state(paths, options) == seen:
            time.sleep(max(_PAUSE, 5 * (time.monotonic() - start)))
            start = time.monotonic()
        seen = _settled(paths, options)


def _settled(paths: Sequence[str], options: argparse.Namespace) -> State:
    """The state of the files when nobody is writing them any more: an editor first empties a file, then fills it."""
    seen = _state(paths, options)
    while True:
        time.sleep(_WRITING)
        before, seen = seen, _state(paths, options)
        if seen == before:
            return seen


def _state(paths: Sequence[str], options: argparse.Namespace) -> State:
    """The state of all files that would be linted, and of their configurations."""
    try:
        resolver = Resolver(overrides(options), config=configuration(options), isolated=options.isolated)
        files = [target.path for target in discover(paths, resolver).targets]
    except ConfigError:
        files = []
    folders = {os.path.dirname(os.path.abspath(name)) for name in (*files, *paths, "x")}
    above = {os.path.join(parent, PROJECT_FILE) for folder in folders for parent in _with_parents(folder)}
    given = configuration(options)
    return dict(filter(None, map(_stamp, {*files, *above, *([given] if given else [])})))


def _with_parents(folder: str) -> list[str]:
    found = [folder]
    while (parent := os.path.dirname(found[-1])) != found[-1]:
        found.append(parent)
    return found


def _stamp(path: str) -> tuple[str, tuple[int, int]] | None:
    try:
        status = os.stat(path)
    except OSError:
        return None
    return path, (status.st_mtime_ns, status.st_size)
