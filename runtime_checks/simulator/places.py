"""Where in the user's program the simulator was called from."""

from __future__ import annotations

import sys
import sysconfig
from functools import lru_cache
from itertools import islice
from pathlib import Path
from types import CodeType, FrameType

import numpy

from .results import Place

_INSIDE = (str(Path(__file__).parent), str(Path(numpy.__file__).parent))
_OF_NO_FILE = "<string>"
"""Where Python says that the code of an ``exec`` stands: what it does is done where it is called."""
_STDLIB = sysconfig.get_paths()["stdlib"]


@lru_cache(maxsize=4096)
def _is_users(filename: str) -> bool:
    if filename.startswith(_INSIDE) or filename.startswith("<frozen") or filename == _OF_NO_FILE:
        return False
    return not filename.startswith(_STDLIB) or "site-packages" in filename


@lru_cache(maxsize=4096)
def _position(code: CodeType, instruction: int, line: int) -> tuple[int, int]:
    positions = getattr(code, "co_positions", None)  # from Python 3.11
    if positions is None:
        return line, 0
    row, _, column, _ = next(islice(positions(), instruction // 2, None), (line, None, None, None))
    return row or line, 0 if column is None else column + 1


def user_frame() -> FrameType | None:
    """The innermost frame that belongs neither to the simulator, NumPy nor the standard library."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not _is_users(frame.f_code.co_filename):
        frame = frame.f_back
    return frame


def user_place() -> Place:
    """The position that the user's innermost frame has reached."""
    frame = user_frame()
    if frame is None:
        return Place("<unknown>", 0)
    return Place(frame.f_code.co_filename, *_position(frame.f_code, frame.f_lasti, frame.f_lineno))
