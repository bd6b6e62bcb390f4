"""What of other files reads wall clocks, so that the functions which use it are worth following."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.flow.domain.values import Imported

if TYPE_CHECKING:
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter


def imported(interpreter: Interpreter, state: State) -> set[str]:
    """What the checked file calls functions and classes of other files that read the clock.

    Those that it reaches through a module only (``log.timer()``) are not among them: loggers that know the time are
    used everywhere, and to follow all that uses them takes several times as long.
    """
    library = interpreter.library
    found: set[str] = set()
    for name, value in state.memory.members(0) if library is not None else ():
        if not (isinstance(value, Imported) and value.names) or library is None:
            continue
        if value.names[0].encode() in library.clock_names(value.path):
            found.add(str(name))
    return found
