"""Processes that run inputs. One that falls or hangs costs its input a failure, and is replaced."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .case import Case
from .files import Size

_ROOT = Path(__file__).resolve().parents[2]
_INPUTS_PER_PROCESS = 300
_START_SECONDS = 60.0
HANG_SECONDS = 30.0
"""After how many seconds of work, or without work, an input hangs."""
_PATIENCE = 5
"""After how many times of that it hangs although it has not worked for so long: others use the machine, too."""

Answer = dict[str, Any]


class Worker:
    """A process that runs one input after another; started when it is needed."""

    def __init__(self, hang_seconds: float = HANG_SECONDS) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._inputs = 0
        self._hang = hang_seconds
        self._trace: Path | None = None
        self._used: float | None = None

    def seed(self, seed: int, size: Size) -> Answer:
        """Run the input of a seed."""
        return self._ask({"seed": seed, "size": asdict(size)})

    def case(self, case: Case) -> Answer:
        """Run this input."""
        return self._ask({"case": base64.b64encode(pickle.dumps(case)).decode("ascii")})

    def close(self) -> None:
        """End the process and what it may have started."""
        if self._process is None:
            return
        process, self._process = self._process, None
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()
        with contextlib.suppress(OSError):
            os.killpg(process.pid, 9)
        process.wait()
        if self._trace is not None:
            shutil.rmtree(os.fsencode(self._trace.parent), ignore_errors=True)

    def _ask(self, request: dict[str, Any]) -> Answer:
        if self._process is None or self._inputs >= _INPUTS_PER_PROCESS:
            self.close()
            self._start()
        assert self._process is not None and self._process.stdin is not None
        self._inputs += 1
        try:
            self._process.stdin.write(json.dumps({**request, "hang": self._hang}).encode() + b"\n")
            self._process.stdin.flush()
            answer = self._line(self._hang)
        except BrokenPipeError:
            answer = None
        if answer is not None:
            return answer
        return self._lost()

    def _start(self) -> None:
        self._inputs = 0
        environment = {**os.environ, "PYTHONPATH": str(_ROOT), "PYTHONUTF8": "1", "PYTHONHASHSEED": "random"}
        self._trace = Path(tempfile.mkdtemp(prefix="cupylint-fuzz-"), "trace")
        name = os.fspath(self._trace)
        environment["TMPDIR"] = os.path.dirname(name)  # what a lost process leaves is removed with it
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.worker", name], cwd=_ROOT, env=environment, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        if self._line(_START_SECONDS) is None:
            self.close()
            raise RuntimeError("the fuzzer's own process does not start")

    def _line(self, seconds: float) -> Answer | None:
        """The next answer; None if the process ends or works longer, or does not work for that long."""
        assert self._process is not None and self._process.stdout is not None
        start = time.monotonic()
        before, used = start, _processor_time(self._process.pid)
        while not select.select([self._process.stdout], [], [], 1.0)[0]:
            now = time.monotonic()
            new = _processor_time(self._process.pid)
            if new is None or new != used:
                before = now
            if now - start > _PATIENCE * seconds or (new or 0) - (self._used or 0) > seconds or now - before > seconds:
                return None
            used = new
        self._used = _processor_time(self._process.pid)
        line = self._process.stdout.readline()
        return json.loads(line) if line.endswith(b"\n") else None

    def _lost(self) -> Answer:
        """The answer for an input that took the process with it."""
        assert self._process is not None
        try:
            status = self._process.wait(1)
            failures = {"crash": f"the process ended with {status}"}
        except subprocess.TimeoutExpired:
            failures = {"hang": f"no answer after {self._hang:.0f} s"}
        where = _innermost(self._trace)
        failures = {kind: f"{text}, in {where}" if where else text for kind, text in failures.items()}
        self.close()
        return {
            "failures": failures,
            "seconds": self._hang if "hang" in failures else 0.0,
            "megabytes": 0.0,
            "note": "",
        }


def _processor_time(process: int) -> float | None:
    """The seconds a process and the children it waited for have worked; None where that cannot be said."""
    try:
        words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    if Path(f"/proc/{process}/task/{process}/children").read_text().strip():
        return None  # a command that it started works
    return sum(map(int, words[11:15])) / os.sysconf("SC_CLK_TCK")


_FRAME = re.compile(r'File ".*?/(cupylint|rules)/([^"]+)", line (\d+) in (\S+)')


def _innermost(trace: Path | None) -> str:
    """The innermost functions of cupylint in a written trace, from the inside out, each once."""
    if trace is None or not trace.exists():
        return ""
    traces = re.split(r"(?m)^(?:Timeout|Fatal)", trace.read_text(encoding="utf-8", errors="replace"))
    frames = _FRAME.findall(traces[-1])
    places = dict.fromkeys(f"{folder}/{file}:{function}" for folder, file, _, function in frames)
    return " < ".join(list(places)[:5])
