"""The command line of ``cupylint --dynamic``."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from ..options import Parser, UsageError, is_one_program, is_python

FORMATS = ("text", "json", "jsonl")

_DESCRIPTION = """\
RUNS a program, traces what it does with streams and memory, and tells each pair of accesses that nothing ordered.
The linter is not asked, and nothing is lost if the sources are not there.

cupylint --dynamic FILE.py -- ARGUMENT  the program with the ARGUMENTs
cupylint --dynamic -- COMMAND           a command: python -m pytest tests, python -m package.module, driver.py
cupylint --dynamic PATH ... -- COMMAND  the same; only races that a file in the PATHs takes part in are told"""
_EPILOG = """\
Exit status: 1 a race was observed. 2 the command failed or did not start, nothing was traced, wrong usage, no device,
or an internal error. 0 the run was traced and no race was observed."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for.

    Attributes:
        paths: files and folders whose races are told; empty: all.
        command: the words of the command.
        confirm: run it again with gates for what was observed.
        time_limit: seconds for the traced run, None for the usual ones.
    """

    paths: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    backend: str = "auto"
    output_format: str = "text"
    confirm: bool = True
    time_limit: float | None = None
    help: bool = False


def parser() -> Parser:
    """The parser; `parse` is what to call."""
    made = Parser(
        "--dynamic",
        _DESCRIPTION,
        _EPILOG,
        "whose races are told",
        "for the traced run (default: 120)",
        FORMATS,
        "text (default), json or jsonl",
    )
    made.add_argument(
        "--no-confirm", dest="confirm", action="store_false", help="do not run it again with gates for what is observed"
    )
    return made


def parse(argv: Sequence[str]) -> Options:
    """The options in `argv` (without ``--dynamic``).

    Raises:
        UsageError: `argv` cannot be understood, or names nothing to run.
    """
    found, behind = parser().parsed(argv)
    paths, command = tuple(found.paths), behind or ()
    if not found.help:
        if is_one_program(paths) and not (command and is_python(command[0])):
            paths, command = (), (*paths, *command)
        if not command:
            raise UsageError("name a FILE.py, or a COMMAND after --, such as python -m pytest")
        for path in paths:
            if not os.path.exists(path):
                raise UsageError(f"{path}: there is no such file or folder")
    return Options(**{**vars(found), "paths": paths, "command": command})
