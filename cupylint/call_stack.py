"""Python's own call stack, in one piece.

Since Python 3.11 the frames of functions are kept in pieces of 16 kB. CPython takes the next piece from the operating
system when one is full, and gives it back as soon as the last frame in it is left. A loop that happens to stand at the
end of a piece, so that each of its calls crosses it, pays for that every time: a call then costs a hundred times as
much as others do. A frame that is larger than a piece gets a larger one, and the frames above it have the rest of that.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import TypeVar, cast

Result = TypeVar("Result")

_SLOTS = 140_000
"""Values that the frame has room for: 1.1 MB, for which CPython takes 2 MB; what nobody writes to costs no memory."""


def in_one_piece(work: Callable[[], Result]) -> Result:
    """What `work` returns or raises; calls inside it cross the end of no piece, as long as they fit into 0.9 MB."""
    return cast(Result, _WIDE(work))


def _call(work: Callable[[], object]) -> object:
    return work()


_WIDE = FunctionType(_call.__code__.replace(co_stacksize=_SLOTS), globals())
