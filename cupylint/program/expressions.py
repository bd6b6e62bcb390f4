"""Expressions: LibCST nodes -> values of the intermediate program, with calls as statements."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import libcst as cst

from cupylint.large_numbers import is_large
from cupylint.program import ir
from cupylint.program.names import Names

_BINARY = {
    cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.Divide: "/", cst.FloorDivide: "//",
    cst.Modulo: "%", cst.Power: "**", cst.MatrixMultiply: "@", cst.LeftShift: "<<", cst.RightShift: ">>",
    cst.BitAnd: "&", cst.BitOr: "|", cst.BitXor: "^",
}  # fmt: skip
_UNARY = {cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~", cst.Not: "not"}
_COMPARE = {
    cst.Equal: "==", cst.NotEqual: "!=", cst.LessThan: "<", cst.LessThanEqual: "<=", cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=", cst.Is: "is", cst.IsNot: "is not", cst.In: "in", cst.NotIn: "not in",
}  # fmt: skip
_PLAIN_NUMBER = re.compile(r"0|[1-9][0-9]*")
_PLAIN_TEXT = re.compile(r"'[^'\\\n]*'|\"[^\"\\\n]*\"")
"""Literals that are what they look like; for all others LibCST compiles their text, which takes much longer."""
_STREAM = "Stream"
"""No mention of a maker of streams where it is `Stream.null`, which is there already."""
_MAX_BITS = 128  # of integers; larger ones count nothing that a program allocates
_CONSTANTS = {"None": None, "True": True, "False": False}


class Expressions:
    """Lowers expressions and assignment targets into the current block."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.block: ir.Block = []
        self.inner: list[ir.Function] = []
        self.current: cst.CSTNode | None = None  # the statement being lowered

    def inner_function(self, node: cst.FunctionDef | cst.Lambda, decorators: tuple[str, ...] = ()) -> ir.Function:
        """The code of a function inside this one; what lowers statements knows how."""
        raise NotImplementedError

    # -- targets -------------------------------------------------------------------------------

    def target(self, node: cst.CSTNode, binds: bool = True) -> ir.Target:
        if isinstance(node, cst.Name):
            name: ir.Name_ = self.names.renamed(node.value)
            if binds and isinstance(name, str):
                self.names.assigned.add(name)
            return ir.Load(node, name)
        if isinstance(node, cst.Attribute):
            return self.attribute(node)
        if isinstance(node, cst.Subscript):
            return ir.Item(node, self.expression(node.value), self.key(node))
        if isinstance(node, cst.StarredElement):
            return self.target(node.value, binds)
        if isinstance(node, (cst.Tuple, cst.List)):
            star = None
            targets = []
            for index, element in enumerate(node.elements):
                star = index if isinstance(element, cst.StarredElement) else star
                targets.append(self.target(element.value, binds))
            return ir.Unpack(node, targets, star)
        return ir.Unpack(node, [], None)

    # -- expressions ---------------------------------------------------------------------------

    def expression(self, node: cst.CSTNode) -> ir.Expr:
        handler = _EXPRESSIONS.get(type(node))
        return ir.Unknown(node, []) if handler is None else handler(self, node)

    def temporary(self) -> int:
        self.names.temporaries += 1
        self.names.homes.append(self.current)
        return self.names.temporaries

    def store_temporary(self, node: cst.CSTNode, value: ir.Expr) -> ir.Load:
        name = self.temporary()
        self.block.append(ir.Assign(node, ir.Load(node, name), value))
        return ir.Load(node, name)

    def name(self, node: cst.Name) -> ir.Expr:
        value = node.value
        if value in _CONSTANTS:
            return ir.Const(node, _CONSTANTS[value])
        self.names.idents.add(value)
        return ir.Load(node, self.names.renamed(value))

    def attribute(self, node: cst.Attribute) -> ir.Attr:
        idents = self.names.idents
        makes = _STREAM in idents
        base = self.expression(node.value)
        idents.add(node.attr.value)
        if node.attr.value == "null" and not makes:
            idents.discard(_STREAM)
        return ir.Attr(node, base, node.attr.value)

    def call(self, node: cst.Call) -> ir.Expr:
        known = self.names.idents & ir.ATTRIBUTE_FUNCTIONS
        function = self.expression(node.func)
        if isinstance(node.func, cst.Name) and node.func.value in ir.ATTRIBUTE_FUNCTIONS and len(node.args) > 1:
            self.attribute_named(node, known)
        arguments = [
            ir.Argument(self.expression(arg.value), None if arg.keyword is None else arg.keyword.value, arg.star)
            for arg in node.args
        ]
        for argument in arguments:
            if argument.keyword is not None:
                self.names.idents.add(argument.keyword)
        target = self.temporary()
        self.block.append(ir.Call(node, target, function, arguments, self.current))
        return ir.Load(node, target)

    def attribute_named(self, node: cst.Call, known: set[str]) -> None:
        """``getattr(x, "name", None)`` mentions that attribute, and ``getattr(self, name)`` that it may be any."""
        base, named = (argument.value for argument in node.args[:2])
        if isinstance(named, cst.SimpleString) and isinstance(name := named.evaluated_value, str):
            self.names.idents.add(f".{name}")
        elif isinstance(base, cst.Name) and base.value in ir.OWN:
            return
        self.names.idents -= ir.ATTRIBUTE_FUNCTIONS - known

    def key(self, node: cst.Subscript) -> ir.Expr:
        parts = [self.index(element.slice) for element in node.slice]
        if len(parts) == 1 and not isinstance(node.slice[0].comma, cst.Comma):
            return parts[0]
        return ir.Build(node, "tuple", parts)

    def index(self, node: cst.BaseSlice) -> ir.Expr:
        if isinstance(node, cst.Slice):
            parts = [None if part is None else self.expression(part) for part in (node.lower, node.upper, node.step)]
            return ir.Slice(node, *parts)
        assert isinstance(node, cst.Index)
        return self.expression(node.value)

    def subscript(self, node: cst.Subscript) -> ir.Expr:
        return ir.Item(node, self.expression(node.value), self.key(node))

    def binary(self, node: cst.BinaryOperation) -> ir.Expr:
        left, right = self.expression(node.left), self.expression(node.right)
        operator = _BINARY[type(node.operator)]
        if operator == "%" and not ir.is_text(left):
            self.names.has_modulo = True
            if isinstance(right, ir.Const) and isinstance(right.value, int):
                self.names.moduli.add(right.value)
        elif operator == "&" and isinstance(right, ir.Const) and right.value in ir.MASKS:
            self.names.has_modulo = True
            self.names.moduli.add(right.value + 1)
        self.names.has_large = self.names.has_large or operator in ("<<", "**")
        return ir.Binary(node, operator, left, right)

    def test(self, node: cst.BaseExpression) -> ir.Expr:
        """An expression of which nothing but the truth is asked."""
        if isinstance(node, cst.BooleanOperation):
            return self.boolean(node, self.test, is_asked=True)
        if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Not):
            return ir.Unary(node, "not", self.test(node.expression))
        return self.expression(node)

    def boolean(
        self,
        node: cst.BooleanOperation,
        lowered: Callable[[cst.BaseExpression], ir.Expr] | None = None,
        is_asked: bool = False,
    ) -> ir.Expr:
        lowered = lowered or self.expression
        name = self.temporary()
        result = ir.Load(node, name)
        self.block.append(ir.Assign(node, result, lowered(node.left)))
        outer, self.block = self.block, []
        self.block.append(ir.Assign(node, result, lowered(node.right)))
        right, self.block = self.block, outer
        both = isinstance(node.operator, cst.And)
        self.block.append(ir.If(node.left, result, right if both else [], [] if both else right, is_asked))
        return result

    def conditional(self, node: cst.IfExp) -> ir.Expr:
        test = self.test(node.test)
        result = ir.Load(node, self.temporary())
        branches = []
        for part in (node.body, node.orelse):
            outer, self.block = self.block, []
            self.block.append(ir.Assign(part, result, self.expression(part)))
            branches.append(self.block)
            self.block = outer
        self.block.append(ir.If(node.test, test, branches[0], branches[1]))
        return result

    def unary(self, node: cst.UnaryOperation) -> ir.Expr:
        return ir.Unary(node, _UNARY[type(node.operator)], self.expression(node.expression))

    def comparison(self, node: cst.Comparison) -> ir.Expr:
        left = self.expression(node.left)
        pairs = []
        for target in node.comparisons:
            right = self.expression(target.comparator)
            pairs.append(ir.Compare(node, _COMPARE[type(target.operator)], left, right))
            left = right
        return pairs[0] if len(pairs) == 1 else ir.Unknown(node, list(pairs))

    def display(self, node: cst.List | cst.Tuple | cst.Set) -> ir.Expr:
        kind = type(node).__name__.lower()
        items: list[ir.Expr] = []
        for element in node.elements:
            value = self.expression(element.value)
            items.append(ir.Star(element, value) if isinstance(element, cst.StarredElement) else value)
        return ir.Build(node, kind, items)

    def dict_display(self, node: cst.Dict) -> ir.Expr:
        items: list[tuple[ir.Expr | None, ir.Expr]] = []
        for element in node.elements:
            key = self.expression(element.key) if isinstance(element, cst.DictElement) else None
            items.append((key, self.expression(element.value)))
        return ir.BuildDict(node, items)

    def comprehension(self, node: cst.ListComp | cst.SetComp | cst.GeneratorExp) -> ir.Expr:
        kind = "lazy" if isinstance(node, cst.GeneratorExp) else "list"
        return self.comprehend(node, ir.Build(node, kind, []), None, node.elt, node.for_in)

    def dict_comprehension(self, node: cst.DictComp) -> ir.Expr:
        return self.comprehend(node, ir.BuildDict(node, []), node.key, node.value, node.for_in)

    def comprehend(
        self, node: cst.CSTNode, empty: ir.Expr, key: cst.CSTNode | None, value: cst.CSTNode, clause: cst.CompFor
    ) -> ir.Expr:
        result = self.store_temporary(node, empty)
        assert isinstance(result.name, int)
        self.names.push_scope()
        self.comprehension_for(node, result.name, key, value, clause)
        self.names.pop_scope()
        return result

    def comprehension_for(
        self, node: cst.CSTNode, result: int, key: cst.CSTNode | None, value: cst.CSTNode, clause: cst.CompFor
    ) -> None:
        iterable = self.expression(clause.iter)
        for name in _bound_names(clause.target):
            self.names.rename(name, self.temporary())
        target = self.target(clause.target)
        outer = self.block
        conditions = []
        for part in clause.ifs:
            self.block = []
            test = self.test(part.test)
            conditions.append((self.block, test, part))
        self.block = []
        if clause.inner_for_in is not None:
            self.comprehension_for(node, result, key, value, clause.inner_for_in)
        else:
            lowered_key = None if key is None else self.expression(key)
            self.block.append(ir.Append(value, result, lowered_key, self.expression(value)))
        body = self.block
        for before, test, part in reversed(conditions):
            body = [*before, ir.If(part, test, body, [])]
        self.block = outer
        self.block.append(ir.For(node, target, iterable, body, []))

    def literal(self, node: cst.SimpleString | cst.Integer | cst.Float | cst.Imaginary) -> ir.Expr:
        value: object
        try:
            if (text := _PLAIN_TEXT.fullmatch(node.value)) is not None:
                value = text[0][1:-1]
            elif _PLAIN_NUMBER.fullmatch(node.value) is not None:
                value = int(node.value)
            else:
                value = node.evaluated_value
        except (SyntaxError, ValueError):  # a bad escape, more digits than Python converts
            return ir.Unknown(node, [])
        if isinstance(value, int) and value.bit_length() > _MAX_BITS:
            return ir.Unknown(node, [])
        self.names.has_large = self.names.has_large or is_large(value)
        return ir.Const(node, value)

    def concatenated(self, node: cst.ConcatenatedString) -> ir.Expr:
        left, right = self.expression(node.left), self.expression(node.right)
        if isinstance(left, ir.Const) and isinstance(right, ir.Const):
            if isinstance(left.value, str) and isinstance(right.value, str):
                return ir.Const(node, left.value + right.value)
            return ir.Unknown(node, [])
        parts: list[ir.Expr] = []
        text: list[str | None] = []
        for side in (left, right):
            if isinstance(side, ir.Format):
                parts += side.parts
                text += side.text
            elif isinstance(side, ir.Const) and isinstance(side.value, str):
                text.append(side.value)
        return ir.Format(node, parts, text)

    def formatted(self, node: cst.FormattedString) -> ir.Expr:
        parts: list[ir.Expr] = []
        text: list[str | None] = []
        shown = 0
        for part in node.parts:
            if isinstance(part, cst.FormattedStringExpression):
                before = len(self.block)
                value = self.expression(part.expression)
                if len(self.block) > before:
                    parts[shown:] = self.shown(parts[shown:], before)
                    shown = len(parts)
                parts.append(value)
                text.append(None)
            elif isinstance(part, cst.FormattedStringText):
                text.append(part.value.replace("{{", "{").replace("}}", "}"))
        return ir.Format(node, parts, text)

    def shown(self, parts: list[ir.Expr], place: int) -> list[ir.Expr]:
        """Parts of a text that is put together, each made a text itself before what stands at `place` is done."""
        found: list[ir.Expr] = []
        for part in parts:
            if isinstance(part, ir.Const):
                found.append(part)
                continue
            text = ir.Load(part.node, self.temporary())
            self.block.insert(place, ir.Assign(part.node, text, ir.Format(part.node, [part], [None])))
            found.append(text)
            place += 1
        return found

    def ellipsis(self, node: cst.Ellipsis) -> ir.Expr:
        return ir.Const(node, Ellipsis)

    def closure(self, node: cst.Lambda) -> ir.Expr:
        return ir.Closure(node, self.inner_function(node))

    def named(self, node: cst.NamedExpr) -> ir.Expr:
        value = self.expression(node.value)
        target = self.target(node.target)
        self.block.append(ir.Assign(node, target, value))
        assert isinstance(target, ir.Load)
        return ir.Load(node, target.name)

    def yield_(self, node: cst.Yield) -> ir.Expr:
        self.names.is_generator = True
        value: ir.Expr | None = None
        if isinstance(node.value, cst.From):
            item, sent = ir.Load(node, self.temporary()), self.temporary()
            iterable = self.expression(node.value.item)
            self.block.append(ir.For(node, item, iterable, [ir.Yield(node, sent, item)], []))
            return ir.Unknown(node, [])
        if node.value is not None:
            value = self.expression(node.value)
        target = self.temporary()
        self.block.append(ir.Yield(node, target, value))
        return ir.Load(node, target)

    def await_(self, node: cst.Await) -> ir.Expr:
        value = self.expression(node.expression)
        target = self.temporary()
        self.block.append(ir.Yield(node, target, value, is_await=True))
        return ir.Load(node, target)


