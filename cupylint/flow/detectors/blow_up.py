"""Broadcasting that makes much out of little, only to be reduced to little again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cupylint.facts import BlowUp
from cupylint.sizes.forms import Form, Made, rounded
from cupylint.sizes.numeric import OPERATORS, UNARY
from cupylint.sizes.ufunc_types import LOOPS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from libcst import CSTNode

    from cupylint.flow.interp.interpreter import Interpreter

_TIMES = 16  # so much larger than its operands, and than what is left of it
_LEAST = 1 << 30  # bytes of a temporary that is worth a remark
_SHARE = 8  # or so much of the device
_REDUCTIONS = frozenset(
    (
        "sum", "prod", "mean", "std", "var", "max", "min", "amax", "amin", "argmax", "argmin", "any", "all", "nansum",
        "nanmean", "nanmax", "nanmin", "count_nonzero", "norm", "median", "ptp", "average",
    )
)  # fmt: skip


class BlowUps:
    """Temporaries of one file that broadcasting made, by allocation."""

    def __init__(self, interpreter: Interpreter, limit: int) -> None:
        self._interpreter = interpreter
        self._least = min(_LEAST, limit // _SHARE)
        self._made: dict[int, tuple[CSTNode, str, Form, int, int]] = {}  # node, operator, form, bytes, of operands
        self.met: dict[CSTNode, BlowUp] = {}

    def computed(
        self, name: str, buffer: int, made: Made, operands: Sequence[tuple[int | None, Form]], node: CSTNode
    ) -> None:
        """A new array, of these operands with their allocations (None: a view, or not known)."""
        if len(made.forms) != 1 or made.view or not (name in LOOPS or name in OPERATORS or name in UNARY):
            return
        size = rounded(made.forms[0].nbytes).least
        if size < self._least or not made.forms[0].known:
            return
        given = sum(rounded(form.nbytes).least for _, form in operands)
        for source, form in operands:
            if source in self._made and form.count == made.forms[0].count:
                self._made[buffer] = self._made[source]
                return
        if operands and given * _TIMES <= size and all(form.known for _, form in operands):
            self._made[buffer] = (node, name, made.forms[0], size, given)

    def reduced(self, name: str, buffer: int, made: Made, node: CSTNode) -> None:
        """A reduction of the allocation `buffer` was called."""
        found = self._made.get(buffer)
        short = name.rpartition(".")[2]
        if found is None or short not in _REDUCTIONS or len(made.forms) != 1:
            return
        source, operator, form, size, given = found
        left = rounded(made.forms[0].nbytes).least
        if left * _TIMES > size or source in self.met or not made.forms[0].known:
            return
        interpreter = self._interpreter
        assert form.shape is not None
        self.met[source] = BlowUp(
            spot=interpreter.spot(source),
            text=str(form),
            nbytes=size,
            operands=given,
            reduced=interpreter.spot(node),
            name=short,
            left=left,
            rows=form.shape[0].least,
            difference=operator in ("-", "cupy.subtract"),
            wide=form.dtype in ("float64", "complex128"),
        )
