"""The command line of ``cupylint --dynamic``."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

from ..options import BACKENDS, UsageError, is_python, seconds

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


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see cupylint --dynamic --help)")


def parser() -> argparse.ArgumentParser:
    """The parser; `parse` is what to call."""
    made = _Parser(
        prog="cupylint --dynamic",
        usage="cupylint --dynamic [OPTION ...] [FILE.py [-- ARGUMENT ...] | [PATH ...] -- COMMAND]",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=_DESCRIPTION,
        epilog=_EPILOG,
        add_help=False,
        allow_abbrev=False,
    )
    made.add_argument("paths", nargs="*", metavar="PATH", help="one Python program, or whose races are told")
    made.add_argument(
        "--backend",
        choices=BACKENDS,
        default="auto",
        help="where to run: a CUDA device, the simulator, or (auto, the default) a device if there is one",
    )
    made.add_argument("--time-limit", metavar="SECONDS", type=seconds, help="for the traced run (default: 120)")
    made.add_argument("--output-format", choices=FORMATS, default="text", help="text (default), json or jsonl")
    made.add_argument(
        "--no-confirm", dest="confirm", action="store_false", help="do not run it again with gates for what is observed"
    )
    made.add_argument("-h", "--help", action="store_true", help="print this text")
    return made


def parse(argv: Sequence[str]) -> Options:
    """The options in `argv` (without ``--dynamic``).

    Raises:
        UsageError: `argv` cannot be understood, or names nothing to run.
    """
    words = list(argv)
    end = words.index("--") if "--" in words else len(words)
    found = parser().parse_args(words[:end])
    behind, paths = tuple(words[end + 1 :]), tuple(found.paths)
    alone = len(paths) == 1 and not os.path.isdir(paths[0])
    if not found.help:
        if alone and not (behind and is_python(behind[0])):
            paths, behind = (), (*paths, *behind)
        if not behind:
            raise UsageError("name a FILE.py, or a COMMAND after --, such as python -m pytest")
        for path in paths:
            if not os.path.exists(path):
                raise UsageError(f"{path}: there is no such file or folder")
    return Options(**{**vars(found), "paths": paths, "command": behind})
