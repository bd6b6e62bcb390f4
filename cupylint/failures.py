"""What fails inside cupylint itself costs only its own findings, and is told as a finding that asks for a report."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from cupylint.budget import Cancelled
from cupylint.findings import Finding, Location
from cupylint.registry import UNREADABLE, UNREADABLE_NAME

_START = "internal error"
_LENGTH = 300


def isolated(
    part: str,
    filename: str,
    work: Callable[[], list[Finding]],
    *,
    expected: tuple[type[BaseException], ...],
    debug: bool,
) -> list[Finding]:
    """What `work` returns; where it fails, one finding that says so instead.

    Args:
        part: what `work` does, for readers.
        expected: exceptions that are no failures and go on to the caller.
        debug: whether to show the traceback on standard error.
    """
    try:
        return work()
    except (KeyboardInterrupt, SystemExit, Cancelled):
        raise
    except expected:
        raise
    except BaseException as error:  # a panic of LibCST's parser is no `Exception`
        return [failure(part, filename, error, debug=debug)]


def failure(part: str, filename: str, error: BaseException, *, debug: bool) -> Finding:
    """The finding that says that a part of the program failed on a file. `part` may be empty: all of it."""
    if debug:
        show(error)
    reason = " ".join(f"{type(error).__name__}: {error}".split())[:_LENGTH]
    where = f"{_START} in {part}" if part else _START
    message = f"{where}: {reason}; please report"
    return Finding(UNREADABLE, UNREADABLE_NAME, "error", message, Location(1, 1, 1, 1), filename=filename)


def has_failed(findings: Iterable[Finding]) -> bool:
    """Whether one of the findings tells of an error of cupylint itself."""
    return any(finding.code == UNREADABLE and finding.message.startswith(_START) for finding in findings)


def show(error: BaseException) -> None:
    """Print the traceback of an exception to standard error, if there is one."""
    import traceback

    if sys.stderr is not None:
        sys.stderr.write("".join(traceback.format_exception(error)))