def _bound_names(target: cst.CSTNode) -> list[str]:
    if isinstance(target, cst.Name):
        return [target.value]
    if isinstance(target, (cst.Tuple, cst.List)):
        return [name for element in target.elements for name in _bound_names(element.value)]
    return []


_EXPRESSIONS: dict[type, Callable[[Expressions, Any], ir.Expr]] = {
    cst.Name: Expressions.name,
    cst.Attribute: Expressions.attribute,
    cst.Call: Expressions.call,
    cst.Subscript: Expressions.subscript,
    cst.BinaryOperation: Expressions.binary,
    cst.BooleanOperation: Expressions.boolean,
    cst.IfExp: Expressions.conditional,
    cst.UnaryOperation: Expressions.unary,
    cst.Comparison: Expressions.comparison,
    cst.List: Expressions.display,
    cst.Tuple: Expressions.display,
    cst.Set: Expressions.display,
    cst.Dict: Expressions.dict_display,
    cst.ListComp: Expressions.comprehension,
    cst.SetComp: Expressions.comprehension,
    cst.GeneratorExp: Expressions.comprehension,
    cst.DictComp: Expressions.dict_comprehension,
    cst.SimpleString: Expressions.literal,
    cst.ConcatenatedString: Expressions.concatenated,
    cst.FormattedString: Expressions.formatted,
    cst.Integer: Expressions.literal,
    cst.Float: Expressions.literal,
    cst.Imaginary: Expressions.literal,
    cst.Ellipsis: Expressions.ellipsis,
    cst.Lambda: Expressions.closure,
    cst.NamedExpr: Expressions.named,
    cst.Yield: Expressions.yield_,
    cst.Await: Expressions.await_,
}
