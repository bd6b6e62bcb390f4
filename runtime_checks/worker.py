"""The child process that runs programs. It reads jobs from its standard input, one JSON object a line.

What it says goes to the descriptor that was its standard output, one JSON object a line: ``ready``,
``beat`` (it lives), ``stage``, ``seen`` (a `Seen`), ``done``. Programs get another standard output.
The first line that it reads is a secret, with which each further line starts, in both directions: a program that finds
the descriptors can spoil what it writes over, and say nothing in the name of this process.
"""

from __future__ import annotations

import json
import os
import queue
import threading
import time
import warnings
from contextlib import suppress
from typing import Any

from . import guard, limits
from .jobs import Job
from .preparing import captures
from .rewrite import RewriteError
from .session import TEXT, Session

BEAT = 0.5
"""Seconds between two signs of life."""

_sleep = time.sleep  # the simulator puts a function of its own there while it runs a program
_STOP = 3  # exit status after a device error: a context that has failed once stays so


class Channel:
    """Messages to the parent, each behind the secret. When nobody listens any more, the process ends."""

    def __init__(self, descriptor: int, secret: bytes) -> None:
        self._file, self._secret = os.fdopen(descriptor, "wb", buffering=0), secret
        self._lock = threading.Lock()
        self._process = os.getpid()

    def say(self, **message: Any) -> None:
        """Send one message. Does nothing in a process that the program forked."""
        if os.getpid() != self._process:
            return
        # A line of its own, whatever the program has written there.
        data = memoryview(b"\n" + self._secret + json.dumps(_cut(message)).encode() + b"\n")
        try:
            with self._lock:
                while data:
                    data = data[self._file.write(data) or 0 :]
        except OSError:
            os._exit(1)


def _cut(value: Any) -> Any:
    """A message in which no text is longer than a reader wants."""
    if isinstance(value, str):
        return value if len(value) <= TEXT else value[:TEXT] + " ..."
    if isinstance(value, dict):
        return {key: _cut(item) for key, item in value.items()}
    return [_cut(item) for item in value] if isinstance(value, (list, tuple)) else value


def main(kind: str) -> None:
    """Serve jobs of one kind ("cuda" or "simulator") until the input ends."""
    guard.watched()
    commands = os.fdopen(os.dup(0), "rb")
    secret = commands.readline().strip()
    channel, process = Channel(os.dup(1), secret), os.getpid()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    jobs: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def read() -> None:
        with suppress(OSError, ValueError):
            for line in commands:
                if line.startswith(secret):
                    jobs.put(line[len(secret) :])
        os._exit(0)

    def beat() -> None:
        while True:
            _sleep(BEAT)
            channel.say(kind="beat")

    for name, work in (("cupylint-commands", read), ("cupylint-beat", beat)):
        threading.Thread(target=work, name=name, daemon=True).start()
    _fork_as_without_threads()
    judge: Any
    try:
        if kind == "cuda":
            judge = _Cuda()
        else:
            from .simulated import Simulated

            limits.hold()
            judge = Simulated()
    except Exception as failure:
        channel.say(kind="ready", error=" ".join(f"{type(failure).__name__}: {failure}".split()))
        return
    channel.say(kind="ready", error="")
    while True:
        job = Job.from_json(json.loads(jobs.get()))
        try:
            os.chdir(job.directory or os.curdir)
        except OSError as failure:
            text = f"its working directory cannot be entered: {failure.strerror or failure}"
            channel.say(kind="done", error=text, again=True, stopped="unfit")
            continue
        if job.devices > judge.devices:
            text = f"it needs {job.devices} devices, and there is {judge.devices}"
            channel.say(kind="done", error=text, again=True, stopped="unfit")
            continue
        error, again = judge(job, channel.say)
        if os.getpid() != process:
            os._exit(0)  # a child that the program forked
        channel.say(kind="done", error=error, again=again)
        if not again:
            os._exit(_STOP)


def _fork_as_without_threads() -> None:
    """Python warns of a fork beside threads, which ours are not to bring about: a program may take it for an error."""
    original = os.fork

    def fork() -> int:
        if _has_threads():
            return original()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "This process .* is multi-threaded", DeprecationWarning)
            return original()

    os.fork = fork


def _has_threads() -> bool:
    """Whether there are others than the main one and those of this harness."""
    try:
        with open("/proc/self/stat", "rb") as file:
            every = int(file.read().rpartition(b")")[2].split()[17])
    except (OSError, ValueError, IndexError):
        every = threading.active_count()
    return every - sum(thread.name.startswith("cupylint-") for thread in threading.enumerate()) > 1


class _Cuda:
    """Judges jobs on a device."""

    def __init__(self) -> None:
        from .gate import CudaDevice

        self._device = CudaDevice()
        self.devices = self._device.devices

    def __call__(self, job: Job, say: Any) -> tuple[str, bool]:
        """The program's error ("" if none), and whether this process can be used again."""
        self._device.poisoning = not captures(job) and not job.peak and not job.memory
        try:
            message, again = self._traced(job, say) if job.dynamic else Session(self._device, job, say).judge()
            self._device.synchronize()
            self._device.release()
        except RewriteError as refused:
            return str(refused), True
        except Exception as failure:
            return " ".join(f"{type(failure).__name__}: {failure}".split())[:300], False
        return message, again

    def _traced(self, job: Job, say: Any) -> tuple[str, bool]:
        from .dynamic.cuda import judged

        self._device.poisoning = False
        self._device.fresh()
        self._device.forget_plans()
        return judged(job, say)
