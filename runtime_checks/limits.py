"""What a program may take of the machine while it is judged in the simulator."""

from __future__ import annotations

from contextlib import suppress

DATA = 24 << 30
"""Bytes of memory of its own that a process may ask for, used or not: four times what the simulator itself gives out.

Not on a device: CUDA asks for far more addresses than it uses.
"""


def hold() -> None:
    """Let this process and what it starts ask for `DATA` at most, where the system can hold them to it."""
    try:
        import resource
    except ImportError:  # Windows
        return
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = DATA if hard == resource.RLIM_INFINITY else min(DATA, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, most))
