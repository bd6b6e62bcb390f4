"""Numbers of things, as messages tell them."""

from __future__ import annotations


def counted(count: int, noun: str, nouns: str = "") -> str:
    """``1 file``, ``2 files``; `nouns` where more of them are called otherwise than with an s."""
    return f"{count} {noun}" if count == 1 else f"{count} {nouns or noun + 's'}"
