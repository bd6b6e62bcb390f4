"""Processes that run inputs. One that falls or hangs costs its input a failure, and is replaced."""

from __future__ import annotations

import base64
import contextlib
import json
import os
import pickle
import select
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .case import Case
from .files import Size

_ROOT = Path(__file__).resolve().parents[2]
_INPUTS_PER_PROCESS = 300
_START_SECONDS = 60.0
HANG_SECONDS = 45.0
"""After how long without an answer an input hangs."""

Answer = dict[str, Any]


class Worker:
    """A process that runs one input after another; started when it is needed."""

    def __init__(self, hang_seconds: float = HANG_SECONDS) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._inputs = 0
        self._hang = hang_seconds

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

    def _ask(self, request: dict[str, Any]) -> Answer:
        if self._process is None or self._inputs >= _INPUTS_PER_PROCESS:
            self.close()
            self._start()
        assert self._process is not None and self._process.stdin is not None
        self._inputs += 1
        try:
            self._process.stdin.write(json.dumps(request).encode() + b"\n")
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
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.fuzz.worker"], cwd=_ROOT, env=environment, start_new_session=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        if self._line(_START_SECONDS) is None:
            self.close()
            raise RuntimeError("the fuzzer's own process does not start")

    def _line(self, seconds: float) -> Answer | None:
        """The next answer; None if the process ends or takes longer."""
        assert self._process is not None and self._process.stdout is not None
        if not select.select([self._process.stdout], [], [], seconds)[0]:
            return None
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
        self.close()
        return {"failures": failures, "seconds": self._hang if "hang" in failures else 0.0, "megabytes": 0.0, "note": ""}
