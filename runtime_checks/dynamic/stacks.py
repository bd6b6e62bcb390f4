"""Where in the project a step is made: its own frames, without those of libraries.

A step that only libraries lead to, as those of a program that is itself installed, has their innermost frame.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Callable
from itertools import islice
from types import CodeType, FrameType

import numpy

from cupylint import findings

from .. import launch
from .trace import Frame, Stack

_DEEPEST = 32  # frames of a stack that are told
_NOWHERE: Stack = (Frame("<unknown>", 0),)

Rank = int
OWN, LIBRARY, HIDDEN = 2, 1, 0


class Stacks:
    """Makes stacks, the same one for the same place.

    Args:
        rank: of a file: OWN, LIBRARY, or HIDDEN for what no reader wants to see.
    """

    def __init__(self, rank: Callable[[str], Rank]) -> None:
        self._rank = rank
        self._ranks: dict[CodeType, Rank] = {}
        self._frames: dict[tuple[CodeType, int], Frame] = {}
        self._stacks: dict[tuple[tuple[CodeType, int], ...], Stack] = {}

    def here(self) -> Stack:
        """The stack of the caller."""
        frame: FrameType | None = sys._getframe(1)
        ranks, places = self._ranks, []
        other: tuple[CodeType, int] | None = None
        while frame is not None:
            code = frame.f_code
            rank = ranks.get(code)
            if rank is None:
                rank = ranks[code] = self._rank(code.co_filename)
            if rank == OWN or (rank == LIBRARY and other is None):
                place = code, frame.f_lasti
                if place not in self._frames:
                    self._frames[place] = _frame(code, frame.f_lasti, frame.f_lineno)
                if rank == OWN:
                    places.append(place)
                else:
                    other = place
            frame = frame.f_back
        if not places and other is not None:
            places = [other]
        key = tuple(places[:_DEEPEST])
        found = self._stacks.get(key)
        if found is None:
            found = self._stacks[key] = tuple(self._frames[place] for place in key) or _NOWHERE
        return found


def rank(filename: str) -> Rank:
    """What a file is to somebody whose program is traced."""
    if filename.startswith(_HIDDEN):
        return HIDDEN
    if not launch.is_library(filename):
        return OWN
    return HIDDEN if filename.startswith(_PYTHON) and "site-packages" not in filename else LIBRARY


def _folder(*parts: str) -> str:
    return os.path.join(*parts, "")


_PYTHON = _folder(sysconfig.get_paths()["stdlib"])
_HIDDEN = (
    "<",
    _folder(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))),
    _folder(os.path.dirname(os.path.abspath(findings.__file__)), "start"),
    _folder(os.path.dirname(os.path.abspath(numpy.__file__))),
)


def _frame(code: CodeType, instruction: int, line: int) -> Frame:
    positions = getattr(code, "co_positions", None)  # from Python 3.11
    name = getattr(code, "co_qualname", code.co_name)
    if positions is None:
        return Frame(code.co_filename, line, function=name)
    row, end_row, column, end_column = next(islice(positions(), instruction // 2, None), (line, None, None, None))
    if row is None or column is None or end_row is None or end_column is None:
        return Frame(code.co_filename, row or line, function=name)
    return Frame(code.co_filename, row, column + 1, end_row, end_column + 1, name)
