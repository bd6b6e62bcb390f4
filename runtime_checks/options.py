"""The command line of ``cupylint --verify``."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn

BACKENDS = ("auto", "cuda", "simulator")
FORMATS = ("table", "json")


class UsageError(Exception):
    """The command line or the surroundings do not allow it. The text is one line."""


@dataclass(frozen=True, slots=True)
class Options:
    """What was asked for.

    Attributes:
        paths: programs to verify; empty for the bundled ones.
        arguments: what the program gets after ``--``.
        only: codes, prefixes or names of bundled programs; empty for all.
        repeat: how often each bundled program without a mistake runs.
        time_limit: seconds for one program, None for the usual ones.
    """

    paths: tuple[str, ...] = ()
    arguments: tuple[str, ...] = ()
    backend: str = "auto"
    output_format: str = "table"
    report: str | None = None
    evidence: str | None = None
    only: tuple[str, ...] = ()
    repeat: int = 1
    probe: bool = False
    time_limit: float | None = None
    help: bool = False

    @property
    def fixtures(self) -> bool:
        """Whether the bundled programs are meant."""
        return not self.paths


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message} (see cupylint --verify --help)")


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


def parser() -> argparse.ArgumentParser:
    """The parser; `parse` is what to call."""
    made = _Parser(
        prog="cupylint --verify",
        usage="cupylint --verify [OPTION ...] [PATH] [-- ARGUMENT ...]",
        description="RUNS programs and says what really happens. Without PATH: the bundled programs, each of which "
        "must do what it promises. With PATH: lints the program, runs it with the ARGUMENTs in a process of its own "
        "and gives each finding a verdict.",
        epilog="Exit status: 0 all expectations met, or no finding confirmed; 1 otherwise; 2 wrong usage, no device, "
        "or an internal error.",
        add_help=False,
        allow_abbrev=False,
    )
    made.add_argument("paths", nargs="*", metavar="PATH", help="a Python program")
    made.add_argument(
        "--backend",
        choices=BACKENDS,
        default="auto",
        help="where to run: a CUDA device, the simulator, or (auto, the default) a device if there is one",
    )
    made.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        default=[],
        help="bundled programs: CUP101, CUP1, CUP101/bad_textbook",
    )
    made.add_argument(
        "--repeat", metavar="N", type=_positive, default=1, help="run each bundled program without a mistake N times"
    )
    made.add_argument("--time-limit", metavar="SECONDS", type=_seconds, help="for one program")
    made.add_argument("--output-format", choices=FORMATS, default="table", help="table (default) or json")
    made.add_argument("--report", metavar="FILE.html", help="write a page with a picture of each case")
    made.add_argument(
        "--evidence",
        metavar="FILE.md",
        help="write linter, simulator and device side by side; keeps the other backend's column",
    )
    made.add_argument(
        "--probe", action="store_true", help="measure the rules of order and the calls that wait on this device"
    )
    made.add_argument("-h", "--help", action="store_true", help="print this text")
    return made


def parse(argv: Sequence[str]) -> Options:
    """The options in `argv` (without ``--verify``).

    Raises:
        UsageError: `argv` cannot be understood, or asks for things that exclude each other.
    """
    words = list(argv)
    end = words.index("--") if "--" in words else len(words)
    found = parser().parse_args(words[:end])
    arguments = tuple(words[end + 1 :])
    only = tuple(part.strip() for text in found.only for part in text.split(",") if part.strip())
    options = Options(
        **{**vars(found), "paths": tuple(found.paths), "only": only},
        arguments=arguments,
    )
    for wrong, message in (
        (arguments and not options.paths, "arguments after -- need a PATH before it"),
        (len(options.paths) > 1, "one PATH at a time: the program's own arguments go after --"),
        (options.paths and options.only, "--only chooses bundled programs: leave PATH out"),
        (options.paths and options.repeat > 1, "--repeat is for bundled programs: leave PATH out"),
        (options.paths and options.evidence, "--evidence is for bundled programs: leave PATH out"),
        (options.probe and (options.paths or options.only), "--probe runs no programs: leave PATH and --only out"),
        (
            options.probe and (options.report or options.evidence),
            "--probe writes no report: leave --report and --evidence out",
        ),
    ):
        if wrong:
            raise UsageError(message)
    return options
