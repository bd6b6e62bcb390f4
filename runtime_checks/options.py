"""The command line of ``cupylint --verify``."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

BACKENDS = ("auto", "cuda", "simulator")
FORMATS = ("table", "json", "jsonl", "sarif")
_PYTHON = re.compile(r"(?:python|pypy)(?:\d+(?:\.\d+)*)?w?t?(?:\.exe)?", re.IGNORECASE)


_DESCRIPTION = """\
RUNS programs and says what really happens.

cupylint --verify                      the bundled programs, each of which must do what it promises
cupylint --verify FILE.py -- ARGUMENT  lints the program and the modules that it imports, runs it with the ARGUMENTs
                                       in a process of its own, and gives each finding a verdict
cupylint --verify PATH ... -- COMMAND  lints the PATHs (default: the project of COMMAND), runs COMMAND, and gives
                                       each finding a verdict:
                                           -- python -m pytest tests/test_x.py -k name
                                           -- python -m package.module --n 4
                                           -- driver.py input.npy

What follows -- are ARGUMENTs if there is one PATH and it is a file, else a COMMAND. It is a COMMAND in any case if
its first word is a Python interpreter."""
_EPILOG = """\
Exit status: 1 a finding was confirmed. 2 COMMAND failed or did not start, a finding stays open, wrong usage, no
device, or an internal error. 0 the run was complete, and every finding, if there is any, was ORDERED. For bundled
programs: 0 all expectations met, 1 otherwise."""


class UsageError(Exception):
    """The command line or the surroundings do not allow it. The text is one line."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for.

    Attributes:
        paths: files and folders whose findings are verified; empty for the project of `command`, or bundled programs.
        arguments: what the one program among the paths gets after ``--``.
        command: the words of a command that stand there instead, see `parse`.
        only: codes, prefixes, paths, or names of bundled programs; empty for all.
        changed: only bundled programs whose evidence is stale or missing.
        repeat: how often each bundled program without a mistake runs.
        time_limit: seconds for one program, None for the usual ones.
    """

    paths: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    command: tuple[str, ...] = ()
    backend: str = "auto"
    output_format: str = "table"
    report: str | None = None
    evidence: str | None = None
    only: tuple[str, ...] = ()
    changed: bool = False
    repeat: int = 1
    probe: bool = False
    measure: str | None = None
    time_limit: float | None = None
    help: bool = False

    @property
    def fixtures(self) -> bool:
        """Whether the bundled programs are meant."""
        return not self.paths and not self.command


class Parser(argparse.ArgumentParser):
    """What ``cupylint --verify`` and ``cupylint --dynamic`` understand alike; each adds its own options.

    Args:
        option: that of the command.
        paths, seconds, shown: what the paths, the time limit and the formats mean.
        formats: the first is the default.
    """

    def __init__(
        self, option: str, description: str, epilog: str, paths: str, seconds: str, formats: Sequence[str], shown: str
    ) -> None:
        super().__init__(
            prog=f"cupylint {option}",
            usage=f"cupylint {option} [OPTION ...] [FILE.py [-- ARGUMENT ...] | [PATH ...] -- COMMAND]",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description=description,
            epilog=epilog,
            add_help=False,
            allow_abbrev=False,
        )
        self.add_argument("paths", nargs="*", metavar="PATH", help=f"one Python program, or {paths}")
        self.add_argument(
            "--backend",
            choices=BACKENDS,
            default="auto",
            help="where to run: a CUDA device, the simulator, or (auto, the default) a device if there is one",
        )
        self.add_argument("--time-limit", metavar="SECONDS", type=_seconds, help=seconds)
        self.add_argument("--output-format", choices=formats, default=formats[0], help=shown)
        self.add_argument("-h", "--help", action="store_true", help="print this text")

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see {self.prog} --help)")

    def parsed(self, argv: Sequence[str]) -> tuple[argparse.Namespace, tuple[str, ...] | None]:
        """The options before ``--`` in `argv`, and the words behind it, None without it.

        Raises:
            UsageError: they cannot be understood.
        """
        words = list(argv)
        end = words.index("--") if "--" in words else len(words)
        return self.parse_args(words[:end]), tuple(words[end + 1 :]) if end < len(words) else None


def is_one_program(paths: Sequence[str]) -> bool:
    """Whether the paths are one that is no folder: the program, unless a command stands behind ``--``."""
    return len(paths) == 1 and not os.path.isdir(paths[0])


def is_python(word: str) -> bool:
    """Whether a word names a Python interpreter: ``python``, ``python3.12``, ``/usr/bin/python``."""
    return _PYTHON.fullmatch(os.path.basename(word)) is not None


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number of at least 1, not {text!r}")
    return int(text)


def _seconds(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < 1e6:
        raise argparse.ArgumentTypeError(f"must be a number of seconds above 0, not {text!r}")
    return value


def parser() -> Parser:
    """The parser; `parse` is what to call."""
    made = Parser(
        "--verify",
        _DESCRIPTION,
        _EPILOG,
        "what COMMAND is to verify",
        "for one program",
        FORMATS,
        "table (default), json, jsonl, or sarif for findings with their verdicts",
    )
    made.add_argument(
        "--only",
        metavar="CODE|PATH",
        action="append",
        default=[],
        help="findings, or bundled programs, of these rules (CUP101, CUP1) and in these files and folders; "
        "a bundled program also by its name, CUP101/bad_textbook",
    )
    made.add_argument(
        "--changed",
        action="store_true",
        help="bundled programs that have changed, or whose judge has, since the evidence (of --evidence) was written",
    )
    made.add_argument(
        "--repeat", metavar="N", type=_positive, default=1, help="run each bundled program without a mistake N times"
    )
    made.add_argument("--report", metavar="FILE.html", help="write a page with a picture of each case")
    made.add_argument(
        "--evidence",
        metavar="FILE.md",
        help="write linter, simulator and device side by side; keeps the other backend's column",
    )
    made.add_argument(
        "--probe", action="store_true", help="measure the rules of order and the calls that wait on this device"
    )
    made.add_argument(
        "--measure",
        metavar="FILE.json",
        help="with --probe: measure each call of the model of CuPy, too, and write FILE",
    )
    return made


def parse(argv: Sequence[str]) -> Options:
    """The options in `argv` (without ``--verify``).

    The words after ``--`` are arguments where one path stands before it that is no folder; else they are a command, and
    so they are in any case where the first one names a Python interpreter.

    Raises:
        UsageError: `argv` cannot be understood, or asks for things that exclude each other.
    """
    found, behind = parser().parsed(argv)
    words, is_program = behind or (), is_one_program(found.paths)
    is_command = bool(words) and (not is_program or is_python(words[0]))
    arguments, command = ((), words) if is_command else (words, ())
    only = tuple(part.strip() for text in found.only for part in text.split(",") if part.strip())
    options = Options(
        **{**vars(found), "paths": tuple(found.paths), "only": only},
        arguments=arguments,
        command=command,
    )
    lacks_command = behind == () and not is_program
    if wrong := next((text for is_wrong, text in _contradictions(options, lacks_command) if is_wrong), None):
        raise UsageError(wrong)
    return options


def _contradictions(options: Options, lacks_command: bool) -> Iterator[tuple[object, str]]:
    """What cannot be asked for together: whether it is, and what to say then."""
    yield lacks_command, "a COMMAND is missing after --, such as python -m pytest"
    several = not options.command and len(options.paths) > 1
    yield several, "one PATH at a time, or a COMMAND after --, such as python -m pytest"
    own = not options.fixtures
    yield own and options.changed, "--changed chooses bundled programs: leave PATH and COMMAND out"
    yield own and options.repeat > 1, "--repeat is for bundled programs: leave PATH and COMMAND out"
    yield own and options.evidence, "--evidence is for bundled programs: leave PATH and COMMAND out"
    chosen = own or options.only or options.changed
    yield options.probe and chosen, "--probe runs no programs: leave PATH, COMMAND, --only and --changed out"
    for_findings = options.output_format == "sarif"
    yield for_findings and not own, "--output-format sarif is for findings: give PATH or COMMAND"
    yield options.measure and not options.probe, "--measure belongs to --probe: give that, too"
    written = options.report or options.evidence
    yield options.probe and written, "--probe writes no report: leave --report and --evidence out"
