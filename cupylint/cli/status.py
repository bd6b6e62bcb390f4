"""How the command ends."""

from __future__ import annotations

import os

NOTHING, FOUND, WRONG, INTERRUPTED = 0, 1, 2, 130
"""Exit statuses."""


class UsageError(Exception):
    """The command line cannot be understood. The text is one line."""


def is_lost() -> bool:
    """Whether the current folder is gone."""
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False
