"""LibCST tree -> intermediate program, in one walk over the fields that carry meaning.

No visitor, no metadata: both cost several times what parsing does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import libcst as cst

from cupylint.program import ir
from cupylint.program.names import Names, dotted_name

_BINARY = {
    cst.Add: "+", cst.Subtract: "-", cst.Multiply: "*", cst.Divide: "/", cst.FloorDivide: "//",
    cst.Modulo: "%", cst.Power: "**", cst.MatrixMultiply: "@", cst.LeftShift: "<<", cst.RightShift: ">>",
    cst.BitAnd: "&", cst.BitOr: "|", cst.BitXor: "^",
}  # fmt: skip
_AUGMENT = {
    cst.AddAssign: "+", cst.SubtractAssign: "-", cst.MultiplyAssign: "*", cst.DivideAssign: "/",
    cst.FloorDivideAssign: "//", cst.ModuloAssign: "%", cst.PowerAssign: "**",
    cst.MatrixMultiplyAssign: "@", cst.LeftShiftAssign: "<<", cst.RightShiftAssign: ">>",
    cst.BitAndAssign: "&", cst.BitOrAssign: "|", cst.BitXorAssign: "^",
}  # fmt: skip
_UNARY = {cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~", cst.Not: "not"}
_COMPARE = {
    cst.Equal: "==", cst.NotEqual: "!=", cst.LessThan: "<", cst.LessThanEqual: "<=", cst.GreaterThan: ">",
    cst.GreaterThanEqual: ">=", cst.Is: "is", cst.IsNot: "is not", cst.In: "in", cst.NotIn: "not in",
}  # fmt: skip
_CONSTANTS = {"None": None, "True": True, "False": False}


def lower(module: cst.Module) -> ir.Function:
    """The program of a module: a function without parameters named ``<module>``."""
    return Lowering(Names("<module>")).function(module, "<module>", [], module.body)


class Lowering:
    """Lowers one function; inner functions get a lowering of their own."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.block: ir.Block = []
        self.inner: list[ir.Function] = []
        self.current: cst.CSTNode | None = None  # the statement being lowered

    # -- functions and classes -----------------------------------------------------------------

    def function(
        self,
        node: cst.CSTNode,
        name: str,
        parameters: list[ir.Parameter],
        body: Sequence[cst.CSTNode],
        is_async: bool = False,
        decorators: tuple[str, ...] = (),
    ) -> ir.Function:
        names = self.names
        names.assigned.update(parameter.name for parameter in parameters)
        code = self.statements(body)
        return ir.Function(
            node, name, parameters, code, frozenset(names.idents), frozenset(names.moduli), names.has_modulo,
            names.is_generator, is_async, frozenset(names.assigned - names.foreign), names.class_name,
            names.temporaries, decorators, bool(self.inner), self.inner,
        )  # fmt: skip

    def inner_function(self, node: cst.FunctionDef | cst.Lambda, decorators: tuple[str, ...] = ()) -> ir.Function:
        parameters = self.parameters(node.params)
        if isinstance(node, cst.FunctionDef):
            inner = Lowering(Names(node.name.value, self.names.inside_class))
            body: Sequence[cst.CSTNode] = node.body.body
            function = inner.function(
                node, node.name.value, parameters, body, node.asynchronous is not None, decorators
            )
        else:
            inner = Lowering(Names("<lambda>"))
            inner.block.append(ir.Return(node.body, inner.expression(node.body)))
            names = inner.names
            names.assigned.update(parameter.name for parameter in parameters)
            function = ir.Function(
                node, "<lambda>", parameters, inner.block, frozenset(names.idents), frozenset(names.moduli),
                names.has_modulo, False, False, frozenset(names.assigned), "", names.temporaries,
            )  # fmt: skip
        self.names.absorb(inner.names)
        self.inner.append(function)
        return function

    def parameters(self, node: cst.Parameters) -> list[ir.Parameter]:
        found = []

        def add(parameter: cst.Param, kind: str) -> None:
            default = None if parameter.default is None else self.expression(parameter.default)
            annotation = "" if parameter.annotation is None else dotted_name(parameter.annotation.annotation)
            found.append(ir.Parameter(parameter.name.value, default, kind, annotation))

        for parameter in (*node.posonly_params, *node.params):
            add(parameter, "positional")
        if isinstance(node.star_arg, cst.Param):
            add(node.star_arg, "*")
        for parameter in node.kwonly_params:
            add(parameter, "keyword")
        if node.star_kwarg is not None:
            add(node.star_kwarg, "**")
        return found

    # -- statements ----------------------------------------------------------------------------

    def statements(self, body: Sequence[cst.CSTNode]) -> ir.Block:
        """Lower `body` into a block of its own."""
        outer, self.block = self.block, []
        for statement in body:
            if isinstance(statement, cst.SimpleStatementLine):
                for small in statement.body:
                    self.statement(small)
            else:
                self.statement(statement)
        block, self.block = self.block, outer
        return block

    def suite(self, node: cst.BaseSuite | None) -> ir.Block:
        return [] if node is None else self.statements(node.body)

    def statement(self, node: cst.CSTNode) -> None:
        handler = _STATEMENTS.get(type(node))
        if handler is not None:
            outer, self.current = self.current, node
            handler(self, node)
            self.current = outer

    def expression_statement(self, node: cst.Expr) -> None:
        if not isinstance(node.value, (cst.SimpleString, cst.ConcatenatedString, cst.Ellipsis)):
            value = self.expression(node.value)
            if not (isinstance(value, ir.Load) and isinstance(value.name, int)):
                self.block.append(ir.Evaluate(node, value))

    def assign(self, node: cst.Assign) -> None:
        value = self.expression(node.value)
        if len(node.targets) > 1 and not isinstance(value, (ir.Const, ir.Load)):
            value = self.store_temporary(node, value)
        for target in node.targets:
            self.block.append(ir.Assign(node, self.target(target.target), value))

    def annotated_assign(self, node: cst.AnnAssign) -> None:
        if node.value is not None:
            value = self.expression(node.value)
            self.block.append(ir.Assign(node, self.target(node.target), value))

    def augmented_assign(self, node: cst.AugAssign) -> None:
        value = self.expression(node.value)
        target = self.target(node.target)
        self.block.append(ir.Augment(node, target, _AUGMENT[type(node.operator)], value))

    def return_(self, node: cst.Return) -> None:
        value = None if node.value is None else self.expression(node.value)
        self.block.append(ir.Return(node, value))

    def raise_(self, node: cst.Raise) -> None:
        value = None if node.exc is None else self.expression(node.exc)
        self.block.append(ir.Raise(node, value))

    def assert_(self, node: cst.Assert) -> None:
        self.block.append(ir.Assert(node, self.expression(node.test)))

    def delete(self, node: cst.Del) -> None:
        target = node.target
        parts = [element.value for element in target.elements] if isinstance(target, cst.Tuple) else [target]
        for part in parts:
            self.block.append(ir.Delete(node, self.target(part, binds=False)))

    def import_(self, node: cst.Import) -> None:
        for alias in node.names:
            dotted = dotted_name(alias.name)
            if alias.asname is not None:
                self.bind_import(node, dotted_name(alias.asname.name), dotted)
            else:
                first = dotted.partition(".")[0]
                self.bind_import(node, first, first)
                if "." in dotted:
                    self.names.idents.add(dotted)

    def import_from(self, node: cst.ImportFrom) -> None:
        module = "." * len(node.relative) + ("" if node.module is None else dotted_name(node.module))
        if isinstance(node.names, cst.ImportStar):
            self.block.append(ir.Import(node, "*", module))
            return
        for alias in node.names:
            name = dotted_name(alias.name)
            bound = name if alias.asname is None else dotted_name(alias.asname.name)
            joint = "" if module.endswith(".") else "."
            self.bind_import(node, bound, f"{module}{joint}{name}")
            self.names.idents.add(name)

    def bind_import(self, node: cst.CSTNode, name: str, dotted: str) -> None:
        self.names.assigned.add(name)
        self.names.idents.add(name)
        self.block.append(ir.Import(node, name, dotted))

    def scope(self, node: cst.Global | cst.Nonlocal) -> None:
        names = [item.name.value for item in node.names]
        self.names.foreign.update(names)
        kind = "global" if isinstance(node, cst.Global) else "nonlocal"
        self.block.append(ir.Scope(node, kind, names))

    def if_(self, node: cst.If) -> None:
        test = self.expression(node.test)
        then = self.suite(node.body)
        if isinstance(node.orelse, cst.If):
            orelse = self.statements([node.orelse])
        else:
            orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        self.block.append(ir.If(node.test, test, then, orelse))

    def for_(self, node: cst.For) -> None:
        iterable = self.expression(node.iter)
        target = self.target(node.target)
        body = self.suite(node.body)
        orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        self.block.append(ir.For(node, target, iterable, body, orelse))

    def while_(self, node: cst.While) -> None:
        outer, self.block = self.block, []
        test = self.expression(node.test)
        before, self.block = self.block, outer
        body = self.suite(node.body)
        orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        self.block.append(ir.While(node, before, test, body, orelse))

    def with_(self, node: cst.With) -> None:
        self.with_items(node, list(node.items))

    def with_items(self, node: cst.With, items: list[cst.WithItem]) -> None:
        item = items[0]
        manager = self.expression(item.item)
        target = None if item.asname is None else self.target(item.asname.name)
        if len(items) > 1:
            outer, self.block = self.block, []
            self.with_items(node, items[1:])
            body, self.block = self.block, outer
        else:
            body = self.suite(node.body)
        self.block.append(ir.With(node, manager, target, body))

    def try_(self, node: cst.Try | cst.TryStar) -> None:
        body = self.suite(node.body)
        handlers = []
        for handler in node.handlers:
            outer, self.block = self.block, []
            kind = None if handler.type is None else self.expression(handler.type)
            self.block = outer
            name = None
            if handler.name is not None and isinstance(handler.name.name, cst.Name):
                name = handler.name.name.value
                self.names.assigned.add(name)
            handlers.append(ir.Handler(handler, kind, name, self.suite(handler.body)))
        orelse = [] if node.orelse is None else self.suite(node.orelse.body)
        final = [] if node.finalbody is None else self.suite(node.finalbody.body)
        self.block.append(ir.Try(node, body, handlers, orelse, final))

    def match(self, node: cst.Match) -> None:
        subject = self.store_temporary(node, self.expression(node.subject))
        outer = self.block
        for case in node.cases:
            test = self.pattern_test(case.pattern, subject)
            self.bind_pattern(case.pattern, subject)
            if case.guard is not None:
                guard = self.expression(case.guard)
                test = guard if test is None else ir.Unknown(case, [])
            if test is None:
                self.block.extend(self.suite(case.body))
                break
            otherwise: ir.Block = []
            self.block.append(ir.If(case, test, self.suite(case.body), otherwise))
            self.block = otherwise
        self.block = outer

    def pattern_test(self, pattern: cst.MatchPattern, subject: ir.Load) -> ir.Expr | None:
        """The test of a case, None if it always matches."""
        if isinstance(pattern, cst.MatchAs) and pattern.pattern is None:
            return None
        if isinstance(pattern, cst.MatchValue):
            return ir.Compare(pattern, "==", subject, self.expression(pattern.value))
        if isinstance(pattern, cst.MatchSingleton):
            return ir.Compare(pattern, "is", subject, self.expression(pattern.value))
        return ir.Unknown(pattern, [])

    def bind_pattern(self, pattern: cst.CSTNode, subject: ir.Load) -> None:
        if isinstance(pattern, cst.MatchAs) and pattern.name is not None:
            self.names.assigned.add(pattern.name.value)
            value: ir.Expr = subject if pattern.pattern is None else ir.Unknown(pattern, [subject])
            self.block.append(ir.Assign(pattern, ir.Load(pattern, pattern.name.value), value))
            if pattern.pattern is None:
                return
            pattern = pattern.pattern
        for name in _captures(pattern):
            self.names.assigned.add(name.value)
            self.block.append(ir.Assign(name, ir.Load(name, name.value), ir.Unknown(name, [subject])))

    def define(self, node: cst.FunctionDef) -> None:
        decorators = [self.expression(decorator.decorator) for decorator in node.decorators]
        names = tuple(dotted_name(decorator.decorator) for decorator in node.decorators)
        function = self.inner_function(node, names)
        self.names.assigned.add(node.name.value)
        self.block.append(ir.Define(node, node.name.value, function, decorators))

    def define_class(self, node: cst.ClassDef) -> None:
        bases = [self.expression(base.value) for base in node.bases]
        decorators = [self.expression(decorator.decorator) for decorator in node.decorators]
        outer_class, self.names.inside_class = self.names.inside_class, node.name.value
        outer_assigned, self.names.assigned = self.names.assigned, set()
        outer_idents, self.names.idents = self.names.idents, set()
        body = self.suite(node.body)
        idents = frozenset(self.names.idents)
        self.names.idents = outer_idents | idents
        self.names.assigned = outer_assigned
        self.names.inside_class = outer_class
        self.names.assigned.add(node.name.value)
        self.block.append(ir.DefineClass(node, node.name.value, bases, body, decorators, idents, _fields(node)))

    # -- targets -------------------------------------------------------------------------------

    def target(self, node: cst.CSTNode, binds: bool = True) -> ir.Target:
        if isinstance(node, cst.Name):
            name: ir.Name_ = self.names.renamed(node.value)
            if binds and isinstance(name, str):
                self.names.assigned.add(name)
            return ir.Load(node, name)
        if isinstance(node, cst.Attribute):
            self.names.idents.add(node.attr.value)
            return ir.Attr(node, self.expression(node.value), node.attr.value)
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

    def attribute(self, node: cst.Attribute) -> ir.Expr:
        self.names.idents.add(node.attr.value)
        return ir.Attr(node, self.expression(node.value), node.attr.value)

    def call(self, node: cst.Call) -> ir.Expr:
        function = self.expression(node.func)
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
        if operator == "%":
            self.names.has_modulo = True
            if isinstance(right, ir.Const) and isinstance(right.value, int):
                self.names.moduli.add(right.value)
        return ir.Binary(node, operator, left, right)

    def boolean(self, node: cst.BooleanOperation) -> ir.Expr:
        name = self.temporary()
        result = ir.Load(node, name)
        self.block.append(ir.Assign(node, result, self.expression(node.left)))
        outer, self.block = self.block, []
        self.block.append(ir.Assign(node, result, self.expression(node.right)))
        right, self.block = self.block, outer
        both = isinstance(node.operator, cst.And)
        self.block.append(ir.If(node.left, result, right if both else [], [] if both else right))
        return result

    def conditional(self, node: cst.IfExp) -> ir.Expr:
        test = self.expression(node.test)
        result = ir.Load(node, self.temporary())
        branches = []
        for part in (node.body, node.orelse):
            outer, self.block = self.block, []
            self.block.append(ir.Assign(part, result, self.expression(part)))
            branches.append(self.block)
            self.block = outer
        self.block.append(ir.If(node.test, test, *branches))
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
        return self.comprehend(node, ir.Build(node, "list", []), None, node.elt, node.for_in)

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
            test = self.expression(part.test)
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

    def string(self, node: cst.SimpleString) -> ir.Expr:
        return ir.Const(node, node.evaluated_value)

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
        for part in node.parts:
            if isinstance(part, cst.FormattedStringExpression):
                parts.append(self.expression(part.expression))
                text.append(None)
            elif isinstance(part, cst.FormattedStringText):
                text.append(part.value.replace("{{", "{").replace("}}", "}"))
        return ir.Format(node, parts, text)

    def number(self, node: cst.Integer | cst.Float | cst.Imaginary) -> ir.Expr:
        return ir.Const(node, node.evaluated_value)

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


