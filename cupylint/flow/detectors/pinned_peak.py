"""What a program holds of pinned host memory: blocks of powers of two, in use as long as something refers to them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from cupylint.facts import Alive, PinnedMoment
from cupylint.flow.device.array_forms import function_name
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.operations import Keywords, Values
from cupylint.flow.domain.values import Const
from cupylint.pool.sizes import pinned_class
from cupylint.records import dataclass
from cupylint.sizes.forms import Form

if TYPE_CHECKING:
    from libcst import CSTNode

    from cupylint.flow.domain.arguments import Arguments
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

_UNKNOWN = Form(None, None)


@dataclass(frozen=True, slots=True)
class _Block:
    """A block of the pinned pool: what is in it, the bytes that it takes (0 if that is not known), where it is made."""

    form: Form
    size: int
    node: CSTNode


class PinnedPeak(Detector):
    """The pinned allocations of one file, and which of them are in use together."""

    OPTION: ClassVar[str] = "timeline"

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._blocks: dict[int, _Block] = {}  # by buffer
        self._moments: dict[CSTNode, tuple[int, tuple[int, ...], str]] = {}  # bytes in use, buffers, function

    def pinned_taken(
        self, state: State, name: str, arguments: Arguments, node: CSTNode, buffer: int, others: Iterable[int]
    ) -> None:
        """A block is taken from the pool while `others` are in use."""
        form = self._form(state, name, arguments.values(), arguments.keyword_values())
        count = form.nbytes
        size = 0 if count is None or (count.value is None and count.least == 0) else pinned_class(count.least)
        self._blocks[buffer] = _Block(form, size, node)
        held = (*(other for other in others if other in self._blocks), buffer)
        total = sum(self._blocks[each].size for each in held)
        if node not in self._moments or total > self._moments[node][0]:
            self._moments[node] = (total, held, function_name(self.interpreter.frame.function))

    def _form(self, state: State, name: str, values: Values, keywords: Keywords) -> Form:
        """The form of what a function of ``cupyx`` or ``cupy.cuda`` allocates."""
        alike = f"cupy.{name.removesuffix('_pinned')}"
        if name == "alloc_pinned_memory":
            alike, values = "cupy.empty", (*values, *(value for _, value in keywords))
            keywords = (("dtype", Const("uint8")),)
        made = self.interpreter.forms.evaluated(state, alike, values, keywords)
        return made.forms[0] if made is not None and made.forms else _UNKNOWN

    def facts(self, ends: list[State]) -> list[PinnedMoment]:
        """What was in use at each allocation."""
        return [
            PinnedMoment(self.interpreter.spot(node), total, tuple(map(self._alive, held)), function)
            for node, (total, held, function) in self._moments.items()
        ]

    def _alive(self, buffer: int) -> Alive:
        block = self._blocks[buffer]
        shape = block.form.shape
        return Alive(
            name=self.interpreter.names.array(buffer),
            spot=self.interpreter.spot(block.node),
            shape=None if shape is None else tuple(str(one) if one.value is None else one.value for one in shape),
            dtype=block.form.dtype,
            nbytes=block.size,
        )


DETECTOR = PinnedPeak
