"""How the command ends."""

from __future__ import annotations

NOTHING, FOUND, WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses."""


class UsageError(Exception):
    """The command line cannot be understood. The text is one line."""
