"""``cupylint --verify`` as a process that another one starts (see `cupylint.child_python.module`)."""

from __future__ import annotations

import importlib
import sys


def main(*arguments: str) -> None:
    """Verify, and end with the status of that."""
    sys.exit(importlib.import_module("cupylint.runtime_checks.main").main(arguments))
