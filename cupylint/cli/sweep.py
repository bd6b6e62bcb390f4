"""``cupylint sweep``: its options, and what it says."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cupylint.cli.arguments import overrides
from cupylint.cli.options import Parser, add_rules, parser, seconds, whole
from cupylint.cli.status import FOUND, NOTHING, WRONG, UsageError
from cupylint.cli.terminal import complain, print_text
from cupylint.config import checked
from cupylint.progress import Progress
from cupylint.runner import processors
from cupylint.sweep import cluster, command, lines
from cupylint.sweep.one import Order

if TYPE_CHECKING:
    from cupylint.sweep.one import Order

_LEAST_SECONDS = 1.0
_DEVICES = "/proc/driver/nvidia/gpus"


def sweep(arguments: Sequence[str]) -> int:
    """Go through a list of targets; the exit status."""
    known = _parser()
    options = known.parse_args(arguments)
    if options.help:
        return print_text(known.format_help())
    order = _order(options)
    path = options.output_file or f"{options.list}.jsonl"
    progress = Progress(None if options.quiet else sys.stderr, what="targets")
    targets = _targets(options.list)
    try:
        with _one_line(path):
            summary = command.sweep(targets, path, order, options.scheduler, _workers(options), progress)
    finally:
        progress.close()
    if not options.quiet:
        complain(*summary.told(path))
    if summary.failed:
        return WRONG
    return FOUND if summary.findings and not options.exit_zero else NOTHING


def _targets(name: str) -> list[str]:
    try:
        return command.listed(name)
    except OSError as error:
        raise UsageError(f"{name}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise UsageError(f"{name}: is no list of targets: not UTF-8") from None


@contextmanager
def _one_line(path: str) -> Iterator[None]:
    """What ends a sweep into the file `path` is told in one line."""
    try:
        yield
    except lines.NoSweep as error:
        raise UsageError(f"{path}: {error}") from None
    except cluster.NoCluster as error:
        raise UsageError(str(error)) from None
    except OSError as error:
        raise UsageError(f"{error.filename or path}: cannot be read or written: {error.strerror or error}") from None


def _parser() -> Parser:
    known = Parser(
        prog="cupylint sweep",
        usage="cupylint sweep [OPTION ...] LIST",
        description="Lints many targets, on several machines if there are, and writes a line of JSON for each. LIST "
        "names one in each line: a folder, file, wheel, archive (zip, tar) or git bundle. Configuration in them "
        "is not read. What LIST.jsonl has from an earlier run with the same version and options is not done again.",
        epilog="Exit status: 0 nothing found, 1 findings, 2 a target cannot be read, or wrong usage.",
        add_help=False,
        allow_abbrev=False,
    )
    known.add_argument("list", metavar="LIST", nargs="?")
    add_rules(known)
    limits = known.add_argument_group("bounds")
    limits.add_argument("--time-limit", metavar="SECONDS", type=seconds, help="for each file (default: 10)")
    limits.add_argument("--memory-limit", metavar="SIZE", help="for each file (default: 500MB)")
    limits.add_argument(
        "--target-time", metavar="SECONDS", type=seconds, default=600.0, help="for each target (default: 600)"
    )
    limits.add_argument("--target-memory", metavar="SIZE", default="2GB", help="for each target (default: 2GB)")
    run = known.add_argument_group("the sweep")
    run.add_argument("-o", "--output-file", metavar="FILE", help="add the lines to FILE (default: LIST.jsonl)")
    run.add_argument("-j", "--jobs", metavar="N", type=whole, help="workers on this machine (default: one a processor)")
    run.add_argument("--scheduler", metavar="ADDRESS", help="use the cluster of Dask that is there (tcp://host:8786)")
    run.add_argument("--verify", action="store_true", help="targets are programs: run each, and prove its findings")
    run.add_argument("--backend", metavar="NAME", help="with --verify: cuda or simulator (default: as it is there)")
    run.add_argument("-q", "--quiet", action="store_true", help="print errors alone")
    run.add_argument("--exit-zero", action="store_true", help="exit with 0 although there are findings")
    run.add_argument("-h", "--help", action="store_true", help="print this text")
    return known


def _order(options: argparse.Namespace) -> Order:
    if options.list is None:
        raise UsageError("sweep needs a list of targets: cupylint sweep LIST")
    if options.backend is not None and not options.verify:
        raise UsageError("--backend says where programs run: give --verify, too")
    if options.jobs is not None and (options.jobs < 1 or options.scheduler is not None):
        raise UsageError("--jobs is the number of workers on this machine: at least 1, and not with --scheduler")
    memory = checked("memory-limit", options.target_memory, where="--target-memory: ")
    assert isinstance(memory, int)
    if not options.target_time >= _LEAST_SECONDS:
        raise UsageError("--target-time must be a second or more")
    verify: tuple[str, ...] | None = None
    if options.verify:
        verify = ("--backend", options.backend) if options.backend is not None else ()
    return Order(
        overrides(argparse.Namespace(**{**vars(parser().parse_args([])), **vars(options), "output_format": "concise"})),
        options.target_time,
        memory,
        verify,
        _devices() if options.verify and options.scheduler is None and options.backend != "simulator" else (),
    )


def _devices() -> tuple[str, ...]:
    """The GPUs of this machine as ``CUDA_VISIBLE_DEVICES`` has them."""
    given = os.environ.get("CUDA_VISIBLE_DEVICES")
    if given is not None:
        return tuple(part.strip() for part in given.split(",") if part.strip())
    try:
        return tuple(map(str, range(len(os.listdir(_DEVICES)))))
    except OSError:
        return ()


def _workers(options: argparse.Namespace) -> int:
    if options.jobs is not None:
        return int(options.jobs)
    if options.verify and (devices := _devices()) and options.backend != "simulator":
        return len(devices)
    return processors()
