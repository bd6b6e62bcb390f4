"""Expressions whose temporaries need memory that work in place, ``out=`` or one fused kernel would not need.

While the program is followed only the size of each operation is noted. At the end the operations of an expression
are put together again from the source, and their temporaries are counted in Python's order: operands from left to
right; those of an operation are given back when its result is there.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, ClassVar

import libcst

from cupylint.facts import Temporaries
from cupylint.flow.detectors import in_place
from cupylint.flow.domain.detector import Detector
from cupylint.flow.domain.reachability import dead
from cupylint.flow.domain.values import Array
from cupylint.program import ir
from cupylint.records import dataclass
from cupylint.sizes.forms import Form, rounded
from cupylint.sizes.numeric import OPERATORS, UNARY
from cupylint.sizes.ufunc_types import LOOPS

if TYPE_CHECKING:
    from cupylint.flow.domain.operations import Operation
    from cupylint.flow.domain.state import State
    from cupylint.flow.interp.interpreter import Interpreter

LEAST = 64 << 20
"""Bytes of temporaries, beside the result, that are worth a remark."""
_OTHERS = frozenset(("cupy.where",))


@dataclass(slots=True, eq=False)
class Term:
    """One operation element by element, as the source has it.

    Attributes:
        parts: its operands that are such operations themselves, in order.
    """

    node: libcst.CSTNode
    name: str
    form: Form
    size: int
    operands: list[libcst.BaseExpression]
    parts: list[Term] = field(default_factory=list)

    def peak(self) -> int:
        """Bytes of all temporaries and the result that are alive at once."""
        held = most = 0
        for part in self.parts:
            most = max(most, held + part.peak())
            held += part.size
        return max(most, held + self.size)


class Expressions(Detector):
    """The operations of one file, by their places."""

    OPTION: ClassVar[str] = "savings"

    def __init__(self, interpreter: Interpreter) -> None:
        super().__init__(interpreter)
        self._met: dict[libcst.CSTNode, Term] = {}
        self._inside: dict[libcst.CSTNode, libcst.CSTNode | None] = {}  # operation -> its statement
        self._read: dict[libcst.CSTNode, list[tuple[Array | None, Form | None]]] = {}  # what it was applied to last
        self._freed: dict[libcst.CSTNode, bool] = {}  # value of an assignment: what the target was is gone
        self._stored: dict[libcst.CSTNode, bool] = {}  # value: it is copied into another whole array of its form

    def array_made(self, state: State, operation: Operation, buffer: int) -> None:
        """An operation has made a new array."""
        name, made, node = operation.name, operation.made, operation.node
        if made is None or len(made.forms) != 1 or made.many or made.view or not _each_element(name):
            return
        form = made.forms[0]
        if not form.known:
            return
        size = rounded(form.nbytes).least
        known = self._met.get(node)
        if known is None or size > known.size:
            self._met[node] = Term(node, name, form, size, operands_of(node))
        self._inside[node] = self.interpreter.statement
        form_of = self.interpreter.forms.form
        self._read[node] = [
            (value, form_of(value)) if isinstance(value, Array) else (None, None) for value in operation.values
        ]

    def assigned(self, state: State, statement: ir.Assign) -> None:
        """An assignment is done: could its value have been made in the memory of its target?"""
        node, target = statement.value.node, statement.target.node
        if node is None or node not in self._met or self._met[node].size < LEAST // 4:
            return
        if isinstance(target, (libcst.Name, libcst.Attribute)):
            self._freed[node] = self._freed.get(node, True) and self._is_freed(state, node, target)
        elif isinstance(statement.target, ir.Item) and in_place.is_whole(target):
            stored = self._is_apart(state, node, statement.target.base)
            self._stored[node] = self._stored.get(node, True) and stored

    def _is_freed(self, state: State, node: libcst.CSTNode, target: libcst.BaseExpression) -> bool:
        """Whether the array is gone that `target` was before, an operand of its new value."""
        old, form = self._operand(node, target)
        if old is None or len(old.buffers) != 1 or old.region or form != self._met[node].form:
            return False
        return dead(self.interpreter, state, set(old.buffers)) == old.buffers

    def _is_apart(self, state: State, node: libcst.CSTNode, base: ir.Expr) -> bool:
        """Whether what a value is copied into has the form of that value, and shares no memory with its operands."""
        if not isinstance(base, ir.Load):
            return False
        array = self.interpreter.value(state, base)
        if not isinstance(array, Array) or self.interpreter.forms.form(array) != self._met[node].form:
            return False
        return all(read is None or not read.buffers & array.buffers for read in self._arrays(node))

    def _arrays(self, node: libcst.CSTNode) -> list[Array | None]:
        """What the operations of an expression were applied to."""
        inner = [operand for operand in self._met[node].operands if operand in self._met]
        return [read for read, _ in self._read[node]] + [read for part in inner for read in self._arrays(part)]

    def _operand(self, node: libcst.CSTNode, target: libcst.BaseExpression) -> tuple[Array | None, Form | None]:
        """What `target` was when an expression read it."""
        for operand, read in zip(self._met[node].operands, self._read[node], strict=False):
            if operand.deep_equals(target):
                return read
            if operand in self._met and (found := self._operand(operand, target))[0] is not None:
                return found
        return None, None

    def facts(self, ends: list[State]) -> list[Temporaries]:
        """Expressions that hold much which need not be held."""
        for operation in self._met.values():
            operation.parts = [self._met[part] for part in operation.operands if part in self._met]
        inner = {part.node for operation in self._met.values() for part in operation.parts}
        roots = [operation for operation in self._met.values() if operation.node not in inner]
        return [fact for root in roots if (fact := self._judged(root)) is not None]

    def _judged(self, root: Term) -> Temporaries | None:
        statement = self._inside[root.node]
        if isinstance(statement, libcst.AugAssign):
            return None
        if self._stored.get(root.node):
            return self._copied(root, in_place.stored_in(statement))
        target = in_place.target_of(statement, root.node)
        free = target is not None and self._freed.get(root.node, False)
        path = in_place.path_to(root, target) if free and target is not None else []
        old = root.size if path else 0
        peak = root.peak() + old
        beside = peak - root.size
        if beside < max(LEAST, root.size):
            return None
        steps, least = in_place.steps(root, target, path)
        worth = 2 * (peak - least) >= beside and len(steps) <= in_place.STEPS
        return Temporaries(
            spot=self.interpreter.spot(root.node),
            temporaries=beside - old,
            result=root.size,
            replaced=in_place.text_of(target) if path and target is not None else "",
            copied="",
            peak=peak,
            steps=tuple(steps) if worth else (),
            least=least if worth else root.size + old,
        )

    def _copied(self, root: Term, target: libcst.BaseExpression | None) -> Temporaries | None:
        """The result is only made to be copied into another array."""
        peak = root.peak()
        if peak < LEAST or target is None or in_place.reads(root, target):
            return None
        steps, least = in_place.steps(root, target, [], into=True)
        worth = len(steps) <= in_place.STEPS and in_place.can_write(root)
        return Temporaries(
            spot=self.interpreter.spot(root.node),
            temporaries=peak,
            result=0,
            replaced="",
            copied=in_place.text_of(target),
            peak=peak,
            steps=tuple(steps) if worth else (),
            least=least - root.size if worth else 0,
        )


def _each_element(name: str) -> bool:
    return name in LOOPS or name in OPERATORS or name in UNARY or name in _OTHERS


def operands_of(node: libcst.CSTNode) -> list[libcst.BaseExpression]:
    """What an operation is applied to, in order."""
    if isinstance(node, libcst.BinaryOperation):
        return [node.left, node.right]
    if isinstance(node, libcst.UnaryOperation):
        return [node.expression]
    if isinstance(node, libcst.Comparison) and len(node.comparisons) == 1:
        return [node.left, node.comparisons[0].comparator]
    return [argument.value for argument in node.args] if isinstance(node, libcst.Call) else []


DETECTOR = Expressions
