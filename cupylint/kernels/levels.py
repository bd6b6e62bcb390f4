"""In how far values differ between threads."""

from __future__ import annotations

from enum import IntEnum


class Level(IntEnum):
    """Between which threads a value can differ. The level of a combination is the highest of its parts."""

    GRID = 0
    """One value for all threads."""
    BLOCK = 1
    """One value for the threads of a block."""
    GUARD = 2
    """A test such as ``i < n``: it parts threads only if the launch has more threads than work."""
    SIDE = 3
    """As INDEX, in a direction (y, z) that many launches do not use."""
    INDEX = 4
    """Numbers the threads: no two threads of the block have the same."""
    DATA = 5
    """Comes from memory, an atomic operation or a clock, at another place or time for each thread."""
    UNKNOWN = 6
    """Not understood. Nothing that rests on it is reported."""


_NUMBERING = (Level.INDEX, Level.SIDE)
TESTS = ("<", "<=", ">", ">=", "==", "!=")


def combine(operator: str, left: Level, right: Level, constant: int | None = None, small: bool = False) -> Level:
    """The level of ``left operator right``.

    Args:
        constant: the value of the right side, if it is a literal.
        small: some thread of each block has a number above and one below the other side.
    """
    level = max(left, right)
    if level not in _NUMBERING:
        return level
    both = min(left, right) in _NUMBERING
    if operator in TESTS:
        surely = operator in ("==", "!=") or small or constant in (0, 1)
        return Level.UNKNOWN if both else _of_test(level, surely)
    if operator in ("/", ">>"):
        return Level.UNKNOWN  # the same for many threads, perhaps for all of a block
    if operator in ("-", "^") and both:
        return Level.UNKNOWN  # the thread's own part may cancel
    if operator == "%" and (constant == 1 or left < Level.SIDE):
        return Level.UNKNOWN
    if operator == "&" and (constant is None or constant <= 0 or constant & (constant + 1)):
        return Level.UNKNOWN
    return level


def _of_test(level: Level, parts: bool) -> Level:
    return Level.INDEX if parts and level is Level.INDEX else Level.GUARD


def as_test(level: Level) -> Level:
    """The level of a value that is tested for being true."""
    return Level.GUARD if level is Level.SIDE else level
