"""Where in the project a step is made: its own frames, without those of libraries."""

from __future__ import annotations

import sys
from collections.abc import Callable
from itertools import islice
from types import CodeType, FrameType

from .. import launch
from .trace import Frame, Stack

_DEEPEST = 32  # frames of a stack that are told
_NOWHERE: Stack = (Frame("<unknown>", 0),)


class Stacks:
    """Makes stacks, the same one for the same place.

    Args:
        is_own: whether a file belongs to the project.
    """

    def __init__(self, is_own: Callable[[str], bool]) -> None:
        self._is_own = is_own
        self._own: dict[CodeType, bool] = {}
        self._frames: dict[tuple[CodeType, int], Frame] = {}
        self._stacks: dict[tuple[tuple[CodeType, int], ...], Stack] = {}

    def here(self) -> Stack:
        """The stack of the caller."""
        frame: FrameType | None = sys._getframe(1)
        own, places = self._own, []
        while frame is not None:
            code = frame.f_code
            wanted = own.get(code)
            if wanted is None:
                wanted = own[code] = self._is_own(code.co_filename)
            if wanted:
                place = code, frame.f_lasti
                if place not in self._frames:
                    self._frames[place] = _frame(code, frame.f_lasti, frame.f_lineno)
                places.append(place)
            frame = frame.f_back
        key = tuple(places[:_DEEPEST])
        found = self._stacks.get(key)
        if found is None:
            found = self._stacks[key] = tuple(self._frames[place] for place in key) or _NOWHERE
        return found


def is_own(filename: str) -> bool:
    """Whether a file belongs to the program, not to Python, to a library or to cupylint."""
    return not filename.startswith("<") and not launch.is_library(filename)


def _frame(code: CodeType, instruction: int, line: int) -> Frame:
    positions = getattr(code, "co_positions", None)  # from Python 3.11
    name = getattr(code, "co_qualname", code.co_name)
    if positions is None:
        return Frame(code.co_filename, line, function=name)
    row, end_row, column, end_column = next(islice(positions(), instruction // 2, None), (line, None, None, None))
    if row is None or column is None or end_row is None or end_column is None:
        return Frame(code.co_filename, row or line, function=name)
    return Frame(code.co_filename, row, column + 1, end_row, end_column + 1, name)