def _fields(node: cst.ClassDef) -> tuple[str, ...]:
    """The annotated names of a class body, in order."""
    return tuple(
        small.target.value
        for line in node.body.body
        if isinstance(line, cst.SimpleStatementLine)
        for small in line.body
        if isinstance(small, cst.AnnAssign) and isinstance(small.target, cst.Name)
    )


def _captures(pattern: cst.CSTNode) -> list[cst.Name]:
    """The names that a pattern binds, at any depth."""
    found, stack = [], [pattern]
    while stack:
        node = stack.pop()
        name = getattr(node, "name", None) if isinstance(node, (cst.MatchAs, cst.MatchStar)) else None
        name = node.rest if isinstance(node, cst.MatchMapping) else name
        if isinstance(name, cst.Name):
            found.append(name)
        if not isinstance(node, cst.BaseExpression):
            stack += node.children
    return found


def _bound_names(target: cst.CSTNode) -> list[str]:
    if isinstance(target, cst.Name):
        return [target.value]
    if isinstance(target, (cst.Tuple, cst.List)):
        return [name for element in target.elements for name in _bound_names(element.value)]
    return []


_STATEMENTS: dict[type, Callable[[Lowering, Any], None]] = {
    cst.Expr: Lowering.expression_statement,
    cst.Assign: Lowering.assign,
    cst.AnnAssign: Lowering.annotated_assign,
    cst.AugAssign: Lowering.augmented_assign,
    cst.Return: Lowering.return_,
    cst.Raise: Lowering.raise_,
    cst.Assert: Lowering.assert_,
    cst.Del: Lowering.delete,
    cst.Import: Lowering.import_,
    cst.ImportFrom: Lowering.import_from,
    cst.Global: Lowering.scope,
    cst.Nonlocal: Lowering.scope,
    cst.If: Lowering.if_,
    cst.For: Lowering.for_,
    cst.While: Lowering.while_,
    cst.With: Lowering.with_,
    cst.Try: Lowering.try_,
    cst.TryStar: Lowering.try_,
    cst.Match: Lowering.match,
    cst.FunctionDef: Lowering.define,
    cst.ClassDef: Lowering.define_class,
    cst.Break: lambda self, node: self.block.append(ir.Break(node)),
    cst.Continue: lambda self, node: self.block.append(ir.Continue(node)),
}
_EXPRESSIONS: dict[type, Callable[[Lowering, Any], ir.Expr]] = {
    cst.Name: Lowering.name,
    cst.Attribute: Lowering.attribute,
    cst.Call: Lowering.call,
    cst.Subscript: Lowering.subscript,
    cst.BinaryOperation: Lowering.binary,
    cst.BooleanOperation: Lowering.boolean,
    cst.IfExp: Lowering.conditional,
    cst.UnaryOperation: Lowering.unary,
    cst.Comparison: Lowering.comparison,
    cst.List: Lowering.display,
    cst.Tuple: Lowering.display,
    cst.Set: Lowering.display,
    cst.Dict: Lowering.dict_display,
    cst.ListComp: Lowering.comprehension,
    cst.SetComp: Lowering.comprehension,
    cst.GeneratorExp: Lowering.comprehension,
    cst.DictComp: Lowering.dict_comprehension,
    cst.SimpleString: Lowering.string,
    cst.ConcatenatedString: Lowering.concatenated,
    cst.FormattedString: Lowering.formatted,
    cst.Integer: Lowering.number,
    cst.Float: Lowering.number,
    cst.Imaginary: Lowering.number,
    cst.Ellipsis: Lowering.ellipsis,
    cst.Lambda: Lowering.closure,
    cst.NamedExpr: Lowering.named,
    cst.Yield: Lowering.yield_,
    cst.Await: Lowering.await_,
}
