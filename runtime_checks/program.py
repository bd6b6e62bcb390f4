"""Runs one program in a process of its own and writes down how it ends. Knows nothing of findings.

Its arguments are REPORT LIMIT MEMORY PROGRAM [ARGUMENT ...]. PROGRAM is a file, or -m and the name of a module.

Its standard input holds a secret. REPORT gets lines that start with it, each with a JSON object: ``started``, then
``ended`` or ``failed``. What the program itself writes there counts for nothing. LIMIT is the number of seconds after
which the place where the program stands is written to REPORT.stack. MEMORY bounds CuPy's pool in bytes (0: no bound).
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import runpy
import sys
import time
import traceback
from typing import Any

from . import guard

SIZES = re.compile(
    r"allocating ([\d,]+) bytes(?: \(allocated so far: ([\d,]+) bytes(?:, limit set to: ([\d,]+) bytes)?)?"
)
"""What CuPy says of memory that was refused: bytes asked for, in use, and the pool's limit."""


def main(report: str, limit: str, memory: str, program: str, *arguments: str) -> None:
    """Run `program` as ``__main__``; what it needs before it starts (CuPy, a context) does not count as its time."""

    def tell(**what: Any) -> None:
        with open(report, "a", encoding="utf-8") as file:
            file.write(f"\n{secret}{json.dumps(what)}\n")

    guard.watched()
    secret, process = sys.stdin.read(), os.getpid()
    try:
        import cupy

        with cupy.cuda.using_allocator(None):  # the pool reads its limit at the program's first allocation
            cupy.zeros(1)
        cupy.cuda.Device().synchronize()
        if int(memory):
            cupy.get_default_memory_pool().free_all_blocks()
            cupy.get_default_memory_pool().set_limit(size=int(memory))
    except Exception as error:
        tell(state="unusable", error=f"{type(error).__name__}: {error}")
        return
    module = arguments[0] if program == "-m" else ""
    sys.argv = [program, *arguments[1 if module else 0 :]]
    # As if the program had been started.
    sys.path.insert(0, os.getcwd() if module else os.path.dirname(os.path.abspath(program)))
    stack = open(report + ".stack", "w")  # noqa: SIM115  # the dump happens while nothing else can run
    faulthandler.dump_traceback_later(float(limit), file=stack)
    tell(state="started")
    start = time.perf_counter()
    try:
        try:
            if module:
                runpy.run_module(module, run_name="__main__", alter_sys=True)
            else:
                runpy.run_path(program, run_name="__main__")
        except SystemExit as end:
            if end.code not in (None, 0):
                raise
        if os.getpid() != process:
            os._exit(0)  # a child that the program forked
        cupy.cuda.Device().synchronize()
    except BaseException as error:
        if os.getpid() != process:
            os._exit(1)
        seconds = time.perf_counter() - start
        faulthandler.cancel_dump_traceback_later()
        tell(state="failed", seconds=seconds, **described(error, program))
        return
    faulthandler.cancel_dump_traceback_later()
    seconds = time.perf_counter() - start
    tell(state="ended", seconds=seconds, pool=cupy.get_default_memory_pool().total_bytes())


def described(error: BaseException, program: str) -> dict[str, Any]:
    """Kind, text, row in `program`, and for a refused allocation the bytes asked for and in use."""
    here = os.path.abspath(program)
    rows = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if os.path.abspath(frame.filename) == here and frame.lineno
    ]
    text = " ".join(str(error).split())
    memory = isinstance(error, MemoryError) or "cudaErrorMemoryAllocation" in text
    sizes = SIZES.search(text) if memory else None
    asked, held, bound = (int((size or "0").replace(",", "")) for size in (sizes.groups() if sizes else ("",) * 3))
    return {
        "kind": type(error).__name__,
        "error": text[:400],
        "row": rows[-1] if rows else 0,
        "memory": memory,
        "asked": asked,
        "held": held,
        "bound": bound,
    }
