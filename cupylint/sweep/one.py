"""One target: read it in a process of its own, and say what was found as plain data.

The process ends with the target. What is found in it, a crash, a hang or too much memory, costs this target alone.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import field
from functools import partial
from typing import Any

from cupylint import child_python, report, runner
from cupylint.config import Resolver
from cupylint.files import discover
from cupylint.reading import open_regular
from cupylint.records import dataclass
from cupylint.sweep import bundles
from cupylint.sweep.archives import LARGEST, Unpacked, Unusable, unpack
from cupylint.workers import Limits, Lost, share

Line = dict[str, Any]
"""What is said of a target, as JSON has it."""

DONE, UNREADABLE, LOST = "done", "unreadable", "lost"
"""What became of a target: it was gone through; it cannot be read; reading it took too much, or ended its process."""


@dataclass(frozen=True, slots=True)
class Order:
    """What is done with each target.

    Attributes:
        overrides: options of the linter, by the fields of `cupylint.config.Settings`. Targets configure nothing.
        seconds: on the wall, for a target.
        memory: bytes that its process may hold.
        verify: targets are programs that are run, as ``--verify`` does, with these options.
        devices: what ``CUDA_VISIBLE_DEVICES`` is for each worker by its number; empty: as it is.
    """

    overrides: dict[str, object] = field(default_factory=dict)
    seconds: float = 600.0
    memory: int = 2_000_000_000
    verify: tuple[str, ...] | None = None
    devices: tuple[str, ...] = ()


def swept(target: str, order: Order, scratch: str | None = None, number: int = 0) -> Line:
    """What is found in the target at an absolute path; called on a machine that can read it.

    Args:
        scratch: the folder for what is unpacked; None: that of the system.
        number: which worker this is.
    """
    start = time.monotonic()
    if order.verify is not None:
        line = _verified(target, order, number)
    else:
        with tempfile.TemporaryDirectory(prefix="cupylint-", dir=scratch, ignore_cleanup_errors=True) as folder:
            line = _linted(target, order, folder)
    return {**line, "seconds": round(time.monotonic() - start, 2)}


# --- linting --------------------------------------------------------------------------------------


def _linted(target: str, order: Order, folder: str) -> Line:
    limits = Limits(order.seconds, order.memory)
    ((_, found),) = share([(target, folder)], 1, (_prepared, (order,)), limits)
    if not isinstance(found, Lost):
        line: Line = found
        return line
    reasons = {
        "late": f"took longer than {order.seconds:g} s and was stopped",
        "memory": f"took more than {order.memory / 1e6:.0f} MB of memory and was stopped",
        "died": f"ended its process ({found.text})",
    }
    return {"status": LOST, "reason": reasons[found.reason]}


def _prepared(order: Order) -> Callable[[tuple[str, str]], Line]:
    from cupylint import engine, runner

    assert engine and runner  # loaded before the clock runs
    return partial(_lint, order=order)


def _lint(task: tuple[str, str], order: Order) -> Line:
    """In a process that does nothing else: the current folder is changed."""
    target, folder = task
    try:
        kind, root, paths, left_out = _opened(target, folder)
    except Unusable as error:
        return {"status": UNREADABLE, "reason": str(error)}
    except OSError as error:
        return {"status": UNREADABLE, "reason": f"cannot be read: {error.strerror or type(error).__name__}"}
    os.chdir(root)
    found = discover(paths, Resolver(order.overrides, isolated=True))
    outcome = runner.run(found.targets, jobs=1)
    return {
        "status": DONE,
        "kind": kind,
        "files": outcome.files,
        "cupy_files": outcome.cupy_files,
        "left_out": left_out,
        "problems": list(found.problems),
        "internal_errors": outcome.internal_errors,
        "incomplete": len(outcome.incomplete),
        "findings": _as_data(outcome.findings),
    }


def _opened(target: str, folder: str) -> tuple[str, str, list[str], int]:
    """A target as files: what it is, the folder that they lie in, what to look through there, what was left out.

    Raises:
        Unusable: it is nothing that can be linted.
        OSError: it cannot be read.
    """
    if os.path.isdir(target):
        return "folder", target, ["."], 0
    with open_regular(target, LARGEST) as file:
        head = file.read(100)
    if target.endswith((".py", ".ipynb")):
        return "file", os.path.dirname(target), [os.path.basename(target)], 0
    into = Unpacked(os.path.join(folder, "files"))
    os.mkdir(into.folder)
    if bundles.MARK.match(head):
        scratch = os.path.join(folder, "git")
        os.mkdir(scratch)
        kind = bundles.unpack(target, into, scratch)
    else:
        kind = unpack(target, into)
    with open(os.path.join(folder, "setup.cfg"), "xb"):
        pass  # the root of a project is not looked for further up
    return kind, into.folder, ["."], into.left_out


def _as_data(findings: tuple[Any, ...]) -> Any:
    """Findings as ``--output-format json`` prints them."""
    return json.loads(report.render(findings, "json", report.Page(lambda _: None)) or "[]")


# --- verifying ------------------------------------------------------------------------------------


def _verified(target: str, order: Order, number: int) -> Line:
    command = child_python.module(f"{__package__}.verifying", *(order.verify or ()), "--output-format", "json", target)
    variables = child_python.environment()
    if order.devices:
        variables["CUDA_VISIBLE_DEVICES"] = order.devices[number % len(order.devices)]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            cwd=os.path.dirname(target),
            env=variables,
            timeout=order.seconds,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"status": LOST, "reason": f"took longer than {order.seconds:g} s and was stopped"}
    except OSError as error:
        return {"status": UNREADABLE, "reason": f"cannot be run: {error.strerror or error}"}
    said = " ".join(done.stderr.decode("utf-8", "replace").split())[-500:]
    try:
        verdicts = json.loads(done.stdout)
    except ValueError:
        return {"status": UNREADABLE, "reason": said or f"ended with status {done.returncode}"}
    return {"status": DONE, "kind": "program", "exit": done.returncode, "said": said, "verdicts": verdicts}
