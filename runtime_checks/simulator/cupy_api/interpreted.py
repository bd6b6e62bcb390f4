"""Launches of kernels in CUDA C whose text is understood: they are executed, and what they use of memory is known."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..cuda_c import Fault, Geometry, Launch, NotUnderstood, Program, State
from ..engine import Engine, Touch, active
from ..log import View, Volatile
from ..memory import Allocation
from .arrays import ndarray
from .devices import target
from .errors import CUDARuntimeError

Otherwise = Callable[[], object]
"""What is done in place of a kernel that turns out not to be understood."""


class Running:
    """A launch under way."""

    def __init__(self, engine: Engine, launch: Launch, otherwise: Otherwise, doubt: Callable[[str], None]) -> None:
        self._engine, self._launch, self._otherwise, self._doubt = engine, launch, otherwise, doubt
        self.ended = self.failed = False
        self._fault = ""

    @property
    def name(self) -> str:
        """As `Unfinished.name`."""
        return self._launch.name

    @property
    def fills(self) -> bool:
        """As `Unfinished.fills`."""
        return self._launch.fills

    def go_on(self) -> bool:
        """As `Unfinished.go_on`."""
        try:
            self.ended = self._launch.run() is State.ENDED
        except NotUnderstood as error:
            self._doubt(str(error))
            self._otherwise()
            self.ended = self.failed = True
        except Fault as error:
            self._fault, self.ended = str(error), True
        except Exception as error:  # a mistake of the interpreter costs what the kernel computes, and nothing else
            self._doubt(f"something that cannot be interpreted ({type(error).__name__})")
            self._otherwise()
            self.ended = self.failed = True
        return self.ended

    def reported(self) -> Running | None:
        """Itself while it goes on; what has gone wrong is what CUDA reports from now on."""
        if self._fault:
            self._engine.progress.broken = CUDARuntimeError(self._fault)
        return None if self.ended else self

    def never_ends(self) -> bool:
        """As `Unfinished.never_ends`."""
        return self._launch.never_ends()

    def touches(self, owners: Sequence[Allocation]) -> Iterator[Touch]:
        """What it has used of memory."""
        for part, writes, volatile, address in self._launch.used():
            owner = next((one for one in owners if one.address <= address < one.address + one.size), None)
            yield part.view(Volatile) if volatile else part, writes, owner


def argument(value: Any) -> bytes:
    """The bytes of an argument, as CuPy hands it to the driver.

    Raises:
        NotUnderstood: it is something else than an array, a pointer or a number.
    """
    if isinstance(value, ndarray):
        return np.int64(value.data.ptr).tobytes()
    if value is None:
        return bytes(8)
    if isinstance(value, (bool, int, float, complex)):
        kinds: dict[type, Any] = {bool: np.bool_, int: np.int64, float: np.float64, complex: np.complex128}
        data: bytes = kinds[type(value)](value).tobytes()
        return data
    if isinstance(value, (np.generic, np.ndarray)):
        data = value.tobytes()
        return data
    if hasattr(value, "ptr"):
        return np.int64(int(value.ptr)).tobytes()
    raise NotUnderstood(f"an argument of type {type(value).__name__}")


def launch(
    program: Program,
    geometry: Geometry,
    values: Sequence[Any],
    stream: Any,
    touches: Sequence[Touch],
    otherwise: Otherwise,
    doubt: Callable[[str], None],
) -> None:
    """Issue a kernel.

    Args:
        touches: what it may use of memory.
        otherwise: what is done if it turns out not to be understood after all.
        doubt: told why.
    """
    engine = active()
    queue, label = target(stream)
    data = [argument(value) for value in values]
    owners = [owner for _, _, owner in touches if owner is not None]

    def begun() -> Running:
        return Running(engine, Launch(program, geometry, data, _find, engine.progress.tick), otherwise, doubt)

    def action() -> Running | None:
        running = begun()
        running.go_on()
        return running.reported()

    captured = engine.capture is not None and engine.capture.takes(queue)
    if not (engine.exact and engine.prompt) or captured:
        engine.issue(queue, label, touches, action)
        return
    running = begun()  # all that comes before it is done: what it uses can be told before it is issued
    running.go_on()
    used = [*running.touches(owners)]
    if running.failed or not running.ended:
        used = [*touches, *(touch for touch in used if touch[2] is None)]
    engine.issue(queue, label, used, running.reported)


def _find(address: int) -> tuple[int, View] | None:
    block = active().memory.find(address)
    return None if block is None else (block.address, block.storage)
