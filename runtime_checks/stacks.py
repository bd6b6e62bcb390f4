"""Where another thread of this process is: the watcher's view of a program that stands still."""

from __future__ import annotations

import sys
import threading
from collections.abc import Collection
from types import FrameType

_LOADERS = ("compiler.py", "_compile.py", "jit/_interface.py", "nvrtc.py")


def frame_of(thread: int) -> FrameType | None:
    """The innermost frame of a thread; of the main thread if that one is gone."""
    frames = sys._current_frames()
    found = frames.get(thread) or frames.get(threading.main_thread().ident or 0)
    frames.clear()  # this frame is one of them: the cycle would keep the program's arrays alive
    return found


def innermost(frame: FrameType | None, files: Collection[str]) -> tuple[int, bool]:
    """The row of the innermost frame in `files`, 0 if there is none; and whether a kernel is being loaded."""
    row, loading, _ = innermost_of(frame, files)
    return row, loading


def innermost_of(frame: FrameType | None, files: Collection[str]) -> tuple[int, bool, str]:
    """As `innermost`, with the name of the file."""
    loading = False
    while frame is not None:
        name = frame.f_code.co_filename
        if name in files:
            return frame.f_lineno, loading, name
        if name.replace("\\", "/").endswith(_LOADERS) and "cupy" in name:
            loading = True
        frame = frame.f_back
    return 0, loading, ""
