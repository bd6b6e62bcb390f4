"""Size classes: the bytes that a request takes in a pool."""

from __future__ import annotations

UNIT = 512
"""No block is smaller, and device memory comes in multiples of so many bytes."""


def device_class(size: int) -> int:
    """The size class of `size` bytes of device memory: a multiple of `UNIT`."""
    return max(1, -(-size // UNIT)) * UNIT


def pinned_class(size: int) -> int:
    """The size class of `size` bytes of pinned memory: a power of two."""
    return 1 << (max(size, UNIT) - 1).bit_length()
