"""A child process that does one task after the other for `cupylint.workers`.

Standard input brings pickles: the module search path, a function with its arguments that makes what does the tasks,
and the tasks. What was standard output takes pairs: ``("ready", None)``, then ``("done", result)`` for each task. The
process ends when its input does, in the middle of a task as well: it never outlives its parent.
"""

from __future__ import annotations

import gc
import os
import pickle
import queue
import signal
import sys
import threading
from typing import Any, BinaryIO

FAILED = 70
"""Exit status after an exception that no task should let through."""


def main() -> None:
    """Serve until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent deals with it
    told, said = _channels()
    try:
        path = pickle.load(told)
        sys.path[:] = [*path, *(folder for folder in sys.path if folder not in path)]
        make, arguments = pickle.load(told)
        do = make(*arguments)
        gc.freeze()
        tasks: queue.SimpleQueue[Any] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(told, tasks), daemon=True).start()
        _say(said, "ready", None)
        while True:
            _say(said, "done", do(tasks.get()))
    except BaseException:  # also a panic of LibCST's parser; the parent sees the end, and does what can be done
        os._exit(FAILED)


def _channels() -> tuple[BinaryIO, BinaryIO]:
    """Where the parent speaks and listens, out of reach of whatever reads standard input or prints."""
    told, said = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # there is no standard error
        os.dup2(nothing, 1)
    return told, said


def _listen(told: BinaryIO, tasks: queue.SimpleQueue[Any]) -> None:
    try:
        while True:
            tasks.put(pickle.load(told))
    except BaseException:  # the end of the input, or the end of the parent in the middle of a task
        os._exit(0)


def _say(said: BinaryIO, kind: str, value: object) -> None:
    said.write(pickle.dumps((kind, value), pickle.HIGHEST_PROTOCOL))
    said.flush()
