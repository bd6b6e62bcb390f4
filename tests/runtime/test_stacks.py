"""Looking at another thread's stack leaves no trace in it."""

from __future__ import annotations

import gc
import threading
import weakref

from cupylint.runtime_checks.stacks import frame_of, innermost


class Thing:
    """Something that can be seen to go."""


def test_the_values_of_the_program_are_not_kept() -> None:
    thread = threading.get_ident()

    def program() -> weakref.ref[Thing]:
        thing = Thing()
        looked = threading.Thread(target=lambda: frame_of(thread))
        looked.start()
        looked.join()
        return weakref.ref(thing)

    gc.disable()
    try:
        assert program()() is None
    finally:
        gc.enable()


def test_the_innermost_row_in_the_program() -> None:
    frame = frame_of(threading.get_ident())
    row, loading = innermost(frame, {__file__})
    assert row > 0
    assert not loading
    assert innermost(frame, ()) == (0, False)
