"""Expressions of CUDA C. What they do beside giving a value is written as instructions on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from cupylint.kernels.grammar import text

from .arithmetic import COMPARING, COMPUTING, SHIFTS
from .constants import literal
from .declarations import kind_of
from .errors import NotUnderstood, line_of
from .kinds import BOOL, INT, LONG, UINT, ULONG, common, pointer, promoted
from .program import Ask, Slot, Threads
from .writing import Term, Writer, constant, selected, truth_of

if TYPE_CHECKING:
    from tree_sitter import Node

_OWN = {"threadIdx": Slot.THREAD_X, "blockIdx": Slot.BLOCK_X}
_SHAPES = {"blockDim": "block", "gridDim": "grid"}


class Expressions(Writer):
    """Writes expressions."""

    def term(self, node: Node) -> Term:
        """The value of an expression.

        Raises:
            NotUnderstood: something in it is not supported.
        """
        method = _METHODS.get(node.type)
        if method is None:
            raise NotUnderstood(f"{node.type.replace('_', ' ')} `{_short(node)}`", line_of(node))
        return method(self, node)

    def value(self, node: Node) -> Term:
        """The same as a number or a pointer."""
        return self.decayed(self.term(node))

    # -- leaves --------------------------------------------------------------------------------

    def _literal(self, node: Node) -> Term:
        return constant(*literal(node))

    def _identifier(self, node: Node) -> Term:
        if text(node) == "warpSize":
            return constant(INT, 32)
        return self.lookup(text(node), node)

    def _inner(self, node: Node) -> Term:
        return self.term(node.named_children[0])

    def _field(self, node: Node) -> Term:
        of, name = text(node.child_by_field_name("argument")), text(node.child_by_field_name("field"))
        if name in ("x", "y", "z"):
            axis = "xyz".index(name)
            if of in _OWN:
                slot = _OWN[of] + axis
                return Term(UINT, lambda threads: threads.read(slot))
            if of in _SHAPES:
                which = _SHAPES[of]
                return Term(UINT, lambda threads: np.uint32(getattr(threads.world, which)[axis]))
        raise NotUnderstood(f"the member {_short(node)}", line_of(node))

    def _sizeof(self, node: Node) -> Term:
        kind = node.child_by_field_name("type")
        if kind is not None:
            return constant(ULONG, kind_of(kind, self.known).size)
        before = len(self.code)
        size = self.term(node.named_children[-1]).kind.size
        del self.code[before:]
        return constant(ULONG, size)

    # -- memory --------------------------------------------------------------------------------

    def _subscript(self, node: Node) -> Term:
        of = node.child_by_field_name("argument")
        indices = node.child_by_field_name("indices") or node
        assert of is not None
        base = self.value(of)
        for index in [child for child in indices.named_children if child != of]:
            base = self._item(base, self.value(index), node, text(of))
        return base

    def _item(self, base: Term, index: Term, node: Node, name: str) -> Term:
        base = self.decayed(base)
        if base.kind.to is None:
            raise NotUnderstood(f"an index of {_short(node)}", line_of(node))
        return self.at(base.kind.to, self.shifted(base, index), node, name)

    def _pointer(self, node: Node) -> Term:
        operator, argument = text(node.child_by_field_name("operator")), node.child_by_field_name("argument")
        assert argument is not None
        if operator == "&":
            of = self.term(argument)
            if of.address is None:
                raise NotUnderstood(f"the address of {_short(argument)}", line_of(node))
            return Term(pointer(of.kind), of.address)
        base = self.value(argument)
        if base.kind.to is None:
            raise NotUnderstood(f"{_short(node)}", line_of(node))
        return self.at(base.kind.to, base.ask, node, text(argument))

    # -- operators -----------------------------------------------------------------------------

    def _unary(self, node: Node) -> Term:
        operator, argument = text(node.child_by_field_name("operator")), node.child_by_field_name("argument")
        assert argument is not None
        of = self.value(argument)
        if operator == "!":
            ask = truth_of(of)
            return Term(BOOL, lambda threads: ~ask(threads))
        kind = promoted(of.kind)
        of = self.converted(of, kind)
        ask = of.ask
        functions: dict[str, Callable[[Any], Any]] = {"-": np.negative, "+": np.positive, "~": np.invert}
        if operator not in functions:
            raise NotUnderstood(f"the operator {operator}", line_of(node))
        function = functions[operator]
        if of.number is not None:
            return constant(kind, function(of.number))
        return Term(kind, lambda threads: function(ask(threads)))

    def _binary(self, node: Node) -> Term:
        operator = text(node.child_by_field_name("operator"))
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        assert left is not None and right is not None
        if operator in ("&&", "||"):
            return self._logical(operator, left, right)
        return self.computed(operator, self.value(left), self.value(right), node)

    def computed(self, operator: str, left: Term, right: Term, node: Node) -> Term:
        """``left operator right``."""
        if left.kind.to is not None or right.kind.to is not None:
            return self._of_pointers(operator, left, right, node)
        if operator in SHIFTS:
            kind = promoted(left.kind)
            one, other, function = self.converted(left, kind), self.converted(right, kind), SHIFTS[operator]
        elif operator in COMPUTING or operator in COMPARING:
            meet = common(left.kind, right.kind)
            kind = BOOL if operator in COMPARING else meet
            one, other = self.converted(left, meet), self.converted(right, meet)
            function = COMPUTING.get(operator) or COMPARING[operator]
        else:
            raise NotUnderstood(f"the operator {operator}", line_of(node))
        if one.number is not None and other.number is not None:
            with np.errstate(all="ignore"):
                return constant(kind, function(one.number, other.number))
        ask, also = one.ask, other.ask
        return Term(kind, lambda threads: function(ask(threads), also(threads)))

    def _of_pointers(self, operator: str, left: Term, right: Term, node: Node) -> Term:
        one, other = left.ask, right.ask
        if operator in COMPARING:
            function = COMPARING[operator]
            return Term(BOOL, lambda threads: function(one(threads), other(threads)))
        if operator == "-" and left.kind.to is not None and right.kind.to is not None:
            size = np.int64(left.kind.to.size)
            return Term(LONG, lambda threads: (one(threads) - other(threads)) // size)
        if operator == "+" and right.kind.to is not None:
            left, right = right, left
        if operator not in "+-" or left.kind.to is None or right.kind.dtype.kind == "f":
            raise NotUnderstood(f"the operator {operator} of a pointer", line_of(node))
        return Term(left.kind, self.shifted(left, right, 1 if operator == "+" else -1))

    def _logical(self, operator: str, left: Node, right: Node) -> Term:
        first = truth_of(self.value(left))
        before = len(self.code)
        second = truth_of(self.value(right))
        if len(self.code) > before:  # the right side has effects, which not all threads may have
            del self.code[before:]
            return self._stepwise(first, operator == "||", right)
        if operator == "&&":
            return Term(BOOL, lambda threads: selected(threads, first(threads), second, _never, BOOL))
        return Term(BOOL, lambda threads: selected(threads, first(threads), _always, second, BOOL))

    def _stepwise(self, first: Ask, ends: bool, right: Node) -> Term:
        result = self.kept(BOOL, first)
        ask = result.ask
        branch = self.branch(Term(BOOL, (lambda threads: ~ask(threads)) if ends else ask))
        self.set(result.slot, truth_of(self.value(right)))
        self.land(branch)
        return result

    def _conditional(self, node: Node) -> Term:
        parts = [node.child_by_field_name(name) for name in ("condition", "consequence", "alternative")]
        assert parts[0] is not None and parts[1] is not None and parts[2] is not None
        mask = truth_of(self.value(parts[0]))
        before = len(self.code)
        one, other = self.value(parts[1]), self.value(parts[2])
        kind = one.kind.plain if one.kind.dtype == other.kind.dtype or one.kind.to else common(one.kind, other.kind)
        if other.kind.to is not None:
            kind = other.kind
        if len(self.code) > before:
            del self.code[before:]
            result = self.variable(kind)
            branch = self.branch(Term(BOOL, mask))
            self.set(result.slot, self.converted(self.value(parts[1]), kind).ask)
            jump = self.jump()
            self.land(branch)
            self.set(result.slot, self.converted(self.value(parts[2]), kind).ask)
            self.land(jump)
            return result
        first, second = self.converted(one, kind).ask, self.converted(other, kind).ask
        return Term(kind, lambda threads: selected(threads, mask(threads), first, second, kind))

    def _comma(self, node: Node) -> Term:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        assert left is not None and right is not None
        self.term(left)
        return self.term(right)

    def _cast(self, node: Node) -> Term:
        kind, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        assert kind is not None and value is not None
        if text(kind) == "void":
            return self.value(value)
        return self.converted(self.value(value), kind_of(kind, self.known))

    # -- effects -------------------------------------------------------------------------------

    def _assignment(self, node: Node) -> Term:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        assert left is not None and right is not None
        value = self.value(right)
        to = self.term(left)
        operator = text(node.child_by_field_name("operator"))
        if operator != "=":
            value = self.computed(operator[:-1], to, value, node)
        return self._written(to, value, node)

    def _written(self, to: Term, value: Term, node: Node) -> Term:
        if to.slot >= 0:
            self.assign(to, value, node)
            return to
        kept = self.kept(to.kind.plain, self.converted(value, to.kind).ask)
        self.assign(to, kept, node)
        return Term(kept.kind, kept.ask, address=to.address)

    def _update(self, node: Node) -> Term:
        argument, operator = node.child_by_field_name("argument"), text(node.child_by_field_name("operator"))
        assert argument is not None
        to = self.term(argument)
        before = self.kept(to.kind.plain, to.ask)
        prefix = node.children[0].type == operator
        after = self._written(to, self.computed(operator[0], before, constant(INT, 1), node), node)
        return after if prefix else before

    def call(self, node: Node) -> Term:
        """A call of a function."""
        raise NotImplementedError

    def _call(self, node: Node) -> Term:
        return self.call(node)

    def asm(self, node: Node) -> Term:
        """An assembler statement."""
        raise NotImplementedError

    def _asm(self, node: Node) -> Term:
        return self.asm(node)


def _never(threads: Threads) -> Any:
    return np.bool_(False)


def _always(threads: Threads) -> Any:
    return np.bool_(True)


def _short(node: Node) -> str:
    said = " ".join(text(node).split())
    return said if len(said) <= 40 else said[:37] + "..."


_METHODS: dict[str, Callable[[Expressions, Node], Term]] = {
    "number_literal": Expressions._literal,
    "char_literal": Expressions._literal,
    "true": Expressions._literal,
    "false": Expressions._literal,
    "null": Expressions._literal,
    "identifier": Expressions._identifier,
    "parenthesized_expression": Expressions._inner,
    "condition_clause": Expressions._inner,
    "field_expression": Expressions._field,
    "sizeof_expression": Expressions._sizeof,
    "subscript_expression": Expressions._subscript,
    "pointer_expression": Expressions._pointer,
    "unary_expression": Expressions._unary,
    "binary_expression": Expressions._binary,
    "conditional_expression": Expressions._conditional,
    "comma_expression": Expressions._comma,
    "cast_expression": Expressions._cast,
    "assignment_expression": Expressions._assignment,
    "update_expression": Expressions._update,
    "call_expression": Expressions._call,
    "gnu_asm_expression": Expressions._asm,
}
