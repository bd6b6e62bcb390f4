"""Whole programs in processes of their own: started, timed, killed with all they started."""

from __future__ import annotations

import json
import os
import re
import secrets
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from cupylint import child_python
from cupylint.reading import read_regular

from . import scratch
from .process import START_LIMIT, end

State = Literal["ended", "failed", "late", "lost", "unusable", "unknown"]

_HERE = Path(__file__).resolve().parent
CANARY = _HERE / "canary.py"
_POLL = 0.02
_GRACE = 0.5


@dataclass(frozen=True, slots=True)
class Ending:
    """How one run of a program ended.

    Attributes:
        state: "ended"; "failed" with an exception; "late": it did not end within the limit and was killed;
            "lost": the process died without a word; "unusable": CuPy or the device did not start; "unknown": the
            simulator cannot tell.
        seconds: the program's own time, without the import of CuPy.
        kind, error, row: type and text of the exception, and the line of the program it left.
        row: for "late", the line at which the program stood (0 if unknown).
        memory: the exception says that memory ran out.
        asked, held, bound: bytes that were refused, those that the pool had already, and its limit if it has one.
        pool: bytes that the pool took until the end, for "ended".
    """

    state: State
    seconds: float = 0.0
    kind: str = ""
    error: str = ""
    row: int = 0
    memory: bool = False
    asked: int = 0
    held: int = 0
    bound: int = 0
    pool: int = 0


def run(program: str | Path, limit: float, *, memory: int = 0, arguments: Sequence[str] = ()) -> Ending:
    """Run `program`, for at most `limit` seconds of its own time.

    Args:
        memory: bound of CuPy's memory pool in bytes; 0 leaves it open.
    """
    with scratch.folder() as own, scratch.folder() as temporary:
        report, secret = Path(own) / "report", secrets.token_hex()
        command = child_python.module(
            "cupylint.runtime_checks.program", str(report), str(limit), str(memory), str(program), *arguments
        )
        options: dict[str, Any] = {}
        if sys.platform == "win32":
            options["creationflags"] = subprocess.CREATE_NEW_PROCESS_GROUP
        else:
            options["start_new_session"] = True
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**child_python.environment(), **scratch.variables(temporary)},
            **options,
        )
        try:
            assert process.stdin is not None
            with suppress(OSError), process.stdin:
                process.stdin.write(secret.encode())
            late = _wait(process, report, limit)
        finally:
            end(process)
        return _ending(report, program, late, secret)


def _wait(process: subprocess.Popen[bytes], report: Path, limit: float) -> bool:
    """Wait for the end; True when the program took longer than `limit` seconds."""
    begun = time.monotonic()
    started = None
    while process.poll() is None:
        now = time.monotonic()
        if started is None and report.exists():
            started = now
        if started is not None and now - started > limit + _GRACE:
            return True
        if started is None and now - begun > START_LIMIT:
            return False
        time.sleep(_POLL)
    return False


def _ending(report: Path, program: str | Path, late: bool, secret: str) -> Ending:
    last = {"state": "none"}
    with suppress(OSError, ValueError, RecursionError):
        lines = read_regular(str(report)).decode("utf-8", "replace").splitlines()
        last = ([json.loads(line[len(secret) :]) for line in lines if line.startswith(secret)] or [last])[-1]
    if last["state"] in ("ended", "failed", "unusable"):
        with suppress(TypeError):
            return Ending(**last)  # type: ignore[arg-type]
        return Ending("lost", error="its process says what makes no sense")
    if late:
        return Ending("late", row=_stands_at(report.with_name("report.stack"), program))
    if last["state"] == "started":
        return Ending("lost", error="its process ended without an exception")
    return Ending("unusable", error=f"CuPy or the device did not start within {START_LIMIT:.0f} s")


def _stands_at(stack: Path, program: str | Path) -> int:
    """The line of `program` in a dump of `faulthandler`, 0 if it is not in there."""
    try:
        text = read_regular(str(stack)).decode("utf-8", "replace")
    except OSError:
        return 0
    name = re.escape(os.path.basename(program))
    found = re.search(rf'File ".*{name}", line (\d+)', text)
    return int(found[1]) if found else 0
