"""What goes to standard output and to standard error, and what a terminal can show."""

from __future__ import annotations

import errno
import os
import sys
from typing import TextIO

from cupylint import escape
from cupylint.cli.status import NOTHING, UsageError

PLAIN_WIDTH = 100
"""Columns of output that does not go to a terminal."""


def print_text(text: str) -> int:
    if sys.stdout is not None:
        emit(sys.stdout, text)
    return NOTHING


def complain(*messages: str) -> None:
    """Write messages to standard error, a line each."""
    for message in messages if sys.stderr is not None else ():
        emit(sys.stderr, f"cupylint: {escape.line(message)}\n")


def emit(stream: TextIO, text: str) -> None:
    """Write `text`. A reader that has gone away (``| head``) is no error, and nothing tells of it."""
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = stream.encoding or "ascii"
            stream.write(text.encode(encoding, errors="backslashreplace").decode(encoding))
        stream.flush()
    except OSError as error:
        _mute(stream)
        if not isinstance(error, BrokenPipeError) and error.errno != errno.EINVAL:  # Windows has no EPIPE here
            raise UsageError(f"output cannot be written: {error.strerror or error}") from None


def emit_bytes(stream: TextIO, data: bytes) -> None:
    """`emit` for bytes, which go out as they are."""
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.flush()
    except OSError as error:
        _mute(stream)
        if not isinstance(error, BrokenPipeError) and error.errno != errno.EINVAL:
            raise UsageError(f"output cannot be written: {error.strerror or error}") from None


def _mute(stream: TextIO) -> None:
    """Let what is still buffered go nowhere: the interpreter flushes once more at its end."""
    try:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), stream.fileno())
    except (OSError, ValueError):
        pass  # not a real file


def colored(stream: TextIO, when: str = "auto") -> bool:
    if when != "auto":
        return when == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb" and _understands_escapes()


def _understands_escapes() -> bool:
    """Windows consoles must be told to; elsewhere every terminal does."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        output = kernel.GetStdHandle(-11)
        mode = ctypes.c_ulong()
        return bool(kernel.GetConsoleMode(output, ctypes.byref(mode)) and kernel.SetConsoleMode(output, mode.value | 4))
    return True


def width(stream: TextIO) -> int:
    if not stream.isatty():
        return PLAIN_WIDTH
    columns = os.environ.get("COLUMNS", "")
    try:
        given = int(columns) if columns.isdecimal() else 0
        return (
            given or os.get_terminal_size(stream.fileno()).columns or PLAIN_WIDTH
        )  # 0 of a terminal: it does not know
    except (OSError, ValueError):
        return PLAIN_WIDTH


def unicode(stream: TextIO) -> bool:
    """Whether line-drawing characters arrive as such."""
    try:
        "\u2500\u2502\u2573\u2572\u2022".encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
