"""Child processes that run other people's programs: in a group of their own, timed, killed with all they started."""

from __future__ import annotations

import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
import uuid
import weakref
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import IO, Any

from cupylint import child_python

from . import guard, scratch
from .dynamic.trace import Observed, Summary
from .jobs import Job, Outcome, RaceAt, Seen, Watched
from .results import Verdict

START_LIMIT = 180.0
"""Seconds in which a child must be ready: the first use of a device after an update compiles a lot."""

GRACE = 0.5
"""Seconds between the request to end and the end."""

SILENCE = 30.0
"""Seconds without a sign of life after which a child is given up."""

_NOISE = 1 << 14
_LONGEST = 1 << 22  # bytes of a message; a line that goes on comes from something else
_TOKEN = "CUPYLINT_WORKER"


_LAST_WORDS = 2.0  # seconds


class Worker:
    """One child that serves jobs one after the other. Starts when first needed, and again after it was lost.

    Each has a folder of its own for temporary files. What is said in either direction starts with a secret that is told
    to the child first: whatever else the program writes into the pipes is nobody's message.

    Args:
        kind: "cuda" or "simulator".
        environment: its variables; None: those of this process.
        command: how to start it, for tests.
    """

    def __init__(
        self, kind: str, environment: Mapping[str, str] | None = None, command: list[str] | None = None
    ) -> None:
        self._kind, self._environment = kind, dict(os.environ if environment is None else environment)
        self._command = command
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: queue.Queue[dict[str, Any] | None] = queue.Queue()
        self._noise = bytearray()
        self._secret = self._token = ""
        self._finalizer: weakref.finalize[..., Any] | None = None

    @property
    def running(self) -> bool:
        """Whether the child is alive."""
        return self._process is not None and self._process.poll() is None

    def start(self, limit: float = START_LIMIT) -> str:
        """Start the child unless it runs; returns why that failed, or ""."""
        if self.running:
            return ""
        self.close()
        self._secret, self._token = secrets.token_hex(), uuid.uuid4().hex
        self._messages, self._noise = queue.Queue(), bytearray()
        try:
            command = self._command or child_python.module("cupylint.runtime_checks.worker", self._kind)
        except child_python.NoInterpreter as error:
            return str(error)
        try:
            folder = scratch.make()
        except OSError as error:
            return f"no folder for temporary files: {error.strerror or error}"
        self._finalizer = weakref.finalize(self, scratch.remove, folder)
        environment = {**self._environment, **scratch.variables(folder), _TOKEN: self._token, "PYTHONFAULTHANDLER": ""}
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                **_own_group(),
            )
        except OSError as error:
            self.close()
            return f"cannot start {command[0]}: {error.strerror or error}"
        self._finalizer.detach()
        self._finalizer = weakref.finalize(self, end, self._process, self._token, folder)
        self._tell("")
        threading.Thread(target=_read, args=(self._process, self._messages, self._secret), daemon=True).start()
        drain = threading.Thread(target=_drain, args=(self._process, self._noise), daemon=True)
        drain.start()
        message = self._next(time.monotonic() + limit)
        if message.get("kind") != "ready":
            drain.join(_LAST_WORDS)  # its last words may still be on their way
            reason = self._last_words() or f"no answer within {limit:.0f} s"
            self.close()
            return reason
        error_text = str(message.get("error", ""))
        if error_text:
            self.close()
        return error_text

    def run(self, job: Job, on_seen: Callable[[Seen], None] = lambda seen: None) -> Outcome:
        """Run a job. A child that dies or does not end in time is killed; the next job gets a new one."""
        outcome = Outcome()
        reason = self.start()
        if reason:
            return Outcome(error=reason, stage="the start of the child process", stopped="unusable")
        end_time = time.monotonic() + job.limit
        self._tell(json.dumps(job.to_json()))
        while True:
            message = self._next(end_time)
            kind = message.get("kind")
            if kind in ("gone", "late", "silent"):
                outcome.stopped = "died" if kind == "gone" else "time-out"
                outcome.error = self._lost(kind, job.limit)
                outcome.output = outcome.output or bytes(self._noise).decode("utf-8", "replace")
                self.close()
                return outcome
            try:
                done = _note(message, outcome, on_seen)
            except (KeyError, TypeError, ValueError):  # the program has changed the modules that speak for it
                outcome.stopped, outcome.error = "died", "its process says what makes no sense"
                self.close()
                return outcome
            if done:
                if not message.get("again"):
                    self.close()
                return outcome

    def close(self) -> None:
        """End the child and everything it started."""
        if self._finalizer is not None:
            self._finalizer()
            self._finalizer = None
        self._process = None

    def _tell(self, text: str) -> None:
        """Send one line behind the secret. That nobody reads it, now or any more, shows elsewhere."""
        assert self._process is not None and self._process.stdin is not None
        line = f"{self._secret}{text}\n".encode()
        threading.Thread(target=_write, args=(self._process.stdin, line), daemon=True).start()

    def _next(self, end_time: float) -> dict[str, Any]:
        """The next message other than a sign of life; of kind "gone", "late" or "silent" if none comes."""
        heard = time.monotonic()
        while True:
            now = time.monotonic()
            if now >= end_time:
                return {"kind": "late"}
            if now - heard > SILENCE:
                return {"kind": "silent"}  # not even the thread that only beats comes to its turn
            with suppress(queue.Empty):
                message = self._messages.get(timeout=min(end_time - now, 1.0))
                if message is None:
                    return {"kind": "gone"}
                heard = time.monotonic()
                if message.get("kind") != "beat":
                    return message

    def _lost(self, kind: str, limit: float) -> str:
        if kind == "late":
            return f"it did not end within {limit:.0f} s and was stopped"
        if kind == "silent":
            return f"its process did not react for {SILENCE:.0f} s and was stopped"
        status = "lost"
        if self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(1.0)
                status = f"exit status {code}"
                with suppress(ValueError):
                    status = f"signal {signal.Signals(-code).name}" if code < 0 else status
        words = self._last_words()
        return f"its process ended ({status})" + (f": {words}" if words else "")

    def _last_words(self) -> str:
        lines = bytes(self._noise).decode("utf-8", "replace").split("\n")
        return next((" ".join(line.split())[:200] for line in reversed(lines) if line.strip()), "")


