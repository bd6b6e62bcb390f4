"""Runs a program as ``__main__`` inside a worker, again and again, each time as if it were the first."""

from __future__ import annotations

import atexit
import builtins
import gc
import importlib.abc
import importlib.machinery
import importlib.util
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

from cupylint.reading import read_regular

from .rewrite import NAME

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

    def __init__(self, descriptor: int) -> None:
        self.kept = bytearray()
        self._descriptor = descriptor

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        room = _KEPT - len(self.kept)
        if room > 0:
            self.kept += bytes(data[:room])
        return len(data)

    def fileno(self) -> int:
        return self._descriptor


def run(
    path: str,
    texts: Mapping[str, str],
    argv: Sequence[str],
    harness: object | None,
    each_line: Callable[[], None] | None = None,
    collect: Callable[[dict[str, Any]], dict[str, Any]] = lambda names: {},
) -> Run:
    """Run the program at `path`.

    Args:
        texts: text to use instead of a file's own, by real path; for modules it imports as well.
        harness: what ``__cupylint__`` is meanwhile.
        each_line: called before each line of the files in `texts` and of the program.
        collect: called with the program's global names at its end.
    """
    real = os.path.realpath(path)
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=path, __builtins__=builtins, __cached__=None)
    result, process = Run(), os.getpid()
    sink = Sink(1)
    before = set(threading.enumerate())
    watched = {path, real, *texts}
    exits: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = []
    with _undone(path, argv, module, sink, exits), imports(texts, real):
        try:
            text = texts.get(real)
            if text is None:
                code = compile(read_regular(path), path, "exec", dont_inherit=True)
            else:
                code = compile(text, path, "exec", dont_inherit=True)
            if harness is not None:
                setattr(builtins, NAME, harness)
            with _traced(watched, each_line):
                exec(code, module.__dict__)
        except SystemExit as end:
            if end.code not in (None, 0):
                result.error = f"it ended with status {end.code}"
        except BaseException as error:
            result.error = described(error, watched)
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
            result.names = collect(module.__dict__)
        except Exception as error:
            result.error = result.error or described(error, watched)
    result.output = bytes(sink.kept)
    module.__dict__.clear()
    gc.collect()
    return result


def described(error: BaseException, files: set[str]) -> str:
    """An exception in one line, with the innermost line that it came through in `files`."""
    text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
    rows = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename in files]
    if isinstance(error, SyntaxError) and error.filename in files:
        rows.append(error.lineno)
    return f"{text} (line {rows[-1]})" if rows and rows[-1] else text


def _join(threads: set[threading.Thread]) -> bool:
    """Wait a while for the program's threads, as Python does at exit; whether any are left."""
    end = time.monotonic() + _THREADS_LEFT
    for thread in threads:
        if not thread.daemon and thread is not threading.current_thread():
            thread.join(max(0.0, end - time.monotonic()))
    return any(thread.is_alive() for thread in threads)


@contextmanager
def _undone(path: str, argv: Sequence[str], module: types.ModuleType, sink: Sink, exits: list[Any]) -> Iterator[None]:
    """The surroundings that a script finds, put back afterwards."""
    modules, directory, environment = dict(sys.modules), os.getcwd(), dict(os.environ)
    streams = sys.stdin, sys.stdout, sys.stderr
    arguments, search, limit = sys.argv, list(sys.path), sys.getrecursionlimit()
    randomness, hooks = random.getstate(), (sys.excepthook, threading.excepthook)
    register, filters = atexit.register, list(warnings.filters)
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}

    folder = os.path.dirname(os.path.abspath(path))

    def registered(function: Callable[..., Any], *args: Any, **keywords: Any) -> Callable[..., Any]:
        if not is_own(sys._getframe(1).f_code.co_filename, folder):  # libraries go on to the end of the process
            return register(function, *args, **keywords)
        exits.append((function, args, keywords))
        return function

    sys.modules["__main__"] = module
    sys.argv = [path, *argv]
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
        if name not in modules and is_own(str(getattr(module, "__file__", "")), folder):
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

    def trace(frame: types.FrameType, event: str, argument: object) -> Any:
        if frame.f_code.co_filename not in files:
            return None
        if event in ("line", "return"):
            each_line()
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    threading.settrace(trace)
    try:
        yield
    finally:
        sys.settrace(before)
        threading.settrace(None)


class _Loader(importlib.machinery.SourceFileLoader):
    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> types.CodeType:
        code: types.CodeType = compile(self._text, self.path, "exec", dont_inherit=True)
        return code


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> importlib.machinery.ModuleSpec | None:
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is None or not spec.origin:
            return None
        text = self._texts.get(os.path.realpath(spec.origin))
        if text is None:
            return None
        loader = _Loader(fullname, spec.origin, text)
        return importlib.util.spec_from_file_location(
            fullname, spec.origin, loader=loader, submodule_search_locations=spec.submodule_search_locations
        )


@contextmanager
def imports(texts: Mapping[str, str], main: str) -> Iterator[None]:
    """Modules that the program imports come from `texts` where those have them."""
    others = {name: text for name, text in texts.items() if name != main}
    finder = _Finder(others)
    if others:
        sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        if others:
            sys.meta_path.remove(finder)
