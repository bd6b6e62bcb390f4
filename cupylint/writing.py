"""Where ``--output-file`` may write: a new file, or one that holds an earlier report. Nothing else is overwritten.

The report is written beside its place and put there at once, so that a run that is cut off leaves the earlier one, and
a symbolic link is replaced, never written through.
"""

from __future__ import annotations

import errno
import json
import os
import re
import secrets
import stat
from contextlib import suppress

from cupylint.reading import TooLarge, read_regular

_STREAMS = re.compile(r"/dev/(?:stdout|stderr|fd/\d+)")
_LARGEST = 100_000_000
"""Bytes of an earlier report that are looked at; what is larger is taken for something else."""
_CONCISE = re.compile(rb".*:\d+:\d+: [A-Z]{3}\d{3} \[[a-z-]+\] .*")
_STATISTICS = re.compile(rb" *\d+  [A-Z]{3}\d{3}  [a-z-]+")
_LISTS = (_CONCISE.fullmatch, _STATISTICS.fullmatch)
"""What each line of a format is."""
_HEADLINE = re.compile(rb"[A-Z]{3}\d{3} [a-z-]+(?: \(maybe\))?: .*")
_PLACE = re.compile(rb" *--> .*:\d+:\d+")
_BELOW = re.compile(rb" .*|\d+ \|.*|\.\.\.")
"""What follows in the full format: all is indented or behind the number of a line."""
_KEYS = frozenset(("code", "name", "severity", "filename", "location", "end_location", "message", "certain", "fix"))
"""Among those of each object of a report in JSON."""
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
        data = _earlier(path)
    except FileNotFoundError:  # a link to nothing
        return
    if data is not None and not (is_report(data) if data else not path.endswith(_SOURCE)):
        raise Foreign(path)


def is_report(data: bytes) -> bool:
    """Whether all of `data` is what a report looks like, in any format; a module may be empty, and so may a report.

    Of JSON without findings that is only what is written then, the three bytes of an empty list and its line end.
    """
    if not data.startswith(b"["):
        *lines, rest = data.split(b"\n")
        return not rest and (any(all(map(matches, lines)) for matches in _LISTS) or _is_full(lines))
    if data == b"[]\n":
        return True
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return bool(found) and all(isinstance(item, dict) and item.keys() >= _KEYS for item in found)


def _is_full(lines: list[bytes]) -> bool:
    """Whether lines are findings in the full format, with an empty line between two of them."""
    headline, place, below = _HEADLINE.fullmatch, _PLACE.fullmatch, _BELOW.fullmatch
    expected = headline
    for line in lines:
        if not line and expected is below:
            expected = headline
        elif not expected(line):
            return False
        else:
            expected = place if expected is headline else below
    return expected is below


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


def _earlier(path: str) -> bytes | None:
    """What a file holds, None for what is not a regular file and can lose nothing."""
    if _is_special(path):
        return None
    try:
        return read_regular(path, _LARGEST)
    except TooLarge:
        raise Foreign(path) from None


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