def _note(message: Mapping[str, Any], outcome: Outcome, on_seen: Callable[[Seen], None]) -> bool:
    """Add what a message says to `outcome`; whether it was the last one.

    Raises:
        KeyError, TypeError, ValueError: it makes no sense.
    """
    kind = message.get("kind")
    if kind == "stage":
        outcome.stage = str(message["stage"])
    elif kind == "seen":
        seen = Seen.from_json(message["seen"])
        outcome.seen[int(seen.pair)] = replace(seen, verdict=Verdict[seen.verdict].name, evidence=str(seen.evidence))
        on_seen(seen)
    elif kind == "partly":
        seen = Seen.from_json(message["seen"])
        outcome.partly[int(seen.pair)] = (seen, tuple((int(first), int(second)) for first, second in message["tested"]))
    elif kind == "watched":
        outcome.watched[int(message["number"])] = Watched.from_json(message["seen"])
    elif kind == "came":
        outcome.came.add((int(message["pair"]), int(message["role"])))
    elif kind == "ran":
        outcome.ran, outcome.failed = True, str(message["error"])
        outcome.output = str(message["output"])
    elif kind == "race":
        outcome.races.append(RaceAt.from_json(message["race"]))
    elif kind == "observed":
        outcome.observed.append(Observed.from_json(message["observed"]))
    elif kind == "traced":
        outcome.traced = Summary(**{str(key): int(value) for key, value in message["summary"].items()})
        for observed, count in zip(outcome.observed, message["counts"], strict=False):
            observed.count = int(count)
    elif kind == "done":
        outcome.error, outcome.stopped = str(message["error"]), str(message.get("stopped", ""))
    return kind == "done"


def end(process: subprocess.Popen[bytes], token: str = "", folder: str = "") -> None:
    """Ask a process to end, then end it, with all that it started, and remove its folder for temporary files.

    That is all that descends from it where the system tells, its group, and what has the token in its environment.
    """
    if process.poll() is None:
        _signal(process, hard=False)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
    if process.poll() is None:  # only while it lives can it be told who descends from it
        guard.end_all(lambda: guard.below(process.pid))
    _signal(process, hard=True)  # also what the program started and left behind
    with suppress(subprocess.TimeoutExpired):
        process.wait(5.0)
    if process.stdin is not None:
        with suppress(OSError, ValueError):
            process.stdin.close()
    if token:
        guard.end_all(lambda: _with_token(token))
    if folder:
        scratch.remove(folder)


def _own_group() -> dict[str, Any]:
    if sys.platform == "win32":
        return {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP}
    return {"start_new_session": True}


def _signal(process: subprocess.Popen[bytes], hard: bool) -> None:
    if sys.platform == "win32":
        if hard:
            subprocess.run(
                ["taskkill", "/F", "/T", "/PID", str(process.pid)], capture_output=True, check=False, timeout=10
            )
        else:
            with suppress(OSError):
                process.terminate()
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL if hard else signal.SIGTERM)


def _with_token(token: str) -> list[int]:
    """Processes with the token in their environment, where the system shows environments."""
    wanted, found = f"{_TOKEN}={token}".encode(), []
    with suppress(OSError):
        for name in os.listdir("/proc"):
            if name.isdigit():
                with suppress(OSError), open(f"/proc/{name}/environ", "rb") as file:
                    if wanted in file.read().split(b"\0"):
                        found.append(int(name))
    return found


def _write(pipe: IO[bytes], line: bytes) -> None:
    with suppress(OSError, ValueError):
        pipe.write(line)
        pipe.flush()


def _read(process: subprocess.Popen[bytes], messages: queue.Queue[dict[str, Any] | None], secret: str) -> None:
    assert process.stdout is not None
    begin = secret.encode()
    with suppress(OSError, ValueError), process.stdout:
        while line := process.stdout.readline(_LONGEST):
            if line.startswith(begin):
                with suppress(ValueError, RecursionError):
                    message = json.loads(line[len(begin) :])
                    if isinstance(message, dict):
                        messages.put(message)
    messages.put(None)


def _drain(process: subprocess.Popen[bytes], noise: bytearray) -> None:
    """Take what programs write past Python's own streams, so that nobody waits for a reader; keep the end."""
    assert process.stderr is not None
    with suppress(OSError, ValueError), process.stderr:
        while data := os.read(process.stderr.fileno(), 1 << 16):
            noise += data
            del noise[:-_NOISE]
