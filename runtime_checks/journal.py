"""What the processes of one run saw: each appends lines to a file, at once, so that nothing is lost with a process."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

_open, _write, _close = os.open, os.write, os.close  # a program may put something else there


class Journal:
    """A file that several processes append to.

    Args:
        path: of the file; "" makes one in the folder for temporary files.
    """

    def __init__(self, path: str = "") -> None:
        if not path:
            descriptor, path = tempfile.mkstemp(prefix="cupylint-", suffix=".journal")
            _close(descriptor)
        self.path = os.path.abspath(path)

    def note(self, **what: Any) -> None:
        """Append one entry. An entry that cannot be written is lost."""
        with suppress(OSError):
            descriptor = _open(self.path, os.O_WRONLY | os.O_APPEND)
            try:
                _write(descriptor, json.dumps(what).encode() + b"\n")
            finally:
                _close(descriptor)

    def read(self) -> Iterator[dict[str, Any]]:
        """All entries that are whole."""
        with suppress(OSError), open(self.path, encoding="utf-8", errors="replace") as file:
            for line in file:
                with suppress(ValueError, RecursionError):
                    entry = json.loads(line)
                    if isinstance(entry, dict):
                        yield entry

    def remove(self) -> None:
        """Remove the file."""
        with suppress(OSError):
            os.unlink(self.path)
