"""What reads wall clocks by names of the file's own, so that the functions which use it are worth following."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.values import External, Imported
from cupylint.flow.library.wall_clocks import READINGS

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


def imported(interpreter: Interpreter, state: State) -> set[str]:
    """What the checked file calls functions and classes of other files that read the clock, and clocks themselves.

    Those that it reaches through a module only (``log.timer()``) are not among them: loggers that know the time are
    used everywhere, and to follow all that uses them takes several times as long.
    """
    library = interpreter.library
    found: set[str] = set()
    for name, value in state.memory.members(0):
        if isinstance(value, External) and value.dotted in READINGS:  # import default_timer as timer
            found.add(str(name))
        if not (isinstance(value, Imported) and value.names) or library is None:
            continue
        if value.names[0].encode() in library.clock_names(value.path):
            found.add(str(name))
    return found
