"""Puts changed files in the place of those that were read: all or none, and only if nobody changed one meanwhile.

Each new file is written beside its place and put there at once, with the mode and, where that is allowed, the owner
of the old one. A symbolic link stays: the file that it leads to is replaced.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress

from cupylint.reading import read_regular
from cupylint.records import dataclass

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Change:
    """The bytes of a file before and after."""

    path: str
    before: bytes
    after: bytes


class NotReplaced(Exception):
    """Nothing was written. The text is one line: which file, and why."""


def obstacle(path: str, allowed: Sequence[str] = ()) -> str:
    """Why a file is not to be changed, ready to stand behind its name; "" if it may be.

    Args:
        allowed: real paths of files, and of folders that hold those that may be changed; without any, all may be.
    """
    real = os.path.realpath(path)
    if allowed and not any(real == place or real.startswith(os.path.join(place, "")) for place in allowed):
        return "is a link that leads elsewhere"
    try:
        mode = os.stat(real).st_mode
    except OSError as error:
        return f"cannot be read: {error.strerror or error}"
    if not mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH) or not os.access(real, os.W_OK):
        return "is read-only"
    if not os.access(os.path.dirname(real), os.W_OK):
        return "is in a folder that is read-only"
    return ""


def replace_all(changes: Sequence[Change]) -> None:
    """Write all changes.

    Raises:
        NotReplaced: a file is no longer what was read, or cannot be written. All files are as they were.
    """
    ordered = sorted(changes, key=lambda change: os.path.realpath(change.path))  # two processes lock in one order
    with ExitStack() as stack:
        for change in ordered:
            stack.enter_context(_locked(change))
        prepared = [(change, stack.enter_context(_beside(change, change.after))) for change in ordered]
        done: list[Change] = []
        try:
            for change, path in prepared:
                _check(change)
                os.replace(path, os.path.realpath(change.path))
                done.append(change)
        except (OSError, NotReplaced) as error:
            for earlier in done:
                with suppress(OSError), _beside(earlier, earlier.before) as path:
                    os.replace(path, os.path.realpath(earlier.path))
            if isinstance(error, NotReplaced):
                raise
            raise _not_replaced(change, f"cannot be written: {error.strerror or error}") from None


def _check(change: Change) -> None:
    try:
        same = read_regular(change.path) == change.before
    except OSError:
        same = False
    if not same:
        raise _not_replaced(change, "was changed while it was linted")


def _not_replaced(change: Change, reason: str) -> NotReplaced:
    return NotReplaced(f"{change.path}: {reason}: no file was written, run again")


@contextmanager
def _locked(change: Change) -> Iterator[None]:
    """Keep other processes that do the same away from a file, where the platform can."""
    if fcntl is None:
        yield
        return
    try:
        descriptor = os.open(change.path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    except OSError as error:
        raise _not_replaced(change, f"cannot be read: {error.strerror or error}") from None
    try:
        with suppress(OSError):  # a file system without locks
            fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _beside(change: Change, data: bytes) -> Iterator[str]:
    """A new file beside the one to be replaced that has `data`; it is removed if it is still there at the end."""
    real = os.path.realpath(change.path)
    path = os.path.join(os.path.dirname(real), f".cupylint-{secrets.token_hex(8)}")
    try:
        try:
            with open(path, "xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            status = os.stat(real)
            if hasattr(os, "chown"):
                with suppress(OSError):
                    os.chown(path, status.st_uid, status.st_gid)
            os.chmod(path, stat.S_IMODE(status.st_mode))
        except OSError as error:
            raise _not_replaced(change, f"cannot be written: {error.strerror or error}") from None
        yield path
    finally:
        with suppress(OSError):
            os.unlink(path)
