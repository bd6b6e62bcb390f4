"""Where programs are judged: a device, or the simulator. One small interface for both."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from contextlib import suppress
from types import TracebackType
from typing import Literal

from cupylint import child_python
from cupylint.reading import read_regular

from .jobs import Job, Outcome, Seen
from .process import Worker

Name = Literal["cuda", "simulator"]
NAMES: tuple[Name, ...] = ("cuda", "simulator")

_KEPT = {"MALLOC_MMAP_MAX_": "0", "MALLOC_TRIM_THRESHOLD_": str(1 << 30), "MALLOC_TOP_PAD_": str(1 << 26)}
"""Makes the C library of Linux keep memory for the next array: to get it anew took a quarter of the time."""
_ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
"""Several programs run side by side."""
_PER_THREAD = "CUPY_CUDA_PER_THREAD_DEFAULT_STREAM"
_LOADING = "CUDA_MODULE_LOADING"
_ASK = "import cupy; cupy.cuda.runtime.getDeviceCount(); cupy.zeros(1); cupy.cuda.Device().synchronize()"
_ASK_LIMIT = 120.0


class Backend:
    """Runs jobs in child processes of its own, one for each kind of surroundings.

    Use it in a ``with`` statement, or call `close`.
    """

    def __init__(self, name: Name) -> None:
        self.name: Name = name
        self._workers: dict[tuple[bool, bool, bool], Worker] = {}
        self._ended = False

    def run(self, job: Job, on_seen: Callable[[Seen], None] = lambda seen: None) -> Outcome:
        """Run a job to its end or its limit. Never raises for anything that the program does."""
        if self._ended:
            return Outcome(error="the run is over", stopped="unusable")
        surroundings = job.per_thread_default_stream, job.bundled, _makes_kernels_anew(job)
        worker = self._workers.get(surroundings)
        if worker is None:
            variables = child_python.environment() if job.bundled else dict(os.environ)
            variables[_PER_THREAD] = "1" if job.per_thread_default_stream else "0"
            if surroundings[-1]:
                variables.setdefault(_LOADING, "EAGER")
            if job.bundled and self.name == "simulator":
                variables = {**_KEPT, **_ONE_THREAD, **variables}
            worker = self._workers[surroundings] = Worker(self.name, variables)
        return worker.run(job, on_seen)

    def close(self) -> None:
        """End the child processes."""
        for worker in list(self._workers.values()):
            worker.close()
        self._workers.clear()

    def end(self) -> None:
        """End the child processes, and start none any more, also where another thread is about to."""
        self._ended = True
        self.close()

    def __enter__(self) -> Backend:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()


def _makes_kernels_anew(job: Job) -> bool:
    """Whether a program makes its kernels anew each time that it runs, as programs of cuda.core do.

    The first launch of each loads it, which waits for all streams, and so would hide what nothing orders.
    """
    texts = [text.encode() for _, text in job.texts]
    with suppress(OSError):
        texts.append(read_regular(job.path))
    return any(b"cuda.core" in text for text in texts)


def choose(name: str = "auto") -> Backend:
    """The backend called `name`; "auto" is "cuda" where a device answers, else "simulator".

    Raises:
        ValueError: there is no such backend.
    """
    if name == "auto":
        return Backend("cuda" if device_answers() == "" else "simulator")
    for known in NAMES:
        if name == known:
            return Backend(known)
    raise ValueError(f"there is no backend {name!r}; the backends are auto, {', '.join(NAMES)}")


def device_answers() -> str:
    """ "" if CuPy and a device work, else why not. Asks a child process: a broken driver can do anything."""
    try:
        from importlib.util import find_spec

        if find_spec("cupy") is None:
            return "CuPy is not installed"
    except (ImportError, ValueError):
        return "CuPy is not installed"
    try:
        done = subprocess.run(
            child_python.code(_ASK), capture_output=True, timeout=_ASK_LIMIT, check=False, env=dict(os.environ)
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"the device does not answer: {type(error).__name__}"
    if done.returncode == 0:
        return ""
    words = "the device does not answer"
    with suppress(IndexError):
        words = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1]
    return words
