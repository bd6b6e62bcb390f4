"""A folder for what a program leaves in the folder for temporary files: its own, gone with it."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

_made: set[str] = set()
_NAMES = ("TMPDIR", "TEMP", "TMP")


def make() -> str:
    """Make such a folder.

    Raises:
        OSError: there is no place for one.
    """
    made = tempfile.mkdtemp(prefix="cupylint-")
    _made.add(made)
    return made


def variables(folder: str) -> dict[str, str]:
    """The environment variables that make a process put its temporary files into `folder`."""
    return dict.fromkeys(_NAMES, folder)


def remove(folder: str) -> None:
    """Remove the folder and all in it, also what forbids that. Links are not followed."""

    def permit(function: Callable[..., Any], path: str, why: object) -> None:
        with suppress(OSError):
            for each in (os.path.dirname(path), path):
                if stat.S_ISDIR(os.lstat(each).st_mode) and each.startswith(folder):
                    os.chmod(each, stat.S_IRWXU)
        with suppress(OSError):
            if not os.path.isdir(path) or os.path.islink(path):
                os.unlink(path)

    for _ in range(3):  # what forbade to be listed is emptied in the next round
        shutil.rmtree(folder, **_when_refused(permit))
        if not os.path.lexists(folder):
            break
    _made.discard(folder)


def _when_refused(call: Callable[[Callable[..., Any], str, object], None]) -> dict[str, Any]:
    return {"onexc" if sys.version_info >= (3, 12) else "onerror": call}


def remove_all() -> None:
    """Remove all such folders that are left: an interruption may come at any moment."""
    for left in list(_made):
        remove(left)


@contextmanager
def folder() -> Iterator[str]:
    """Such a folder while the block runs.

    Raises:
        OSError: there is no place for one.
    """
    made = make()
    try:
        yield made
    finally:
        remove(made)
