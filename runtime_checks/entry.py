"""What the commands that run programs have in common: nothing they started outlives them, and mistakes are one line."""

from __future__ import annotations

import sys
from collections.abc import Callable

from cupylint import escape

from . import guard, scratch, stopping
from .options import UsageError
from .printing import emit
from .results import Ran
from .tools import Tools

WRONG = 2
_SHOWN = 40  # lines of what a program printed that failed


def guarded(action: Callable[[], int], tools: Tools) -> int:
    """The exit status of `action`, after which everything is ended and removed that it started or made."""
    try:
        with stopping.heeded() as cleaning:
            try:
                with guard.custody():
                    try:
                        return action()
                    finally:
                        cleaning()
                        tools.close()
            finally:
                scratch.remove_all()
    except UsageError as error:
        return wrong(error)
    except stopping.Stopped as stopped:
        return stopped.status


def wrong(error: UsageError) -> int:
    """Say what is wrong; the exit status."""
    emit(sys.stderr, f"cupylint: {escape.line(str(error))}\n")
    return WRONG


def failure(ran: Ran, hint: str = "") -> str:
    """How a program failed, with the end of what it printed, line by line; "" if it did not fail.

    `hint` stands at the end if the program asked for its end.
    """
    if not ran.error:
        return ""
    lines = [f"The program failed: {ran.error}"]
    printed = [line.rstrip() for line in ran.output.rstrip().splitlines()][-_SHOWN:]
    if printed:
        lines += ["What it printed at the end:", *(f"  | {line}" for line in printed)]
    if hint and ran.error.startswith("it ended with status"):
        lines.append(hint)
    return "".join(escape.line(line) + "\n" for line in lines)
