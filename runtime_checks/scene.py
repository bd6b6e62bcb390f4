"""Runs a program as ``__main__`` inside a worker, again and again, each time as if it were the first."""

from __future__ import annotations

import atexit
import builtins
import gc
import io
import os
import random
import signal
import sys
import threading
import time
import traceback
import types
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from . import hook, launch
from .inert import Inert
from .rewrite import NAME
from .tracing import traced

_KEPT = 1 << 20
"""Bytes of a program's output that are kept for comparison."""

_THREADS_LEFT = 2.0


@dataclass(slots=True)
class Run:
    """What is left of one run.

    Attributes:
        error: "" or how it failed, with the innermost line in the program.
        leftovers: threads of the program still run: the process should not be used again.
    """

    output: bytes = b""
    error: str = ""
    leftovers: bool = False
    names: dict[str, Any] = field(default_factory=dict)


class Sink(io.RawIOBase):
    """A binary stream that keeps the first part of what is written to it."""

    def __init__(self) -> None:
        self.kept = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        room = _KEPT - len(self.kept)
        if room > 0:
            self.kept += bytes(data[:room])
        return len(data)

    def fileno(self) -> int:
        return 1


def run(
    path: str,
    texts: Mapping[str, str],
    argv: Sequence[str],
    harness: object | None,
    each_line: Callable[[], None] | None = None,
    collect: Callable[[dict[str, Any]], dict[str, Any]] = lambda names: {},
    module: str = "",
) -> Run:
    """Run the program at `path`, or `module`.

    Args:
        texts: text to use instead of a file's own, by real path; for modules it imports as well.
        harness: what ``__cupylint__`` is meanwhile.
        each_line: called before each line of the files in `texts` and of the program.
        collect: called with the program's global names at its end.
    """
    main = types.ModuleType("__main__")
    main.__dict__.update(__file__=path, __builtins__=builtins, __cached__=None)
    result, process = Run(), os.getpid()
    sink = Sink()
    before = set(threading.enumerate())
    watched = {path, os.path.realpath(path), *texts}
    exits: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = []
    surroundings = _undone(launch.folder_of(path, module), launch.arguments(path, module, argv), main, sink, exits)
    with surroundings, hook.installed(texts):
        try:
            if harness is not None:
                setattr(builtins, NAME, harness)
                _seen_to()
            with _traced(watched, each_line):
                launch.start(path, module, texts, main)
        except SystemExit as end:
            result.error = launch.ended(end)
        except BaseException as error:
            result.error = described(error, watched, path)
        if os.getpid() != process:
            os._exit(1 if result.error else 0)  # a child that the program forked
        if harness is not None and hasattr(harness, "finish"):
            harness.finish()  # opens all gates: threads and exit handlers may wait
        for function, arguments, keywords in reversed(exits):
            with suppress(BaseException):
                function(*arguments, **keywords)
        result.leftovers = _join(set(threading.enumerate()) - before)
        with suppress(Exception):
            sys.stdout.flush()
        try:
            result.names = collect(main.__dict__)
        except Exception as error:
            result.error = result.error or described(error, watched, path)
    result.output = bytes(sink.kept)
    main.__dict__.clear()
    gc.collect()
    return result


_forks_seen_to: list[bool] = []


def _seen_to() -> None:
    """From now on a process that the program forks has no harness: it cannot use the device."""
    if not _forks_seen_to and hasattr(os, "register_at_fork"):
        _forks_seen_to.append(True)
        os.register_at_fork(after_in_child=lambda: setattr(builtins, NAME, Inert()))


def described(error: BaseException, files: set[str], main: str) -> str:
    """An exception in one line, with the innermost line that it came through in `files`; that of `main` has no name."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    places = [(frame.filename, frame.lineno) for frame in traceback.extract_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        places.append((error.filename or "", error.lineno))
    found = [(name, row) for name, row in places if name in files and row]
    return f"{text} ({place(*found[-1], main)})" if found else text


def place(name: str, row: int | None, main: str) -> str:
    """A line for the reader of evidence: with the name of its file where that is not `main`."""
    return f"line {row}" if os.path.realpath(name) == os.path.realpath(main) else f"line {row} of {name}"


def _join(threads: set[threading.Thread]) -> bool:
    """Wait a while for the program's threads, as Python does at exit; whether any are left."""
    end = time.monotonic() + _THREADS_LEFT
    for thread in threads:
        if not thread.daemon and thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))
    return any(thread.is_alive() for thread in threads)


@contextmanager
def _undone(folder: str, argv: Sequence[str], main: types.ModuleType, sink: Sink, exits: list[Any]) -> Iterator[None]:
    """The surroundings that a program in `folder` finds, put back afterwards."""
    modules, directory, environment = dict(sys.modules), os.getcwd(), dict(os.environ)
    streams = sys.stdin, sys.stdout, sys.stderr
    arguments, search, limit = sys.argv, list(sys.path), sys.getrecursionlimit()
    randomness, hooks = random.getstate(), (sys.excepthook, threading.excepthook)
    register, filters = atexit.register, list(warnings.filters)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    def registered(function: Callable[..., Any], *args: Any, **keywords: Any) -> Callable[..., Any]:
        if not is_own(sys._getframe(1).f_code.co_filename, folder):  # libraries go on to the end of the process
            return register(function, *args, **keywords)
        exits.append((function, args, keywords))
        return function

    sys.modules["__main__"] = main
    sys.argv = list(argv)
    sys.path.insert(0, folder)
    sys.stdout = sys.stderr = io.TextIOWrapper(sink, encoding="utf-8", errors="replace", write_through=True)
    sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    atexit.register = registered  # type: ignore[assignment]
    try:
        yield
    finally:
        atexit.register = register
        sys.stdin.close()
        sys.stdin, sys.stdout, sys.stderr = streams
        sys.argv, sys.path[:] = arguments, search
        sys.setrecursionlimit(limit)
        sys.excepthook, threading.excepthook = hooks
        random.setstate(randomness)
        warnings.filters[:] = filters  # type: ignore[index]
        with suppress(OSError):
            os.chdir(directory)
        os.environ.clear()
        os.environ.update(environment)
        for number, handler in handlers.items():
            with suppress(Exception):
                signal.signal(number, handler)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        if hasattr(builtins, NAME):
            delattr(builtins, NAME)
        _forget(modules, folder)


def _forget(modules: dict[str, types.ModuleType], folder: str) -> None:
    """Drop the program's own modules, so that its next run imports them anew; libraries stay."""
    sys.modules["__main__"] = modules["__main__"]
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None)
        if name not in modules and file and (is_own(str(file), folder) or not launch.is_library(str(file))):
            del sys.modules[name]


def is_own(file: str, folder: str) -> bool:
    """Whether a file belongs to the program in `folder`, not to a library, even one installed below it."""
    file = os.path.abspath(file)
    return file.startswith(os.path.join(folder, "")) and "site-packages" not in file


@contextmanager
def _traced(files: set[str], each_line: Callable[[], None] | None) -> Iterator[None]:
    """Call `each_line` before each line of `files` while the block runs."""
    if each_line is None:
        yield
        return

    real = hook.real_paths()

    def trace(frame: types.FrameType, event: str, argument: object) -> Any:
        name = frame.f_code.co_filename
        if name not in files and real(name) not in files:
            return None
        if event in ("line", "return"):
            each_line()
        return trace

    with traced(trace):
        yield
