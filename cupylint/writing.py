"""Where ``--output-file`` may write: a new file, or one that holds an earlier report. Nothing else is overwritten.

The report is written beside its place and put there at once, so that a run that is cut off leaves the earlier one, and
a symbolic link is replaced, never written through.
"""

from __future__ import annotations

import errno
import os
import re
import secrets
import stat
from contextlib import suppress

from cupylint.reading import NotRegular

_HEAD = 4096
_STREAMS = re.compile(r"/dev/(?:stdout|stderr|fd/\d+)")
_REPORT = re.compile(
    rb"\[\]\n\Z"  # json
    rb"|\[\n  \{\n    \"code\": \"[A-Z]{3}\d{3}\",\n    \"name\": \"[a-z-]+\",\n    \"severity\":"
    rb"|[A-Z]{3}\d{3} [a-z-]+(?: \(maybe\))?: [^\n]*\n *--> [^\n]*:\d+:\d+\n"  # full
    rb"|[^\n]*:\d+:\d+: [A-Z]{3}\d{3} \[[a-z-]+\] "  # concise
    rb"| *\d+  [A-Z]{3}\d{3}  [a-z-]+\n"  # statistics
)
_SOURCE = (".py", ".pyi")


class Foreign(OSError):
    """There is a file that is no report."""

    def __init__(self, path: str) -> None:
        super().__init__(errno.EEXIST, "is there and is no report of cupylint (--overwrite replaces it)", path)


def check_place(path: str, *, overwrite: bool = False) -> None:
    """Make sure that a report may be written to `path`.

    Raises:
        Foreign: something else would be lost; with `overwrite` that is no matter.
        OSError: what is there cannot be read.
    """
    if overwrite or _is_stream(path) or not os.path.lexists(path):
        return
    try:
        head = _head(path)
    except FileNotFoundError:  # a link to nothing
        return
    empty_source = not head and path.endswith(_SOURCE)  # a module may be empty, and so may a report
    if head is not None and (empty_source or (head and not _REPORT.match(head))):
        raise Foreign(path)


def write_report(path: str, text: str) -> None:
    """Write `text` to `path`, all of it or, if that fails, nothing.

    Devices, pipes and the streams of this process are written to as they are.

    Raises:
        OSError: it cannot be written.
    """
    data = text.encode("utf-8", errors="backslashreplace")
    if _is_stream(path) or _is_special(path):
        # Without waiting for somebody who reads a pipe.
        descriptor = os.open(path, os.O_WRONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
        with suppress(OSError, AttributeError):
            os.set_blocking(descriptor, True)
        with open(descriptor, "wb") as file:
            file.write(data)
        return
    beside = os.path.join(os.path.dirname(path), f".cupylint-{secrets.token_hex(8)}")
    try:
        with open(beside, "xb") as file:
            file.write(data)
        with suppress(OSError):
            os.chmod(beside, stat.S_IMODE(os.lstat(path).st_mode) if not os.path.islink(path) else 0o644)
        os.replace(beside, path)
    except OSError as error:
        raise type(error)(error.errno, error.strerror, path) from None
    finally:
        with suppress(OSError):
            os.unlink(beside)


def _head(path: str) -> bytes | None:
    """The beginning of a file, None for what is not a regular file and can lose nothing."""
    if _is_special(path):
        return None
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotRegular(path)
        return os.read(descriptor, _HEAD)
    finally:
        os.close(descriptor)


def _is_stream(path: str) -> bool:
    """Whether a path is a name for a stream of this process."""
    return _STREAMS.fullmatch(path) is not None


def _is_special(path: str) -> bool:
    """Whether there is a device, a pipe or a socket, also through a link."""
    try:
        mode = os.stat(path).st_mode
    except OSError:
        return False
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
