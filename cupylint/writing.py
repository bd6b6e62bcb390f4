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
from cupylint.web import is_sealed

_STREAMS = re.compile(r"/dev/(?:stdout|stderr|fd/\d+)")
_LARGEST = 100_000_000
"""Bytes of an earlier report that are looked at; what is larger is taken for something else."""
_AT = rb"(?::\d+:\d+|: cell \d+, line \d+, column \d+)"
_CONCISE = re.compile(rb".*" + _AT + rb": [A-Z]{3}\d{3} \[[a-z-]+\] .*")
_GITHUB = re.compile(rb"::(?:error|warning|notice) title=[A-Z]{3}\d{3} [a-z-]+,file=[^:]*::.*")
_STATISTICS = re.compile(rb" *\d+  [A-Z]{3}\d{3}  [a-z-]+")
_COUNTS = rb' name="cupylint" tests="\d+" failures="\d+" errors="\d+">'
_JUNIT = re.compile(
    rb'<\?xml version="1\.0" encoding="UTF-8"\?>|<testsuites' + _COUNTS + rb"|  <testsuite" + _COUNTS
    + rb"|  </testsuite>|</testsuites>|    </testcase>|</(?:failure|error)>"
    rb'|    <testcase name="[^"<>]*" classname="cupylint"(?:/>| file="[^"<>]*">)'
    rb'|(?:      <(?:failure|error) type="[^"<>]*" message="[^"<>]*">)?[^<>]*' + _AT
    + rb": [A-Z]{3}\d{3} \[[a-z-]+\] [^<>]*"
)  # fmt: skip
_LISTS = (_CONCISE.fullmatch, _STATISTICS.fullmatch, _GITHUB.fullmatch, _JUNIT.fullmatch)
"""What each line of a format is."""
_HEADLINE = re.compile(rb"[A-Z]{3}\d{3} [a-z-]+(?: \([a-z ]+\)){0,2}: .*")
_PLACE = re.compile(rb" *--> .*" + _AT)
_BELOW = re.compile(rb" .*|\d+ \|.*|\.\.\.")
"""What follows in the full format: all is indented or behind the number of a line."""
_KEYS = frozenset(("code", "name", "severity", "filename", "location", "end_location", "message", "certain", "fix"))
"""Among those of each object of a report in JSON."""
_OTHER_KEYS = (
    frozenset(("code", "name", "count")),
    frozenset(("description", "check_name", "fingerprint", "severity", "location")),
)
"""Those of each object of a report in another format that is a list."""
_SARIF_KEYS = frozenset(("$schema", "version", "runs"))
_CLOSING = re.compile(rb"Found \d+ [a-z]+(?:, \d+ [a-z]+)*(?: and \d+ [a-z]+)? in \d+ files?\.")
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
    *lines, rest = data.split(b"\n")
    if rest:
        return False
    if any(all(map(matches, lines)) for matches in _LISTS) or _is_full(lines) or is_sealed(data):
        return True
    return data == b"[]\n" or (data.startswith((b"[", b"{")) and _is_json(data))


def _is_json(data: bytes) -> bool:
    """Whether JSON has objects like those of a report: of one value, or of one a line."""
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        *lines, rest = data.split(b"\n")
        return len(lines) > 1 and not rest and all(map(_is_finding, lines))
    if isinstance(found, dict):
        return _is_sarif(found) or _has_keys(found)
    if not (found and all(isinstance(item, dict) for item in found)):
        return False
    return all(map(_has_keys, found)) or any(all(item.keys() == keys for item in found) for keys in _OTHER_KEYS)


def _is_finding(line: bytes) -> bool:
    try:
        return _has_keys(json.loads(line))
    except (ValueError, RecursionError):
        return False


def _has_keys(found: object) -> bool:
    return isinstance(found, dict) and found.keys() >= _KEYS


def _is_sarif(found: dict[str, object]) -> bool:
    runs = found.get("runs")
    if found.keys() != _SARIF_KEYS or not isinstance(runs, list) or len(runs) != 1:
        return False
    try:
        return bool(runs[0]["tool"]["driver"]["name"] == "cupylint")
    except (KeyError, TypeError, IndexError):
        return False


def _is_full(lines: list[bytes]) -> bool:
    """Whether lines are findings in the full format, with an empty line between two of them, and perhaps a count."""
    if len(lines) > 1 and _CLOSING.fullmatch(lines[-1]) and not lines[-2]:
        lines = lines[:-2]
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
